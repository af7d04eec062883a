"""Ways in that must fail, against real servers on real TLS; the table of docs/security.md says what each gets."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from serai.ladder.access import certificate
from serai.ladder.access.register import Register
from serai.ladder.errors import Problem
from serai.ladder.service.answering import RETRY_AFTER
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from tests.ladder.access.served import Loop
from tests.ladder.access.ways import World, tls
from tests.ladder.access.ways_to_play import WAYS
from tests.ladder.growing import package
from tests.waiting import wait_until

PAGE = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")
HOUR = 3600.0

_ROW = re.compile(r"^\| (.+?) \| `?(\w[\w ]*?)`? \| (.+?) \|$", re.MULTILINE)


def made(store: Store) -> tuple[dict[str, str], dict[str, str]]:
    """Owners anna, ben and olga with tokens by what they are, and their ids."""
    register = Register(store)
    for owner in ("anna", "ben", "olga", "root"):
        register.add_owner(owner)
    wishes: dict[str, tuple[str, dict[str, Any]]] = {
        "viewer": ("anna", {"role": "viewer"}),
        "author": ("anna", {"role": "author"}),
        "other": ("ben", {"role": "author"}),
        "organiser": ("olga", {"role": "organiser"}),
        "operator": ("root", {"role": "operator"}),
        "bot": ("anna", {"bot": "my_bot"}),
        "others bot": ("ben", {"bot": "bens_bot"}),
        "revoked": ("anna", {"role": "operator"}),
        "expired": ("anna", {"role": "operator", "seconds": 1e-6}),
    }
    found = {name: register.create(owner, **{"seconds": HOUR, **wish}) for name, (owner, wish) in wishes.items()}
    register.revoke(found["revoked"][0].id)
    wait_until(lambda: time.time() > found["expired"][0].expires)
    store.add_bot(package("orphan"))
    return {name: text for name, (_, text) in found.items()}, {name: kept.id for name, (kept, _) in found.items()}


@pytest.fixture(scope="module")
def world(connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    connection.redis.flushall()
    store, loop = Store(connection.redis), Loop()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", str(tmp_path_factory.mktemp("home")))
        own = certificate.own(())
        patch.setenv("SERAI_HOME", str(tmp_path_factory.mktemp("somebody")))
        other = certificate.own(())
    tokens, ids = made(store)
    with (
        loop.arena(store, own) as arena,
        loop.arena(store, own, rate=1e-4, anonymous=False) as closed,
        loop.arena(store, None) as plain,
        tls(arena, own) as channel,
    ):
        yield World(loop, store, own, other, arena, closed, plain, tokens, ids, channel)
    loop.stop()


def expected() -> dict[str, tuple[str, str]]:
    table = PAGE.partition("\n### Ways in that fail\n")[2].partition("\n## ")[0]
    return {name: (status, line) for name, status, line in _ROW.findall(table) if status not in ("status", "---")}


def test_the_table_has_every_way_and_there_are_many() -> None:
    assert list(expected()) == list(WAYS)
    assert len(WAYS) > 60


@pytest.mark.parametrize("name", WAYS)
def test_a_way_in_fails_with_its_own_line(name: str, world: World, capfd: pytest.CaptureFixture[str]) -> None:
    line = ""
    try:
        status = f"let in: {WAYS[name](world)}"
    except grpc.RpcError as error:
        status, line = error.code().name, error.details() or ""
        waits = next((each.value for each in error.trailing_metadata() or () if each.key == RETRY_AFTER), None)
        assert (waits is not None) == line.startswith("too many calls")
        assert waits is None or float(waits) > 0
    except ConnectionError as error:
        status, line = "closed", str(error)
    except Problem as problem:
        status, line = f"exit code {problem.exit_code}", str(problem)
    known = {world.arena.address: "HOST", world.plain.address: "HOST"}
    for address, word in known.items():
        line = line.replace(str(address), word)
    wanted_status, wanted = expected()[name]
    assert status == wanted_status
    assert re.fullmatch(re.escape(wanted).replace("…", ".*"), line), line
    said = line + "".join(capfd.readouterr())
    assert not any(text[19:35] in said for text in world.tokens.values()), "a secret was told"
