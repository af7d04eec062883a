"""Ways into an arena that must fail, by their names in the table of docs/security.md."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from serai.ladder.access import client, token
from serai.ladder.access.arenas import PINNED, PLAIN, KnownArena
from serai.ladder.access.certificate import Certificate
from serai.ladder.service.arena_server import OPEN_TO_ADDRESS, ArenaServer
from serai.ladder.storage.store import Store
from serai.v1 import arena_pb2 as pb
from serai.v1 import ladder_pb2
from serai.v1.arena_pb2_grpc import AccessServiceStub
from serai.v1.ladder_pb2_grpc import LadderServiceStub
from tests.ladder.access.served import Loop

SECONDS = 60.0  # for a call, on however busy a machine

_WHO = pb.WhoAmIRequest()
_EVENTS = ladder_pb2.ListTournamentsRequest()

Way = Callable[["World"], Any]
WAYS: dict[str, Way] = {}


def way(name: str) -> Callable[[Way], Way]:
    """A way in, by its name in the table."""

    def note(found: Way) -> Way:
        WAYS[name] = found
        return found

    return note


@dataclass
class World:
    """Arenas of one store, tokens of all kinds, and certificates: the arena's and that of somebody else."""

    loop: Loop
    store: Store
    own: Certificate
    other: Certificate
    arena: ArenaServer
    closed: ArenaServer
    plain: ArenaServer
    tokens: dict[str, str]
    ids: dict[str, str]
    channel: grpc.Channel

    def access(self, name: str = "") -> _As:
        return _As(AccessServiceStub(self.channel), self.tokens.get(name, name))

    def ladder(self, name: str = "") -> _As:
        return _As(LadderServiceStub(self.channel), self.tokens.get(name, name))


class _As:
    """Calls of a service with a token."""

    def __init__(self, stub: Any, text: str) -> None:
        self._stub = stub
        self._metadata = (("authorization", f"Bearer {text}"),) if text else ()

    def __getattr__(self, name: str) -> Callable[[Any], Any]:
        return lambda request: getattr(self._stub, name)(request, metadata=self._metadata, timeout=SECONDS)


def tls(arena: ArenaServer, own: Certificate) -> grpc.Channel:
    return grpc.secure_channel(str(arena.address), grpc.ssl_channel_credentials(own.chain))


# --- tokens


@way("no token")
def _(world: World) -> Any:
    return world.access().WhoAmI(_WHO)


@way("no token, with `--no-anonymous`")
def _(world: World) -> Any:
    with tls(world.closed, world.own) as channel:
        return LadderServiceStub(channel).ListTournaments(_EVENTS, timeout=SECONDS)


@way("an expired token")
def _(world: World) -> Any:
    return world.access("expired").WhoAmI(_WHO)


@way("a revoked token")
def _(world: World) -> Any:
    return world.access("revoked").WhoAmI(_WHO)


@way("a token that was never made")
def _(world: World) -> Any:
    return world.access(token.make("anna", 0.0, role="operator")[1]).WhoAmI(_WHO)


@way("the id of a token with a guessed secret")
def _(world: World) -> Any:
    return world.access(world.tokens["operator"][:19] + "0" * 64).WhoAmI(_WHO)


@way("a token without its end")
def _(world: World) -> Any:
    return world.access(world.tokens["operator"][:-1]).WhoAmI(_WHO)


@way("only the beginning `serai_`")
def _(world: World) -> Any:
    return world.access("serai_").WhoAmI(_WHO)


@way("a bad token where none is needed")
def _(world: World) -> Any:
    return world.ladder("revoked").ListTournaments(_EVENTS)


@way("a token in a metadata of another name")
def _(world: World) -> Any:
    metadata = (("token", world.tokens["operator"]),)
    return AccessServiceStub(world.channel).WhoAmI(_WHO, metadata=metadata, timeout=SECONDS)


@way("a token without `Bearer`")
def _(world: World) -> Any:
    metadata = (("authorization", world.tokens["operator"]),)
    return AccessServiceStub(world.channel).WhoAmI(_WHO, metadata=metadata, timeout=SECONDS)


@way("two tokens")
def _(world: World) -> Any:
    metadata = tuple(("authorization", f"Bearer {world.tokens[name]}") for name in ("viewer", "operator"))
    return AccessServiceStub(world.channel).WhoAmI(_WHO, metadata=metadata, timeout=SECONDS)


# --- roles


@way("the token of a bot, to read")
def _(world: World) -> Any:
    return world.ladder("bot").ListTournaments(_EVENTS)


@way("the token of a bot, to make tokens")
def _(world: World) -> Any:
    return world.access("bot").CreateToken(pb.CreateTokenRequest(owner="anna", bot="my_bot"))


@way("a viewer makes a token")
def _(world: World) -> Any:
    return world.access("viewer").CreateToken(pb.CreateTokenRequest(owner="anna", role=pb.ROLE_VIEWER))


@way("an author makes an organiser")
def _(world: World) -> Any:
    return world.access("author").CreateToken(pb.CreateTokenRequest(owner="anna", role=pb.ROLE_ORGANISER))


@way("an organiser makes an operator")
def _(world: World) -> Any:
    return world.access("organiser").CreateToken(pb.CreateTokenRequest(owner="olga", role=pb.ROLE_OPERATOR))


@way("an author makes a token of another owner")
def _(world: World) -> Any:
    return world.access("author").CreateToken(pb.CreateTokenRequest(owner="ben", role=pb.ROLE_VIEWER))


@way("an author makes a token for another's bot")
def _(world: World) -> Any:
    return world.access("author").CreateToken(pb.CreateTokenRequest(owner="anna", bot="bens_bot"))


@way("an author takes a bot without an owner")
def _(world: World) -> Any:
    return world.access("author").CreateToken(pb.CreateTokenRequest(owner="anna", bot="orphan"))


@way("an author lists another's tokens")
def _(world: World) -> Any:
    return world.access("author").ListTokens(pb.ListTokensRequest(owner="ben"))


@way("an author revokes another's token")
def _(world: World) -> Any:
    return world.access("author").RevokeToken(pb.RevokeTokenRequest(id=world.ids["other"]))


@way("an organiser revokes an operator's token")
def _(world: World) -> Any:
    return world.access("organiser").RevokeToken(pb.RevokeTokenRequest(id=world.ids["operator"]))


@way("an author adds an owner")
def _(world: World) -> Any:
    return world.access("author").AddOwner(pb.AddOwnerRequest(name="eve"))


@way("an author reads the audit log")
def _(world: World) -> Any:
    return list(world.access("author").ListAudit(pb.ListAuditRequest()))


# --- messages


@way("a role that there is not")
def _(world: World) -> Any:
    request = pb.CreateTokenRequest(owner="anna", role=77)  # type: ignore[arg-type] # it is wrong on purpose
    return world.access("operator").CreateToken(request)


@way("bytes that are no message")
def _(world: World) -> Any:
    method: Any = world.channel.unary_unary("/serai.v1.LadderService/GetReplay")
    return method(b"\xff\xff", timeout=SECONDS)


@way("a text that is no UTF-8")
def _(world: World) -> Any:
    method: Any = world.channel.unary_unary("/serai.v1.LadderService/GetReplay")
    return method(b"\x0a\x02\xff\xfe", timeout=SECONDS)


@way("a message of 2 MiB")
def _(world: World) -> Any:
    return world.ladder().GetReplay(ladder_pb2.GetReplayRequest(game_id="a" * (2 << 20)))


@way("metadata of 100 KB")
def _(world: World) -> Any:
    metadata = tuple((f"x-{number}", "y" * 1000) for number in range(100))
    return LadderServiceStub(world.channel).ListTournaments(_EVENTS, metadata=metadata, timeout=SECONDS)


@way("a call that there is not")
def _(world: World) -> Any:
    method: Any = world.channel.unary_unary("/serai.v1.AccessService/BecomeOperator")
    return method(b"", timeout=SECONDS)


# --- too much


@way("too many calls, with a small `--rate`")
def _(world: World) -> Any:
    with tls(world.closed, world.own) as channel:
        who = _As(AccessServiceStub(channel), world.tokens["viewer"])
        return [who.WhoAmI(_WHO), who.WhoAmI(_WHO)]


@way("too many guesses, with a small `--rate`")
def _(world: World) -> Any:
    """However they are spread, they count for the address; the first may be that of another way."""
    with tls(world.closed, world.own) as channel:
        for wrong in ("serai_", token.make("anna", 0.0)[1]):
            try:
                _As(AccessServiceStub(channel), wrong).WhoAmI(_WHO)
            except grpc.RpcError as error:
                if error.code() is not grpc.StatusCode.UNAUTHENTICATED:
                    raise
        return _As(AccessServiceStub(channel), token.make("anna", 0.0)[1]).WhoAmI(_WHO)


@way("too many calls that stay open")
def _(world: World) -> Any:
    """The watches of health fill nothing but the share of their own address, and leave other calls alone (D14)."""
    watch = health_pb2_grpc.HealthStub(world.channel).Watch
    calls = [watch(health_pb2.HealthCheckRequest()) for _ in range(OPEN_TO_ADDRESS)]
    try:
        assert all(next(call).status == health_pb2.HealthCheckResponse.SERVING for call in calls)
        assert world.access("viewer").WhoAmI(_WHO).owner == "anna"
        assert not world.ladder().ListTournaments(_EVENTS).tournaments
        return next(watch(health_pb2.HealthCheckRequest()))
    finally:
        for call in calls:
            call.cancel()


@way("while the arena closes")
def _(world: World) -> Any:
    with world.loop.arena(world.store, world.own) as closing, tls(closing, world.own) as channel:
        LadderServiceStub(channel).ListTournaments(_EVENTS, timeout=SECONDS)
        world.loop.begin_to_drain(closing)
        health = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=SECONDS)
        assert health.status == health_pb2.HealthCheckResponse.NOT_SERVING
        return LadderServiceStub(channel).ListTournaments(_EVENTS, timeout=SECONDS)


# --- the way there


@way("plain text to an arena with TLS")
def _(world: World) -> Any:
    with grpc.insecure_channel(str(world.arena.address)) as channel:
        return LadderServiceStub(channel).ListTournaments(_EVENTS, timeout=SECONDS)


@way("TLS to an arena in plain text")
def _(world: World) -> Any:
    with tls(world.plain, world.own) as channel:
        return LadderServiceStub(channel).ListTournaments(_EVENTS, timeout=SECONDS)


@way("an arena whose certificate is another's")
def _(world: World) -> Any:
    with tls(world.arena, world.other) as channel:
        return LadderServiceStub(channel).ListTournaments(_EVENTS, timeout=SECONDS)


@way("what somebody recorded, sent again")
def _(world: World) -> Any:
    """TLS makes new keys for every connection: what was said once says nothing."""
    recorded = record(
        world,
        lambda channel: AccessServiceStub(channel).WhoAmI(
            _WHO, metadata=(("authorization", f"Bearer {world.tokens['operator']}"),), timeout=SECONDS
        ),
    )
    assert b"serai_" not in recorded
    address = (world.arena.address.host, world.arena.address.port)
    with socket.create_connection(address, SECONDS) as again, suppress(ConnectionResetError):
        again.sendall(recorded)
        while again.recv(1 << 16):
            pass
    raise ConnectionAbortedError("no answer: the handshake fails")


def record(world: World, call: Callable[[grpc.Channel], Any]) -> bytes:
    """What a client sends to the arena when it makes a call."""
    sent = bytearray()
    with socket.create_server(("127.0.0.1", 0)) as door:
        listener = threading.Thread(target=_listen, args=(door, world.arena, sent))
        listener.start()
        credentials = grpc.ssl_channel_credentials(world.own.chain)
        with grpc.secure_channel(f"127.0.0.1:{door.getsockname()[1]}", credentials) as channel:
            assert call(channel).owner == "root"
        listener.join()
    return bytes(sent)


def _listen(door: socket.socket, arena: ArenaServer, sent: bytearray) -> None:
    """Pass everything on between one caller and the arena, and keep what the caller says."""
    ours, _ = door.accept()
    theirs = socket.create_connection((arena.address.host, arena.address.port))
    back = threading.Thread(target=_pass_on, args=(theirs, ours, bytearray()))
    back.start()
    _pass_on(ours, theirs, sent)
    back.join()
    ours.close()
    theirs.close()


def _pass_on(one: socket.socket, other: socket.socket, kept: bytearray) -> None:
    try:
        while data := one.recv(1 << 16):
            kept += data
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)
    except OSError:  # the other side has left
        return


@way("`serai`: an arena that nobody asked about")
def _(world: World) -> Any:
    with client.channel(world.arena.address) as channel:
        return AccessServiceStub(channel).WhoAmI(_WHO, timeout=SECONDS)


@way("`serai`: the certificate has changed")
def _(world: World) -> Any:
    known = KnownArena(world.arena.address, PINNED, world.other.fingerprint, world.tokens["operator"])
    with client.channel(known) as channel:
        return AccessServiceStub(channel).WhoAmI(_WHO, timeout=SECONDS)


@way("`serai`: plain text in place of TLS")
def _(world: World) -> Any:
    known = KnownArena(world.plain.address, PINNED, world.own.fingerprint, world.tokens["operator"])
    with client.channel(known) as channel:
        return AccessServiceStub(channel).WhoAmI(_WHO, timeout=SECONDS)


@way("`serai`: what is no token")
def _(world: World) -> Any:
    with client.channel(KnownArena(world.plain.address, PLAIN, token="password")) as channel:
        return AccessServiceStub(channel).WhoAmI(_WHO, timeout=SECONDS)
