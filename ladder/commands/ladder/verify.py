"""The work of `serai ladder verify` and `serai ladder key`."""

from __future__ import annotations

import socket

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import Column, counted, number, say, say_json, table
from serai.ladder.commands.progress import late_progress
from serai.ladder.desk import tables
from serai.ladder.desk.operation import Row
from serai.ladder.storage import signing

_MOST_ROWS = 20


def verify(tournament: str | None, as_json: bool) -> int:
    """Check all blocks on record, print what is not as it should be, and return the exit code."""
    with late_progress("blocks") as shown, desk(shown) as asked:
        found = asked.ask(tables.signatures, tournament=tournament)
    if as_json:
        say_json(found)
    else:
        _show(found["blocks"], found["games"])
    return 1 if found["blocks"] else 0


def _show(wrong: list[Row], games: dict[str, int]) -> None:
    if wrong:
        columns = [Column("tournament", style="bold"), number("block"), number("games"), Column("state"), Column("key")]
        shown = ("tournament", "block", "games", "state", "signer")
        table(columns, [[str(block[name]) for name in shown] for block in wrong[:_MOST_ROWS]])
        if len(wrong) > _MOST_ROWS:
            say(f"and {counted(len(wrong) - _MOST_ROWS, 'block')} more (--json shows all)")
        say()
    parts = ", ".join(f"{count} {state}" for state, count in games.items())
    say(f"{counted(sum(games.values()), 'game')}: {parts}")


def show_key(as_json: bool) -> None:
    """Print the public key of this host and its name."""
    key, name = signing.own_signer().public.hex(), socket.gethostname()
    if as_json:
        say_json({"key": key, "name": name})
    else:
        say(f"{key} {name}")
