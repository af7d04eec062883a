"""Line-ups in which bots of one owner do not meet, where an organiser wants that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# Whose a bot is, by its number; empty or missing if it is nobody's. Without any, nobody is kept apart.
Whose = Mapping[int, str]


def kept_apart(line_ups: Iterable[tuple[int, ...]], whose: Whose) -> list[tuple[int, ...]]:
    """Return the line-ups in which no two bots are of the same owner; ValueError if there are none left."""
    found = [line_up for line_up in line_ups if are_apart(line_up, whose)]
    if not found:
        raise ValueError("bots of the same owner are at every table, so none is left when they are kept apart")
    return found


def are_apart(line_up: Iterable[int], whose: Whose) -> bool:
    """Return True if no two of these bots are of the same owner."""
    owners = [owner for bot in line_up if (owner := whose.get(bot))]
    return len(set(owners)) == len(owners)
