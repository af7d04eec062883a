"""Errors that the person at the terminal is shown: one clear line and an exit code, never a traceback."""

from __future__ import annotations

import errno
from pathlib import Path

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)  # errors of a disk that is full


class Problem(Exception):
    """An error for a person; its text is the one line they read."""

    exit_code = 3


class UserProblem(Problem):
    """A mistake in what was asked for: the line says what was wrong, where, and what would be right."""

    exit_code = 2


class PlatformProblem(Problem):
    """Serai itself or something it depends on failed."""

    exit_code = 3


def unwritable(path: str | Path, error: OSError) -> Problem:
    """Return what is wrong with a file that somebody wants: its path is a mistake, unless the disk is full."""
    kind = PlatformProblem if error.errno in NO_ROOM else UserProblem
    return kind(f"{path} cannot be written: {error.strerror}")
