"""serai.sim: the engine in a bot's hands. The same rules as the referee's, and a world is only what a seat knows."""

from __future__ import annotations

import random

import pytest

from serai import sim
from serai.referee.core.luck import Luck
from serai.referee.games import GAMES
from serai.referee.world import world
from tests.random_play import Play, plain_cases, print_of

EVERY_GAME = pytest.mark.parametrize("game", list(GAMES))


def some_world(game: str, number: int = 1, place: int = 40) -> sim.World:
    """A world as it is sent, of the seat that is asked in the middle of a game."""
    case = plain_cases(GAMES[game])[-1]
    for at, state in enumerate(Play(case, number).states()):
        if at == place:
            (seat, *_) = state.options
            return sim.World.load(world(case.game, state, seat, Luck(bytes(32))), seat)
    raise AssertionError("the game is shorter")


@EVERY_GAME
def test_a_world_is_loaded_and_saved(game: str) -> None:
    found = some_world(game)
    assert (found.game, found.epoch, found.seats) == (game, GAMES[game].epoch, len(found.score().points))
    assert found.seat in found.waiting
    assert sim.World.load(found.save(), found.seat).save() == found.save()


@EVERY_GAME
def test_it_goes_on_by_the_rules_of_the_referee(game: str) -> None:
    """The same answers lead to the same position, decision by decision, as numbers, as actions and as messages."""
    case, found = plain_cases(GAMES[game])[0], None
    play = Play(case, 2)
    for state in play.states():
        if found is None:
            found = sim.World(case.game, case.game.clone(state), 0)
        else:
            seat, action = play.decisions[-1]
            place = found.options(seat).index(action)
            found.play((place, action, found.action(found.message(action)))[len(play.decisions) % 3], seat)
            assert found.waiting == tuple(state.options)
        if len(play.decisions) == 60:
            break
    assert found is not None
    assert print_of(found._state) == print_of(play.state)


@EVERY_GAME
def test_a_redeal_keeps_what_the_seat_knows(game: str) -> None:
    found = some_world(game)
    others = [found.redeal(seed) for seed in range(12)]
    assert all(other.view() == found.view() for other in others)
    assert all(other.options(found.seat) == found.options(found.seat) for other in others)
    assert len({other.save() for other in others}) == 12
    assert found.redeal(3).save() == others[3].save()
    assert others[3].redeal(5).save() == found.redeal(5).save(), "it depends on what was made up before"


@EVERY_GAME
def test_rollouts_come_to_an_end_and_can_be_repeated(game: str) -> None:
    found = some_world(game)
    before = found.save()
    outcomes = found.rollout(n=2, seed=7)
    assert outcomes == found.rollout(n=2, seed=7)
    assert outcomes[1:] == found.rollout(seed=8)
    assert all(outcome.over and min(outcome.ranks) == 1 for outcome in outcomes)
    assert found.save() == before


@EVERY_GAME
def test_a_rollout_by_a_policy_has_a_depth(game: str) -> None:
    chance = random.Random(game)
    asked = []

    def policy(at: sim.World, seat: int) -> sim.Action:
        asked.append(seat)
        return chance.choice(at.options(seat))

    (outcome,) = some_world(game).rollout(policy, depth=5)
    assert (outcome.decisions, outcome.over, len(asked)) == (5, False, 5)


def test_messages_are_those_of_the_game() -> None:
    found = some_world("yspahan")
    assert type(found.view()).__name__ == "YspahanView"
    assert found.view().seat == found.seat
    first = found.options()[0]
    assert type(found.message(first)).__name__ == "YspahanAction"
    assert found.action(found.message(first)) == first
    assert GAMES["yspahan"].actions.read(found.say(first)) == first


def test_a_game_begins() -> None:
    start = sim.World.start("yspahan", 2, seed=3, options={"two_players": "on"}, seat=1)
    assert (start.seats, start.seat, start.over) == (2, 1, False)
    assert start.save() == sim.World.start("yspahan", 2, seed=3, options={"two_players": "on"}).save()
    assert start.save() != sim.World.start("yspahan", 2, seed=4, options={"two_players": "on"}).save()


def test_what_is_not_allowed_is_said() -> None:
    found = some_world("yspahan")
    with pytest.raises(sim.IllegalAction, match="has no option 999; it has"):
        found.play(999)
    with pytest.raises(sim.IllegalAction, match="is not among the options"):
        found.play(some_world("catan").options()[0])
    (stranger, *_) = {*range(found.seats)} - {*found.waiting}
    with pytest.raises(sim.IllegalAction):
        found.play(0, stranger)
    with pytest.raises(sim.IllegalAction, match=f"seat {stranger} is not asked"):
        found.play(found.options()[0], stranger)
    while not found.over:
        found.play(0)
    assert (found.waiting, found.options()) == ((), [])
    with pytest.raises(sim.IllegalAction, match="the game is over"):
        found.play(0)


def test_what_is_no_world_is_said() -> None:
    with pytest.raises(sim.UnreadableState, match="no saved state"):
        sim.World.load(b"a world", 0)
    with pytest.raises(ValueError, match="seat 9 is not at this table: its seats are 0 to 3"):
        sim.World.load(some_world("catan").save(), 9)
    with pytest.raises(ValueError, match="there is no game called 'chess'"):
        sim.World.start("chess", 2)
    with pytest.raises(ValueError, match="is played by 3 or 4 seats"):
        sim.World.start("yspahan", 5)
