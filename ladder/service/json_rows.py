"""Games, bots, tournaments and ratings as rows of data: the same for `--json` and over gRPC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from serai.ladder.arena.presence import Presence
from serai.ladder.bots import registry
from serai.ladder.bots.manifest import Manifest
from serai.ladder.bots.version import BotVersion, is_remote
from serai.ladder.model.facts import Fact
from serai.ladder.model.formats import knockout
from serai.ladder.model.formats.results import Stage, mean_share
from serai.ladder.model.history import History
from serai.ladder.model.schedule import Block
from serai.ladder.model.tournament import Tournament
from serai.ladder.ratings.crosstable import Crosstable
from serai.ladder.ratings.table import Table
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.growth import Growth
from serai.ladder.storage.store import Store
from serai.referee.core.game import Game

Row = dict[str, Any]

_PLAYED = ("game_id", "block", "rotation", "seats")
# A longer schedule is not part of the details: `tournament blocks` prints it row by row.
MOST_BLOCKS_LISTED = 1000


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
        "remote": bot.manifest.remote or None,
        "connected": connected_row(store, bot),
    }


def connected_row(store: Store, bot: BotVersion) -> Row | None:
    """Where a remote bot is connected, and since when; None if it is not, or not remote."""
    there = Presence(store.redis).present(bot.name) if bot.is_remote else None
    return None if there is None else {"since": moment(there.since), "arena": there.arena}


def moment(timestamp: float) -> str:
    """Return a time in ISO 8601, UTC, to the second."""
    return datetime.fromtimestamp(timestamp, UTC).isoformat(timespec="seconds")


def tournament_row(store: Store, tournament: Tournament) -> Row:
    """Return what a list of tournaments says of each."""
    tally, notes = store.tally(tournament.name), store.notes(tournament.name)
    return {
        "name": tournament.name,
        "created": tournament.created,
        "state": tournaments.state(store, tournament),
        "game": tournament.game,
        "epoch": tournament.epoch,
        "seats": tournament.seats,
        "bots": len(tournament.bots),
        "games": tally.games,
        "played": tally.counted,
        "title": notes.get("title", tournament.name),
        "format": tournament.format.kind,
        "deadline": moment(float(notes["deadline"])) if "deadline" in notes else None,
    }


def tournament_details(store: Store, tournament: Tournament) -> Row:
    """Return all there is to know of a tournament; it holds no secret. The blocks of a long one are left out."""
    is_listed = len(tournament.blocks) <= MOST_BLOCKS_LISTED
    history, made = rounds_of(store, tournament)
    return {
        **tournament_row(store, tournament),
        "bots": [{"bot": bot.name, "version": bot.version} for bot in tournament.bots],
        "options": dict(tournament.settings),
        "time": str(tournament.control),
        "in_flight": tournament.in_flight,
        "block_count": len(tournament.blocks),
        "blocks": [_block_row(block) for block in tournament.blocks] if is_listed else None,
        "standings": ladder_rows(folds.standings(store, folds.tournament_scope(store, tournament.name))),
        "own_time": {str(tournament.bots[bot]): str(control) for bot, control in tournament.own.items()},
        "own_deals": tournament.own_deals,
        "worlds": tournament.worlds,
        "committed": tournament.committed,
        "disabled": sorted(history.disabled | history.resting),
        "excluded": sorted(history.excluded),
        "voided": sorted(history.voided),
        "rounds": list(round_rows(tournament, history, made)),
    }


def rounds_of(store: Store, tournament: Tournament) -> tuple[History, list[Stage]]:
    """Return what happened to a tournament, and its rounds so far; where a last one never comes, none are read."""
    history = store.history(tournament.name)
    has_rounds = tournament.format.has_rounds and tournament.format.ends
    return history, Growth(store, tournament.name).stages(tournament, history) if has_rounds else []


def round_rows(tournament: Tournament, history: History, made: Sequence[Stage]) -> Iterator[Row]:
    """Yield the rounds so far; at each table the bots, best first, with the share of all they could win.

    Those of a knockout come with the blocks they won, and whether they go on, null as long as that is open. Further
    blocks of a round belong to it.
    """
    if tournament.format.kind == "knockout":
        matches = knockout.matches(history.active, made, tournament.format.blocks)
        tables = [[_match_row(tournament, table) for table in match.tables()] for match in matches]
    else:
        tables = [[_table_row(tournament, table, stage) for table in stage.tables] for stage in made]
    rounds = [round_ for round_ in history.rounds if not round_.is_extra]
    for round_, seated in zip(rounds, tables, strict=False):
        byes = [tournament.bots[bot].name for bot in round_.byes]
        yield {"title": round_.title, "tables": seated, "byes": byes}


def _table_row(tournament: Tournament, table: Sequence[int], stage: Stage) -> list[Row]:
    results = [result for result in stage.results if tuple(sorted(result.halves)) == table]
    scores = {bot: mean_share(bot, results) for bot in table}
    order = sorted(table, key=lambda bot: (-scores[bot], bot))
    return [{"bot": tournament.bots[bot].name, "score": round(scores[bot], 4)} for bot in order]


def _match_row(tournament: Tournament, table: knockout.Played) -> list[Row]:
    return [
        {
            "bot": tournament.bots[bot].name,
            "score": round(mean_share(bot, table.results), 4),
            "won": knockout.blocks_won(bot, table.results),
            "goes_on": None if table.is_open else place < table.going_on,
        }
        for place, bot in enumerate(table.order)
    ]


def block_rows(store: Store, tournament: Tournament) -> Iterator[Row]:
    """Yield the blocks of a tournament in schedule order, each with whether it is on record."""
    done = store.done(tournament.name)
    for block in tournament.blocks:
        yield {"block": block.index, **_block_row(block), "recorded": block.index in done}


def _block_row(block: Block) -> Row:
    return {"line_up": list(block.line_up), "commitment": block.commitment}


def played_row(fact: Fact) -> Row:
    """Return a game and how every seat fared."""
    return {key: value for key, value in fact.items() if key in _PLAYED}


def ladder_rows(table: Table) -> list[Row]:
    """Return the ratings, best first, each with the rules it holds for."""
    rows = [row.as_json() for row in table.rows()]
    about = {**rules_row(table), "behind": table.behind}
    return [{**row, **about, "remote": is_remote(str(row["version"]))} for row in rows]


def table_row(table: Table) -> Row:
    """Return a whole table: its rows, the rules, and what a reader has to know of it."""
    return {
        **rules_row(table),
        "games": table.games,
        "unconfined": table.unconfined,
        "outages": table.outages,
        "behind": table.behind,
        "rows": ladder_rows(table),
    }


def crosstable_rows(table: Table, cross: Crosstable, bot: str | None = None) -> Iterator[Row]:
    """Yield the cross table, a row for each entrant, best first, or for each version of one bot."""
    everybody = table.entrants()
    wanted = [who for who in everybody if bot in (None, who.bot)]
    return ({**row, **rules_row(table)} for row in cross.rows(everybody, wanted))


def rules_row(table: Table) -> Row:
    """Return the rules of a table."""
    if table.rules is None:
        return {"game": None, "epoch": None, "options": {}}
    return {"game": table.rules.game, "epoch": table.rules.epoch, "options": dict(table.rules.options)}
