"""Tables are never wrong, whatever is stored of them: each is compared with one made from the facts alone (D19)."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.schedule import Block
from serai.ladder.ratings.crosstable import Crosstable
from serai.ladder.ratings.fold import run
from serai.ladder.ratings.outcomes import Outcomes
from serai.ladder.ratings.standings import Standings
from serai.ladder.ratings.table import make_table
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.coverage import Member, Position, Scope
from serai.ladder.storage.done import Done
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from tests.ladder.made_up import fact, seat

BOTS = ("ann", "ben", "cid", "dan")


def add(store: Store, name: str, blocks: int = 40, epoch: int = 1, options: dict[str, str] | None = None) -> None:
    """A tournament of pairs, without games."""
    schedule = [Block(index, (index % 4, (index + 1 + index % 3) % 4), f"{index:064x}") for index in range(blocks)]
    header = {
        "name": name,
        "created": "2026-01-01T00:00:00+00:00",
        "game": "yspahan",
        "epoch": epoch,
        "options": options or {},
        "seats": 2,
        "control": "120+1/20",
        "in_flight": 1,
        "bots": [],
        "blocks": blocks,
    }
    assert store.add_tournament(name, header, b"secret", schedule)


def record(store: Store, name: str, *indices: int, epoch: int = 1, options: dict[str, str] | None = None) -> None:
    """Record blocks with results that are drawn, but always the same for the same block."""
    for index in indices:
        luck, records = Random(f"{name} {index}"), []
        pair = [BOTS[index % 4], BOTS[(index + 1 + index % 3) % 4]]
        for rotation in range(2):
            ranks = luck.choice([(1, 2), (2, 1), (1, 1)])
            seats = [seat(bot, rank, luck.randrange(50)) for bot, rank in zip(pair, ranks, strict=True)]
            played = fact(seats, index, rotation, epoch)
            played["options"] = options or {}
            played["tournament"], played["game_id"] = name, f"{name}-{index}-{rotation}"
            records.append(GameRecord(name, played, {}))
        assert store.record_block(name, index, records)


def check(store: Store) -> None:
    """Every table as it is read is the one that the facts alone give, to the bit."""
    for scope in (*folds.all_ladders(store), *(folds.tournament_scope(store, name) for name in store.tournaments())):
        facts = [fact for member in scope.members for fact in store.facts(member.name)]
        standings, cross = folds.tables(store, scope)
        outcomes = folds.outcomes(store, scope)
        assert json.dumps(outcomes.state()) == json.dumps(run(Outcomes(), facts).state())
        assert standings.rows() == make_table(run(Standings(), facts), run(Outcomes(), facts)).rows()
        assert json.dumps(cross.state()) == json.dumps(run(Crosstable(), facts).state())


def steps(store: Store, monkeypatch: pytest.MonkeyPatch, scope: Scope) -> int:
    """How many blocks are read to make the standings."""
    read = []

    def count(name: str, indices: list[int], real: object = store.blocks_of_facts) -> object:
        read.extend(indices)
        return real(name, indices)  # type: ignore[operator]  # it is the store's own

    with monkeypatch.context() as patch:
        patch.setattr(store, "blocks_of_facts", count)
        folds.standings(store, scope)
    return len(read)


def test_a_table_is_kept_and_only_what_is_new_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "spring")
    record(store, "spring", *range(20))
    assert steps(store, monkeypatch, folds.tournament_scope(store, "spring")) == 20
    assert steps(store, monkeypatch, folds.tournament_scope(store, "spring")) == 0
    record(store, "spring", 20, 21)
    assert steps(store, monkeypatch, folds.tournament_scope(store, "spring")) == 2
    check(store)


def test_blocks_out_of_order_cost_what_is_behind_the_gap(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "spring")
    record(store, "spring", *range(20), 22, 23)
    folds.standings(store, folds.tournament_scope(store, "spring"))
    record(store, "spring", 20)
    assert steps(store, monkeypatch, folds.tournament_scope(store, "spring")) == 3
    record(store, "spring", 21)
    check(store)


@pytest.mark.parametrize("new", [[20], [20, 21], [25], [39]])
def test_after_a_rebuild_in_the_middle_of_an_event_only_what_is_new_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch, new: list[int]
) -> None:
    add(store, "autumn")
    add(store, "spring")
    record(store, "autumn", *range(40))
    record(store, "spring", *range(20))
    folds.rebuild(store)
    record(store, "spring", *new)
    assert steps(store, monkeypatch, folds.tournament_scope(store, "spring")) == len(new)
    assert steps(store, monkeypatch, *folds.ladders(store)) == len(new)
    check(store)


def test_the_end_of_what_is_on_record() -> None:
    for bitmap, end in ((b"", 0), (b"\0\0", 0), (b"\x80", 1), (b"\xff", 8), (b"\x01\x10\0", 12)):
        assert Member("spring", "", 2, 40, Done(bitmap)).end() == end


def test_a_gap_that_stays_open_does_not_make_others_read_all_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cancelled tournament has gaps for ever; the ladder goes on behind it."""
    add(store, "spring")
    add(store, "autumn")
    record(store, "spring", *range(10), *range(12, 30))
    record(store, "autumn", *range(10))
    folds.standings(store, folds.ladders(store)[0])
    record(store, "autumn", 10)
    assert steps(store, monkeypatch, *folds.ladders(store)) == 1
    check(store)


def test_a_gap_that_is_filled_late_is_folded_in_its_place(store: Store) -> None:
    add(store, "spring")
    add(store, "autumn")
    record(store, "spring", *range(10), *range(12, 30))
    record(store, "autumn", *range(40))
    check(store)
    record(store, "spring", 11)
    check(store)
    record(store, "spring", 10)
    check(store)


def test_ladders_do_not_mix_epochs(store: Store) -> None:
    add(store, "spring")
    add(store, "autumn", epoch=2)
    record(store, "spring", *range(5))
    record(store, "autumn", *range(3), epoch=2)
    assert [scope.name for scope in folds.ladders(store)] == ["yspahan epoch 2"]
    assert [scope.name for scope in folds.ladders(store, epoch=1)] == ["yspahan epoch 1"]
    assert folds.ladders(store, "catan") == []
    check(store)


def test_ladders_do_not_mix_options(store: Store) -> None:
    """They shared one."""
    switched = {"two_players": "on"}
    add(store, "spring")
    add(store, "autumn", options=switched)
    add(store, "winter", options=switched)
    for name, options in (("spring", None), ("autumn", switched), ("winter", switched)):
        record(store, name, *range(5), options=options)
    plain, other = folds.ladders(store)
    assert (plain.name, other.name) == ("yspahan epoch 1", "yspahan epoch 1 two_players=on")
    assert [member.name for member in other.members] == ["autumn", "winter"]
    assert [scope.name for scope in folds.ladders(store, options=switched)] == [other.name]
    folds.advance(store, tournaments.load(store, "winter"))
    check(store)
    assert folds.rebuild(store) == []


def test_ratings_are_worked_out_once_for_the_same_facts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "spring")
    record(store, "spring", *range(10))
    first = folds.standings(store, folds.tournament_scope(store, "spring")).rows()
    with monkeypatch.context() as patch:
        patch.setattr(folds, "make_table", None)
        assert folds.standings(store, folds.tournament_scope(store, "spring")).rows() == first
    record(store, "spring", 10)
    assert folds.standings(store, folds.tournament_scope(store, "spring")).rows() != first


def test_a_tournament_of_the_same_name_in_another_store_is_another(store: Store) -> None:
    """What was kept of the old one is not taken for the new one."""
    add(store, "spring")
    record(store, "spring", *range(8))
    check(store)
    [scope] = folds.ladders(store)
    again = Scope(scope.name, (Member("spring", "2027-01-01T00:00:00+00:00", 2, 40, scope.members[0].done),))
    assert scope.position(scope.coverage(Position(0, 8))) == Position(0, 8)
    assert again.position(scope.coverage(Position(0, 8))) is None


def test_a_checkpoint_of_other_code_is_not_used(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "spring")
    record(store, "spring", *range(8))
    check(store)
    monkeypatch.setattr(Standings, "VERSION", Standings.VERSION + 1)
    assert steps(store, monkeypatch, folds.tournament_scope(store, "spring")) == 8


def test_while_it_is_played_tables_are_kept_at_the_first_gap(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folds, "_ADVANCE_SECONDS", 60.0)
    add(store, "spring", 600)
    record(store, "spring", *range(300), 301)
    spring = tournaments.load(store, "spring")
    folds.advance(store, spring)
    assert steps(store, monkeypatch, folds.tournament_scope(store, "spring")) == 1
    record(store, "spring", *range(302, 310), 300)
    folds.advance(store, spring)  # too little is new
    assert steps(store, monkeypatch, folds.tournament_scope(store, "spring")) == 10
    assert steps(store, monkeypatch, *folds.ladders(store)) == 10
    check(store)


def test_tables_of_a_finished_tournament_are_kept_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folds, "_ADVANCE_SECONDS", 60.0)
    add(store, "spring", 300)
    record(store, "spring", *range(300))
    folds.advance(store, tournaments.load(store, "spring"))
    assert steps(store, monkeypatch, *folds.ladders(store)) == 0


def test_what_there_was_no_time_for_comes_next_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "spring", 700)
    record(store, "spring", *range(700))
    monkeypatch.setattr(folds, "_ADVANCE_SECONDS", 0.0)
    folds.advance(store, tournaments.load(store, "spring"))
    check(store)


def test_a_rebuild_finds_everything_right(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "spring")
    add(store, "autumn")
    record(store, "spring", *range(10), 12)
    record(store, "autumn", *range(20))
    check(store)
    shown: list[tuple[int, int]] = []
    assert folds.rebuild(store, lambda done, total: shown.append((done, total))) == []
    assert shown[-1] == (31, 31)
    assert steps(store, monkeypatch, *folds.ladders(store)) == 0
    check(store)


def test_a_rebuild_names_what_was_wrong_and_puts_it_right(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "spring")
    record(store, "spring", *range(10))
    with monkeypatch.context() as patch:
        patch.setattr("serai.ladder.ratings.elo.Elo.__init__.__defaults__", (10.0, 1500.0))
        folds.standings(store, folds.tournament_scope(store, "spring"))
    assert folds.rebuild(store) == ["standings of spring"]
    assert folds.rebuild(store) == []
    check(store)


@settings(max_examples=12)
@given(st.data())
def test_in_whatever_order_blocks_come_tables_are_right(connection: Connection, data: st.DataObject) -> None:
    """Readers and `advance` come in between, at any time."""
    connection.redis.flushall()
    store, names = Store(connection.redis), ("spring", "autumn")
    for name in names:
        add(store, name, 6)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folds, "_WORTH_ADVANCING", 1)
        for name, index in data.draw(st.permutations([(name, index) for name in names for index in range(6)])):
            record(store, name, index)
            if data.draw(st.booleans()):
                check(store)
            if data.draw(st.booleans()):
                folds.advance(store, tournaments.load(store, name))
    check(store)


members = st.builds(
    lambda blocks, bits: Member("spring", "now", 2, blocks, Done(bits)), st.integers(0, 40), st.binary(max_size=5)
)


@given(members)
def test_a_member_counts_as_it_lists(member: Member) -> None:
    listed = [index for index in range(member.blocks) if index in member.done]
    assert list(member.recorded(0, member.blocks)) == listed
    assert member.gap() == next((i for i in range(member.blocks) if i not in listed), member.blocks)
    for end in range(member.blocks + 1):
        assert member.count_before(end) == sum(index < end for index in listed)
