"""Owners, tokens and the audit log from afar, and what of a replay who may read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import grpc
import pytest

from serai.ladder.access.register import Register
from serai.ladder.model.format import Format
from serai.ladder.storage.redis_connection import Connection
from serai.ladder.storage.store import Store
from serai.v1 import arena_pb2 as pb
from serai.v1 import ladder_pb2
from serai.v1.arena_pb2_grpc import AccessServiceStub
from serai.v1.ladder_pb2_grpc import LadderServiceStub
from tests.ladder import growing
from tests.ladder.access.served import Loop

HOUR = 3600.0


@pytest.fixture(scope="module")
def channel(connection: Connection) -> Iterator[grpc.Channel]:
    loop = Loop()
    with loop.arena(Store(connection.redis), None) as arena, grpc.insecure_channel(str(arena.address)) as found:
        yield found
    loop.stop()


class Desk:
    """Somebody with a token."""

    def __init__(self, channel: grpc.Channel, text: str) -> None:
        self.text = text
        self._metadata = (("authorization", f"Bearer {text}"),)
        self._stubs = (AccessServiceStub(channel), LadderServiceStub(channel))

    def __getattr__(self, name: str) -> Any:
        method = next(getattr(stub, name) for stub in self._stubs if hasattr(stub, name))
        return lambda request: method(request, metadata=self._metadata, timeout=60)


@pytest.fixture
def register(store: Store) -> Register:
    found = Register(store)
    found.add_owner("root")
    return found


@pytest.fixture
def operator(channel: grpc.Channel, register: Register) -> Desk:
    return Desk(channel, register.create("root", role="operator", seconds=HOUR)[1])


def test_an_event_is_staffed_from_afar(channel: grpc.Channel, operator: Desk) -> None:
    """An operator makes an organiser, who lets in an author, who makes a token for a bot."""
    for name in ("olga", "anna"):
        assert operator.AddOwner(pb.AddOwnerRequest(name=name, about="a person")).owner.name == name
    made = operator.CreateToken(pb.CreateTokenRequest(owner="olga", role=pb.ROLE_ORGANISER))
    olga = Desk(channel, made.token)
    anna = Desk(channel, olga.CreateToken(pb.CreateTokenRequest(owner="anna", role=pb.ROLE_AUTHOR)).token)
    made = anna.CreateToken(pb.CreateTokenRequest(owner="anna", bot="my_bot", seconds=60, purpose="my desk"))
    assert (made.description.bot, made.description.role, made.description.state) == ("my_bot", 0, "valid")
    bot = Desk(channel, made.token)
    said = bot.WhoAmI(pb.WhoAmIRequest())
    assert (said.owner, said.role, said.bot, said.token_id) == ("anna", 0, "my_bot", made.description.id)
    owners = olga.ListOwners(pb.ListOwnersRequest()).owners
    assert [(each.name, list(each.bots)) for each in owners] == [("root", []), ("olga", []), ("anna", ["my_bot"])]
    assert [each.owner for each in olga.ListTokens(pb.ListTokensRequest()).tokens] == ["root", "olga", "anna", "anna"]
    assert [each.owner for each in anna.ListTokens(pb.ListTokensRequest()).tokens] == ["anna", "anna"]
    anna.RevokeToken(pb.RevokeTokenRequest(id=made.description.id, why="lost"))
    with pytest.raises(grpc.RpcError, match="the token was revoked"):
        bot.WhoAmI(pb.WhoAmIRequest())


def test_the_audit_log_names_the_caller_and_no_secret(channel: grpc.Channel, operator: Desk) -> None:
    operator.AddOwner(pb.AddOwnerRequest(name="anna"))
    made = operator.CreateToken(pb.CreateTokenRequest(owner="anna", role=pb.ROLE_VIEWER))
    lines = [line for page in operator.ListAudit(pb.ListAuditRequest(subject="anna")) for line in page.lines]
    assert [line.what for line in lines] == ["add-owner", "create-token"]
    assert {line.who for line in lines} == {f"root, token {operator.text.split('_')[1]}"}
    assert json.loads(lines[1].details_json) == {"token": made.description.id, "role": "viewer"}
    everything = [line for page in operator.ListAudit(pb.ListAuditRequest()) for line in page.lines]
    assert not any(text.split("_")[2][:12] in repr(everything) for text in (made.token, operator.text))


def test_everybody_may_give_up_their_own_token(channel: grpc.Channel, operator: Desk) -> None:
    operator.AddOwner(pb.AddOwnerRequest(name="anna"))
    made = operator.CreateToken(pb.CreateTokenRequest(owner="anna", role=pb.ROLE_VIEWER))
    anna = Desk(channel, made.token)
    anna.RevokeToken(pb.RevokeTokenRequest(id=made.description.id))
    with pytest.raises(grpc.RpcError, match="the token was revoked"):
        anna.RevokeToken(pb.RevokeTokenRequest(id=made.description.id))


@pytest.mark.parametrize(
    ("method", "request_", "line"),
    [
        ("CreateToken", pb.CreateTokenRequest(owner="root"), "a token is for a role"),
        ("CreateToken", pb.CreateTokenRequest(owner="eve", role=pb.ROLE_VIEWER), "there is no owner called eve"),
        ("CreateToken", pb.CreateTokenRequest(owner="root", role=pb.ROLE_VIEWER, seconds=2**63), "ten years at most"),
        ("CreateToken", pb.CreateTokenRequest(owner="root", bot="\x1b[2J"), "cannot be the name of a bot"),
        ("AddOwner", pb.AddOwnerRequest(name="root"), "already an owner called root"),
        ("AddOwner", pb.AddOwnerRequest(name=""), "cannot be the name of an owner"),
        ("AddOwner", pb.AddOwnerRequest(name="eve", about="x" * 1000), "200 are the most"),
        ("RevokeToken", pb.RevokeTokenRequest(id="nothing"), "no token with this id"),
        ("ListTokens", pb.ListTokensRequest(owner="eve"), "there is no owner called eve"),
    ],
)
def test_what_makes_no_sense_is_an_invalid_argument(operator: Desk, method: str, request_: Any, line: str) -> None:
    with pytest.raises(grpc.RpcError, match=line) as raised:
        getattr(operator, method)(request_)
    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_what_a_bot_printed_is_for_its_owner_and_organisers(
    channel: grpc.Channel, register: Register, operator: Desk, store: Store
) -> None:
    tournament = growing.create(store, Format(blocks=1), bots=3)
    retired = [{"seat": seat, "stderr": f"output of seat {seat}"} for seat in range(3)]
    played = [replace(game, replay={**game.replay, "retirements": retired}) for game in growing.games(tournament, 0)]
    assert store.record_block("spring", 0, played)
    fact = played[0].fact
    register.add_owner("anna")
    store.give_bot(fact["seats"][1]["bot"], "anna")
    author = Desk(channel, register.create("anna", role="author", seconds=HOUR)[1])
    viewer = Desk(channel, register.create("anna", role="viewer", seconds=HOUR)[1])

    def read(desk: Any) -> list[str]:
        found = desk.GetReplay(ladder_pb2.GetReplayRequest(game_id=fact["game_id"]))
        return [each["stderr"] for each in json.loads(found.json)["replay"]["retirements"]]

    assert read(LadderServiceStub(channel)) == read(viewer) == ["", "", ""]
    assert read(author) == ["", "output of seat 1", ""]
    assert read(operator) == ["output of seat 0", "output of seat 1", "output of seat 2"]
