"""How much an owner may practise: told the time."""

from __future__ import annotations

import pytest

from serai.ladder.access.practice_quota import HOUR, PracticeQuota
from serai.ladder.access.refusal import Exhausted, Forbidden


def begin(quota: PracticeQuota, owner: str, games: int, now: float) -> None:
    with quota.taken(owner, games, now):
        pass


def test_an_owner_begins_so_many_games_in_an_hour_and_is_told_how_long_to_wait() -> None:
    quota = PracticeQuota(10)
    begin(quota, "anna", 4, 0.0)
    begin(quota, "anna", 6, 100.0)
    with pytest.raises(Exhausted, match=r"anna may begin 10 games for practice in an hour; wait 3500 s") as raised:
        begin(quota, "anna", 3, 100.0)
    with pytest.raises(Exhausted) as later:
        begin(quota, "anna", 5, 100.0)
    assert later.value.wait == HOUR, "the first four are not enough"
    begin(quota, "ben", 10, 100.0)
    begin(quota, "anna", 4, 100.0 + raised.value.wait)
    with pytest.raises(Exhausted):
        begin(quota, "anna", 1, 100.0 + raised.value.wait)


def test_nobody_practises_more_than_twice_at_once() -> None:
    quota = PracticeQuota(100)
    with quota.taken("anna", 1, 0.0):
        with quota.taken("anna", 1, 0.0), pytest.raises(Exhausted, match="practises 2 times at once already"):
            begin(quota, "anna", 1, 0.0)
        begin(quota, "anna", 1, 0.0)


def test_what_is_never_allowed_is_not_waited_for() -> None:
    with pytest.raises(Forbidden, match="this arena allows 0 for practice"):
        begin(PracticeQuota(0), "anna", 1, 0.0)
