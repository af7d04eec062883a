"""`serai archive`."""

from __future__ import annotations

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import counted, json_option, say, say_json


@click.command(name="archive")
@click.argument("name", required=False, metavar="[TOURNAMENT]", shell_complete=completion.tournaments)
@json_option
def archive_command(name: str | None, as_json: bool) -> None:
    """Move replays from Redis to compressed archives: of one TOURNAMENT, or of all.

    Every 256 blocks that follow each other go together, when all of them are on record; serai tournament run does the
    same by itself. Replays are found wherever they are. SERAI_ARCHIVE says where archives go: file:///folder,
    s3://bucket/prefix (with the AWS_... variables), by default a folder of SERAI_HOME. With REDIS_URL and without
    SERAI_ARCHIVE replays stay in Redis, where every host can read them.

    \b
    Examples:
      serai archive
      SERAI_ARCHIVE=s3://replays/serai serai archive spring

    With --json: {where, segments, games, bytes} of what was moved.
    """
    from serai.ladder.errors import UserProblem
    from serai.ladder.storage import archive_place, tournaments
    from serai.ladder.storage.archive import Moved, move
    from serai.ladder.storage.store import open_store

    place = archive_place.configured()
    if place is None:
        raise UserProblem("with REDIS_URL archives need a place that all hosts can read: set SERAI_ARCHIVE to its URL")
    with open_store() as store:
        chosen = [tournaments.load(store, name)] if name else tournaments.load_all(store)
        moved = sum((move(store, tournament) for tournament in chosen), Moved())
    if as_json:
        say_json({"where": place.shown(), "segments": moved.segments, "games": moved.games, "bytes": moved.bytes})
    elif moved.games:
        say(f"moved the replays of {counted(moved.games, 'game')} to {place.shown()}: {moved.bytes:,} bytes")
    else:
        say(f"nothing to move: all replays that can be are in {place.shown()}")
