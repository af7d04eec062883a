"""Games, bots, tournaments and ratings as rows of data: the same for `--json` and over gRPC."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from serai.ladder.bots import registry
from serai.ladder.bots.manifest import Manifest
from serai.ladder.bots.version import BotVersion
from serai.ladder.model.facts import Fact
from serai.ladder.model.tournament import Tournament
from serai.ladder.ratings.crosstable import Crosstable
from serai.ladder.ratings.standings import Standings
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.store import Store
from serai.referee.core.game import Game

Row = dict[str, Any]

_PLAYED = ("game_id", "block", "rotation", "seats")


def game_row(game: Game) -> Row:
    """Return a game with its switches, which viewers know as options."""
    switches = [
        {"name": switch.name, "choices": list(switch.choices), "default": switch.default, "meaning": switch.meaning}
        for switch in game.switches
    ]
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "seats": list(game.all_seat_counts()),
        "epoch": game.epoch,
        "options": switches,
    }


def bot_rows(store: Store) -> list[Row]:
    """Return every bot that can be named: built-in ones first, then in order of registration."""
    built_in = registry.built_in()
    rows = [_bot_row(store, registry.package(folder).bot, True) for folder in built_in.values()]
    others = [name for name in store.bots() if name not in built_in]
    return rows + [_bot_row(store, store.registration(store.versions(name)[-1]).bot, False) for name in others]


def manifest_row(manifest: Manifest) -> Row:
    """What a bot.toml says, with every game by its name."""
    return {**manifest.as_json(), "games": list(manifest.all_games())}


def _bot_row(store: Store, bot: BotVersion, built_in: bool) -> Row:
    versions = store.versions(bot.name)
    return {
        "name": bot.name,
        "version": bot.version,
        "language": bot.manifest.language,
        "games": list(bot.manifest.all_games()),
        "built_in": built_in,
        "versions": len(versions),
        "added": moment(store.registration(versions[-1]).added) if versions else None,
        "disabled": store.is_disabled(bot.name),
    }


def moment(timestamp: float) -> str:
    """Return a time in ISO 8601, UTC, to the second."""
    return datetime.fromtimestamp(timestamp, UTC).isoformat(timespec="seconds")


def tournament_row(store: Store, tournament: Tournament) -> Row:
    """Return what a list of tournaments says of each."""
    return {
        "name": tournament.name,
        "created": tournament.created,
        "state": tournaments.state(store, tournament),
        "game": tournament.game,
        "epoch": tournament.epoch,
        "seats": tournament.seats,
        "bots": len(tournament.bots),
        "games": tournament.games,
        "played": store.count(tournament.name),
    }


def tournament_details(store: Store, tournament: Tournament) -> Row:
    """Return all there is to know of a tournament; it holds no secret."""
    return {
        **tournament_row(store, tournament),
        "bots": [{"bot": bot.name, "version": bot.version} for bot in tournament.bots],
        "options": dict(tournament.settings),
        "time": str(tournament.control),
        "in_flight": tournament.in_flight,
        "blocks": [{"line_up": list(block.line_up), "commitment": block.commitment} for block in tournament.blocks],
        "standings": ladder_rows(folds.standings(store, folds.tournament_scope(store, tournament.name))),
    }


def played_row(fact: Fact) -> Row:
    """Return a game and how every seat fared."""
    return {key: value for key, value in fact.items() if key in _PLAYED}


def ladder_rows(table: Standings) -> list[Row]:
    """Return the ratings, best first, each with the rules it holds for."""
    return [{**row.as_json(), **_rules(table)} for row in table.rows()]


def crosstable_rows(table: Standings, cross: Crosstable, bot: str | None = None) -> Iterator[Row]:
    """Yield the cross table, a row for each entrant, best first, or for each version of one bot."""
    everybody = table.entrants()
    wanted = [who for who in everybody if bot in (None, who.bot)]
    return ({**row, **_rules(table)} for row in cross.rows(everybody, wanted))


def _rules(table: Standings) -> Row:
    game, epoch = table.rules or (None, None)
    return {"game": game, "epoch": epoch}
