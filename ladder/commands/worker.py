"""`serai worker`."""

from __future__ import annotations

import os

import click

from ladder.commands.output import counted, note


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0))


@click.command(name="worker")
@click.option(
    "-n", "--count", type=click.IntRange(1), metavar="N", help="How many worker processes. [one for each core]"
)
def worker_command(count: int | None) -> None:
    """Play what is in the queue until Ctrl-C; on as many machines as you like, with the same REDIS_URL.

    A worker that dies is replaced and what it was playing is played again. Stopping is always safe.

    \b
    Examples:
      serai worker
      REDIS_URL=redis://arena.example/0 serai worker -n 8
    """
    from ladder import valkey
    from ladder.supervisor import run_workers

    wanted = count or cores()
    with valkey.connection() as connection:
        note(f"{counted(wanted, 'worker')} for {connection.description}; Ctrl-C stops")
        run_workers(connection.redis, wanted, note)
