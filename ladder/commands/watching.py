"""The work of `serai watch`: ask now and then, and draw what is new."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import counted, note
from serai.ladder.commands.replay.paint import say_painted
from serai.ladder.commands.viewer.screen import Line
from serai.ladder.commands.viewer.terminal import can_view, key_within, lines_drawn
from serai.ladder.desk import events, following
from serai.ladder.desk.desk import Desk
from serai.ladder.desk.operation import Row
from serai.ladder.plain_text import one_line
from serai.ladder.storage.live_games import ANY

_LOOK_SECONDS = 0.5
_PATIENCE_SECONDS = 5.0  # until a game that is on should be seen
_MOST_ROWS = 8


def watch(name: str | None) -> None:
    """Show a tournament and a game of it, until it is over or somebody has seen enough; in a pipe, once."""
    with desk(waiting=note) as asked:
        watched = name or _being_played(asked)
        if watched is None:
            note("nobody is playing: no tournament is being run; serai tournament list names those there are")
        elif can_view():
            _watch(asked, watched)
        else:
            for line in _first_seen(asked, watched):
                say_painted(line.text, line.style)


def _being_played(asked: Desk) -> str | None:
    """Return the last tournament that somebody runs now."""
    found = [row["name"] for row in asked.ask(events.listed) if row["state"] == "running"]
    live = [name for name in found if asked.ask(following.progress, name=name)["is_fed"]]
    return live[-1] if live else None


def _watch(asked: Desk, name: str) -> None:
    seen = asked.ask(following.live, name=name)
    with lines_drawn() as draw:
        while True:
            draw(list(_screen(asked, seen)))
            if seen["is_over"] or key_within(_LOOK_SECONDS) == "q":
                break
            seen = _again(asked, seen)
    for line in _standing(asked, seen["name"]):
        say_painted(line.text, line.style)


def _first_seen(asked: Desk, name: str) -> Iterator[Line]:
    """Yield what is to be seen as soon as there is something, or when there should be."""
    end = time.monotonic() + _PATIENCE_SECONDS
    seen = asked.ask(following.live, name=name)
    while seen["frame"] is None and seen["is_fed"] and not seen["is_over"] and time.monotonic() < end + seen["delay"]:
        time.sleep(_LOOK_SECONDS)
        seen = _again(asked, seen)
    return _screen(asked, seen)


def _again(asked: Desk, seen: Row) -> Row:
    """Look at the same once more; a game that is over by now is not looked for again."""
    return asked.ask(following.live, name=seen["name"], game=seen["game"])


def _screen(asked: Desk, seen: Row) -> Iterator[Line]:
    yield Line(_heading(seen), "reverse")
    yield from _standing(asked, seen["name"])
    yield Line()
    frame = seen["frame"]
    if frame is None:
        yield Line(_why_nothing(seen), "bold")
        return
    yield Line(f"game {frame['game_id'][:8]}, after {counted(frame['moves'], 'move')}", "bold cyan")
    yield from (Line(text) for text in frame["lines"])


def _heading(seen: Row) -> str:
    done = f"{seen['recorded']} of {seen['games']} games on record" if seen["ends"] else f"{seen['recorded']} games"
    delay = f", games are seen {seen['delay']:g} s late" if seen["delay"] else ""
    return one_line(f" {seen['name']}: {done}{delay}   q leaves")


def _why_nothing(seen: Row) -> str:
    if seen["is_over"]:
        return f"{seen['name']} is over."
    if seen["why_halted"]:
        return str(seen["why_halted"])
    if not seen["is_fed"]:
        return f"Nobody is playing {seen['name']}; serai tournament run {seen['name']} does."
    if not seen["has_workers"]:
        return f"{seen['name']} waits for a worker: serai worker"
    if seen["game"] != ANY:
        return f"Game {seen['game'][:8]} is not being played now; once it is over: serai replay show {seen['game'][:8]}"
    return "A game will be here in a moment."


def _standing(asked: Desk, name: str) -> Iterator[Line]:
    """Yield the best of the table so far."""
    rows: Sequence[Row] = asked.ask(events.shown, name=name)["details"]["standings"]
    for place, row in enumerate(rows[:_MOST_ROWS], 1):
        said = f"{place:>3}  {row['bot']:<24} {row['rating']:>6.0f}  {counted(row['games'], 'game')}"
        yield Line(one_line(said))
