"""The house bot search: what it tries, how it uses its clock, and that it plays on where there is nothing to search."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bench.one_sitting import GameToPlay, play_sitting
from serai import Table
from serai.referee.clock import Clock, TimeControl
from serai.referee.games import GAMES
from serai.sample_bots.python.search import bot as bot_file
from serai.sample_bots.python.search.bot import Search
from serai.sample_bots.python.search.greedy_seats import GreedySeats
from serai.sample_bots.python.search.thinking import ENOUGH, Thinker
from serai.sample_bots.python.search.time_use import seconds_for
from serai.sample_bots.python.search.value import features_of, values, weights_of
from serai.server.bot_process import BotCommand
from serai.sim import World
from serai.v1 import referee_pb2 as pb
from tests.random_play import Play, plain_cases
from tests.sample_bots.arena import deal
from training.tables import table_of

FOLDER = Path(bot_file.__file__).parent
FAST = pb.TimeControl(bank_seconds=10, increment_seconds=0.1, cap_seconds=5)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def asked(game: str, decisions: int) -> tuple[World, Table]:
    """A world as a seat is sent it, after so many decisions at random, and its table."""
    case = plain_cases(GAMES[game])[0]
    state = next(islice(Play(case, 3).states(), decisions, None))
    seat = next(iter(state.options))
    world = World(GAMES[game], GAMES[game].clone(state), seat)
    return world, replace(table_of(world, seat), time_control=FAST, clock=10.1)


def messages(world: World) -> list[Any]:
    return [world.message(action) for action in world.options(world.seat)]


@EVERY_GAME
@pytest.mark.parametrize("decisions", [2, 30])
def test_it_answers_with_an_option_or_an_action_that_is_allowed(game: str, decisions: int) -> None:
    world, table = asked(game, decisions)
    thinker = Thinker(GreedySeats(table), world, world.view(), messages(world))
    chosen = thinker.best(time.monotonic() + 0.05)
    world.play(chosen if isinstance(chosen, int) else world.action(chosen), table.seat)


@EVERY_GAME
def test_without_time_or_worlds_it_plays_as_greedy_does(game: str) -> None:
    world, table = asked(game, 30)
    options, greedy = messages(world), GreedySeats(table)
    wanted = greedy.choose(table.seat, world.view(), options)
    at_once = Thinker(greedy, world, world.view(), options).best(time.monotonic())
    alone = Search().choose(table, world.view(), options)
    assert [place(answer, options) for answer in (at_once, alone)] == [place(wanted, options)] * 2


def place(answer: Any, options: list[Any]) -> Any:
    return answer if isinstance(answer, int) else options.index(answer) if answer in options else answer


@pytest.mark.parametrize(("worth", "expected"), [([0.1, 0.1, 0.8, 0.3], 2), ([0.4], 0)])
def test_it_thinks_no_longer_than_it_can_tell_options_apart(worth: list[float], expected: int) -> None:
    """With a clock that stands still it would never end otherwise. Of equals, greedy's choice is played."""

    class Foreseeing(Thinker):
        def trial(self, place: int, seed: int) -> float:
            return worth[min(place, len(worth) - 1)] + 0.01 * (seed % 3)

    world, table = asked("yspahan", 30)
    thinker = Foreseeing(GreedySeats(table), world, world.view(), messages(world), now=lambda: 0.0)
    assert thinker.best(deadline=1.0) == thinker.candidates[expected]
    assert max(map(len, thinker.results)) == ENOUGH


def test_answers_that_earn_no_time_cost_nothing_of_the_bank() -> None:
    _, table = asked("yspahan", 2)
    assert seconds_for(table, earns=False) < FAST.increment_seconds < seconds_for(table, earns=True)


def test_a_single_option_needs_no_thought() -> None:
    world, table = asked("yspahan", 30)
    table.world = b"not looked at"
    assert Search().choose(table, world.view(), messages(world)[:1]) == 0


@EVERY_GAME
def test_the_value_of_a_position_is_a_share_of_the_others(game: str) -> None:
    """What one of two is worth, the other is not; and every feature has its weight."""
    world, table = asked(game, 30)
    greedy = GreedySeats(table)
    assert sum(values(greedy, world)) == pytest.approx(world.seats / 2)
    lengths = {len(features.values) for features in features_of(greedy, world)}
    assert lengths == {len(weights_of(game))}


def test_at_the_end_the_value_is_how_it_came_out() -> None:
    world, table = asked("yspahan", 30)
    while not world.over:
        world.play(0)
    ranks = world.score().ranks
    found = values(GreedySeats(table), world)
    assert found.index(max(found)) == ranks.index(min(ranks))


@pytest.mark.parametrize("control", ["10+0.1/5", "1+0.02/1", "60+0/20", "120+1/20", "2+0.5/0.4"])
def test_its_clock_never_runs_out(control: str) -> None:
    """Two thousand decisions, each a little longer than it meant to take."""
    given = TimeControl.read(control)
    clock, late = Clock(given), 0.02
    _, table = asked("yspahan", 2)
    table.time_control = pb.TimeControl(
        bank_seconds=given.bank, increment_seconds=given.increment, cap_seconds=given.cap
    )
    for _ in range(2000):
        table.clock = clock.next_milliseconds / 1000
        spent = seconds_for(table, earns=True) + (late if given.increment or clock.bank > 1 else 0.0)
        assert spent < clock.at_hand
        clock.end(spent)


def test_a_process_plays_and_is_in_time() -> None:
    commands = [
        BotCommand(name, (sys.executable, "bot.py"), FOLDER.parent / name, version=name.capitalize())
        for name in ("search", "greedy", "greedy")
    ]
    game = GameToPlay("1", deal(1), (0, 1, 2), reveals=True)
    (played,) = play_sitting(GAMES["yspahan"], {}, commands, [game], TimeControl(6, 0, 3))
    assert played.replay.retirements == ()
