"""`serai worker`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from serai.ladder.commands.console import counted, json_option
from serai.ladder.commands.params import cores, unsafe_option
from serai.ladder.commands.service_options import log_option, metrics_option
from serai.ladder.errors import PlatformProblem
from serai.ladder.storage import redis_connection

if TYPE_CHECKING:
    from serai.ladder.access.address import Address
    from serai.ladder.metrics.worker_counts import Tally


@click.command(name="worker")
@click.option(
    "-n", "--count", type=click.IntRange(1), metavar="N", help="How many worker processes. [one for each core]"
)
@unsafe_option
@metrics_option
@log_option
@json_option
def worker_command(count: int | None, metrics: Address | None, say: Callable[[str], None], as_json: bool) -> None:
    """Play what is in the queue until Ctrl-C; on as many machines as you like, with the same REDIS_URL.

    A worker that dies is replaced and what it was playing is played again. Stopping is always safe, and takes a few
    seconds. If Redis is not there, or goes away, it is waited for. It plays bots of the languages whose toolchains are
    here; serai workers lists who is there. Bots are confined; without a sandbox no worker is started. With --metrics
    numbers for Prometheus are on a port, for this machine alone unless a host is said.

    \b
    Examples:
      serai worker
      REDIS_URL=redis://arena.example/0 serai worker -n 8

    \b
    With --json: one object a line as it happens, {"workers", "redis", "languages", "sandbox"} at the start, with
    "metrics" if they were asked for, then {"note"} for every worker that was replaced, and when Redis is waited for.
    """
    from serai.ladder.bots.confinement import arena
    from serai.ladder.queue.supervisor import run_workers
    from serai.ladder.queue.worker_classes import own_languages, shown

    wanted = count or cores()
    say = _note_line if as_json else say
    confinement = arena()
    if confinement.sandbox is None and not confinement.unsafe:
        raise PlatformProblem(f"no worker is started without a sandbox: {confinement.why_not}")
    with _metrics(metrics) as (url, tally), redis_connection.connection(waiting=say, at_start=True) as connection:
        redis = connection.description
        if as_json:
            languages = ["python", *sorted(own_languages())]
            layers = confinement.sandbox.layers if confinement.sandbox else []
            told = {"workers": wanted, "redis": redis, "languages": languages, "sandbox": layers}
            start = partial(_line, {**told, **({"metrics": url} if url else {})})
        else:
            can = f"they play {shown(own_languages())}, {confinement}{f'; metrics on {url}' if url else ''}"
            start = partial(say, f"{counted(wanted, 'worker')} for {redis}; {can}; Ctrl-C stops")
        run_workers(connection.redis, wanted, say, start, tally)


@contextmanager
def _metrics(address: Address | None) -> Iterator[tuple[str, Tally | None]]:
    """Show what workers count while the block runs, if there is an address; gives the URL and what adds it up."""
    if address is None:
        yield "", None
        return
    from serai.ladder.metrics.endpoint import exposed
    from serai.ladder.metrics.worker_counts import Tally
    from serai.ladder.metrics.worker_numbers import WorkerNumbers

    tally = Tally()
    with exposed(address, WorkerNumbers(tally)) as url:
        yield url, tally


def _note_line(text: str) -> None:
    _line({"note": text})


def _line(data: dict[str, object]) -> None:
    click.echo(json.dumps(data))
