"""Tending a standing ladder: the latest version of every bot plays, and whoever cannot rests."""

from __future__ import annotations

import pytest

from serai.ladder.model.format import Format
from serai.ladder.queue.tending import Tender
from serai.ladder.storage import hand, tournaments
from serai.ladder.storage.queue_notes import Inability, QueueNotes
from serai.ladder.storage.store import Store
from tests.ladder.growing import create, package


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def tender(store: Store, said: list[str]) -> Tender:
    create(store, Format("ladder", 4), bots=0)
    for name in ("ann", "ben", "cid"):
        store.add_bot(package(name))
    return Tender(store, "spring", said.append)


def playing(store: Store) -> list[str]:
    bots = tournaments.load(store, "spring").bots
    return [str(bots[number]) for number in store.history("spring").active]


def test_all_registered_bots_enter(store: Store, tender: Tender, said: list[str]) -> None:
    tender.tend()
    assert playing(store) == ["ann@ann0000", "ben@ben0000", "cid@cid0000"]
    assert said == [f"{bot} enters spring" for bot in playing(store)]
    tender.tend()
    assert len(store.entries("spring")) == 3, "nothing is new, so nothing happens"


def test_a_new_version_enters_and_the_one_before_rests(store: Store, tender: Tender, said: list[str]) -> None:
    tender.tend()
    store.add_bot(package("ben", "ben1111"))
    tender.tend()
    assert playing(store) == ["ann@ann0000", "cid@cid0000", "ben@ben1111"]
    assert said[-1] == "ben@ben0000 rests: it has a newer version"


def test_a_disabled_bot_rests_until_it_is_enabled(store: Store, tender: Tender) -> None:
    tender.tend()
    store.disable("ann")
    tender.tend()
    assert playing(store) == ["ben@ben0000", "cid@cid0000"]
    store.enable("ann")
    tender.tend()
    assert "ann@ann0000" in playing(store)


def test_a_bot_that_cannot_be_built_rests(store: Store, tender: Tender, said: list[str]) -> None:
    tender.tend()
    QueueNotes(store.redis).mark_unable("cid0000", Inability("its build failed", ""))
    tender.tend()
    assert said[-1] == "cid@cid0000 rests: it cannot be built"


def test_whom_the_organiser_disabled_does_not_come_back_by_itself(store: Store, tender: Tender) -> None:
    tender.tend()
    hand.set_bot(store, "spring", "ann", "disable", "why")
    store.add_bot(package("dan"))
    tender.tend()
    assert playing(store) == ["ben@ben0000", "cid@cid0000", "dan@dan0000"]


def test_bots_of_other_games_stay_out(store: Store, tender: Tender) -> None:
    tender.tend()
    before = playing(store)
    other = package("eve")
    manifest = other.bot.manifest.__class__("eve", "python", ("catan",), ("run",))
    store.add_bot(other.__class__(other.bot.__class__("eve", "eve0000", manifest), b""))
    tender.tend()
    assert playing(store) == before
