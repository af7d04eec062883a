"""The record of a finished game as JSON, and the comparisons that ratings and tables take from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

Cause = Literal["time", "illegal", "protocol", "crash", "disconnect", "start", "absent"]


class RuleSet(NamedTuple):
    """What is rated together: a game in one epoch of its rules, with the same options."""

    game: str
    epoch: int
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, game: str, epoch: int, options: Mapping[str, str]) -> RuleSet:
        return cls(game, epoch, tuple(sorted(options.items())))

    @classmethod
    def restored(cls, data: Sequence[Any] | None) -> RuleSet | None:
        """Return the rules that a stored state names; None if it names none."""
        return None if data is None else cls.of(data[0], data[1], dict(data[2]))

    def __str__(self) -> str:
        return " ".join([self.game, "epoch", str(self.epoch), *(f"{name}={value}" for name, value in self.options)])


class SeatResult(TypedDict):
    """How one seat fared. Rank 1 is best; seats that share a place have the same rank."""

    bot: str
    version: str
    points: int
    rank: int
    ending: Literal["played", "retired"]
    cause: Cause | None


class WireTime(TypedDict):
    """What the answers of a remote bot spent on the wire, in seconds: each on average, and given back in all."""

    seat: int
    measured: float
    given: float


class Times(TypedDict):
    """When and how long it was played; `stalled` is how long the referee itself stood still, if it did.

    `slowed` are seats whose bots used the processors on the time of others, and were held to their share; `wire` is the
    time on the wire of remote bots.
    """

    started: str
    seconds: float
    stalled: NotRequired[float]
    slowed: NotRequired[list[int]]
    wire: NotRequired[list[WireTime]]


class Drawn(TypedDict):
    """Where the deal of a game with a remote bot comes from: the deal of its block, and which attempt was played."""

    block_deal: str
    attempt: int


class Fact(TypedDict):
    """The immutable record of one finished game; `tournament` is None outside of one.

    Everything but `times` and `sandbox` is the same on every run. `sandbox` names the layers in force around its bots:
    none if they were not confined. Facts from before there was a sandbox do not have it. `drawn` is there if the game
    had a deal of its own, because a remote bot sat in it; otherwise all games of the block share one.
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
    sandbox: NotRequired[list[str]]
    drawn: NotRequired[Drawn]


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
    return RuleSet.of(fact["game"], fact["epoch"], fact["options"])
