"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const moves = game.moves;
const last = moves.length - 1;
const part = (id) => document.getElementById(id);
// Characters of a seat lie in a private range of Unicode, one stretch for each seat.
const FIRST = 0xf0000;
const EACH = 0x2000;
let at = 0;

// Writes painted text into an element: what belongs to a seat in its colour.
function paint(element, text) {
  element.replaceChildren();
  let piece = "";
  let seat = -1;
  const put = () => {
    if (!piece) return;
    const span = document.createElement("span");
    span.textContent = piece;
    if (seat >= 0) span.className = `s${seat}`;
    element.append(span);
  };
  for (const char of text) {
    const code = char.codePointAt(0);
    const owner = code < FIRST ? -1 : Math.floor((code - FIRST) / EACH);
    if (owner !== seat) {
      put();
      piece = "";
      seat = owner;
    }
    piece += owner < 0 ? char : String.fromCodePoint((code - FIRST) % EACH);
  }
  put();
}

function line(text, style) {
  const item = document.createElement("li");
  paint(item, text);
  item.className = style;
  return item;
}

function sentence(move) {
  if (move.seat === null) return "set-up";
  const name = [..."ABCD"[move.seat] + " " + game.names[move.seat]];
  const who = name.map((c) => (c === " " || c.codePointAt(0) >= EACH ? c : String.fromCodePoint(FIRST + move.seat * EACH + c.codePointAt(0))));
  return `${who.join("")}: ${move.action}${move.default ? " (default answer: retired)" : ""}`;
}

function show() {
  const move = moves[at];
  part("slider").value = at;
  part("where").textContent = `move ${at} of ${last}`;
  paint(part("move"), sentence(move));
  const told = move.told.map((text) => line(text, ""));
  part("told").replaceChildren(...told, ...move.retired.map((text) => line(text, "retired")));
  paint(part("picture"), move.picture.map((number) => game.lines[number]).join("\n"));
  history.replaceState(null, "", `#${at}`);
}

function go(to) {
  at = Math.max(0, Math.min(last, to));
  show();
}

// The first move of the next turn, or of this one or the one before.
function turn(step) {
  let to = at + step;
  while (to > 0 && to < last && moves[to].turn === moves[to - 1].turn) to += step;
  go(to);
}

function decision(seat) {
  const next = moves.findIndex((move, number) => number > at && move.seat === seat);
  if (next >= 0) go(next);
}

const actions = {
  first: () => go(0), "turn-back": () => turn(-1), back: () => go(at - 1),
  on: () => go(at + 1), "turn-on": () => turn(1), last: () => go(last),
};
const keys = {
  Home: "first", "[": "turn-back", ArrowLeft: "back", ArrowRight: "on", "]": "turn-on", End: "last",
};
for (const [id, act] of Object.entries(actions)) part(id).addEventListener("click", act);
part("slider").max = last;
part("slider").addEventListener("input", () => go(Number(part("slider").value)));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === part("slider")) return;
  const seat = "abcd".indexOf(event.key);
  if (seat >= 0) decision(seat);
  else if (keys[event.key]) actions[keys[event.key]]();
  else return;
  event.preventDefault();
});
go(Number(location.hash.slice(1)) || 0);
