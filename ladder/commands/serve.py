"""`serai serve`."""

from __future__ import annotations

import asyncio
import os

import click

from serai.ladder.commands.console import note
from serai.ladder.storage.store import open_store

_LARGEST_PORT = 65535


def read_address(_: click.Context, param: click.Parameter, text: str) -> str:
    """Return HOST:PORT unchanged if it is that; port 0 lets the system choose one."""
    host, _colon, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > _LARGEST_PORT:
        raise click.BadParameter(f"{text!r} should read HOST:PORT, for example 127.0.0.1:7470", param=param)
    return text


@click.command(name="serve")
@click.option("--listen", callback=read_address, metavar="HOST:PORT", default="127.0.0.1:7470", help="[127.0.0.1:7470]")
def serve_command(listen: str) -> None:
    """Serve games, bots, tournaments, ratings, facts and replays over gRPC: serai.v1.LadderService.

    Everything is read, nothing can be changed, and everybody who reaches the port may ask. The standard health
    service tells whether it serves. SIGTERM and Ctrl-C end it in order. If Redis goes away,
    calls are answered with UNAVAILABLE after a while, until it is back.

    \b
    Examples:
      serai serve
      serai serve --listen 0.0.0.0:7470
    """
    # The gRPC library must not write to stderr: errors are one line, and ours.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from serai.ladder.service.grpc_service import serve
    from serai.ladder.storage.redis_waiting import LIMIT_SECONDS

    # A call does not wait for ever: whoever asked is told that Redis is away.
    with open_store(waiting=note, limit=LIMIT_SECONDS) as store:
        asyncio.run(serve(store, listen, note))
