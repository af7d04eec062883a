"""Tournaments as they stand: what they play, how far they have come, their blocks, games and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, cast

from serai.ladder.access.needs import READ
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.model import schedule
from serai.ladder.model.facts import Fact
from serai.ladder.model.formats import knockout, swiss
from serai.ladder.model.formats.results import Stage
from serai.ladder.model.history import History
from serai.ladder.model.tournament import Tournament
from serai.ladder.service.json_rows import (
    block_rows,
    ladder_rows,
    played_row,
    rounds_of,
    table_row,
    tournament_details,
    tournament_row,
)
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.store import Store

_BLOCKS_AT_ONCE = 256


@operation("tournament.list", READ)
def listed(call: Call) -> Iterator[Row]:
    """Yield all tournaments in order of creation."""
    for tournament in tournaments.load_all(call.store):
        yield tournament_row(call.store, tournament)


@operation("tournament.show", READ)
def shown(call: Call, name: str) -> Row:
    """Return all there is to know of a tournament."""
    return whole(call, tournaments.load(call.store, name))


def whole(call: Call, tournament: Tournament) -> Row:
    """Return the details of a tournament as programs read them, and what people are told beside."""
    store = call.store
    history, made = rounds_of(store, tournament)
    table = folds.standings(store, folds.tournament_scope(store, tournament.name), call.shown)
    return {
        "details": tournament_details(store, tournament),
        "format": tournament.format.as_json(),
        "scheduled": tournament.games,
        "line_ups": _line_ups(tournament),
        "idle": [str(tournament.bots[bot]) for bot in _idle(tournament)],
        "out": {
            word: [str(tournament.bots[bot]) for bot in sorted(bots)]
            for word, bots in (
                ("disabled", history.disabled),
                ("resting", history.resting),
                ("excluded", history.excluded),
            )
        },
        "order": _order(tournament, history, made),
        "table": table_row(table) if table.games else None,
        "first_game": next(store.facts(tournament.name))["game_id"] if table.games else None,
    }


def _line_ups(tournament: Tournament) -> int | None:
    """Return how many line-ups a round-robin has; None for other formats, and if blocks were added since."""
    if tournament.format.kind != "round-robin":
        return None
    found = schedule.count_line_ups(tournament.blocks)
    was_extended = tournament.committed and found * tournament.format.blocks != len(tournament.blocks)
    return None if was_extended else found


def _idle(tournament: Tournament) -> list[int]:
    """Return who does not play at all.

    All bots come up equally often, within one, so somebody is left out only if the places do not go round.
    """
    line_ups = _line_ups(tournament)
    if line_ups is None or line_ups * tournament.seats >= len(tournament.bots):
        return []
    playing = {bot for index in range(line_ups) for bot in tournament.blocks[index].line_up}
    return [bot for bot in range(len(tournament.bots)) if bot not in playing]


def _order(tournament: Tournament, history: History, made: Sequence[Stage]) -> list[Row]:
    """Return who stands where after the rounds so far, best first; nothing where there are none."""
    if not made:
        return []
    if tournament.format.kind == "knockout":
        placed = knockout.placing(history.active, made, tournament.format.blocks)
        return [{"place": place, "bot": str(tournament.bots[bot])} for place, bot in enumerate(placed, 1)]
    points = swiss.scores([bot for bot in range(len(tournament.bots)) if bot not in history.excluded], made)
    order = sorted(points, key=lambda bot: (-points[bot], bot))
    places = {bot: 1 + sum(points[bot] < other for other in points.values()) for bot in order}
    return [{"place": places[bot], "bot": str(tournament.bots[bot]), "score": points[bot]} for bot in order]


@operation("tournament.row", READ)
def row(call: Call, name: str) -> Row:
    """Return what a list of tournaments says of one, with its bots and how many blocks of it are on record."""
    tournament = tournaments.load(call.store, name)
    return {
        **tournament_row(call.store, tournament),
        "entrants": [{"bot": bot.name, "version": bot.version} for bot in tournament.bots],
        "recorded": call.store.recorded(tournament.name).count,
    }


@operation("tournament.blocks", READ)
def blocks(call: Call, name: str) -> Iterator[Row]:
    """Yield the schedule of a tournament."""
    yield from block_rows(call.store, tournaments.load(call.store, name))


@operation("tournament.games", READ)
def games(call: Call, name: str) -> Iterator[Row]:
    """Yield the games that are on record, and how every seat fared."""
    tournament = tournaments.load(call.store, name)
    yield from map(played_row, call.store.facts(tournament.name))


@operation("tournament.history", READ)
def history(call: Call, name: str) -> Iterator[Row]:
    """Yield what happened to a tournament since it was created."""
    tournament = tournaments.load(call.store, name)
    yield from cast("list[Row]", call.store.entries(tournament.name))


@operation("tournament.facts", READ)
def facts(call: Call, name: str, voided: bool) -> Iterator[Mapping[str, Any]]:
    """Yield the facts of a tournament in schedule order, with those that do not count if wanted."""
    tournament = tournaments.load(call.store, name)
    yield from _all_facts(call.store, tournament.name) if voided else call.store.facts(tournament.name)


def _all_facts(store: Store, name: str) -> Iterator[Fact]:
    recorded = iter(store.recorded(name))
    while indices := list(islice(recorded, _BLOCKS_AT_ONCE)):
        for block in store.blocks_of_facts(name, indices):
            yield from block


@operation("tournament.standings", READ)
def standings(call: Call, name: str) -> Iterator[Row]:
    """Yield the standings of a tournament, best first."""
    tournament = tournaments.load(call.store, name)
    yield from ladder_rows(folds.standings(call.store, folds.tournament_scope(call.store, tournament.name)))
