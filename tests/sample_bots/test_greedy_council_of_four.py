"""The greedy bot at the table of Council of Four: the same game again, and far ahead of random play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import serai
from serai.referee.games.council_of_four.state import Council
from serai.referee.replay import record
from serai.sample_bots.python.greedy import council_of_four as greedy
from serai.sample_bots.python.random.bot import Random
from tests.sample_bots.arena import block, deal, play

GAME = "council_of_four"
RANDOM_BOARDS = dict.fromkeys(("coast", "hills", "mountains"), "random")


class Greedy(serai.Bot):
    """The greedy bot without the process: its module for the game, imported from here."""

    games = (GAME,)

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        return greedy.choose(table, view, options)


def bots(seats: int) -> list[serai.Bot]:
    """Greedy, and random on all other seats."""
    return [Greedy(), *(Random() for _ in range(seats - 1))]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_game_is_played_the_same_way_again(seats: int) -> None:
    first, second = (record(play(GAME, bots(seats), deal(1), RANDOM_BOARDS)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random(seats: int) -> None:
    """Three blocks on boards at random: it wins every game, with more than three times the points of the next."""
    games = [game for number in range(3) for game in block(GAME, bots(seats), deal(number), RANDOM_BOARDS)]
    assert len(games) == 3 * seats
    assert all(game[0].rank == 1 for game in games)
    points = [sum(game[bot].points for game in games) for bot in range(seats)]
    assert points[0] > 3 * max(points[1:])


@pytest.mark.parametrize("seats", [2, 4])
def test_among_its_like_every_game_is_brought_to_its_end(seats: int) -> None:
    """Somebody builds the tenth emporium, long before the rounds run out."""
    state = play(GAME, [Greedy() for _ in range(seats)], deal(2), {}).state
    assert isinstance(state, Council)
    assert state.trigger is not None
    assert state.round < 40
