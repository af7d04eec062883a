"""Golden replays: whole games that pin the rules of an epoch, a line per turn with its decisions and the digest after.

    python -m tests.golden yspahan 4 --deal HEX --retire 2:100

plays a game at random (always the same one for the same arguments) and writes it below tests/replays. What random
play hardly ever reaches can be preferred: with `--prefer temple: --prefer place:ship` everybody takes an option whose
text begins so, if there is one, the earlier preference first. A change of rules that alters a golden replay raises the
epoch, writes it anew and says so in its commit.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from serai.referee.clock import TimeControl
from serai.referee.core.luck import DEAL_BYTES, Luck
from serai.referee.games import GAMES
from serai.referee.match import Cause, Match, Retirement
from serai.referee.replay import Replay, ReplayedMatch, record

FOLDER = Path(__file__).with_name("replays")


def play(match: Match, retire: tuple[int, int] | None, prefer: Sequence[str] = ()) -> Match:
    """At random, but for what is preferred, to the end; a seat may be retired after so many decisions."""
    chance = Luck(match.deal)
    while not match.over:
        if retire and len(match.decisions) >= retire[1]:
            match.retire(Retirement(retire[0], Cause.TIME, len(match.decisions), ""))
        for question in match.questions():
            match.sent(question, now=0.0)
            wanted = preferred([match.game.actions.say(option) for option in question.options], prefer)
            match.answer(question, wanted[chance.below(len(wanted), f"seat {question.seat}")], seconds=0.0)
    return match


def preferred(texts: Sequence[str], prefer: Sequence[str]) -> list[int]:
    """The places of the options that begin like the first preference any of them begins like; else all places."""
    for start in prefer:
        if places := [place for place, text in enumerate(texts) if text.startswith(start)]:
            return places
    return list(range(len(texts)))


def lines(match: Match, prefer: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """A finished game: how it was set up, its turns, its result."""
    replay = record(match)
    retired = [{"seat": r["seat"], "after": r["after"], "cause": r["cause"]} for r in replay.retirements]
    setting = {name: asdict(replay)[name] for name in ("game", "epoch", "seats", "options", "deal")}
    yield {**setting, "retired": retired, **({"prefer": list(prefer)} if prefer else {})}
    for turn, (decisions, digest) in enumerate(zip(by_turn(match, replay), replay.turns, strict=True), 1):
        yield {"turn": turn, "decisions": decisions, "digest": digest}
    yield {"points": [o["points"] for o in replay.outcomes], "ranks": [o["rank"] for o in replay.outcomes]}


def by_turn(match: Match, replay: Replay) -> list[list[str]]:
    replayed = ReplayedMatch(match.game, replay)
    turns: list[list[str]] = [[] for _ in replay.turns]
    for step in replayed.steps():
        turns[len(replayed.digests)].append(f"{step.seat} {match.game.actions.say(step.action)}")
    return turns


def read(path: Path) -> Replay:
    """A golden replay as a record; what it does not say (commitment, seal) is left empty."""
    setting, *turns, result = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    retired = setting.pop("retired")
    setting.pop("prefer", None)
    causes = {r["seat"]: r["cause"] for r in retired}
    return Replay(
        **setting,
        commitment="",
        decisions=tuple(decision for turn in turns for decision in turn["decisions"]),
        turns=tuple(turn["digest"] for turn in turns),
        digest="",
        outcomes=tuple(
            {"points": points, "rank": rank, "cause": causes.get(seat)}
            for seat, (points, rank) in enumerate(zip(result["points"], result["ranks"], strict=True))
        ),
        retirements=tuple(retired),
    )


def preferences(path: Path) -> list[str]:
    """What was preferred in a golden replay."""
    with path.open(encoding="utf-8") as lines:
        found: list[str] = json.loads(next(lines)).get("prefer", [])
    return found


def write(match: Match, prefer: Sequence[str] = ()) -> Path:
    ending = "-retired" if match.retirements else ""
    path = FOLDER / match.game.name / f"{match.seats}-seats-{match.deal.hex()[:8]}{ending}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines(match, prefer)), encoding="utf-8")
    return path


def deal(text: str) -> bytes:
    secret = bytes.fromhex(text)
    if len(secret) != DEAL_BYTES:
        raise ValueError(text)
    return secret


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description="Write a golden replay.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("seats", type=int)
    parser.add_argument("--deal", type=deal, required=True, help=f"{DEAL_BYTES} bytes in hexadecimal")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--retire", metavar="SEAT:AFTER", help="retire a seat after so many decisions")
    parser.add_argument("--prefer", action="append", default=[], metavar="TEXT", help="take options that begin so")
    asked = parser.parse_args()
    options = dict(option.split("=", 1) for option in asked.option)
    seat, _, after = (asked.retire or "").partition(":")
    match = Match(GAMES[asked.game], asked.seats, asked.deal, options, TimeControl())
    print(write(play(match, (int(seat), int(after)) if asked.retire else None, asked.prefer), asked.prefer))


if __name__ == "__main__":
    main()
