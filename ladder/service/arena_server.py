"""The arena's gRPC server: one address, all services behind one gate, and an end in order."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from serai.ladder.access.address import Address
from serai.ladder.access.limits import Limits
from serai.ladder.access.quotas import MOST_CONNECTED, Quotas
from serai.ladder.access.refusal import Forbidden, Unknown
from serai.ladder.access.register import Register
from serai.ladder.arena.lobby import KEEPALIVE, Lobby
from serai.ladder.arena.lobby import dialled as dialled_as
from serai.ladder.arena.presence import Presence
from serai.ladder.errors import PlatformProblem
from serai.ladder.metrics.arena_counts import ArenaCounts
from serai.ladder.service import access_service, desk_service, grpc_service, practice_service
from serai.ladder.service.access_service import AccessService
from serai.ladder.service.desk_service import DeskService
from serai.ladder.service.gate import Gate
from serai.ladder.service.grpc_service import LadderService
from serai.ladder.service.practice_service import PracticeService
from serai.ladder.service.runs import Runs
from serai.ladder.storage.redis_waiting import hurry
from serai.ladder.storage.store import Store
from serai.server import service as referee_service
from serai.v1.arena_pb2_grpc import add_AccessServiceServicer_to_server
from serai.v1.desk_pb2_grpc import add_DeskServiceServicer_to_server
from serai.v1.ladder_pb2_grpc import add_LadderServiceServicer_to_server
from serai.v1.practice_pb2_grpc import add_PracticeServiceServicer_to_server

if TYPE_CHECKING:
    from serai.ladder.access.certificate import Certificate

SERVICES = (
    *(grpc_service.SERVICE, access_service.SERVICE, desk_service.SERVICE),
    *(practice_service.SERVICE, referee_service.SERVICE),
)
OPEN_TO_OWNER = 512  # calls of one owner at a time: each waiting bot is one
OPEN_TO_ADDRESS = 32  # calls from one address at a time without a token

_OPEN_TO_ALL = 8192
_GRACE_SECONDS = 2.0
_OPTIONS = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", 1 << 20),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_metadata_size", 1 << 14),
    ("grpc.max_concurrent_streams", 256),  # of one connection
    *KEEPALIVE,
    ("grpc.max_connection_idle_ms", 600_000),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """How an arena is reached, and by whom. `rate` is calls a second, `patience` seconds for calls that are open."""

    listen: Address
    certificate: Certificate | None = None
    anonymous: bool = True
    rate: float = 20.0
    patience: float = 60.0
    dialled: str = ""  # by workers; if it is not said, this machine's name and the port
    practice: int = 200  # games that each owner may begin in an hour
    metrics: Address | None = None
    connections: int = MOST_CONNECTED  # of the remote bots of one owner


class ArenaServer:
    """A server that runs: where it listens, and how it ends."""

    def __init__(self, store: Store, settings: Settings, say: Callable[[str], None] = lambda line: None) -> None:
        self._settings = settings
        self.counts = ArenaCounts()
        self._gate = Gate(
            Register(store).identify,
            anonymous=settings.anonymous,
            owners=Limits(settings.rate, OPEN_TO_OWNER),
            addresses=Limits(settings.rate, OPEN_TO_ADDRESS),
            counts=self.counts,
        )
        self._server = grpc.aio.server(
            interceptors=[self._gate], options=_OPTIONS, maximum_concurrent_rpcs=_OPEN_TO_ALL
        )
        self._condition = health.aio.HealthServicer()
        bot_of = partial(_bot_of, Register(store), Quotas(store, settings.connections))
        self._lobby = Lobby(Presence(store.redis), bot_of, counts=self.counts)
        self._lobby.add_to(self._server)
        add_LadderServiceServicer_to_server(LadderService(store), self._server)
        add_AccessServiceServicer_to_server(AccessService(store), self._server)
        add_DeskServiceServicer_to_server(DeskService(store), self._server)
        add_PracticeServiceServicer_to_server(PracticeService(store, settings.practice), self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._condition, self._server)
        named = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(named, self._server)
        self._runs = Runs(store, say)
        self.address = settings.listen

    @property
    def connected_bots(self) -> int:
        """Return how many remote bots are here."""
        return len(self._lobby.connected)

    async def open(self) -> None:
        """Begin to listen; PlatformProblem if that cannot be done."""
        self.address = self._bind(self._settings.listen)
        await self._open_lobby()
        await self._server.start()
        for name in ("", *SERVICES):
            await self._condition.set(name, health_pb2.HealthCheckResponse.SERVING)
        self._runs.begin()

    async def _open_lobby(self) -> None:
        certificate, name = self._settings.certificate, ""
        if certificate is not None:
            from serai.ladder.access.certificate import name_of

            name = name_of(certificate)
        dialled = self._settings.dialled or dialled_as(str(self.address))
        await self._lobby.open(dialled, certificate.chain.decode() if certificate else "", name)

    def _bind(self, listen: Address) -> Address:
        if listen.path:
            _check_is_free(Path(listen.path))
        try:
            if self._settings.certificate is None:
                port = self._server.add_insecure_port(str(listen))
            else:
                pair = (self._settings.certificate.key, self._settings.certificate.chain)
                port = self._server.add_secure_port(str(listen), grpc.ssl_server_credentials([pair]))
        except RuntimeError:
            raise PlatformProblem(f"cannot listen on {listen}: is it taken, or not of this machine?") from None
        return listen if listen.path else replace(listen, port=port)

    async def drain(self) -> None:
        """Say that nothing is served any more, and wait for open calls and games, as long as the settings say."""
        await self._condition.enter_graceful_shutdown()
        ends = (self._gate.drain(), self._lobby.drain(), asyncio.to_thread(self._runs.end))
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*ends), self._settings.patience)

    async def close(self) -> None:
        """End what is left, health checks among it, and give answers that are on their way a moment."""
        await self._condition.enter_graceful_shutdown()
        await asyncio.to_thread(self._runs.end)
        self._gate.end()
        await self._lobby.close()
        await self._server.stop(_GRACE_SECONDS)


def _bot_of(register: Register, quotas: Quotas, text: str) -> str:
    """Return the bot that a token is for; Refusal if it is for none, or its owner has too many connected."""
    if not text:
        raise Unknown("a bot comes in with a token, in SERAI_TOKEN: serai token create --bot makes one")
    caller = register.identify(text)
    if not caller.bot:
        raise Forbidden("this token is for a role; a bot plays with a token of its own: serai token create --bot")
    quotas.check_connection(caller.bot)
    return caller.bot


def _check_is_free(path: Path) -> None:
    """PlatformProblem if somebody listens there: gRPC would take the socket from them. What a dead one left goes."""
    with socket.socket(socket.AF_UNIX) as trial:
        try:
            trial.connect(str(path))
        except FileNotFoundError:
            return
        except ConnectionRefusedError:
            path.unlink()
            return
        except OSError as error:
            raise PlatformProblem(f"cannot listen on unix:{path}: {error.strerror or error}") from None
    raise PlatformProblem(f"cannot listen on unix:{path}: somebody else does")


@asynccontextmanager
async def serving(
    store: Store, settings: Settings, say: Callable[[str], None] = lambda line: None
) -> AsyncIterator[ArenaServer]:
    """Serve while the block runs; its address has the port that was chosen if 0 was asked for."""
    arena = ArenaServer(store, settings, say)
    await arena.open()
    try:
        yield arena
    finally:
        await arena.close()


async def serve(store: Store, settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C, then until the open calls have ended; the second one ends them."""
    asked = asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, asked.release)
    async with serving(store, settings, say) as arena:
        with _metrics(arena, settings.metrics) as shown:
            say(f"serving on {arena.address}{_how(settings)}{shown}; Ctrl-C stops")
            await _served(arena, store, asked)


async def _served(arena: ArenaServer, store: Store, asked: asyncio.Semaphore) -> None:
    """Wait until somebody asks for the end, and then for the end of what is open."""
    await asked.acquire()
    hurry(store.redis)
    await _drained(arena, asked)


@contextmanager
def _metrics(arena: ArenaServer, address: Address | None) -> Iterator[str]:
    """Show numbers while the block runs if there is an address; gives what to say of it."""
    if address is None:
        yield ""
        return
    from serai.ladder.metrics.arena_numbers import ArenaNumbers
    from serai.ladder.metrics.endpoint import exposed

    with exposed(address, ArenaNumbers(arena.counts, lambda: arena.connected_bots)) as url:
        yield f", metrics on {url}"


def _how(settings: Settings) -> str:
    return "" if settings.certificate is None else f" with TLS, certificate {settings.certificate.fingerprint}"


async def _drained(arena: ArenaServer, asked: asyncio.Semaphore) -> None:
    """Wait until the open calls have ended, or had their time, or somebody asks again."""
    drain, again = asyncio.create_task(arena.drain()), asyncio.create_task(asked.acquire())
    await asyncio.wait((drain, again), return_when=asyncio.FIRST_COMPLETED)
    again.cancel()
    drain.cancel()
