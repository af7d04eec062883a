"""The environments of libraries on this machine: where each is, whether it is made, and which go in the end.

An environment that a registered version uses stays. Of the others, which authors have tried, those go that nobody has
used for long, and the least recently used of many. What is missed is made again.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from serai.ladder.bots.tree import remove_tree
from serai.ladder.storage.locks import exclusive_at_once
from serai.ladder.storage.paths import home

MOST_KEPT = 10  # of those that no registered version uses
LONG = 30 * 24 * 3600.0  # seconds: unused for so long, an environment goes
SHORT = 24 * 3600.0  # seconds: used since then, it stays however many there are, for a bot may be running on it


def place(named: Sequence[str]) -> Path:
    """Return where the environment with these libraries is on this machine, once it is made."""
    about = (sys.version, sys.prefix, *named)
    return _all() / hashlib.sha256("\n".join(about).encode()).hexdigest()[:32]


def is_made(named: Sequence[str]) -> bool:
    """Return True if the environment is there, or none is needed."""
    return not named or _made(place(named)).exists()


def lock(named: Sequence[str]) -> Path:
    """Return the lock that is held while an environment is made or removed."""
    return _lock(place(named))


def note_made(named: Sequence[str]) -> None:
    """Note that the environment is complete."""
    _made(place(named)).touch()


def note_use(named: Sequence[str]) -> None:
    """Note that somebody uses the environment now."""
    if named:
        os.utime(_made(place(named)))


def keep(named: Sequence[str]) -> None:
    """Note that a registered version uses the environment: it stays."""
    if named:
        _registered(place(named)).touch()


def prune() -> None:
    """Remove what nobody has used for long, and the least recently used of many; what is registered stays."""
    now = time.time()
    found = [path for path in _all().iterdir() if path.is_dir() and not _registered(path).exists()]
    for rank, folder in enumerate(sorted(found, key=_last_used, reverse=True)):
        unused = now - _last_used(folder)
        if unused > LONG or (rank >= MOST_KEPT and unused > SHORT):
            _remove(folder)


def _all() -> Path:
    return home().resolve() / "environments"


def _made(folder: Path) -> Path:
    return folder.with_suffix(".made")


def _registered(folder: Path) -> Path:
    return folder.with_suffix(".registered")


def _lock(folder: Path) -> Path:
    return folder.with_suffix(".lock")


def _last_used(folder: Path) -> float:
    """Return when an environment was last used; one that was never completed, when it was begun."""
    for path in (_made(folder), folder):
        with suppress(FileNotFoundError):
            return path.stat().st_mtime
    return 0.0


def _remove(folder: Path) -> None:
    """Remove an environment, unless somebody is about to make or to remove it."""
    with suppress(BlockingIOError), exclusive_at_once(_lock(folder)):
        _made(folder).unlink(missing_ok=True)  # first: what is half removed is not taken for made
        remove_tree(folder)
