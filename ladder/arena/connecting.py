"""Keeping a bot connected to an arena from its author's machine: it is started, and started again when it ends."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import grpc

from serai.ladder.access.address import Address
from serai.ladder.access.arenas import PINNED, PLAIN, KnownArena
from serai.ladder.arena.forwarding import Dial, Forwarder, Refused, Say
from serai.ladder.errors import UserProblem
from serai.server.bot_process import BotCommand, BotProcess, describe_exit
from serai.server.sitting import LOOPBACK

FIRST_SECONDS = 1.0  # before the first try to come back; each further one waits twice as long
MOST_SECONDS = 30.0
_LINES = 20  # of what a bot printed last that are shown
_OURS = ("SERAI_", "REDIS_URL")
_HOPELESS = (
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.UNIMPLEMENTED,  # no arena, or one of an older Serai
)
_OPTIONS = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.use_local_subchannel_pool", 1),
]


def dialler(meant: KnownArena | Address, trusted: bytes | None, insecure: bool) -> Dial:
    """Return how an arena is dialled: in TLS, with the certificates to trust if they are given.

    Without them, one that its user logged in to is trusted as it was then. In plain text only where nobody can listen,
    or if that is wanted. UserProblem if both are asked for.
    """
    if insecure and trusted is not None:
        raise UserProblem("--insecure means plain text, --trust a certificate: give one of them")
    if isinstance(meant, KnownArena):
        known, address, plain = meant, meant.address, meant.trust == PLAIN
        if known.trust == PINNED and trusted is None and not insecure:
            return lambda: _pinned(known)
    else:
        address, plain = meant, meant.is_local
    if insecure or (trusted is None and plain):
        return lambda: grpc.aio.insecure_channel(str(address), options=_OPTIONS)
    credentials = grpc.ssl_channel_credentials(trusted)
    return lambda: grpc.aio.secure_channel(str(address), credentials, options=_OPTIONS)


def _pinned(arena: KnownArena) -> Any:
    """Open a channel to an arena if it shows the certificate that was pinned; UserProblem if it does not."""
    # Only where it is needed: it takes 14 MB of memory.
    from cryptography.hazmat.primitives.serialization import Encoding

    from serai.ladder.access.certificate import names
    from serai.ladder.access.trust import certificate_of

    shown = certificate_of(arena)
    credentials = grpc.ssl_channel_credentials(shown.public_bytes(Encoding.PEM))
    options = [*_OPTIONS, ("grpc.ssl_target_name_override", names(shown)[0])]
    return grpc.aio.secure_channel(str(arena.address), credentials, options=options)


async def keep_connected(
    bot: BotCommand,
    dial: Dial,
    token: str,
    say: Say,
    stop: asyncio.Event,
    on_welcome: Callable[[], None] = lambda: None,
) -> None:
    """Run a bot against an arena until `stop` is set; UserProblem if the arena will never let it in.

    `on_welcome` is called whenever it is let in, and must not wait for anything.
    """
    async with Forwarder(dial, token, say, LOOPBACK if bot.wants_tcp else None, on_welcome) as door:
        waits = _waits()
        while not stop.is_set():
            said = await _run_once(bot, door, stop)
            if stop.is_set():
                return
            if door.refused is not None and door.refused.code in _HOPELESS:
                raise UserProblem(f"the arena does not let {bot.name} in: {door.refused.details}")
            waits = _waits() if door.was_welcomed else waits
            seconds = next(waits)
            say(f"{_why(said, door.refused)}; again in {seconds:g} s")
            await _wait(stop, seconds)


async def _run_once(bot: BotCommand, door: Forwarder, stop: asyncio.Event) -> str:
    """Run the bot until it ends or has to, and return what to say about it."""
    door.was_welcomed, door.refused = False, None
    kept = [name for name in os.environ if not name.startswith(_OURS)]
    address = door.address_for(bot.transport)
    process = await BotProcess.start(bot, address, secrets.token_urlsafe(16), passed_on=kept)
    ended, stopped = asyncio.create_task(process.wait()), asyncio.create_task(stop.wait())
    await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    printed, code = process.output, ended.result() if ended.done() else 0
    await process.stop(grace=0.0)
    await asyncio.gather(ended, stopped, return_exceptions=True)
    last = "\n".join(f"    {line}" for line in printed.splitlines()[-_LINES:])
    return f"the bot {describe_exit(code)}" + (f"; it last printed:\n{last}\n" if code and last else "")


def _why(said: str, refused: Refused | None) -> str:
    return said if refused is None else f"{said.partition(';')[0]}; the arena: {refused.details}"


def _waits() -> Iterator[float]:
    """Yield how long to wait before each try."""
    seconds = FIRST_SECONDS
    while True:
        yield seconds
        seconds = min(2 * seconds, MOST_SECONDS)


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    waiting = asyncio.create_task(stop.wait())
    await asyncio.wait({waiting}, timeout=seconds)
    waiting.cancel()


def run(
    bot: BotCommand,
    dial: Dial,
    token: str,
    say: Say,
    on_signals: Callable[[asyncio.Event], None],
    on_welcome: Callable[[], None] = lambda: None,
) -> None:
    """Keep a bot connected in an event loop of its own; `on_signals` is handed what ends it."""

    async def connected() -> None:
        stop = asyncio.Event()
        on_signals(stop)
        await keep_connected(bot, dial, token, say, stop, on_welcome)

    asyncio.run(connected())
