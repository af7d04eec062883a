"""`serai workers`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from serai.ladder.commands.console import Column, json_option, number, say, say_json_list, table

if TYPE_CHECKING:
    from serai.ladder.queue.live_workers import LiveWorker


@click.command(name="workers")
@json_option
def workers_command(as_json: bool) -> None:
    """Who is there to play: the workers of all hosts, what they can play and what they do.

    A worker plays bots of the languages whose toolchains its machine has, and gives a sign of life every few seconds.
    One that is silent for longer is not listed, and what it had is played by others.

    \b
    Examples:
      serai workers
      serai workers --json

    With --json: a list of {name, host, languages, cores, version, tournament, since, seen}; tournament is the one it
    plays for right now, or null, seen the last sign of life by its own clock.
    """
    from serai.ladder.queue.live_workers import live_workers
    from serai.ladder.storage import redis_connection

    with redis_connection.connection() as connection:
        found = live_workers(connection.redis)
    if as_json:
        from serai.ladder.service.status import worker_row

        say_json_list(map(worker_row, found))
    elif found:
        _show(found)
    else:
        say("No worker is there; serai worker starts some, serai tournament run brings its own.")


def _show(found: list[LiveWorker]) -> None:
    columns = [
        *(Column("host", style="bold"), number("process"), Column("languages"), number("cores", spare=True)),
        *(Column("plays"), Column("since, UTC"), Column("last sign, UTC", spare=True), Column("serai", spare=True)),
    ]
    table(columns, [_line(worker) for worker in found])


def _line(worker: LiveWorker) -> list[str]:
    from serai.ladder.queue.worker_classes import shown

    since, seen = (_seconds(moment).replace("T", " ").removesuffix("Z") for moment in (worker.since, worker.seen))
    process = worker.name.split(".")[-2]
    return [
        *(worker.host, process, shown(worker.languages), str(worker.cores)),
        *(worker.tournament or "nothing", since, seen, worker.version),
    ]


def _seconds(moment: str) -> str:
    """Return a moment in ISO 8601 without the fraction of its seconds."""
    return f"{moment[:19]}Z"
