"""`serai tournament run` and what else moves a tournament: watch, pause, resume, cancel."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import counted, json_option, say, say_json
from serai.ladder.commands.progress import progress
from serai.ladder.commands.tournament.show import show_table
from serai.ladder.commands.worker import cores
from serai.ladder.errors import Problem, UserProblem

if TYPE_CHECKING:
    from serai.ladder.model.tournament import Tournament
    from serai.ladder.queue.supervisor import Progress
    from serai.ladder.storage.store import Store

_LOOK_SECONDS = 0.5


class Interrupted(Problem):
    """The person stopped us."""

    exit_code = 130


@click.command(name="run", short_help="Play what is missing, and show the table.")
@click.argument("name", shell_complete=completion.tournaments)
@click.option("--workers", type=click.IntRange(1), metavar="N", help="How many worker processes. [one for each core]")
@json_option
def run_command(name: str, workers: int | None, as_json: bool) -> None:
    """Play what is missing of the tournament NAME, with workers of its own, and show the table.

    Ctrl-C is always safe: what is on record stays, and run again goes on from there. Workers that were started
    with serai worker help along.

    \b
    Examples:
      serai tournament run spring
      serai tournament run spring --workers 4

    With --json: as serai tournament show --json, when it is finished.
    """
    from serai.ladder.json_rows import tournament_details
    from serai.ladder.model import tournament
    from serai.ladder.storage import store

    with store.opened() as opened:
        event = tournament.load(opened, name)
        play_event(opened, event, workers or cores())
        if as_json:
            say_json(tournament_details(opened, event))
        else:
            show_table(opened, event)


def play_event(opened: Store, event: Tournament, workers: int) -> None:
    """Play what is missing and show how far it has come."""
    from serai.ladder.queue.supervisor import progress_of, run_tournament

    begin = progress_of(opened, event)
    if begin.recorded == event.games:
        return
    if opened.halted(event.name) == "cancelled":
        raise UserProblem(f"{event.name} is cancelled, so it is not played any more")
    with _clean_end(event), progress(event.name, event.games, begin.recorded) as shown:

        def at(now: Progress) -> None:
            shown.at(now.recorded + now.over, describe(now))

        run_tournament(opened, event, workers, at, shown.say)


def describe(now: Progress) -> str:
    """Where the games stand: a game counts for good when all of its block are on record."""
    return (
        f"{now.recorded} on record, {counted(now.over, 'more game')} over" if now.over else f"{now.recorded} on record"
    )


@contextmanager
def _clean_end(event: Tournament) -> Iterator[None]:
    """Ctrl-C and SIGTERM end us in order: the workers are stopped, and the line says how to go on."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; serai tournament run {event.name} goes on where it stopped") from None
    finally:
        signal.signal(signal.SIGTERM, before)


@click.command(name="watch", short_help="Follow what is played elsewhere to its end.")
@click.argument("name", shell_complete=completion.tournaments)
@json_option
def watch_command(name: str, as_json: bool) -> None:
    """Follow the tournament NAME until it is finished, then show its table; it is played elsewhere.

    \b
    Examples:
      serai tournament watch spring
      serai tournament watch spring 2> progress.log

    With --json: as serai tournament show --json, when it is finished.
    """
    from serai.ladder.json_rows import tournament_details
    from serai.ladder.model import tournament
    from serai.ladder.queue.supervisor import progress_of
    from serai.ladder.storage import store

    with store.opened() as opened:
        event = tournament.load(opened, name)
        begin = now = progress_of(opened, event)
        with progress(name, event.games, begin.recorded) as shown:
            while now.recorded < event.games:
                shown.at(now.recorded + now.over, describe(now))
                time.sleep(_LOOK_SECONDS)
                now = progress_of(opened, event)
            shown.at(now.recorded)
        if as_json:
            say_json(tournament_details(opened, event))
        else:
            show_table(opened, event)


def _halt(name: str, why: str) -> None:
    from serai.ladder.model import tournament
    from serai.ladder.storage import store

    with store.opened() as opened:
        event = tournament.load(opened, name)
        state = tournament.state(opened, event)
        if state in ("finished", "cancelled", why):
            raise UserProblem(f"{name} is {state}, so it cannot be {why}")
        opened.halt(name, why)
    say(f"{name} is {why}: what is being played is finished, nothing more is begun")


@click.command(name="pause", short_help="Begin no more blocks until it is resumed.")
@click.argument("name", shell_complete=completion.tournaments)
def pause_command(name: str) -> None:
    """Begin no more blocks of the tournament NAME until it is resumed.

    \b
    Example:
      serai tournament pause spring
    """
    _halt(name, "paused")


@click.command(name="cancel", short_help="Begin no more blocks, for good.")
@click.argument("name", shell_complete=completion.tournaments)
def cancel_command(name: str) -> None:
    """Begin no more blocks of the tournament NAME, for good; what was played stays on record.

    \b
    Example:
      serai tournament cancel spring
    """
    _halt(name, "cancelled")


@click.command(name="resume", short_help="Let a paused tournament go on.")
@click.argument("name", shell_complete=completion.tournaments)
def resume_command(name: str) -> None:
    """Let a paused tournament go on; serai tournament run plays it.

    \b
    Example:
      serai tournament resume spring
    """
    from serai.ladder.model import tournament
    from serai.ladder.storage import store

    with store.opened() as opened:
        event = tournament.load(opened, name)
        if opened.halted(name) != "paused":
            raise UserProblem(f"{name} is {tournament.state(opened, event)}, not paused")
        opened.unhalt(name)
    say(f"{name} may go on: serai tournament run {name}")
