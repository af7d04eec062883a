"""What always holds (rules 13), in random play of three and four seats; and that every game ends."""

import random

import pytest

from serai.referee.catan_rules.rules import ENDLESS
from serai.referee.core.agenda import decision, over, push, waiting
from serai.referee.games.cheops.board import BANKS, GOLD
from tests.catan_rules import invariants
from tests.games.cheops.invariants import check
from tests.games.cheops.table import CHEOPS
from tests.random_play import Case, decide, play_on


@pytest.mark.parametrize("seats", [3, 4])
def test_random_games_keep_the_laws(seats: int) -> None:
    """Rules 13: cards, pieces, gold, pyramid, Segen and Fluch, at every tenth decision."""
    for number in range(3):
        state = Case(CHEOPS, seats, {}).begin(number)
        chance, place = random.Random(number), 0
        while not over(state):
            decide(state, chance)
            place += 1
            if place % 10 == 0:
                check(state)
        check(state)
        assert place > 500
        invariants.roads_hang_together(state)


def test_founded_on_the_banks() -> None:
    """Rules 13: every founding settlement touches delta or Nile."""
    state = Case(CHEOPS, 4, {}).begin(1)
    chance = random.Random(1)
    while not state.turn:
        decide(state, chance)
    assert {vertex for vertex, piece in enumerate(state.vertices) if piece} <= BANKS


def test_fees_conserve_gold() -> None:
    """Rules 13: all gold is in hands or in the endless supply, to the end of a random game."""
    state = Case(CHEOPS, 4, {}).begin(7)
    play_on(state, random.Random(7))
    assert state.bank[GOLD] + sum(seat.hand[GOLD] for seat in state.players) == ENDLESS


@pytest.mark.parametrize("seats", [3, 4])
def test_games_of_retired_seats_end(seats: int) -> None:
    """H-EN-07: default answers alone come to an end, by the guard at the latest."""
    state = Case(CHEOPS, seats, {}).begin(1)
    answered = 0
    while not over(state):
        seat = waiting(state)[0]
        push(state, seat, decision(state).default(state, seat))
        answered += 1
        assert answered < 5000
    assert state.winners


@pytest.mark.parametrize(
    "broken",
    [{"pharaoh_left": 15}, {"stones": (1, 0, 0, 0)}, {"segen": 1}, {"started": True}, {"longest_road": 2}],
)
def test_a_loss_would_be_noticed(broken: dict[str, object]) -> None:
    """Rules 13: the check itself fails on a table that cannot be."""
    state = Case(CHEOPS, 4, {}).begin(0)
    for name, value in broken.items():
        setattr(state, name, value)
    with pytest.raises(AssertionError):
        check(state)
