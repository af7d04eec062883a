"""The greedy bot at Tadmor: it repeats itself, and clearly beats random play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import serai
from serai.referee.replay import record
from serai.sample_bots.python.greedy import tadmor as greedy_tadmor
from serai.sample_bots.python.random.bot import Random
from tests.sample_bots.arena import block, deal, play


class Greedy(serai.Bot):
    """The greedy bot without the process: its module for the game, imported from here."""

    games = ("tadmor",)

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        return greedy_tadmor.choose(table, view, options)


def bots(seats: int) -> list[serai.Bot]:
    """Greedy, and random on all other seats."""
    return [Greedy(), *(Random() for _ in range(seats - 1))]


def test_the_same_game_is_played_the_same_way_again() -> None:
    first, second = (record(play("tadmor", bots(3), deal(1), {"experienced_setup": "on"})) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random(seats: int) -> None:
    """Two blocks: it wins nearly every game, with several times the points of the others."""
    games = [game for number in range(2) for game in block("tadmor", bots(seats), deal(number), {})]
    assert sum(game[0].rank == 1 for game in games) >= 0.8 * len(games)
    mine, others = ([game[n].points for game in games] for n in (0, 1))
    assert sum(mine) > 3 * sum(others)


def test_greedy_plays_against_itself() -> None:
    """Every question of the game has an answer, also when all are good at it."""
    match = play("tadmor", [Greedy() for _ in range(4)], deal(3), {})
    assert match.over
    assert min(outcome.points for outcome in match.outcomes()) > 30
