"""What can go wrong for the person at the terminal: one clear line and an exit code, never a traceback."""

from __future__ import annotations


class Problem(Exception):
    """Something a person has to know; the text is the one line they read."""

    exit_code = 3


class UserProblem(Problem):
    """What was asked for cannot be: the line says what was wrong, where, and what would be right."""

    exit_code = 2


class PlatformProblem(Problem):
    """Serai itself or something it stands on failed."""

    exit_code = 3
