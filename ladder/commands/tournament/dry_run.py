"""How what a tournament would be is printed."""

from __future__ import annotations

from collections.abc import Sequence

from serai.ladder.commands.console import counted, say, say_json
from serai.ladder.desk.operation import Row
from serai.ladder.model.format import Format


def show_dry_run(told: Row, as_json: bool) -> None:
    """Print what would be played; of rounds that follow from results, as if the better seed always won."""
    cores = told.pop("cores")
    if as_json:
        say_json(told)
    else:
        _print(told, Format.from_json(told["format"]), cores)


def _print(told: Row, form: Format, cores: int) -> None:
    rounds = "" if form.ends else " in a first round; it has no end"
    say(f"{form.kind}: {told['bots']} bots, {told['seats']} at a table", "bold")
    say(f"  blocks     {told['blocks']}{rounds}")
    say(f"  games      {told['games']}, every block in {told['seats']} rotations")
    say(f"  seats      {_range(told['in_seat'], 'game')} of each bot in each seat")
    say(f"  blocks of  {_range(told['of_bot'])} for each bot")
    say(f"  meetings   {_range(told['meetings'], 'block')} for each pair")
    say(f"  time       {_time(told['seconds'], cores)}")
    if form.kind == "ladder":
        say("\nRounds follow from ratings: this is one of bots of whom nothing is known.")
    elif form.has_rounds:
        close = f" A match that is close has up to {2 * form.blocks} blocks." if form.kind == "knockout" else ""
        say(f"\nRounds follow from results: this is what comes if the better seed always wins.{close}")
    say("\nNothing was created.")


def _range(numbers: Sequence[int], thing: str = "") -> str:
    low, high = numbers
    if thing:
        return counted(low, thing) if low == high else f"{low} to {counted(high, thing)}"
    return str(low) if low == high else f"{low} to {high}"


def _time(seconds: float | None, cores: int) -> str:
    if seconds is None:
        return "unknown: no game of this kind is on record yet"
    return f"about {seconds:.0f} s with {counted(cores, 'worker')}, at the pace of the latest games"
