"""Make all attempts to get out of the sandbox and print what each got. Exit code 1 if one got anything."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from escapes import builds, games, packages
from escapes.prisoner import ATTEMPTS, NO_GROUP
from escapes.stage import ENDED, Stage, stage
from escapes.tries import tried
from serai.server.sandbox.sandbox import NoSandbox, sandbox

# Each of these in a process of its own, for it may not live to tell.
ALONE = ("memory_bomb_in_many", "inode_filler", "fork_bomb", "daemon", "kill_the_first", "remember")
HELD, ESCAPED, NOT_HERE = "held", "ESCAPED", "not here"


class Row(NamedTuple):
    """An attempt, by whom it was made, and what came of it."""

    who: str
    attempt: str
    result: str
    got: str


def _row(who: str, name: str, got: str) -> Row:
    if got == NO_GROUP:
        return Row(who, name, NOT_HERE, got)
    ended = got == ENDED and name in ALONE
    return Row(who, name, HELD if not got or ended else ESCAPED, got)


def by_prisoners(on: Stage) -> Iterator[Row]:
    """Yield what a program inside got, one row for each attempt."""
    for names in ([name for name in ATTEMPTS if name not in ALONE], *([name] for name in ALONE), ["remember"]):
        for name, got in on.attempt(names).items():
            yield _row("process", name, got or _seen_outside(on, name))


def _seen_outside(on: Stage, name: str) -> str:
    """Return what can only be seen from outside of an attempt."""
    seen: dict[str, Callable[[], str]] = {
        "udp": lambda: "a datagram arrived" if on.datagrams() else "",
        "write_outside": lambda: "it is there" if on.written_outside() else "",
        "daemon": lambda: f"{left} is left" if (left := on.daemons()) else "",
        "kill_others": lambda: "" if on.other.poll() is None else "the other bot is gone",
    }
    return seen[name]() if name in seen else ""


def in_games() -> Iterator[Row]:
    """Yield what bots that attack while they play got."""
    attacked, quiet = games.played(games.ATTACKS)
    for name in games.ATTACKS:
        yield _row("bot in a game", name, games.verdict(name, attacked[name], quiet[name]))


def by_packages() -> Iterator[Row]:
    """Yield what packages and builds got."""
    for who, tries in (("package", packages.TRIES), ("build", builds.TRIES)):
        for name, one in tries.items():
            yield _row(who, name, tried(one))


def rows() -> Iterator[Row]:
    with stage() as on:
        yield from by_prisoners(on)
    yield from by_packages()
    yield from in_games()


def main() -> int:
    try:
        print(f"layers in force: {', '.join(sandbox().layers)}\n")
    except NoSandbox as error:
        print(f"there is no sandbox here: {error}")
        return 3
    as_json = "--json" in sys.argv
    found = []
    for row in rows():
        found.append(row)
        shown = (
            json.dumps(row._asdict()) if as_json else f"{row.who:17} {row.attempt:34} {row.result:9} {row.got[:120]}"
        )
        print(shown.rstrip(), flush=True)
    counts = [sum(row.result == result for row in found) for result in (HELD, NOT_HERE, ESCAPED)]
    print(f"\n{len(found)} attempts: {counts[0]} held, {counts[1]} not limited on this machine, {counts[2]} escaped")
    return 1 if counts[2] else 0


if __name__ == "__main__":
    sys.exit(main())
