"""The work of `serai ladder history`: the rating of a bot over time."""

from __future__ import annotations

from collections.abc import Iterator

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.chart import Bar, chart, columns_of, scale
from serai.ladder.commands.console import console, counted, say, say_json_list, short, when
from serai.ladder.commands.progress import late_progress
from serai.ladder.desk import tables
from serai.ladder.desk.operation import Row
from serai.ladder.errors import UserProblem

_HEIGHT = 14
_WIDTH = 80  # in a pipe, and the most on a terminal


def show_history(
    bot: str, game: str | None, epoch: int | None, options: dict[str, str], tournament: str | None, as_json: bool
) -> None:
    """Print the rating of a bot over time under each set of rules; UserProblem if it played under none."""
    with late_progress("folding") as shown, desk(shown) as asked:
        found = list(
            asked.ask(tables.histories, bot=bot, game=game, epoch=epoch, options=options, tournament=tournament)
        )
    if not found:
        raise UserProblem(f"no game of {bot} is on record there; serai ladder names who played")
    if as_json:
        say_json_list(row for each in found for row in _rows(each))
        return
    for each in found:
        _draw(each)
    say("* is the Elo after each block, : its 95 % interval. Elo depends on the order of games; serai ladder estimates")
    say("the rating from all of them at once.")


def _rows(told: Row) -> Iterator[Row]:
    """Yield a row for each block."""
    who = {name: told[name] for name in ("bot", "version")}
    rules = {name: told[name] for name in ("game", "epoch", "options")}
    for point in told["points"]:
        yield {**who, **point, **rules}


def _draw(told: Row) -> None:
    points = told["points"]
    bars = [Bar(point["elo"], point["low"], point["high"]) for point in points]
    width = min(console().width, _WIDTH)
    last = points[-1]
    bounds = "" if last["low"] is None else f", {last['low']:.0f} to {last['high']:.0f}"
    who = f"{told['bot']}@{short(told['version'])}"
    played = f"{counted(last['games'], 'game')} in {counted(len(bars), 'block')}"
    say(f"{who} in {told['game']}, epoch {told['epoch']}: Elo {last['elo']:.0f}{bounds}, {played}", "bold")
    ends = when(points[0]["when"]), when(last["when"])
    for line in (*chart(bars, width, _HEIGHT), *scale(*ends, columns_of(bars, width))):
        say(line)
    say()
