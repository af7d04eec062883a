"""Errors that the person at the terminal is shown: one clear line and an exit code, never a traceback."""

from __future__ import annotations


class Problem(Exception):
    """An error for a person; its text is the one line they read."""

    exit_code = 3


class UserProblem(Problem):
    """A mistake in what was asked for: the line says what was wrong, where, and what would be right."""

    exit_code = 2


class PlatformProblem(Problem):
    """Serai itself or something it depends on failed."""

    exit_code = 3
