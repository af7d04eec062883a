"""Who may ask for which operation, and on whose bots, over gRPC: every operation there is, for every role."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from serai.ladder.access.caller import ROLES
from serai.ladder.access.needs import READ
from serai.ladder.access.register import Register
from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.desk.catalogue import all_operations
from serai.ladder.storage.queue_notes import Inability, QueueNotes
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from tests.ladder.access.served import Loop
from tests.ladder.desk.asking import Asker

HOUR = 3600.0
CODE = grpc.StatusCode
# What everybody may read. Nothing gets on this list by accident.
PUBLIC = {
    *("desk.operations", "games.list", "games.rules", "bot.list", "bot.show"),
    *("ladder.show", "ladder.crosstable", "ladder.compare", "ladder.history", "ladder.verify"),
    *("replay.game", "replay.games", "replay.proofs", "replay.published", "replay.count"),
    *("tournament.list", "tournament.show", "tournament.row", "tournament.blocks", "tournament.games"),
    *("tournament.history", "tournament.facts", "tournament.standings", "tournament.progress", "tournament.live"),
}
FOR_VIEWERS = {"token.list", "token.revoke"}
FOR_AUTHORS = {"bot.add", "bot.remote", "bot.set", "token.create", "logs.list", "logs.game", "logs.seat"}


@pytest.fixture(scope="module")
def channel(connection: Connection) -> Iterator[grpc.Channel]:
    loop = Loop()
    with loop.arena(Store(connection.redis), None) as arena, grpc.insecure_channel(str(arena.address)) as found:
        yield found
    loop.stop()


@pytest.fixture
def people(store: Store, channel: grpc.Channel) -> dict[str, Asker]:
    """Somebody in every role, a bot with its token, another author, and nobody."""
    register = Register(store)
    found = {"nobody": Asker(channel)}
    for role in ROLES:
        register.add_owner(f"a-{role}")
        found[role] = Asker(channel, register.create(f"a-{role}", role=role, seconds=HOUR)[1])
    register.add_owner("stranger")
    found["stranger"] = Asker(channel, register.create("stranger", role="author", seconds=HOUR)[1])
    found["bot"] = Asker(channel, register.create("stranger", bot="some", seconds=HOUR)[1])
    return found


def test_every_operation_is_on_one_list() -> None:
    needs = {name: operation.need for name, operation in all_operations().items()}
    assert {name for name, need in needs.items() if need == READ} == PUBLIC
    assert {name for name, need in needs.items() if need == "viewer"} == FOR_VIEWERS
    assert {name for name, need in needs.items() if need == "author"} == FOR_AUTHORS
    assert set(needs.values()) == {READ, "viewer", "author", "organiser"}


def test_every_operation_refuses_whoever_may_not_ask_for_it(people: dict[str, Asker]) -> None:
    """With an argument that none has: who may ask hears of that, all others only that they may not."""
    for name, operation in all_operations().items():
        for who, asker in people.items():
            answered = asker.ask(name, {"no such argument": 1})
            assert answered.code is expected(who, operation.need), (name, who, answered)
            assert answered.data == b""


def expected(who: str, need: str) -> grpc.StatusCode:
    role = "author" if who == "stranger" else who
    if who == "bot" or (role in ROLES and need in ROLES and ROLES.index(role) < ROLES.index(need)):
        return CODE.PERMISSION_DENIED
    return CODE.UNAUTHENTICATED if who == "nobody" and need != READ else CODE.INVALID_ARGUMENT


def test_an_author_acts_on_own_bots_only(store: Store, people: dict[str, Asker], packages: list[Package]) -> None:
    author, stranger, organiser = (people[who] for who in ("author", "stranger", "organiser"))
    first, second = packages[:2]
    added = author.ask("bot.add", {"owner": None}, bot=first.archive)
    assert (added.rows[0]["new"], added.rows[0]["owner"]) == (True, "a-author")
    refused = stranger.ask("bot.add", {"owner": None}, bot=first.archive)
    assert (refused.code, refused.line) == (
        CODE.PERMISSION_DENIED,
        "first belongs to another owner; choose another name",
    )
    for disabled in (True, False):
        arguments = {"name": "first", "disabled": disabled}
        assert stranger.ask("bot.set", arguments).code is CODE.PERMISSION_DENIED
        assert author.ask("bot.set", arguments).rows == [None]
        assert organiser.ask("bot.set", arguments).code is CODE.OK
    store.add_bot(second)
    nobodys = author.ask("bot.add", {"owner": None}, bot=second.archive)
    assert nobodys.line == "last was registered without an owner; an organiser may give it to one"
    assert author.ask("bot.add", {"owner": "stranger"}, bot=first.archive).code is CODE.PERMISSION_DENIED
    assert author.ask("bot.remote", {"name": "last", "games": ["yspahan"], "label": "2"}).code is CODE.PERMISSION_DENIED
    given = organiser.ask("bot.add", {"owner": "stranger"}, bot=second.archive)
    assert (given.rows[0]["owner"], store.owner_of("last")) == ("stranger", "stranger")


def test_the_log_of_a_build_is_for_owner_and_organisers(
    store: Store, people: dict[str, Asker], packages: list[Package]
) -> None:
    package = packages[0]
    people["author"].ask("bot.add", {"owner": None}, bot=package.archive)
    QueueNotes(store.redis).mark_unable(package.bot.version, Inability("it cannot be built", "CANARY"))
    readers = {who: asker.ask("bot.show", {"name": "first"}).data for who, asker in people.items() if who != "bot"}
    assert {who for who, data in readers.items() if b"CANARY" in data} == {"author", "organiser", "operator"}
    assert all(b"it cannot be built" in data for data in readers.values())


def test_tokens_are_made_and_seen_as_roles_allow(people: dict[str, Asker]) -> None:
    wish = {"owner": "a-author", "role": "organiser", "bot": "", "seconds": HOUR, "purpose": ""}
    assert people["author"].ask("token.create", wish).code is CODE.PERMISSION_DENIED
    assert people["organiser"].ask("token.create", wish).code is CODE.PERMISSION_DENIED
    made = people["operator"].ask("token.create", wish).rows[0]
    seen = {who: people[who].ask("token.list", {"owner": None, "everything": True}) for who in ROLES}
    assert {row["owner"] for row in seen["author"].rows} == {"a-author"}
    assert len(seen["organiser"].rows) == len(ROLES) + 3
    assert not any(made["token"].rpartition("_")[2].encode() in answered.data for answered in seen.values())
    assert people["author"].ask("token.list", {"owner": "stranger", "everything": True}).code is CODE.PERMISSION_DENIED
    revoke = {"id": made["id"], "why": ""}
    assert people["viewer"].ask("token.revoke", revoke).code is CODE.PERMISSION_DENIED
    assert people["operator"].ask("token.revoke", revoke).rows == ["a-author"]


def test_who_did_it_is_in_the_audit_log(people: dict[str, Asker], packages: list[Package]) -> None:
    people["author"].ask("bot.add", {"owner": None}, bot=packages[0].archive)
    [line] = people["organiser"].ask("audit.list", {"subject": "first"}).rows
    assert (line["what"], line["who"].partition(",")[0]) == ("add", "a-author")


def test_a_built_in_name_is_nobodys(people: dict[str, Asker]) -> None:
    greedy = registry.package(registry.built_in()["greedy"])
    assert people["author"].ask("bot.remote", {"name": "greedy", "games": ["yspahan"], "label": "1"}).line == (
        "greedy is the name of a built-in bot; choose another"
    )
    assert people["organiser"].ask("bot.add", {"owner": None}, bot=greedy.archive).code is CODE.OK
