"""Replays move to archives when their segment is complete; killed at any moment, none is lost and none is doubled."""

import json
import multiprocessing
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from redis import ConnectionPool, Redis, UnixDomainSocketConnection

from serai.ladder.bots.version import Package
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import archive_format, archive_place, keys, tournaments
from serai.ladder.storage.archive import Moved, move
from serai.ladder.storage.archive_format import SEGMENT, Archive
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from tests.ladder.storage.records import record_blocks

TWO = {"two_players": "on"}
BLOCKS = 300


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where archives go in this test."""
    monkeypatch.setenv("SERAI_ARCHIVE", f"file://{tmp_path}/archive")
    return tmp_path / "archive"


@pytest.fixture
def tournament(store: Store, packages: list[Package]) -> Tournament:
    """A tournament of a whole segment and a part of one, of which nothing is played."""
    made = tournaments.create(store, "spring", "yspahan", packages, seats=2, blocks=BLOCKS // 3, settings=TWO)
    assert len(made.blocks) == BLOCKS
    return made


def in_redis(store: Store) -> int:
    """Of how many blocks there are replays in Redis."""
    return store.redis.hlen(keys.tournament("spring", "replays"))


def archives(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.replays"))


def assert_every_game_is_found(store: Store, tournament: Tournament, blocks: int) -> None:
    """Every tenth block, with a store that remembers nothing."""
    fresh = Store(store.redis)
    for block in range(0, blocks, 10):
        for game_id in tournament.game_ids(block):
            assert fresh.game(game_id).replay == {"format": 1, "of": game_id, "points": 1}


def test_the_replays_of_a_complete_segment_are_moved(store: Store, tournament: Tournament, folder: Path) -> None:
    record_blocks(store, tournament, range(1, SEGMENT + 10))
    assert move(store, tournament) == Moved()
    record_blocks(store, tournament, range(1))
    [moved, nothing] = [move(store, tournament), move(store, tournament)]
    [file] = archives(folder)
    assert moved == Moved(1, 2 * SEGMENT, file.stat().st_size)
    assert nothing == Moved()
    assert file.relative_to(folder) == Path(file.stem[:2], f"{file.stem}.replays")
    assert archive_format.digest(file.read_bytes()) == file.stem == store.archived("spring")[0]
    assert in_redis(store) == 10
    assert_every_game_is_found(store, tournament, SEGMENT + 10)


def test_the_rest_is_moved_when_a_tournament_is_finished(store: Store, tournament: Tournament, folder: Path) -> None:
    record_blocks(store, tournament, range(BLOCKS))
    assert move(store, tournament, at_most=1).games == 2 * SEGMENT
    assert move(store, tournament, at_most=1).games == 2 * (BLOCKS - SEGMENT)
    assert in_redis(store) == 0
    assert len(archives(folder)) == 2
    assert_every_game_is_found(store, tournament, BLOCKS)
    assert store.count("spring") == len(list(store.facts("spring"))) == tournament.games


class Deadly(UnixDomainSocketConnection):
    """A connection that counts what it sends as moments at which its process may be killed."""

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]  # redis-py has no type
        Moments.pass_one()


class Moments:
    """The process is killed when so many moments have passed: commands to Redis and steps on files."""

    left = 0

    @classmethod
    def pass_one(cls) -> None:
        cls.left -= 1
        if cls.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    @classmethod
    def on_event(cls, event: str, _: object) -> None:
        if event in ("open", "os.rename", "os.mkdir"):
            cls.pass_one()


def move_and_die(path: str, after: int) -> None:
    redis = Redis(connection_pool=ConnectionPool(connection_class=Deadly, path=path))
    store = Store(redis)
    tournament = tournaments.load(store, "spring")
    Moments.left = after
    sys.addaudithook(Moments.on_event)
    move(store, tournament)


def killed_while_moving(path: str, after: int) -> int | None:
    """Move in a process that is killed after so many moments, and return how it ended."""
    child = multiprocessing.get_context("fork").Process(target=move_and_die, args=(path, after))
    child.start()
    child.join()
    return child.exitcode


def test_a_move_that_is_killed_loses_nothing(
    store: Store, tournament: Tournament, folder: Path, connection: Connection
) -> None:
    """Killed at every command to Redis and every step on files."""
    path = connection.redis.connection_pool.connection_kwargs["path"]
    record_blocks(store, tournament, range(BLOCKS))
    kept = store.redis.dump(keys.tournament("spring", "replays"))
    assert kept is not None
    exit_code: int | None = -signal.SIGKILL
    after = 0
    while exit_code == -signal.SIGKILL:
        after += 1
        store.redis.restore(keys.tournament("spring", "replays"), 0, kept, replace=True)
        store.redis.delete(keys.tournament("spring", "archived"))
        shutil.rmtree(folder, ignore_errors=True)
        exit_code = killed_while_moving(path, after)
        assert_every_game_is_found(store, tournament, BLOCKS)
        move(store, tournament)
        assert_every_game_is_found(store, tournament, BLOCKS)
        assert in_redis(store) == 0
        assert [file.stem for file in archives(folder)] == sorted(store.archived("spring").values())
        assert {file.name for file in folder.iterdir() if file.is_file()} == {"write.lock"}
    assert exit_code == 0
    assert after > 20


def test_two_that_move_at_once_do_it_once(store: Store, tournament: Tournament, folder: Path) -> None:
    record_blocks(store, tournament, range(BLOCKS))
    blocks = archive_format.blocks_of(0, BLOCKS)
    content = archive_format.write("spring", 0, store.replays_as_json("spring", blocks))
    assert move(store, tournament).segments == 2
    assert not store.forget_replays("spring", 0, blocks, archive_format.digest(content))
    assert store.archived("spring")[0] == archive_format.digest(content), "the same replays make the same bytes"


def test_a_place_that_cannot_be_written_to_costs_nothing(store: Store, tournament: Tournament, folder: Path) -> None:
    folder.write_text("not a folder")
    record_blocks(store, tournament, range(BLOCKS))
    with pytest.raises(PlatformProblem, match=r"/archive/.* cannot be written: .*; replays stay in Redis"):
        move(store, tournament)
    assert in_redis(store) == BLOCKS
    assert_every_game_is_found(store, tournament, BLOCKS)


def test_a_missing_archive_is_one_clear_line(store: Store, tournament: Tournament, folder: Path) -> None:
    record_blocks(store, tournament, range(BLOCKS))
    move(store, tournament)
    file = folder / store.archived("spring")[0][:2] / f"{store.archived('spring')[0]}.replays"
    file.unlink()
    with pytest.raises(PlatformProblem) as caught:
        store.game(tournament.game_ids(0)[0])
    assert str(caught.value) == (
        f"the archive {file} cannot be read (No such file or directory); its SHA-256 is {file.stem}"
    )


def test_a_damaged_archive_is_one_clear_line(store: Store, tournament: Tournament, folder: Path) -> None:
    record_blocks(store, tournament, range(BLOCKS))
    move(store, tournament)
    file = folder / store.archived("spring")[0][:2] / f"{store.archived('spring')[0]}.replays"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(PlatformProblem, match=f"the archive {file} is damaged: its SHA-256 is .*, not {file.stem}"):
        store.game(tournament.game_ids(0)[0])


def test_an_archive_of_other_blocks_is_one_clear_line() -> None:
    content = archive_format.write("spring", 256, [b"[]"] * 3)
    with pytest.raises(PlatformProblem, match="cannot be read: it holds 3 blocks from 256, not block 1"):
        Archive(content, "here").replays(1)
    with pytest.raises(PlatformProblem, match="the archive here cannot be read: its format is 9"):
        Archive(b'{"format": 9}\n', "here")


def test_a_block_is_read_without_the_rest() -> None:
    replays = [json.dumps([{"of": block}]).encode() for block in range(100, 120)]
    content = archive_format.write("spring", 100, replays)
    assert content == archive_format.write("spring", 100, replays)
    damaged = content[:-10] + bytes(10)
    assert Archive(damaged, "here").replays(103) == [{"of": 103}]
    assert Archive(content, "here").replays(119) == [{"of": 119}]
    with pytest.raises(PlatformProblem, match="the archive here cannot be read"):
        Archive(damaged, "here").replays(119)


def test_with_redis_elsewhere_replays_stay_there(
    store: Store, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other hosts could not read the disk of this one."""
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere")
    record_blocks(store, tournament, range(BLOCKS))
    assert move(store, tournament) == Moved()
    assert in_redis(store) == BLOCKS


def test_who_does_not_know_where_archives_are_is_told_so(
    store: Store, tournament: Tournament, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_blocks(store, tournament, range(BLOCKS))
    move(store, tournament)
    monkeypatch.delenv("SERAI_ARCHIVE")
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere")
    with pytest.raises(PlatformProblem, match=r"are in the archive [0-9a-f]{64}; SERAI_ARCHIVE should say where"):
        store.game(tournament.game_ids(0)[0])


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("file:///srv/serai%20replays", "/srv/serai replays"),
        ("file://localhost/srv", "/srv"),
        ("s3://bucket/some/prefix/", "s3://bucket/some/prefix"),
        ("s3://key:canary@bucket/prefix?token=canary", "s3://bucket/prefix"),
    ],
)
def test_a_place_is_named_by_its_url(monkeypatch: pytest.MonkeyPatch, url: str, shown: str) -> None:
    monkeypatch.setenv("SERAI_ARCHIVE", url)
    place = archive_place.configured()
    assert place is not None
    assert place.shown() == shown


@pytest.mark.parametrize("url", ["/srv/replays", "file://elsewhere/srv", "s3:bucket", "replays"])
def test_a_place_that_makes_no_sense_is_a_clear_mistake(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("SERAI_ARCHIVE", url)
    with pytest.raises(UserProblem, match=r"SERAI_ARCHIVE is .*; it should be like file:///folder or s3:"):
        archive_place.configured()
