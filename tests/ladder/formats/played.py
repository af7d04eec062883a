"""Rounds of formats that nobody plays: results are drawn from strengths."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from serai.ladder.model.formats.results import LineUp, NextRound, Result, Stage


def drawn(rng: random.Random, table: LineUp, spread: float = 1.0) -> Result:
    """A block of a table at which low numbers are strong; with no spread the stronger wins every comparison."""
    seats = len(table)
    halves = dict.fromkeys(table, 0)
    for _ in range(seats):
        order = sorted(table, key=lambda bot: bot + rng.gauss(0, 4) * spread)
        for place, bot in enumerate(order):
            halves[bot] += 2 * (seats - 1 - place)
    return Result(halves)


def shared(table: LineUp) -> Result:
    """A block in which everybody shared every place."""
    return Result({bot: len(table) * (len(table) - 1) for bot in table})


def play(new: NextRound, result: Callable[[LineUp], Result]) -> Stage:
    results = tuple(result(table) for table in new.tables for _ in range(new.blocks))
    return Stage(new.tables, new.byes, results, new.blocks, new.is_extra)


def play_all(
    next_round: Callable[[Sequence[Stage]], NextRound | None], result: Callable[[LineUp], Result]
) -> list[Stage]:
    """Play round after round to the end; there is an end."""
    made: list[Stage] = []
    while (new := next_round(made)) is not None:
        made.append(play(new, result))
        assert len(made) < 1000
    return made
