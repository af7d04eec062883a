"""What is written once stays as it is; facts and replays come and are found together."""

import pytest

from serai.ladder.bots.version import Package
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.storage.store import Store


def record(game_id: str, tournament: str, block: int, rotation: int, points: int = 1) -> GameRecord:
    fact: Fact = {
        "game_id": game_id,
        "tournament": tournament,
        "block": block,
        "rotation": rotation,
        "game": "yspahan",
        "epoch": 1,
        "options": {},
        "seats": [
            {"bot": "a", "version": "v", "points": points, "rank": 1, "ending": "played", "cause": None},
        ],
        "commitment": "c",
        "deal": "d",
        "decisions": 2,
        "digest": "e",
        "times": {"started": "2026-01-01T00:00:00.000+00:00", "seconds": 0.5},
    }
    return GameRecord(tournament, fact, {"format": 1, "of": game_id, "points": points})


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
    assert store.add_tournament("spring", {"name": "spring"}, b"secret")
    assert not store.add_tournament("spring", {"name": "another"}, b"another")
    assert store.add_tournament("autumn", {}, b"")
    assert store.spec("spring") == {"name": "spring"}
    assert store.secret("spring") == b"secret"
    assert store.tournaments() == ["spring", "autumn"]


def test_an_unknown_tournament_is_a_clear_mistake(store: Store) -> None:
    with pytest.raises(UserProblem, match="no tournament called spring; there is none yet"):
        store.spec("spring")
    store.add_tournament("autumn", {}, b"")
    with pytest.raises(UserProblem, match="the latest are autumn"):
        store.secret("spring")


def test_a_block_is_recorded_once(store: Store) -> None:
    block = [record("aa", "spring", 0, 0), record("ab", "spring", 0, 1)]
    assert store.record_block("spring", block) == ["aa", "ab"]
    again = [record("aa", "spring", 0, 0, points=9), record("ab", "spring", 0, 1, points=9)]
    assert store.record_block("spring", again) == []
    assert store.facts("spring") == [game.fact for game in block]
    assert store.game("aa").replay["points"] == 1
    assert store.count("spring") == 2
    assert store.recorded("spring") == {"aa", "ab"}


def test_facts_are_in_schedule_order_whatever_was_recorded_first(store: Store) -> None:
    store.record_block("spring", [record("c", "spring", 10, 1), record("d", "spring", 10, 0)])
    store.record_block("spring", [record("a", "spring", 9, 0), record("b", "spring", 9, 1)])
    assert [fact["game_id"] for fact in store.facts("spring")] == ["a", "b", "d", "c"]


def test_the_facts_of_all_tournaments_are_in_order_of_creation(store: Store) -> None:
    for tournament in ("spring", "autumn"):
        store.add_tournament(tournament, {}, b"")
    store.record_block("autumn", [record("a", "autumn", 0, 0)])
    store.record_block("spring", [record("b", "spring", 0, 0)])
    assert [fact["game_id"] for fact in store.all_facts()] == ["b", "a"]
    assert store.all_facts("catan") == []


def test_a_game_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    store.record_block("spring", [record("abc1", "spring", 0, 0), record("abd2", "spring", 0, 1)])
    store.record_block("autumn", [record("b3", "autumn", 0, 0)])
    assert store.game("abd").fact["rotation"] == 1
    assert store.game("b").fact["tournament"] == "autumn"
    assert store.game("abc1").replay["of"] == "abc1"


@pytest.mark.parametrize(("prefix", "complaint"), [("ab", "several.*abc1, abd2"), ("x", "no game"), ("", "no game")])
def test_an_id_that_is_not_of_one_game_is_a_clear_mistake(store: Store, prefix: str, complaint: str) -> None:
    store.record_block("spring", [record("abc1", "spring", 0, 0), record("abd2", "spring", 0, 1)])
    with pytest.raises(UserProblem, match=complaint):
        store.game(prefix)


def test_what_a_worker_does_is_shown_until_it_is_done(store: Store) -> None:
    store.report_progress("spring", "one", {"done": 1})
    store.report_progress("spring", "two", {"done": 2})
    store.clear_progress("spring", "one")
    assert [doing["done"] for doing in store.progress("spring").values()] == [2]
    assert 0 < store.redis.ttl("serai:tournament:spring:progress") <= 30


def test_a_tournament_can_be_halted(store: Store) -> None:
    assert store.halted("spring") is None
    store.halt("spring", "paused")
    assert store.halted("spring") == "paused"
    store.unhalt("spring")
    assert store.halted("spring") is None
