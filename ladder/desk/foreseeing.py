"""What a tournament would be: blocks, games, balance of seats and opponents, and how long it takes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from statistics import median
from typing import Any

from serai.ladder.desk.operation import Row
from serai.ladder.model.apart import Whose
from serai.ladder.model.format import Format
from serai.ladder.model.formats import knockout, swiss
from serai.ladder.model.formats.results import LineUp, NextRound, Result, Stage
from serai.ladder.model.formats.standing import Ladder
from serai.ladder.model.schedule import Block, blocks_of
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import Store

# Of games on record, so many of the latest say how long one takes.
_LOOKED_AT = 64


def told(store: Store, game: str, bots: int, seats: int, form: Format, whose: Whose | None = None) -> Row:
    """Return what would be played; of rounds that follow from results, as if the better seed always won.

    With `whose`, bots of one owner are kept apart.
    """
    found = foresee(form, bots, seats, whose)
    seconds, cores = _pace(store, game, seats), len(os.sched_getaffinity(0))
    return {
        "format": form.as_json(),
        "bots": bots,
        "seats": seats,
        **balance(found, bots),
        "seconds": None if seconds is None else round(seconds * len(found) / cores, 1),
        "cores": cores,
    }


def foresee(form: Format, bots: int, seats: int, whose: Whose | None = None) -> list[Block]:
    """Return the blocks of a format, as if the better seed always won. UserProblem if it cannot be played."""
    at_once = tournaments.first_blocks(form, bots, seats, _no_deal, whose=whose)
    if not form.has_rounds:
        return list(at_once)
    if form.kind == "ladder":
        line_ups = Ladder().choose(range(bots), seats, form.blocks, {})
        return list(blocks_of(line_ups, 1, _no_deal))
    made: list[Stage] = []
    found: list[Block] = []
    while (new := _next(form, bots, seats, made)) is not None:
        found += blocks_of(new.tables, new.blocks, _no_deal, len(found), len(made))
        results = tuple(_expected(table) for table in new.tables for _ in range(new.blocks))
        made.append(Stage(new.tables, new.byes, results, new.blocks, new.is_extra))
    return found


def _next(form: Format, bots: int, seats: int, made: Sequence[Stage]) -> NextRound | None:
    if form.kind == "knockout":
        return knockout.next_round(range(bots), seats, form.blocks, made)
    return swiss.next_round(range(bots), seats, form.rounds or swiss.usual_rounds(bots, seats), form.blocks, made)


def _expected(table: LineUp) -> Result:
    """Return a block in which the better seed was always ahead."""
    seats = len(table)
    return Result({bot: 2 * seats * (seats - 1 - place) for place, bot in enumerate(sorted(table))})


def _no_deal(_block: int) -> bytes:
    return b""


def balance(blocks: Sequence[Block], bots: int) -> dict[str, Any]:
    """Return how many blocks and games there are, and the least and the most of each bot, seat and pair."""
    seats = len(blocks[0].line_up) if blocks else 0
    sat = Counter((bot, seat) for block in blocks for seating in block.seatings() for seat, bot in enumerate(seating))
    met = Counter(pair for block in blocks for pair in combinations(sorted(block.line_up), 2))
    came = Counter(bot for block in blocks for bot in block.line_up)
    return {
        "blocks": len(blocks),
        "games": len(blocks) * seats,
        "in_seat": _extremes([sat[bot, seat] for bot in range(bots) for seat in range(seats)]),
        "of_bot": _extremes([came[bot] for bot in range(bots)]),
        "meetings": _extremes([met[pair] for pair in combinations(range(bots), 2)]),
    }


def _extremes(numbers: Sequence[int]) -> list[int]:
    return [min(numbers, default=0), max(numbers, default=0)]


def _pace(store: Store, game: str, seats: int) -> float | None:
    """Return how many seconds of a worker a block takes, from the latest games of this kind; None if there are none.

    Games are played side by side, so what counts is how far apart they began.
    """
    for name in reversed(store.tournaments()):
        header = store.header(name)
        if header["game"] == game and header["seats"] == seats and (paces := _paces(store, name)):
            return median(paces)
    return None


def _paces(store: Store, name: str) -> list[float]:
    from datetime import datetime

    from serai.ladder.storage.queue_notes import QueueNotes

    noted = QueueNotes(store.redis).paces(name)
    if noted:
        return list(noted.values())
    latest = list(store.done(name))[-_LOOKED_AT:]
    facts = [block[0] for block in store.blocks_of_facts(name, latest) if block]
    began = sorted(datetime.fromisoformat(fact["times"]["started"]).timestamp() for fact in facts)
    return [(began[-1] - began[0]) / (len(began) - 1)] if len(began) > 1 else []
