"""The ladder: standings, cross tables, comparisons and histories, and whether what is on record is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from serai.ladder.access.caller import ORGANISER
from serai.ladder.access.needs import READ
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant
from serai.ladder.model.plan import find_game
from serai.ladder.ratings.crosstable import Crosstable, Meeting
from serai.ladder.ratings.history import history
from serai.ladder.ratings.table import Choice, find_entrant
from serai.ladder.service.json_rows import crosstable_rows, rules_row, table_row
from serai.ladder.storage import folds, signing, tournaments
from serai.ladder.storage.checking import State, check
from serai.ladder.storage.coverage import Scope
from serai.ladder.storage.store import Store


@operation("ladder.show", READ)
def standings(
    call: Call,
    game: str | None,
    epoch: int | None,
    options: dict[str, str],
    anchors: dict[str, float],
    with_outages: bool,
    latest: bool,
) -> Iterator[Row]:
    """Yield the standings under each set of rules."""
    _check_game(game)
    choice = Choice(anchors, with_outages, latest)
    for scope in folds.ladders(call.store, game, epoch, options):
        yield table_row(folds.standings(call.store, scope, call.shown, choice))


@operation("ladder.crosstable", READ)
def crosstables(
    call: Call, game: str | None, epoch: int | None, options: dict[str, str], tournament: str | None, bot: str | None
) -> Iterator[Row]:
    """Yield the cross table under each set of rules, whole or of one bot; `meetings` are its rows."""
    _check_game(game)
    for scope in _scopes(call.store, game, epoch, options, tournament):
        table, cross = folds.tables(call.store, scope, call.shown)
        yield {
            **rules_row(table),
            "games": table.games,
            "entrants": [who._asdict() for who in table.entrants()],
            "meetings": list(crosstable_rows(table, cross, bot)),
        }


@operation("ladder.compare", READ)
def comparisons(
    call: Call,
    one: str,
    other: str,
    game: str | None,
    epoch: int | None,
    options: dict[str, str],
    tournament: str | None,
) -> Iterator[Row]:
    """Yield how two bots compare under each set of rules that both played under; `games` are all games of those."""
    _check_game(game)
    for scope in _scopes(call.store, game, epoch, options, tournament):
        yield from _pair(call, scope, one, other)


def _pair(call: Call, scope: Scope, one: str, other: str) -> Iterator[Row]:
    """Yield how two compare in a scope; nothing if one of them is not in it."""
    from serai.ladder.ratings.comparison import Comparison  # they load numpy: other tables are folded without
    from serai.ladder.ratings.estimate import estimate

    table, cross = folds.tables(call.store, scope, call.shown)
    outcomes = folds.outcomes(call.store, scope, call.shown)
    try:
        first, second = (find_entrant(name, outcomes.entrants) for name in (one, other))
    except UserProblem:
        return
    by, met = Comparison(estimate(outcomes)).difference(first, second), _meeting(cross, first, second)
    pair = {
        "one": first._asdict(),
        "other": second._asdict(),
        "difference": round(by.points, 1),
        "low": round(by.low, 1),
        "high": round(by.high, 1),
        "superiority": round(by.superiority, 4),
        "score": round(by.score, 4),
        "met": 0 if met is None else met.games,
        "met_score": None if met is None else round(met.score, 4),
        **rules_row(table),
    }
    yield {"pair": pair, "games": table.games}


def _meeting(cross: Crosstable, one: Entrant, other: Entrant) -> Meeting | None:
    return None if one == other else cross.meeting(one, other)


@operation("ladder.history", READ)
def histories(
    call: Call, bot: str, game: str | None, epoch: int | None, options: dict[str, str], tournament: str | None
) -> Iterator[Row]:
    """Yield the rating of a bot after every block, under each set of rules that it played under."""
    _check_game(game)
    for scope in _scopes(call.store, game, epoch, options, tournament):
        told = history(folds.blocks(call.store, scope, call.shown), bot)
        if told is not None:
            rules = {"game": told.rules.game, "epoch": told.rules.epoch, "options": dict(told.rules.options)}
            yield {**told.entrant._asdict(), **rules, "points": [point.as_json() for point in told.points]}


@operation("ladder.verify", READ)
def signatures(call: Call, tournament: str | None) -> Row:
    """Return which blocks no key vouches for that is trusted where the store is, and the games of each state."""
    if tournament is not None:
        tournaments.load(call.store, tournament)
    names = call.store.tournaments() if tournament is None else [tournament]
    total = sum(call.store.done(name).count for name in names)
    wrong: list[dict[str, Any]] = []
    games = {state.value: 0 for state in State}
    for done, block in enumerate(check(call.store, names, signing.trusted()), start=1):
        games[block.state.value] += max(1, block.games)  # of a lost one nobody knows how many there were
        if block.state is not State.SIGNED:
            wrong.append(asdict(block))
        call.shown(done, total)
    return {"games": games, "blocks": wrong}


@operation("ladder.rebuild", ORGANISER)
def rebuild(call: Call) -> Row:
    """Make all tables anew from the facts, and return which had been wrong."""
    return {"wrong": folds.rebuild(call.store, call.shown)}


def _check_game(game: str | None) -> None:
    if game is not None:
        find_game(game)


def _scopes(
    store: Store, game: str | None, epoch: int | None, options: Mapping[str, str], tournament: str | None
) -> list[Scope]:
    """Return what the tables that are asked for are made from; UserProblem if there is no such tournament."""
    if tournament is None:
        return folds.ladders(store, game, epoch, options)
    name = store.name_of(tournament)
    header = store.header(name)
    scope = folds.tournament_scope(store, name)
    fits = game in (None, header["game"]) and epoch in (None, header["epoch"])
    fits = fits and options.items() <= header["options"].items()
    return [scope] if fits and scope.games else []
