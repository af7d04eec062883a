"""`serai worker`."""

from __future__ import annotations

import json
from functools import partial

import click

from serai.ladder.commands.console import counted, json_option, note
from serai.ladder.commands.params import cores, unsafe_option
from serai.ladder.errors import PlatformProblem
from serai.ladder.storage import redis_connection


@click.command(name="worker")
@click.option(
    "-n", "--count", type=click.IntRange(1), metavar="N", help="How many worker processes. [one for each core]"
)
@unsafe_option
@json_option
def worker_command(count: int | None, as_json: bool) -> None:
    """Play what is in the queue until Ctrl-C; on as many machines as you like, with the same REDIS_URL.

    A worker that dies is replaced and what it was playing is played again. Stopping is always safe, and takes a few
    seconds. If Redis is not there, or goes away, it is waited for. It plays bots of the languages whose toolchains are
    here; serai workers lists who is there. Bots are confined; without a sandbox no worker is started.

    \b
    Examples:
      serai worker
      REDIS_URL=redis://arena.example/0 serai worker -n 8

    \b
    With --json: one object a line as it happens, {"workers", "redis", "languages", "sandbox"} at the start, then
    {"note"} for every worker that was replaced, and when Redis is waited for.
    """
    from serai.ladder.bots.confinement import arena
    from serai.ladder.queue.supervisor import run_workers
    from serai.ladder.queue.worker_classes import own_languages, shown

    wanted = count or cores()
    say = _note_line if as_json else note
    confinement = arena()
    if confinement.sandbox is None and not confinement.unsafe:
        raise PlatformProblem(f"no worker is started without a sandbox: {confinement.why_not}")
    with redis_connection.connection(waiting=say, at_start=True) as connection:
        redis = connection.description
        if as_json:
            languages = ["python", *sorted(own_languages())]
            layers = confinement.sandbox.layers if confinement.sandbox else []
            start = partial(_line, {"workers": wanted, "redis": redis, "languages": languages, "sandbox": layers})
        else:
            can = f"they play {shown(own_languages())}"
            start = partial(note, f"{counted(wanted, 'worker')} for {redis}; {can}, {confinement}; Ctrl-C stops")
        run_workers(connection.redis, wanted, say, start)


def _note_line(text: str) -> None:
    _line({"note": text})


def _line(data: dict[str, object]) -> None:
    click.echo(json.dumps(data))
