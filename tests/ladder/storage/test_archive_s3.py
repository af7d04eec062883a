"""Archives in S3: a real server, reached by URL and the variables that every program for S3 knows."""

import sys
from collections.abc import Iterator

import pytest

from serai.ladder.bots.version import Package
from serai.ladder.errors import PlatformProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.storage import archive_place, keys, tournaments
from serai.ladder.storage.archive import move
from serai.ladder.storage.store import Store
from tests.ladder.storage.records import record_blocks
from tests.ladder.storage.s3_server import BUCKET, PASSWORD, USER, s3_server
from tests.ports import free_ports

BLOCKS = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with s3_server(tmp_path_factory.mktemp("s3")) as address:
        yield address


@pytest.fixture
def s3(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a host of several: Redis is elsewhere, archives are in S3."""
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere")
    monkeypatch.setenv("SERAI_ARCHIVE", f"s3://{BUCKET}/serai")
    monkeypatch.setenv("AWS_ENDPOINT_URL", server)
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", USER)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", PASSWORD)


@pytest.fixture
def tournament(store: Store, packages: list[Package]) -> Tournament:
    """A tournament that is played to its end."""
    settings = {"two_players": "on"}
    made = tournaments.create(store, "spring", "yspahan", packages, seats=2, blocks=BLOCKS // 3, settings=settings)
    record_blocks(store, made, range(BLOCKS))
    return made


def test_replays_move_to_s3_and_are_read_from_there(store: Store, tournament: Tournament, s3: None) -> None:
    place = archive_place.configured()
    assert place is not None
    moved = move(store, tournament)
    assert (moved.segments, moved.games) == (1, 2 * BLOCKS)
    place.probe()
    assert store.redis.hlen(keys.tournament("spring", "replays")) == 0
    for game_id in tournament.game_ids(4):
        assert store.game(game_id).replay["of"] == game_id
    name = store.archived("spring")[0]
    assert place.shown(name) == f"s3://{BUCKET}/serai/{name[:2]}/{name}.replays"
    assert len(place.get(name)) == moved.bytes


def test_an_object_that_is_not_there_is_one_clear_line(store: Store, tournament: Tournament, s3: None) -> None:
    name = "ab" * 32
    store.forget_replays("spring", 0, range(BLOCKS), name)
    with pytest.raises(PlatformProblem) as caught:
        store.game(tournament.game_ids(0)[0])
    assert str(caught.value) == (f"the archive s3://{BUCKET}/serai/ab/{name}.replays is missing; its SHA-256 is {name}")


def test_who_may_not_write_loses_nothing(
    store: Store, tournament: Tournament, s3: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong-canary")
    with pytest.raises(PlatformProblem, match=rf"the archive s3://{BUCKET}/serai/.* cannot be reached: ") as caught:
        move(store, tournament)
    assert "\n" not in str(caught.value)
    assert "canary" not in str(caught.value)
    assert store.game(tournament.game_ids(0)[0]).replay


def test_a_server_that_is_away_loses_nothing(
    store: Store, tournament: Tournament, s3: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    [port] = free_ports(1)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
    with pytest.raises(PlatformProblem, match="cannot be reached: "):
        move(store, tournament)
    assert store.game(tournament.game_ids(0)[0]).replay


def test_a_library_that_is_missing_is_named(
    store: Store, tournament: Tournament, s3: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "obstore.store", None)
    with pytest.raises(PlatformProblem, match=r"pip install 'serai\[s3\]'"):
        move(store, tournament)
