"""What always holds (rules 14), in random play of three and four seats; and that every game ends."""

import pytest

from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.core.agenda import decision, push, waiting
from serai.referee.games.alexander.state import Alexander
from tests.catan_rules import invariants
from tests.catan_rules.whole_games import play_by_default, play_checked
from tests.games.alexander.invariants import check
from tests.games.alexander.table import ALEXANDER
from tests.random_play import Case


@pytest.mark.parametrize("seats", [3, 4])
def test_random_games_keep_the_laws(seats: int) -> None:
    """A-IN-01, A-IN-02, A-IN-04, A-IN-05, A-IN-06, A-BA-01: cards, chips, pieces, advisers, gold; and games end."""
    for number in range(4):
        state, decisions = play_checked(Case(ALEXANDER, seats, {}), number, check)
        assert 300 < decisions < 5000
        invariants.roads_hang_together(state)
        invariants.roads_are_as_long_as_noted(state)


def test_the_bank_is_empty_until_somebody_pays() -> None:
    """A-IN-01, A-SP-08: with four seats all cards are in the pile and in hands."""
    state = Case(ALEXANDER, 4, {}).begin(1)
    while not any(word in event_words(state) for word in ("pays", "discards")):
        assert not any(state.bank[:CARD_KINDS])
        seat = waiting(state)[0]
        listed = state.options[seat]
        push(state, seat, listed[1] if state.turn > 3 and len(listed) > 1 else decision(state).default(state, seat))
    assert any(state.bank[:CARD_KINDS])
    assert state.turn > 3


def event_words(state: Alexander) -> str:
    return " ".join(ALEXANDER.events.say(event) for event in state.journal or ())


@pytest.mark.parametrize("seats", [3, 4])
def test_games_of_retired_seats_end(seats: int) -> None:
    """A-IN-06: default answers alone come to an end."""
    assert play_by_default(Case(ALEXANDER, seats, {})).winners


@pytest.mark.parametrize(
    "broken",
    [
        {"position": 3},
        {"advisers": (0, 9, 9)},
        {"removed": (0, 1, 0, 0, 0)},
        {"buried": 30},
        {"supply": ()},
        {"known": (1, 0, 0, 0)},
        {"spare": (1, 1, 1)},
    ],
)
def test_a_loss_would_be_noticed(broken: dict[str, object]) -> None:
    """Rules 14: the check itself fails on a table that cannot be."""
    state = Case(ALEXANDER, 4, {}).begin(0)
    for name, value in broken.items():
        setattr(state, name, value)
    with pytest.raises(AssertionError):
        check(state)
