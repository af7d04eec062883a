"""What always holds (rules 13), in random play of three and four seats; and that every game ends."""

import random

import pytest

from serai.referee.catan_rules.rules import ENDLESS
from serai.referee.games.cheops.board import BANKS, GOLD
from tests.catan_rules import invariants
from tests.catan_rules.whole_games import play_by_default, play_checked
from tests.games.cheops.invariants import check
from tests.games.cheops.table import CHEOPS
from tests.random_play import Case, decide, play_on


@pytest.mark.parametrize("seats", [3, 4])
def test_random_games_keep_the_laws(seats: int) -> None:
    """Rules 13: cards, pieces, gold, pyramid, Segen and Fluch, at every tenth decision."""
    for number in range(3):
        state, decisions = play_checked(Case(CHEOPS, seats, {}), number, check)
        assert decisions > 500
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
    assert state.bank[GOLD] + sum(player.hand[GOLD] for player in state.players) == ENDLESS


@pytest.mark.parametrize("seats", [3, 4])
def test_games_of_retired_seats_end(seats: int) -> None:
    """H-EN-07: default answers alone come to an end, by the guard at the latest."""
    assert play_by_default(Case(CHEOPS, seats, {})).winners


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
