"""What strangers send: one line for each, and nothing of it gets further."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Iterator

import grpc
import pytest

from serai.ladder.access.register import Register
from serai.ladder.bots.version import Package
from serai.ladder.service import desk_service
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from serai.v1 import desk_pb2 as pb
from tests.ladder.access.served import Loop
from tests.ladder.desk.asking import Asker

CODE = grpc.StatusCode


@pytest.fixture(scope="module")
def organiser(connection: Connection) -> Iterator[Asker]:
    connection.redis.flushall()
    store, loop = Store(connection.redis), Loop()
    register = Register(store)
    register.add_owner("anna")
    text = register.create("anna", role="organiser", seconds=3600.0)[1]
    with loop.arena(store, None) as arena, grpc.insecure_channel(str(arena.address)) as channel:
        yield Asker(channel, text)
    loop.stop()


SHOW: dict[str, object] = {
    "game": None,
    "epoch": None,
    "options": {},
    "anchors": {},
    "with_outages": True,
    "latest": False,
}
STRANGE: dict[str, tuple[str, object, str]] = {
    "no JSON": ("games.rules", "{", "the arguments of games.rules are no JSON object"),
    "a list": ("games.rules", "[1]", "the arguments of games.rules are no JSON object"),
    "nested": ("games.rules", "[" * 100_000, "the arguments of games.rules are no JSON object"),
    "missing": ("games.rules", {}, "games.rules needs the argument game"),
    "misspelt": ("games.rules", {"gane": "x"}, "games.rules takes no argument called 'gane'; did you mean game?"),
    "a number": ("games.rules", {"game": 3}, "games.rules: game should be text"),
    "null": ("games.rules", {"game": None}, "games.rules: game should be text"),
    "long": ("games.rules", {"game": "x" * 3000}, "games.rules: game has 3000 characters; 2000 are the most"),
    "half a character": ("games.rules", '{"game": "\\ud800"}', "games.rules: game holds half a character"),
    "a flag": ("ladder.show", {**SHOW, "epoch": True}, "ladder.show: epoch should be a whole number"),
    "a fraction": ("ladder.show", {**SHOW, "epoch": 1.5}, "ladder.show: epoch should be a whole number"),
    "not finite": ("ladder.show", {**SHOW, "anchors": {"a": float("inf")}}, "ladder.show: anchors, an entry is out of"),
    "huge": ("ladder.show", {**SHOW, "epoch": 10**30}, "ladder.show: epoch is out of all bounds"),
    "nested options": ("ladder.show", {**SHOW, "options": {"a": {}}}, "ladder.show: options, an entry should be text"),
    "no list": ("replay.proofs", {"games": "all", "tournament": None}, "replay.proofs: games should be a list of text"),
    "too many": ("replay.proofs", {"games": ["a"] * 5000, "tournament": None}, "replay.proofs: games has 5000 entries"),
    "no halt": ("tournament.halt", {"name": "a", "halted": "x", "why": ""}, "a tournament is paused, drained, cancel"),
    "no file": ("bot.add", {"owner": None}, "bot.add needs the package of a bot, a tar.gz of its folder"),
}


@pytest.mark.parametrize("kind", STRANGE)
def test_strange_arguments_get_one_line(kind: str, organiser: Asker) -> None:
    operation, arguments, line = STRANGE[kind]
    answered = organiser.ask(operation, arguments)
    assert (answered.code, answered.data, answered.line[: len(line)]) == (CODE.INVALID_ARGUMENT, b"", line)
    assert "\n" not in answered.line


def test_an_operation_that_is_not_there_is_said_to_be_so(organiser: Asker) -> None:
    for name in ("", "tournament.explode", "x" * 10_000):
        answered = organiser.ask(name)
        assert (answered.code, answered.line) == (
            CODE.UNIMPLEMENTED,
            f"there is no operation {name[:40]!r} here; see desk.operations",
        )
    assert organiser.send().code is CODE.UNIMPLEMENTED


def tar(name: str, content: bytes = b"x", kind: bytes = tarfile.REGTYPE) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as packed:
        entry = tarfile.TarInfo(name)
        entry.size, entry.type, entry.linkname = len(content), kind, "/etc/passwd"
        packed.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


BAD_PACKAGES = {
    "no archive": b"rubbish",
    "a bomb": gzip.compress(bytes(200 * 2**20)),
    "outside": tar("../outside"),
    "a link": tar("bot.toml", b"", tarfile.SYMTYPE),
    "no manifest": tar("bot.py"),
    "a bad manifest": tar("bot.toml", b"name = 3"),
}


@pytest.mark.parametrize("kind", BAD_PACKAGES)
def test_a_bad_package_is_refused_in_one_line(kind: str, organiser: Asker) -> None:
    answered = organiser.ask("bot.add", {"owner": None}, bot=BAD_PACKAGES[kind])
    assert (answered.code, answered.line.count("\n")) == (CODE.INVALID_ARGUMENT, 0)
    assert answered.line.startswith("the package: ")
    assert "/tmp" not in answered.line


def test_files_are_limited_together(organiser: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_service, "MOST_UPLOADED", 2 * 2**20)
    first = pb.AskRequest(operation="bot.add", arguments_json='{"owner": null}')
    pieces = [pb.AskRequest(file="bot", piece=bytes(512 * 1024))] * 5
    answered = organiser.send(first, *pieces)
    assert (answered.code, answered.line) == (
        CODE.INVALID_ARGUMENT,
        "the files are larger than 2 MiB together, which is the most",
    )
    unnamed = organiser.send(first, pb.AskRequest(piece=b"x"))
    assert unnamed.line == "a piece of a file says of which, in at most 1000 characters"


def test_a_folder_of_the_arena_cannot_be_named(organiser: Asker, packages: list[Package]) -> None:
    """What is a path there is none of the caller's business."""
    wish = {"name": "spring", "bot": "/etc", "why": ""}
    create = {
        "name": "spring",
        "game": "yspahan",
        "bots": ["greedy", "/etc"],
        "seats": 2,
        "kind": "round-robin",
        "blocks": 1,
        "limit": None,
        "hero": None,
        "rounds": None,
        "seeds": "order",
        "twins": False,
        "settings": {},
        "control": None,
        "in_flight": 1,
        "own": {},
        "deadline": None,
        "wait": 1,
        "wire": 0.1,
        "own_deals": False,
        "worlds": True,
    }
    answered = organiser.ask("tournament.create", create)
    assert answered.line.startswith("/etc is not a bot: neither built in nor registered")
    assert organiser.ask("tournament.create", {**create, "wait": -1}).line.startswith("in_flight is at least 1")
    assert organiser.ask("tournament.create", {**create, "kind": "ladder"}).line.startswith("'ladder' is no format")
    assert organiser.ask("tournament.create", {**create, "seats": -1}).code is CODE.INVALID_ARGUMENT
    assert organiser.ask("tournament.add_bot", wish).code is CODE.INVALID_ARGUMENT
    made = organiser.ask(
        "tournament.create",
        {**create, "bots": ["greedy", "mine"], "settings": {"two_players": "on"}},
        mine=packages[0].archive,
    )
    assert [bot["bot"] for bot in made.rows[0]["details"]["bots"]] == ["greedy", "first"]
