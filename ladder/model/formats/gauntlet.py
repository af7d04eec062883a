"""Gauntlet: one bot, the hero, sits at every table, and the others come in turn."""

from __future__ import annotations

from serai.ladder.model.apart import Whose, kept_apart
from serai.ladder.model.formats.results import LineUp
from serai.ladder.model.schedule import line_ups, spread


def line_ups_with(
    hero: int, others: list[int], seats: int, limit: int | None = None, whose: Whose | None = None
) -> list[LineUp]:
    """Return line-ups of the hero with the others, all or a balanced choice, spread evenly; ValueError if too few.

    With `whose`, bots of one owner are kept apart.
    """
    if len(others) < seats - 1:
        raise ValueError(f"{len(others) + 1} bots cannot fill a table of {seats} seats")
    if limit is not None and limit < 1:
        raise ValueError(f"the limit is {limit} line-ups; it must be at least 1")
    in_order = spread(_company(len(others), seats - 1, None if whose else limit), len(others))
    found = [tuple(sorted((hero, *(others[at] for at in line_up)))) for line_up in in_order]
    return kept_apart(found, whose)[:limit] if whose else found


def _company(others: int, places: int, limit: int | None) -> list[LineUp]:
    alone: list[LineUp] = [(at,) for at in range(others)]
    return alone[:limit] if places == 1 else line_ups(others, places, limit)
