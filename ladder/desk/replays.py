"""Games on record: what is needed to look at them, and to prove them on the machine of whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from redis.exceptions import NoPermissionError

from serai.ladder.access.needs import READ
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.tournament import Tournament
from serai.ladder.model.verification import verify_deal
from serai.ladder.storage import tournaments
from serai.referee.replay import ReplayError


@operation("replay.game", READ)
def game(call: Call, game_id: str) -> Row:
    """Return the record of a game, and the time control of its tournament."""
    found = call.store.game(game_id)
    control = str(tournaments.load(call.store, found.identity).control)
    return {"record": _visible(call, found).as_json(), "control": control}


@operation("replay.games", READ)
def games(call: Call, tournament: str) -> Iterator[Row]:
    """Yield the records of all games of a tournament that count, in schedule order."""
    for game_id in _ids(call, tournament):
        yield _visible(call, call.store.game(game_id)).as_json()


@operation("replay.proofs", READ)
def proofs(call: Call, games: list[str], tournament: str | None) -> Iterator[Row]:
    """Yield all that proves games: of each the record, and what its tournament published.

    They are those that are named; if none is, all of a tournament, or of all.
    """
    told: set[str] = set()
    event: Tournament | None = None  # loaded once for the games of one, which follow one another
    for game_id in games or _ids(call, tournament):
        found = call.store.game(game_id)
        if event is None or event.name != found.identity:
            event = tournaments.load(call.store, found.identity)
        yield {"record": _visible(call, found).as_json(), **_published(call, event, found.fact, event.name in told)}
        told.add(event.name)


@operation("replay.published", READ)
def published(call: Call, tournament: str, block: int, deal: str) -> Row | None:
    """Return what a tournament published of a block, and what is wrong with this deal of it; None if it is unknown."""
    if tournament not in call.store.tournaments():
        return None
    event = tournaments.load(call.store, tournament)
    return _published(call, event, {"tournament": tournament, "block": block, "deal": deal}, False)


def _published(call: Call, event: Tournament, fact: Mapping[str, Any], is_told: bool) -> Row:
    """Return the header of a tournament, unless it was told, the block, and what is wrong with the deal, if anything.

    The secret that deals are made from stays where it is: the deal is compared with it here.
    """
    number = fact["block"]
    is_there = 0 <= number < len(event.blocks) and number in call.store.recorded(event.name)
    block = event.blocks[number] if is_there else None
    return {
        "tournament": event.name,
        **({} if is_told else {"header": event.header()}),
        "block": None if block is None else {"line_up": list(block.line_up), "commitment": block.commitment},
        "deal": _wrong_with_deal(call, event, fact) if is_there else None,
    }


def _wrong_with_deal(call: Call, event: Tournament, fact: Mapping[str, Any]) -> str | None:
    """Return what is wrong; nothing for an event that did not commit to its secret, or if we may not read that."""
    if event.committed is None:
        return None
    try:
        verify_deal(cast(Fact, fact), event.committed, call.store.secret(event.name))
    except ReplayError as error:
        return str(error)
    except NoPermissionError:
        return None
    return None


@operation("replay.count", READ)
def count(call: Call, tournament: str | None) -> int:
    """Return how many games of a tournament are on record, or of all."""
    if tournament is None:
        return sum(call.store.count(name) for name in call.store.tournaments())
    return call.store.count(tournaments.load(call.store, tournament).name)


def _ids(call: Call, tournament: str | None) -> Iterator[str]:
    """Yield the games of a tournament, or of all, in schedule order."""
    if tournament is None:
        facts = call.store.all_facts()
    else:
        facts = call.store.facts(tournaments.load(call.store, tournament).name)
    return (fact["game_id"] for fact in facts)


def _visible(call: Call, found: GameRecord) -> GameRecord:
    """Return a record without what retired bots printed, but for those who may read that."""
    bots = [seat["bot"] for seat in found.fact["seats"]]
    return found.without_output(lambda retirement: call.may_see_logs_of(bots[retirement["seat"]]))
