"""The record of a game: options, seats, ranks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.referee.core.agenda import waiting
from serai.referee.core.game import Settings, Switch, ranks_by
from serai.referee.core.luck import DEAL_BYTES
from tests.harbour import HARBOUR

DUEL = Switch("duel", ("off", "on"), "off", "a variant for two")


def two_in_a_duel(settings: Settings) -> tuple[int, ...]:
    return (2,) if settings["duel"] == "on" else (3, 4)


HARBOUR_WITH_DUEL = replace(
    HARBOUR, switches=(*HARBOUR.switches, DUEL), seat_counts=(3, 4), seat_counts_for=two_in_a_duel
)


def test_defaults_are_filled_in() -> None:
    assert HARBOUR.complete(2, {}) == {"length": "short"}
    assert HARBOUR.complete(2, {"length": "long"}) == {"length": "long"}
    assert HARBOUR_WITH_DUEL.complete(2, {"duel": "on"}) == {"length": "short", "duel": "on"}


@pytest.mark.parametrize(
    ("seats", "chosen", "message"),
    [
        (2, {"lenght": "long"}, "harbour has no option 'lenght'; it has length, duel"),
        (2, {"length": "endless"}, "option length of harbour is 'endless'; it can be short, long"),
        (2, {}, "harbour is played by 3 or 4 seats with these options, not 2; duel=on allows 2"),
        (3, {"duel": "on"}, "harbour is played by 2 seats with these options, not 3; duel=off allows 3"),
        (5, {"duel": "on"}, "harbour is played by 2 seats with these options, not 5"),
    ],
)
def test_what_does_not_fit_is_said_in_one_line(seats: int, chosen: Settings, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        HARBOUR_WITH_DUEL.complete(seats, chosen)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(ValueError, match=r"^harbour has no option 'speed'; it has none$"):
        replace(HARBOUR, switches=()).complete(2, {"speed": "high"})


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_seats_beyond_the_game_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"^harbour is played by 2 or 3 or 4 seats with these options, not {seats}$"):
        HARBOUR.begin(seats, bytes(DEAL_BYTES), {})


def test_every_number_of_seats_comes_with_the_option_it_takes() -> None:
    assert HARBOUR_WITH_DUEL.all_seat_counts() == {2: ("duel=on",), 3: (), 4: ()}
    assert list(HARBOUR_WITH_DUEL.all_seat_counts()) == [2, 3, 4]
    assert HARBOUR.all_seat_counts() == {2: (), 3: (), 4: ()}


def test_a_game_begins_at_its_first_decision() -> None:
    assert waiting(HARBOUR.begin(2, bytes(DEAL_BYTES), {})) == (0, 1)


def test_equal_keys_share_the_better_rank() -> None:
    assert ranks_by((5, 7, 5, 9)) == (3, 2, 3, 1)
    assert ranks_by(((5, 1), (5, 2))) == (2, 1)
    assert ranks_by((0, 0, 0)) == (1, 1, 1)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6).map(tuple))
def test_a_rank_is_one_more_than_how_many_are_better(keys: tuple[int, ...]) -> None:
    ranks = ranks_by(keys)
    assert all(rank == 1 + sum(other > key for other in keys) for key, rank in zip(keys, ranks, strict=True))
    assert min(ranks) == 1
