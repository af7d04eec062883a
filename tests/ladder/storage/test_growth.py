"""Schedules that grow: the same round is added once, whoever adds it, with deals that were committed to."""

from __future__ import annotations

from itertools import pairwise

import pytest

from serai.ladder.model import schedule
from serai.ladder.model.format import Format
from serai.ladder.model.history import Entry
from serai.ladder.service.json_rows import round_rows, rounds_of
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.growth import Growth
from serai.ladder.storage.store import Store
from serai.referee.core.luck import commit
from tests.ladder.growing import SECRET, create, play, record

SWISS = Format("swiss", 2, rounds=3)
CUP = Format("knockout", 1)
LADDER = Format("ladder", 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("form", [SWISS, CUP, Format("gauntlet", 1, hero=2), Format(blocks=1)])
def test_every_format_is_played_to_its_end(store: Store, form: Format, seats: int) -> None:
    create(store, form, seats=seats, settings={"two_players": "on"} if seats == 2 else {})
    play(store, "spring")
    tournament = tournaments.load(store, "spring")
    assert tournaments.state(store, tournament) == "finished"
    assert store.count("spring") == tournament.games > 0
    assert folds.rebuild(store) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_goes_on_in_a_cup_is_in_the_next_round_and_blocks_that_decide_nothing_are_not_played(
    store: Store, seats: int
) -> None:
    create(store, Format("knockout", 5), seats=seats, settings={"two_players": "on"} if seats == 2 else {})
    play(store, "spring")
    tournament = tournaments.load(store, "spring")
    rounds = list(round_rows(tournament, *rounds_of(store, tournament)))
    for now, then in pairwise(rounds):
        going_on = [of["bot"] for seated in now["tables"] for of in seated if of["goes_on"]]
        field = [of["bot"] for seated in then["tables"] for of in seated]
        assert sorted(going_on + now["byes"]) == sorted(field + then["byes"])
    [final] = rounds[-1]["tables"]
    assert [of["goes_on"] for of in final] == [True, *[False] * (seats - 1)]
    won = [sum(of["won"] for of in seated) for found in rounds for seated in found["tables"]]
    assert min(won) < 5, "a table that is decided plays no further block"


def test_deals_of_added_blocks_were_committed_to_before_the_first_game(store: Store) -> None:
    before = create(store, SWISS)
    assert before.blocks == ()
    assert before.committed == schedule.commit_to_secret(SECRET)
    play(store, "spring")
    after = tournaments.load(store, "spring")
    assert after.committed == before.committed
    assert [block.commitment for block in after.blocks] == [
        commit(schedule.deal(SECRET, index)) for index in range(len(after.blocks))
    ]


@pytest.mark.parametrize("form", [SWISS, CUP, LADDER])
def test_two_who_add_a_round_at_once_add_one(store: Store, form: Format) -> None:
    create(store, form)
    one, other = Growth(store, "spring"), Growth(store, "spring")
    history, tournament = store.history("spring"), tournaments.load(store, "spring")
    entry, blocks = other._entry(tournament, history) or (Entry(kind="end"), ())
    assert one.grow() is not None
    assert store.add_entry(tournament, history, entry, blocks), "the same entry, sent again, is there already"
    assert len(store.entries("spring")) == 1
    stale = store.history("spring")
    assert one.grow() is None or form is LADDER
    stale.length -= 1
    assert not store.add_entry(tournament, stale, Entry(kind="end")), "another one does not go in its place"


@pytest.mark.parametrize("form", [SWISS, CUP, LADDER])
def test_a_run_that_was_killed_goes_on_with_the_same_rounds(store: Store, form: Format) -> None:
    """One growth that lives on, and a new one for every round, make the same schedule."""
    create(store, form, name="spring")
    create(store, form, name="autumn")
    play(store, "spring", 5)
    for _ in range(5):
        play(store, "autumn", 1)
    first, second = tournaments.load(store, "spring"), tournaments.load(store, "autumn")
    assert first.blocks == second.blocks
    assert store.entries("spring")[:3] == store.entries("autumn")[:3]


def test_what_a_ladder_adds_does_not_depend_on_what_is_on_record_of_the_last_round(store: Store) -> None:
    """A round is made while the one before is played; how far that has come must not matter."""
    create(store, LADDER)
    growth = Growth(store, "spring")
    growth.grow()
    growth.grow()
    record(store, "spring", *range(5))
    early = Growth(store, "spring")._entry(tournaments.load(store, "spring"), store.history("spring"))
    record(store, "spring", 6, 8)
    late = Growth(store, "spring")._entry(tournaments.load(store, "spring"), store.history("spring"))
    assert early == late
    assert early is not None


def test_a_ladder_waits_for_the_last_round_but_one(store: Store) -> None:
    create(store, LADDER)
    growth = Growth(store, "spring")
    assert growth.grow()
    assert growth.grow()
    record(store, "spring", 0, 1, 2, 3, 7)
    assert growth.grow() is None
    record(store, "spring", 4)
    assert growth.grow()
    assert tournaments.state(store, tournaments.load(store, "spring")) == "running"


def test_a_schedule_grows_over_the_chunks_it_is_kept_in(store: Store) -> None:
    """What was read before stays as it was, and what is read later is whole."""
    create(store, Format("ladder", 300))
    growth = Growth(store, "spring")
    growth.grow()
    growth.grow()
    before = tournaments.load(store, "spring")
    first = list(before.blocks)
    record(store, "spring", *range(300))
    growth.grow()
    after = tournaments.load(store, "spring")
    assert (len(before.blocks), len(after.blocks)) == (600, 900)
    assert list(before.blocks) == first == list(after.blocks)[:600]
    assert [block.index for block in after.blocks] == list(range(900))


def test_a_ladder_without_enough_bots_waits(store: Store) -> None:
    create(store, LADDER, bots=2)
    assert Growth(store, "spring").grow() is None


@pytest.mark.parametrize("by", ["owner", "author"])
def test_bots_of_one_owner_are_kept_apart_else_those_of_one_author(store: Store, by: str) -> None:
    """Where a bot has an owner, what its bot.toml says of an author does not matter."""
    create(store, Format("ladder", 12, apart=True), bots=4, settings={"two_players": "on"}, seats=2)
    if by == "owner":
        for name in ("ann", "ben"):
            store.give_bot(name, "zoe")
    Growth(store, "spring").grow()
    together = [set(block.line_up) for block in tournaments.load(store, "spring").blocks]
    assert len(together) == 12
    assert ({0, 1} in together) == (by == "author"), "nobody here names an author"
