"""What always holds (rules 11), in random play of two, three and four seats; and that every game ends."""

import random

import pytest

from serai.referee.catan_rules.components import DECK, OFFERS, VICTORY
from serai.referee.catan_rules.events import Offered, PlayedCard, TurnBegan
from serai.referee.catan_rules.state import NOBODY
from serai.referee.core.agenda import push, waiting
from tests.catan_rules import invariants
from tests.catan_rules.whole_games import play_by_default, play_checked
from tests.games.catan.invariants import check
from tests.games.catan.table import CATAN, GameTable
from tests.random_play import Case, play_on

EVERY_NUMBER_OF_SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@EVERY_NUMBER_OF_SEATS
def test_random_games_keep_the_laws(seats: int) -> None:
    """B-IN-01, B-IN-02, B-IN-03, B-IN-04: cards, distance, roads, robber and special cards, at every tenth decision."""
    for number, layout in enumerate(("beginner", "variable", "random")):
        state, decisions = play_checked(Case(CATAN, seats, {"layout": layout}), number, check)
        assert decisions > 500
        invariants.roads_are_as_long_as_noted(state)
        invariants.roads_hang_together(state)


def test_all_development_cards_are_accounted_for() -> None:
    """B-IN-01: deck, unplayed and played ones are 25, kind by kind."""
    state = Case(CATAN, 4, {}).begin(8)
    play_on(state, random.Random(8))
    played = [event.card for event in state.journal if isinstance(event, PlayedCard)]
    held = [kind for player in state.players for kind, n in enumerate(player.dev_cards) for _ in range(n)]
    assert sorted([*state.deck, *held, *played]) == sorted(DECK)


def test_holders_have_the_minimum() -> None:
    """B-IN-04: over many random games a special card lies with nobody or with who has earned it."""
    held = 0
    for deal in range(6):
        state = Case(CATAN, 3, {}).begin(deal)
        play_on(state, random.Random(deal))
        if state.longest_road != NOBODY:
            held += 1
            assert state.players[state.longest_road].road_length >= VICTORY.longest_road_min
        if state.largest_army != NOBODY:
            held += 1
            assert state.players[state.largest_army].knights >= VICTORY.largest_army_min
    assert held


@EVERY_NUMBER_OF_SEATS
def test_a_turn_is_finite(seats: int) -> None:
    """B-IN-05: never more than three offers and one card in a turn, in whatever game."""
    state = Case(CATAN, seats, {}).begin(4)
    play_on(state, random.Random(4))
    offers = cards = most = 0
    for event in state.journal:
        if isinstance(event, TurnBegan):
            offers = cards = 0
        offers += isinstance(event, Offered)
        cards += isinstance(event, PlayedCard)
        most = max(most, offers)
        assert offers <= OFFERS.per_turn
        assert cards <= 1
    assert most == OFFERS.per_turn


def test_who_only_trades_runs_dry() -> None:
    """B-IN-05: taking every offer and trade there is, a turn still comes to its end."""
    table = GameTable()
    for name, kind in zip(table.names, ("lumber", "wool", "grain", "ore"), strict=True):
        table.hand(name, f"15 {kind}")
    answered = 0
    turn = table.state.turn
    while table.state.turn == turn:
        seat = waiting(table.state)[0]
        listed = table.state.options[seat]
        push(table.state, seat, listed[-2] if len(listed) > 1 else listed[0])
        answered += 1
        assert answered < 200
    assert answered > 4


@EVERY_NUMBER_OF_SEATS
def test_games_of_retired_seats_end(seats: int) -> None:
    """B-VI-06: default answers alone come to an end, by the guard at the latest."""
    assert play_by_default(Case(CATAN, seats, {})).winners


@pytest.mark.parametrize(
    "broken",
    [
        {"bank": [18, 19, 19, 19, 19]},
        {"deck": (0,) * 26},
        {"robber": -30},
        {"longest_road": 0},
        {"largest_army": 1},
    ],
)
def test_a_loss_would_be_noticed(broken: dict[str, object]) -> None:
    """B-IN-01, B-IN-04: the check itself fails on a table that cannot be."""
    state = Case(CATAN, 4, {}).begin(0)
    for name, value in broken.items():
        setattr(state, name, value)
    with pytest.raises((AssertionError, IndexError)):
        check(state)
