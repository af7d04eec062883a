"""How strong a house bot is: the games that are played for it, and what is said of them."""

from __future__ import annotations

from random import Random

import pytest

from serai.referee.clock import TimeControl
from serai.sim import World
from training.strength import Searching, Unlearned, elo, interval, main


def test_greedy_beats_random_on_every_seat(capsys: pytest.CaptureFixture[str]) -> None:
    main(["yspahan", "--seats", "3", "--games", "3", "--bot", "greedy", "--against", "random"])
    said = capsys.readouterr().out
    assert said.startswith("yspahan, 3 seats: 3 games, 3 won, 100.0% (43.8% to 100.0%), Elo +inf")


def test_who_has_learned_nothing_judges_by_points() -> None:
    world = World.start("tadmor", 3, 1)
    chance = Random(1)
    while len(set(world.score().points)) < 3:
        world.play(chance.randrange(len(world.options(world.waiting[0]))), world.waiting[0])
    world.seat = seat = world.waiting[0]
    options = [world.message(option) for option in world.options(seat)]
    bots = [kind(world, seat, TimeControl(), 0) for kind in (Unlearned, Searching)]
    unlearned, learned = (bot.thinker(world, options).judge(world) for bot in bots)
    points = world.score().points
    assert sorted(range(3), key=points.__getitem__) == sorted(range(3), key=unlearned.__getitem__)
    assert learned != unlearned


def test_an_interval_has_a_width_even_where_every_game_was_won() -> None:
    assert interval(1.0, 30) == pytest.approx((0.886, 1.0), abs=0.001)
    assert interval(0.5, 96) == pytest.approx((0.402, 0.598), abs=0.001)


@pytest.mark.parametrize(("share", "points"), [(0.5, 0), (0.76, 200), (0.24, -200), (1.0, float("inf"))])
def test_a_share_as_elo(share: float, points: float) -> None:
    assert elo(share) == pytest.approx(points, abs=1)
