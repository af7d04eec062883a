"""The work of `serai bot connect`."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from serai.ladder.arena.connecting import dialler, run
from serai.ladder.bots import registry
from serai.ladder.commands.console import note
from serai.ladder.errors import UserProblem

TOKEN = "SERAI_TOKEN"


def connect(path: str, arena: str, trusted: Path | None, insecure: bool) -> None:
    """Build the bot in a folder and keep it connected to an arena, until Ctrl-C or SIGTERM."""
    token = os.environ.get(TOKEN, "")
    if not token:
        raise UserProblem(f"no token of the bot in {TOKEN}; whoever runs the arena gives it to you")
    package = registry.find(path if "/" in path else f"./{path}")
    dial = dialler(arena, None if trusted is None else trusted.read_bytes(), insecure)
    registry.install(package)
    note(f"{package.bot} connects to {arena}; Ctrl-C ends it")
    run(registry.command(package.bot), dial, token, note, _stop_on_signals)


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
