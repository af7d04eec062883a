"""What is written once stays as it is; facts and replays come and are found together."""

import pytest

from serai.ladder.bots.version import Package
from serai.ladder.errors import UserProblem
from serai.ladder.model.schedule import Block
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import Store
from serai.ladder.storage.stored_schedule import CHUNK, StoredSchedule
from tests.ladder.storage.records import record

BLOCKS = tuple(Block(index, (index % 3, 3), f"{index:064x}") for index in range(2 * CHUNK + 1))


def test_a_version_is_registered_once(store: Store, packages: list[Package]) -> None:
    assert store.add_bot(packages[0], now=1.0)
    assert not store.add_bot(packages[0], now=2.0)
    assert store.versions("first") == [packages[0].bot.version]
    assert store.registration(packages[0].bot.version).added == 1.0
    assert store.package(packages[0].bot.version) == packages[0]


def test_bots_and_versions_are_in_order_of_registration(store: Store, packages: list[Package]) -> None:
    first, last, _ = packages
    newer = Package(type(first.bot)("first", "0" * 32, first.bot.manifest), b"newer")
    for package in (last, first, newer, first):
        store.add_bot(package)
    assert store.bots() == ["last", "first"]
    assert store.versions("first") == [first.bot.version, newer.bot.version]


def test_an_unknown_version_is_a_clear_mistake(store: Store) -> None:
    with pytest.raises(UserProblem, match="no version beef is registered"):
        store.package("beef")


def test_a_bot_can_be_disabled_and_enabled_again(store: Store, packages: list[Package]) -> None:
    store.add_bot(packages[0])
    store.disable("first")
    assert store.registration(packages[0].bot.version).disabled
    store.enable("first")
    assert not store.is_disabled("first")


def test_a_tournament_is_kept_as_it_was_created(store: Store) -> None:
    assert store.add_tournament("spring", {"name": "spring"}, b"secret", BLOCKS)
    assert not store.add_tournament("spring", {"name": "another"}, b"another", BLOCKS[:1])
    assert store.add_tournament("autumn", {}, b"", ())
    assert store.header("spring") == {"name": "spring"}
    assert store.blocks("spring", len(BLOCKS)) == BLOCKS
    assert store.secret("spring") == b"secret"
    assert store.tournaments() == ["spring", "autumn"]


def test_an_unknown_tournament_is_a_clear_mistake(store: Store) -> None:
    with pytest.raises(UserProblem, match="no tournament called spring; there is none yet"):
        store.header("spring")
    store.add_tournament("autumn", {}, b"", ())
    with pytest.raises(UserProblem, match="the latest are autumn"):
        store.secret("spring")


def test_a_block_is_recorded_once(store: Store) -> None:
    store.add_tournament("spring", {"seats": 2, "blocks": 2}, b"", ())
    block = [record("aa", "spring", 0, 0), record("ab", "spring", 0, 1)]
    assert store.record_block("spring", 0, block)
    again = [record("aa", "spring", 0, 0, points=9), record("ab", "spring", 0, 1, points=9)]
    assert not store.record_block("spring", 0, again)
    assert list(store.facts("spring")) == [game.fact for game in block]
    assert store.game("aa").replay["points"] == 1
    assert store.count("spring") == 2
    assert store.game_ids("a", 9) == ["aa", "ab"]


def test_facts_are_in_schedule_order_whatever_was_recorded_first(store: Store) -> None:
    store.record_block("spring", 10, [record("c", "spring", 10, 1), record("d", "spring", 10, 0)])
    store.record_block("spring", 9, [record("a", "spring", 9, 0), record("b", "spring", 9, 1)])
    assert [fact["game_id"] for fact in store.facts("spring")] == ["a", "b", "d", "c"]


def test_the_facts_of_all_tournaments_are_in_order_of_creation(store: Store) -> None:
    for tournament in ("spring", "autumn"):
        store.add_tournament(tournament, {"game": "yspahan"}, b"", ())
    store.record_block("autumn", 0, [record("a", "autumn", 0, 0)])
    store.record_block("spring", 0, [record("b", "spring", 0, 0)])
    assert [fact["game_id"] for fact in store.all_facts()] == ["b", "a"]
    assert [fact["game_id"] for fact in store.all_facts("yspahan")] == ["b", "a"]
    assert list(store.all_facts("catan")) == []


def test_what_is_on_record_is_known_without_reading_it(store: Store) -> None:
    for index in (1, 8, 1000):
        store.record_block("spring", index, [record(f"a{index}", "spring", index, 0)])
    done = store.done("spring")
    assert list(done) == [1, 8, 1000]
    assert done.count == 3
    assert [index for index in (-1, 0, 1, 7, 8, 9, 1000, 5000) if index in done] == [1, 8, 1000]
    assert done.missing(10) == [0, 2, 3, 4, 5, 6, 7, 9]
    assert done.missing(1) == [0]
    assert len(done.missing(1010)) == 1007


def test_blocks_can_be_read_one_by_one(store: Store) -> None:
    store.record_block("spring", 3, [record("b", "spring", 3, 1), record("a", "spring", 3, 0)])
    found = store.blocks_of_facts("spring", [3, 4])
    assert [[fact["game_id"] for fact in block] for block in found] == [["a", "b"], []]
    assert store.blocks_of_facts("spring", []) == []


def test_facts_are_read_in_portions(store: Store) -> None:
    """Finding D19: whoever reads a million facts must not hold them all."""
    for index in range(600):
        store.record_block("spring", index, [record(f"{index:04}", "spring", index, 0)])
    facts = store.facts("spring")
    assert next(facts)["game_id"] == "0000"
    store.redis.delete("serai:tournament:spring:facts")
    assert len(list(facts)) == 255


def test_a_schedule_is_read_where_it_is_asked_for(store: Store) -> None:
    """Finding D20: a job reads the chunks of the blocks it plays, each once, and no others."""
    read: list[int] = []

    def fetch(number: int) -> list[Block]:
        read.append(number)
        return list(BLOCKS[number * CHUNK : (number + 1) * CHUNK])

    blocks = StoredSchedule(len(BLOCKS), fetch)
    assert (blocks[CHUNK], blocks[CHUNK + 1]) == BLOCKS[CHUNK : CHUNK + 2]
    assert blocks[-1] == BLOCKS[-1]
    assert read == [1, 2]
    assert blocks[CHUNK - 1 : CHUNK + 1] == BLOCKS[CHUNK - 1 : CHUNK + 1]
    assert tuple(blocks) == BLOCKS
    assert blocks != BLOCKS[1:]
    with pytest.raises(IndexError):
        blocks[len(BLOCKS)]


def test_a_game_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    store.record_block("spring", 0, [record("abc1", "spring", 0, 0), record("abd2", "spring", 0, 1)])
    store.record_block("autumn", 0, [record("b3", "autumn", 0, 0)])
    assert store.game("abd").fact["rotation"] == 1
    assert store.game("b").fact["tournament"] == "autumn"
    assert store.game("abc1").replay["of"] == "abc1"


@pytest.mark.parametrize(("prefix", "complaint"), [("ab", "several.*abc1, abd2"), ("x", "no game"), ("", "no game")])
def test_an_id_that_is_not_of_one_game_is_a_clear_mistake(store: Store, prefix: str, complaint: str) -> None:
    store.record_block("spring", 0, [record("abc1", "spring", 0, 0), record("abd2", "spring", 0, 1)])
    with pytest.raises(UserProblem, match=complaint):
        store.game(prefix)


def test_what_a_worker_does_is_shown_until_it_is_done(store: Store) -> None:
    store.report_progress("spring", "one", {"done": 1})
    store.report_progress("spring", "two", {"done": 2})
    QueueNotes(store.redis).note_job_over("spring", "one", None)
    assert [doing["done"] for doing in store.progress("spring").values()] == [2]
    assert 0 < store.redis.ttl("serai:tournament:spring:progress") <= 30


def test_a_tournament_can_be_halted(store: Store) -> None:
    assert store.halted("spring") is None
    store.halt("spring", "paused")
    assert store.halted("spring") == "paused"
    store.unhalt("spring")
    assert store.halted("spring") is None
