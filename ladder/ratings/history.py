"""The rating of one bot over time: Elo after every block it played in, folded in schedule order from the facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant, Fact, RuleSet
from serai.ladder.ratings.elo import Elo, Rating
from serai.ladder.ratings.table import find_entrant


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after a block: how many games the bot had played, and when the last of them began."""

    games: int
    when: str
    rating: Rating

    def as_json(self) -> dict[str, Any]:
        low, high = self.rating.low, self.rating.high
        return {
            "games": self.games,
            "when": self.when,
            "elo": round(self.rating.elo, 1),
            "low": None if low is None else round(low, 1),
            "high": None if high is None else round(high, 1),
        }


@dataclass(frozen=True, slots=True)
class History:
    """All points of an entrant under one set of rules."""

    entrant: Entrant
    rules: RuleSet
    points: tuple[Point, ...]


def histories(blocks: Iterable[Sequence[Fact]], bot: str | None = None) -> dict[Entrant, History]:
    """Return the history of everybody, or of every version of one bot, in the order in which they first sat down."""
    elo = Elo()
    points: dict[Entrant, list[Point]] = {}
    for block in blocks:
        elo.step(block)
        for entrant in dict.fromkeys(_seated(block, bot)):
            rating = elo.rating(entrant)
            points.setdefault(entrant, []).append(Point(rating.games, block[-1]["times"]["started"], rating))
    if elo.rules is None:
        return {}
    return {entrant: History(entrant, elo.rules, tuple(found)) for entrant, found in points.items()}


def _seated(block: Sequence[Fact], bot: str | None) -> Iterator[Entrant]:
    for fact in block:
        for seat in fact["seats"]:
            if bot in (None, seat["bot"]):
                yield Entrant(seat["bot"], seat["version"])


def history(blocks: Iterable[Sequence[Fact]], name: str) -> History | None:
    """Return the history of `BOT` or `BOT@VERSION`, of the newest version if none is named; None if it never played."""
    found = histories(blocks, name.partition("@")[0])
    try:
        return found[find_entrant(name, found)]
    except UserProblem:
        return None
