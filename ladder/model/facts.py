"""The record of a finished game as JSON, and the comparisons that ratings and tables take from it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal, NamedTuple, NotRequired, TypedDict

Cause = Literal["time", "illegal", "protocol", "crash", "disconnect", "start"]


# A game and the epoch of its rules: what is rated together.
RuleSet = tuple[str, int]


class SeatResult(TypedDict):
    """How one seat fared. Rank 1 is best; seats that share a place have the same rank."""

    bot: str
    version: str
    points: int
    rank: int
    ending: Literal["played", "retired"]
    cause: Cause | None


class Times(TypedDict):
    """When and how long it was played; `stalled` is how long the referee itself stood still, if it did."""

    started: str
    seconds: float
    stalled: NotRequired[float]


class Fact(TypedDict):
    """The immutable record of one finished game; `tournament` is None outside of one.

    Everything but `times` is the same on every run.
    """

    game_id: str
    tournament: str | None
    block: int
    rotation: int
    game: str
    epoch: int
    options: dict[str, str]
    seats: list[SeatResult]
    commitment: str
    deal: str
    decisions: int
    digest: str
    times: Times


class Entrant(NamedTuple):
    """Who is rated: one version of one bot. Another version starts anew."""

    bot: str
    version: str


class Pair(NamedTuple):
    """Two seats of a game compared: `score` is 1 if `one` was ahead of `other`, 0.5 if they shared a place, else 0."""

    one: Entrant
    other: Entrant
    score: float


def entrant(seat: SeatResult) -> Entrant:
    return Entrant(seat["bot"], seat["version"])


def pairs(fact: Fact) -> Iterator[Pair]:
    """Yield every two seats of the game once, in seat order; an entrant is not compared with itself."""
    results = [(entrant(seat), seat["rank"]) for seat in fact["seats"]]
    for (one, rank), (other, other_rank) in combinations(results, 2):
        if one != other:
            yield Pair(one, other, _score(rank, other_rank))


def _score(rank: int, other: int) -> float:
    return 0.5 if rank == other else float(rank < other)


def rules_of(fact: Fact) -> RuleSet:
    """Return the rules it was played under."""
    return fact["game"], fact["epoch"]
