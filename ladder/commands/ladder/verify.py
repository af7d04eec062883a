"""The work of `serai ladder verify` and `serai ladder key`."""

from __future__ import annotations

import socket
from dataclasses import asdict

from serai.ladder.commands.console import Column, counted, number, say, say_json, table
from serai.ladder.commands.progress import late_progress
from serai.ladder.storage import signing, tournaments
from serai.ladder.storage.checking import Checked, State, check
from serai.ladder.storage.store import Store, open_store

_MOST_ROWS = 20


def verify(tournament: str | None, as_json: bool) -> int:
    """Check all blocks on record, print what is not as it should be, and return the exit code."""
    with open_store() as store:
        if tournament is not None:
            tournaments.load(store, tournament)
        wrong, games = _check(store, store.tournaments() if tournament is None else [tournament])
    if as_json:
        blocks = [asdict(block) for block in wrong]
        say_json({"games": {state.value: count for state, count in games.items()}, "blocks": blocks})
    else:
        _show(wrong, games)
    return 1 if wrong else 0


def _check(store: Store, names: list[str]) -> tuple[list[Checked], dict[State, int]]:
    """Return the blocks that no trusted key vouches for, and how many games there are of each state."""
    total = sum(store.done(name).count for name in names)
    wrong, games = [], dict.fromkeys(State, 0)
    with late_progress("blocks") as at:
        for done, block in enumerate(check(store, names, signing.trusted()), start=1):
            games[block.state] += max(1, block.games)  # of a lost one nobody knows how many there were
            if block.state is not State.SIGNED:
                wrong.append(block)
            at(done, total)
    return wrong, games


def _show(wrong: list[Checked], games: dict[State, int]) -> None:
    if wrong:
        columns = [Column("tournament", style="bold"), number("block"), number("games"), Column("state"), Column("key")]
        rows = [[block.tournament, str(block.block), str(block.games), block.state, block.signer] for block in wrong]
        table(columns, rows[:_MOST_ROWS])
        if len(rows) > _MOST_ROWS:
            say(f"and {counted(len(rows) - _MOST_ROWS, 'block')} more (--json shows all)")
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
