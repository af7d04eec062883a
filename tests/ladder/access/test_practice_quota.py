"""How much an owner may practise."""

from __future__ import annotations

import pytest

from serai.ladder.access.practice_quota import PracticeQuota
from serai.ladder.access.quotas import Quotas
from serai.ladder.access.refusal import Exhausted, Forbidden
from serai.ladder.storage.store import Store


def test_an_owner_begins_so_many_games_in_an_hour_and_is_told_how_long_to_wait(store: Store) -> None:
    """Another arena of the same Redis counts along; another owner does not."""
    here, there = (PracticeQuota(Quotas(store), 10) for _ in range(2))
    here.begin("anna", 4)
    there.begin("anna", 6)
    with pytest.raises(Exhausted, match=r"too many practice games: anna may have 10 in 1 h; wait 3\d{3} s") as raised:
        here.begin("anna", 1)
    assert 3590 < raised.value.wait <= 3600
    here.begin("ben", 10)


def test_nobody_practises_more_than_twice_at_once(store: Store) -> None:
    quota = PracticeQuota(Quotas(store), 100)
    with quota.call("anna"), quota.call("ben"):
        with quota.call("anna"), pytest.raises(Exhausted, match="practises 2 times at once"), quota.call("anna"):
            pass
        with quota.call("anna"):
            pass


def test_what_is_never_allowed_is_not_waited_for(store: Store) -> None:
    with pytest.raises(Forbidden, match="this arena allows 0 for practice"):
        PracticeQuota(Quotas(store), 0).begin("anna", 1)
