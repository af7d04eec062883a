"""What viewers are told of games, bots, tournaments and ratings, as data: the same in a terminal and from afar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from serai.ladder.bots import registry
from serai.ladder.bots.manifest import Manifest
from serai.ladder.bots.version import BotVersion
from serai.ladder.model import tournament
from serai.ladder.model.facts import Fact
from serai.ladder.model.tournament import Tournament
from serai.ladder.ratings.standings import crosstable, standings
from serai.ladder.storage.store import Store
from serai.referee.core.game import Game

Row = dict[str, Any]
RuleSet = tuple[str, int]

_PLAYED = ("game_id", "block", "rotation", "seats")


def game_row(game: Game) -> Row:
    options = [
        {"name": option.name, "choices": list(option.choices), "default": option.default, "meaning": option.meaning}
        for option in game.switches
    ]
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "seats": list(game.all_seat_counts()),
        "epoch": game.epoch,
        "options": options,
    }


def bot_rows(store: Store) -> list[Row]:
    """Every bot that can be named: those that come with Serai first, then in order of registration."""
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
    return datetime.fromtimestamp(timestamp, UTC).isoformat(timespec="seconds")


def tournament_row(store: Store, event: Tournament) -> Row:
    return {
        "name": event.name,
        "created": event.created,
        "state": tournament.state(store, event),
        "game": event.game,
        "epoch": event.epoch,
        "seats": event.seats,
        "bots": len(event.bots),
        "games": event.games,
        "played": store.count(event.name),
    }


def tournament_details(store: Store, event: Tournament) -> Row:
    """All there is to know of a tournament; it holds no secret."""
    return {
        **tournament_row(store, event),
        "bots": [{"bot": bot.name, "version": bot.version} for bot in event.bots],
        "options": dict(event.options),
        "time": str(event.control),
        "in_flight": event.in_flight,
        "blocks": [{"line_up": list(block.line_up), "commitment": block.commitment} for block in event.blocks],
        "standings": ladder_rows((event.game, event.epoch), store.facts(event.name)),
    }


def played_rows(facts: Iterable[Fact]) -> list[Row]:
    """The games that are on record and how everybody fared."""
    return [{key: value for key, value in fact.items() if key in _PLAYED} for fact in facts]


def by_rules(facts: Iterable[Fact], game: str | None = None, epoch: int | None = None) -> dict[RuleSet, list[Fact]]:
    """The facts of each game under its rules of this epoch, of the latest that has facts if none is named."""
    found: dict[RuleSet, list[Fact]] = {}
    for fact in facts:
        if game in (None, fact["game"]) and epoch in (None, fact["epoch"]):
            found.setdefault((fact["game"], fact["epoch"]), []).append(fact)
    latest = {name: max(e for g, e in found if g == name) for name, _ in found}
    return {rules: found[rules] for rules in sorted(found) if rules[1] == latest[rules[0]]}


def ladder_rows(rules: RuleSet, facts: Sequence[Fact]) -> list[Row]:
    """The ratings, best first, each with the rules it holds for."""
    return [{**row.as_json(), "game": rules[0], "epoch": rules[1]} for row in standings(facts)]


def crosstable_rows(rules: RuleSet, facts: Sequence[Fact]) -> list[Row]:
    return [{**row, "game": rules[0], "epoch": rules[1]} for row in crosstable(facts).as_json()]
