"""The work of `serai ladder history`: the rating of a bot over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from serai.ladder.commands.chart import Bar, chart, columns_of, scale
from serai.ladder.commands.console import console, counted, say, say_json_list, short, when
from serai.ladder.commands.ladder.show import check_game, scopes_of
from serai.ladder.commands.progress import late_progress
from serai.ladder.errors import UserProblem
from serai.ladder.ratings.history import History, history
from serai.ladder.storage import folds
from serai.ladder.storage.store import open_store

_HEIGHT = 14
_WIDTH = 80  # in a pipe, and the most on a terminal


def show_history(
    bot: str, game: str | None, epoch: int | None, options: Mapping[str, str], tournament: str | None, as_json: bool
) -> None:
    """Print the rating of a bot over time under each set of rules; UserProblem if it played under none."""
    check_game(game)
    with open_store() as store, late_progress("folding") as shown:
        scopes = scopes_of(store, game, epoch, options, tournament)
        told = [history(folds.blocks(store, scope, shown), bot) for scope in scopes]
    found = [each for each in told if each is not None]
    if not found:
        raise UserProblem(f"no game of {bot} is on record there; serai ladder names who played")
    if as_json:
        say_json_list(row for each in found for row in _rows(each))
        return
    for each in found:
        _draw(each)
    say("* is the Elo after each block, : its 95 % interval. Elo depends on the order of games; serai ladder estimates")
    say("the rating from all of them at once.")


def _rows(told: History) -> Iterator[dict[str, Any]]:
    """Yield a row for each block."""
    rules = {"game": told.rules.game, "epoch": told.rules.epoch, "options": dict(told.rules.options)}
    for point in told.points:
        yield {**told.entrant._asdict(), **point.as_json(), **rules}


def _draw(told: History) -> None:
    bars = [Bar(point.rating.elo, point.rating.low, point.rating.high) for point in told.points]
    width = min(console().width, _WIDTH)
    last = told.points[-1]
    bounds = "" if last.rating.low is None else f", {last.rating.low:.0f} to {last.rating.high:.0f}"
    who = f"{told.entrant.bot}@{short(told.entrant.version)}"
    played = f"{counted(last.games, 'game')} in {counted(len(bars), 'block')}"
    say(f"{who} in {told.rules.game}, epoch {told.rules.epoch}: Elo {last.rating.elo:.0f}{bounds}, {played}", "bold")
    ends = when(told.points[0].when), when(last.when)
    for line in (*chart(bars, width, _HEIGHT), *scale(*ends, columns_of(bars, width))):
        say(line)
    say()
