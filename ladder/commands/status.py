"""`serai status`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from serai.ladder.commands.console import Column, counted, json_option, number, say, say_json, table

Row = dict[str, Any]

_MEGABYTE = 1 << 20


@click.command(name="status")
@json_option
def status_command(as_json: bool) -> None:
    """How everything stands: workers, remote bots, what is being played, what waits, and what is stuck and why.

    \b
    Stuck is what does not go on by itself:
      no-worker          no worker is there, or none that has the toolchains of a bot or a job
      absent, no-arena   a remote bot is not connected, or there is no arena to connect to
      paused, drained, overdue
      not-run            a tournament has begun, and nobody runs it now
      failing            blocks fail for the platform
      memory             Redis has used nine tenths of its memory

    \b
    Examples:
      serai status
      serai status --json | jq .stuck

    With --json: {workers, bots, arenas, tournaments, queues, redis, stuck}; tournaments are those that are not over,
    stuck is a list of {kind, about, why, helps}. Times are by the clocks of whom they are about.
    """
    from serai.ladder.commands.at_desk import desk
    from serai.ladder.desk import workers

    with desk() as asked:
        found = asked.ask(workers.standing)
    if as_json:
        say_json(found)
    else:
        _show(found)


def _show(found: Row) -> None:
    _show_workers(found["workers"])
    _show_bots(found["bots"], found["arenas"])
    _show_tournaments(found["tournaments"])
    _show_queues(found["queues"])
    used, limit = found["redis"]["used_bytes"], found["redis"]["limit_bytes"]
    say(f"Redis uses {used / _MEGABYTE:.0f} MB of {f'{limit / _MEGABYTE:.0f} MB' if limit else 'what there is'}.")
    _show_stuck(found["stuck"])


def _show_workers(workers: Sequence[Row]) -> None:
    if not workers:
        say("No worker is there.")
        return
    columns = [Column("worker of", style="bold"), number("process"), Column("languages"), Column("plays")]
    table(columns, [_worker_cells(worker) for worker in workers])


def _worker_cells(worker: Row) -> list[str]:
    process = worker["name"].split(".")[-2]
    return [worker["host"], process, ", ".join(worker["languages"]), worker["tournament"] or "nothing"]


def _show_bots(bots: Sequence[Row], arenas: Sequence[Row]) -> None:
    where = ", ".join(arena["address"] for arena in arenas)
    say(f"{counted(len(arenas), 'arena')}: {where}" if arenas else "No arena is there.")
    if bots:
        columns = [Column("connected", style="bold"), Column("owner"), Column("at"), Column("since, UTC")]
        table(columns, [[bot["bot"], bot["owner"] or "", bot["arena"], _shown(bot["since"])] for bot in bots])


def _show_tournaments(events: Sequence[Row]) -> None:
    if not events:
        say("No tournament is under way.")
        return
    columns = [
        *(Column("tournament", style="bold"), Column("game"), Column("state"), number("games"), number("played")),
        *(number("jobs waiting"), number("jobs played"), Column("run")),
    ]
    table(columns, [_event_cells(event) for event in events])


def _event_cells(event: Row) -> list[str]:
    numbers = (event[name] for name in ("games", "played", "jobs_waiting", "jobs_playing"))
    return [event["name"], event["game"], event["state"], *map(str, numbers), "yes" if event["is_run"] else "no"]


def _show_queues(queues: Sequence[Row]) -> None:
    if any(queue["waiting"] for queue in queues):
        columns = [Column("jobs for", style="bold"), number("waiting"), number("being played"), number("workers")]
        names = ("waiting", "playing", "workers")
        table(columns, [[", ".join(queue["languages"]), *(str(queue[name]) for name in names)] for queue in queues])


def _show_stuck(rows: Sequence[Row]) -> None:
    if not rows:
        say("Nothing is stuck.")
        return
    columns = [Column("stuck", style="bold"), Column("why"), Column("what helps")]
    table(columns, [[row["about"], row["why"], row["helps"]] for row in rows])


def _shown(moment: str) -> str:
    return moment[:19].replace("T", " ")
