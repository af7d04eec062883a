"""Standings as a fold of the facts.

A bot that sits twice in a game played twice: games, wins, places and points count seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from serai.ladder.model.facts import Entrant, Fact, RuleSet
from serai.ladder.ratings.elo import Elo, Rating
from serai.ladder.ratings.fold import State, run
from serai.ladder.ratings.rated import Rated


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. `wins` include the `shared` ones; `score` is the mean pair score over blocks.

    `low` and `high` bound the interval of Elo, `trend` is what the last games did to it. `rated` is the estimate, None
    where it was not asked for; `seat_places` are the places by seat.
    """

    bot: str
    version: str
    elo: float
    low: float | None
    high: float | None
    games: int
    blocks: int
    wins: int
    shared: int
    places: tuple[int, ...]
    points: float
    score: float | None
    retirements: Mapping[str, int]
    trend: float
    seat_places: tuple[tuple[int, ...], ...]
    rated: Rated | None = None

    def as_json(self) -> dict[str, object]:
        rated = {} if self.rated is None else self.rated.as_json()
        return {
            "bot": self.bot,
            "version": self.version,
            "elo": round(self.elo, 1),
            "low": _rounded(self.low, 1),
            "high": _rounded(self.high, 1),
            "games": self.games,
            "blocks": self.blocks,
            "wins": self.wins,
            "shared": self.shared,
            "places": list(self.places),
            "points": round(self.points, 2),
            "score": _rounded(self.score, 4),
            "retirements": dict(self.retirements),
            "trend": round(self.trend, 1),
            "seat_places": [list(places) for places in self.seat_places],
            **rated,
        }


class _Results:
    """What the seats of an entrant came to: `places` counts seats and ranks, `causes` why it was retired."""

    __slots__ = ("causes", "places", "points", "shared")

    def __init__(self, points: int, shared: int, places: dict[tuple[int, int], int], causes: dict[str, int]) -> None:
        self.points = points
        self.shared = shared
        self.places = places
        self.causes = causes

    def state(self) -> list[object]:
        places = [[seat, rank, count] for (seat, rank), count in sorted(self.places.items())]
        return [self.points, self.shared, places, sorted(self.causes.items())]

    def at_seat(self, seat: int, ranks: int) -> tuple[int, ...]:
        """Return how often each place was taken from a seat."""
        return tuple(self.places.get((seat, rank), 0) for rank in range(1, ranks + 1))


class Standings:
    """The fold: a row for everybody, under one set of rules. `seats` is the size of the largest table."""

    KIND = "standings"
    # Raised with any change that gives another state for the same facts: stored states of other versions are dropped.
    VERSION = 2

    def __init__(self) -> None:
        self._elo = Elo()
        self._seats = 0
        self.unconfined = 0  # games of tournaments that were played without a sandbox
        self._results: dict[tuple[str, str], _Results] = {}

    @classmethod
    def restored(cls, state: State) -> Standings:
        """Return the fold with this state."""
        standings = cls()
        standings._elo = Elo.restored(state["elo"])
        standings._seats = state["seats"]
        standings.unconfined = state["unconfined"]
        for bot, version, points, shared, places, causes in state["results"]:
            of_seats = {(seat, rank): count for seat, rank, count in places}
            standings._results[bot, version] = _Results(points, shared, of_seats, dict(causes))
        return standings

    def state(self) -> State:
        results = [[*who, *of.state()] for who, of in self._results.items()]
        return {"elo": self._elo.state(), "seats": self._seats, "unconfined": self.unconfined, "results": results}

    @property
    def rules(self) -> RuleSet | None:
        """The rules everything was played under; None without facts."""
        return self._elo.rules

    @property
    def games(self) -> int:
        return self._elo.games

    def __len__(self) -> int:
        """Return how many entrants there are."""
        return len(self._results)

    def step(self, block: Sequence[Fact]) -> None:
        self._elo.step(block)
        for fact in block:
            self._count(fact)

    def _count(self, fact: Fact) -> None:
        seats = fact["seats"]
        self._seats = max(self._seats, len(seats))
        self.unconfined += fact["tournament"] is not None and fact.get("sandbox") == []
        is_shared = [seat["rank"] for seat in seats].count(1) > 1
        for at, seat in enumerate(seats):
            who, rank = (seat["bot"], seat["version"]), seat["rank"]
            results = self._results.get(who)
            if results is None:
                results = self._results[who] = _Results(0, 0, {}, {})
            results.points += seat["points"]
            results.places[at, rank] = results.places.get((at, rank), 0) + 1
            if is_shared and rank == 1:
                results.shared += 1
            if (cause := seat["cause"]) is not None:
                results.causes[cause] = results.causes.get(cause, 0) + 1

    def rows(self, estimate: Sequence[Rated] | None = None) -> list[Row]:
        """Return a row for everybody in the order of the estimate; without one, the best Elo first."""
        ratings = self._elo.ratings()
        if estimate is None:
            return [self._row(rating, None) for rating in self._elo.best_first()]
        return [self._row(ratings[rated.entrant], rated) for rated in estimate]

    def entrants(self) -> tuple[Entrant, ...]:
        """Return everybody, in the order in which they first sat down."""
        return tuple(self._elo.ratings())

    def _row(self, rating: Rating, rated: Rated | None) -> Row:
        results = self._results[rating.entrant]
        seat_places = tuple(results.at_seat(seat, self._seats) for seat in range(self._seats))
        places = tuple(map(sum, zip(*seat_places, strict=True)))
        return Row(
            bot=rating.entrant.bot,
            version=rating.entrant.version,
            elo=rating.elo,
            low=rating.low,
            high=rating.high,
            games=rating.games,
            blocks=rating.blocks,
            wins=places[0],
            shared=results.shared,
            places=places,
            points=results.points / rating.games,
            score=rating.score,
            retirements=dict(sorted(results.causes.items())),
            trend=rating.trend,
            seat_places=seat_places,
            rated=rated,
        )


def standings(facts: Iterable[Fact]) -> list[Row]:
    """Return a row for everybody in the facts, which are in schedule order; ValueError if they mix rules."""
    return run(Standings(), facts).rows()


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
