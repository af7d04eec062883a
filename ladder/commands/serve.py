"""`serai serve`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from serai.ladder.access.address import Address
from serai.ladder.commands.service_options import log_option, metrics_option
from serai.ladder.errors import UserProblem
from serai.ladder.storage.store import open_store

if TYPE_CHECKING:
    from serai.ladder.access.certificate import Certificate

_FILE = click.Path(dir_okay=False, path_type=Path)


def read_address(_: click.Context, param: click.Parameter, text: str) -> Address:
    """Return the address that HOST:PORT or unix:/path stands for; port 0 lets the system choose one."""
    try:
        return Address.read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=param) from None


@click.command(name="serve")
@click.option(
    "--listen",
    callback=read_address,
    metavar="HOST:PORT",
    default="127.0.0.1:7470",
    help="Or unix:/path. [127.0.0.1:7470]",
)
@click.option("--tls", type=click.Choice(["auto"]), help="TLS with a certificate that is made at the first start.")
@click.option("--tls-cert", type=_FILE, metavar="FILE", help="TLS with this certificate, or chain of them, in PEM.")
@click.option("--tls-key", type=_FILE, metavar="FILE", help="The key of --tls-cert.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="Another name for --tls auto (repeatable).")
@click.option(
    "--dialled", metavar="HOST:PORT", default="", help="How workers reach it. [the name of this machine, and the port]"
)
@click.option("--insecure", is_flag=True, help="Plain text also where others can listen.")
@click.option("--anonymous/--no-anonymous", default=True, help="Whether everybody may read. [--anonymous]")
@click.option(
    "--rate",
    type=click.FloatRange(min=0.1, max=1e6),
    metavar="N",
    default=20.0,
    help="Calls a second for each owner, and for each address without a token. [20]",
)
@click.option(
    "--practice",
    type=click.IntRange(min=0),
    metavar="N",
    default=200,
    help="Unrated games that each owner may begin in an hour. [200]",
)
@click.option(
    "--connections",
    type=click.IntRange(1, 100_000),
    metavar="N",
    default=256,
    help="Remote bots of one owner that may be connected. [256]",
)
@click.option(
    "--patience",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    default=60.0,
    help="How long open calls may take to end after SIGTERM. [60]",
)
@metrics_option
@log_option
def serve_command(
    listen: Address,
    tls: str | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    names: tuple[str, ...],
    dialled: str,
    insecure: bool,
    anonymous: bool,
    rate: float,
    practice: int,
    connections: int,
    patience: float,
    metrics: Address | None,
    say: Callable[[str], None],
) -> None:
    """The arena: remote bots play here, and games, bots, tournaments, ratings, facts and replays are read over gRPC.

    A bot comes in with its token (serai token create --bot), and waits until a tournament needs it; see
    docs/remote-bots.md. Games are played by workers, which find the arena in Redis and dial it. Authors and organisers
    who have logged in do all else from afar too, with the same commands: see docs/organising.md.

    Everybody may read, or with --no-anonymous whoever has a token (serai token create). Nobody can read on the way: on
    addresses other than loopback and unix:/path TLS is used. With --tls auto a key and a certificate are kept in
    SERAI_HOME/arena; the fingerprint that is printed is what serai login asks about.

    Health and reflection are there for everybody. SIGTERM and Ctrl-C end it in order: nobody new is let in, and what is
    open may end; a second one ends it at once. If Redis goes away, calls are answered with UNAVAILABLE after a while,
    until it is back. With --metrics numbers for Prometheus are on a port of their own, for this machine alone unless a
    host is said; docs/operations.md says what they mean.

    \b
    Examples:
      serai serve
      serai serve --listen 0.0.0.0:7470 --tls auto --name arena.example
      serai serve --listen 0.0.0.0:7470 --tls-cert arena.pem --tls-key arena.key --no-anonymous
    """
    # The gRPC library must not write to stderr: errors are one line, and ours.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    certificate = _certificate(listen, tls, tls_cert, tls_key, names, insecure)
    if insecure and not listen.is_local:
        say(f"warning: plain text on {listen}: whoever is on the way can read tokens and change answers")
    from serai.ladder.service.arena_server import Settings, serve
    from serai.ladder.storage.redis_waiting import LIMIT_SECONDS

    settings = Settings(listen, certificate, anonymous, rate, patience, dialled, practice, metrics, connections)
    # A call does not wait for ever: whoever asked is told that Redis is away.
    with open_store(waiting=say, limit=LIMIT_SECONDS) as store:
        asyncio.run(serve(store, settings, say))


def _certificate(
    listen: Address, tls: str | None, chain: Path | None, key: Path | None, names: tuple[str, ...], insecure: bool
) -> Certificate | None:
    """Return the certificate to serve with, None for plain text. UserProblem if it would be seen by others."""
    if (chain is None) != (key is None):
        raise UserProblem("--tls-cert and --tls-key belong together: give both")
    if tls is not None and chain is not None:
        raise UserProblem("--tls auto makes a certificate, --tls-cert names one: give one of them")
    if names and tls is None:
        raise UserProblem("--name is for --tls auto: a certificate of your own has its names")
    if insecure and (tls or chain):
        raise UserProblem("--insecure means plain text: leave it out with TLS")
    # Only where it is needed: it takes 14 MB of memory.
    if chain is not None and key is not None:
        from serai.ladder.access.certificate import load

        return load(chain, key)
    if tls is not None:
        from serai.ladder.access.certificate import own

        return own(names)
    if not listen.is_local and not insecure:
        raise UserProblem(
            f"on {listen} others can listen: give --tls auto, or --tls-cert FILE and --tls-key FILE (or --insecure)"
        )
    return None
