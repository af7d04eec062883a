"""While a very large ladder is being played, its ratings may lack the newest blocks, and say so; otherwise never."""

from __future__ import annotations

import pytest

from serai.ladder.ratings.table import Table
from serai.ladder.storage import folds, kept_ratings, tournaments
from serai.ladder.storage.coverage import Member, Scope
from serai.ladder.storage.done import Done
from serai.ladder.storage.store import Store
from tests.ladder.storage.test_folds import add, check, record

ALL = range(40)


@pytest.fixture(autouse=True)
def _everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_ratings, "LARGE", 10)
    monkeypatch.setattr(kept_ratings, "LATE", 10)
    monkeypatch.setattr(kept_ratings, "DUE", 20)


def table(store: Store) -> Table:
    return folds.standings(store, folds.tournament_scope(store, "spring"))


def test_a_few_new_blocks_are_counted_but_not_rated(store: Store) -> None:
    add(store, "spring")
    record(store, "spring", *range(30))
    before = table(store)
    record(store, "spring", 30, 35, 33)
    after = table(store)
    assert (before.behind, after.behind) == (0, 3)
    assert (list(after.rated), after.games) == (list(before.rated), 66)


def test_with_more_of_them_everything_is_rated_anew(store: Store) -> None:
    add(store, "spring")
    record(store, "spring", *range(30))
    before = table(store)
    record(store, "spring", *range(30, 34))
    assert table(store).behind == 0
    assert table(store).rated != before.rated


def test_the_last_block_leaves_nothing_behind(store: Store) -> None:
    add(store, "spring")
    record(store, "spring", *ALL[:-1])
    check(store)
    record(store, "spring", ALL[-1])
    assert table(store).behind == 0
    check(store)


def test_a_block_that_does_not_count_any_more_is_in_no_rating() -> None:
    """What is kept must take in nothing but what is on record now."""
    assert Done(b"\x50").is_within(Done(b"\xf0\x01"))
    assert not Done(b"\x58").is_within(Done(b"\x50"))
    assert not Done(b"\x50\x01").is_within(Done(b"\x50"))


def test_a_voided_block_is_rated_anew_at_once(store: Store) -> None:
    add(store, "spring")
    record(store, "spring", *range(30))
    table(store)
    scope = folds.tournament_scope(store, "spring")
    [member] = scope.members
    fewer = Member(member.name, member.created, member.seats, member.blocks, Done(b"\xff\xff\x7f"))
    assert kept_ratings.load(store.redis, Scope(scope.name, (fewer,))) is None


def test_a_bot_that_is_not_rated_yet_is_rated_at_once(store: Store) -> None:
    add(store, "spring", 144)
    record(store, "spring", *range(0, 144, 12))
    assert {who.bot for who in table(store).entrants()} == {"ann", "ben"}
    record(store, "spring", 1)
    after = table(store)
    assert (after.behind, {who.bot for who in after.entrants()}) == (0, {"ann", "ben", "dan"})


def test_whoever_runs_the_tournament_rates_ahead_of_readers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "spring")
    record(store, "spring", *range(30))
    spring = tournaments.load(store, "spring")
    folds.rate_ahead(store, spring)
    record(store, "spring", 30)
    folds.rate_ahead(store, spring)  # too little is new
    assert table(store).behind == 1
    record(store, "spring", 31)
    folds.rate_ahead(store, spring)
    with monkeypatch.context() as patch:
        patch.setattr(folds, "make_table", None)
        assert table(store).behind == 0


def test_a_small_ladder_is_never_behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_ratings, "LARGE", 1000)
    add(store, "spring")
    record(store, "spring", *range(30))
    check(store)
    record(store, "spring", 30)
    folds.rate_ahead(store, tournaments.load(store, "spring"))
    check(store)
    assert table(store).behind == 0
