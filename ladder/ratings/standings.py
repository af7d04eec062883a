"""Standings and cross table, computed from the facts alone.

A bot that sits twice in a game played twice: games, wins, places and points count seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from serai.ladder.model.facts import Entrant, Fact, SeatResult, entrant, pairs
from serai.ladder.ratings.elo import Rating, Ratings, fold


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. `wins` include the `shared` ones; `score` is the mean pair score over blocks."""

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

    def as_json(self) -> dict[str, object]:
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
        }


@dataclass(frozen=True, slots=True)
class Meeting:
    """How one entrant did against another: how often they were compared, and the share it won (a tie is half)."""

    games: int
    score: float


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The entrants, best first, and what each scored against each other it met: meetings[one, other]."""

    entrants: tuple[Entrant, ...]
    meetings: Mapping[tuple[Entrant, Entrant], Meeting]

    def as_json(self) -> list[dict[str, object]]:
        """Return a row for each entrant with its opponents, both best first."""
        return [{**one._asdict(), "against": list(self._against(one))} for one in self.entrants]

    def _against(self, one: Entrant) -> Iterator[dict[str, object]]:
        for other in self.entrants:
            if (one, other) in self.meetings:
                meeting = self.meetings[one, other]
                yield {**other._asdict(), "games": meeting.games, "score": round(meeting.score, 4)}


def standings(facts: Iterable[Fact]) -> list[Row]:
    """Return a row for everybody in the facts, which are in schedule order; the best rating first."""
    played = list(facts)
    results = _results(played)
    ranks = range(1, 1 + max((len(fact["seats"]) for fact in played), default=0))
    return [_row(rating, results[rating.entrant], ranks) for rating in _best_first(fold(played))]


def crosstable(facts: Iterable[Fact]) -> Crosstable:
    """Return everybody against everybody, in the order of the standings."""
    played = list(facts)
    scores: dict[tuple[Entrant, Entrant], list[float]] = {}
    for fact in played:
        for pair in pairs(fact):
            scores.setdefault((pair.one, pair.other), []).append(pair.score)
            scores.setdefault((pair.other, pair.one), []).append(1 - pair.score)
    entrants = tuple(rating.entrant for rating in _best_first(fold(played)))
    return Crosstable(entrants, {met: Meeting(len(won), fmean(won)) for met, won in scores.items()})


def _best_first(ratings: Ratings) -> list[Rating]:
    return sorted(ratings.ratings.values(), key=lambda rating: (-rating.elo, rating.entrant))


def _results(facts: list[Fact]) -> dict[Entrant, list[tuple[SeatResult, int]]]:
    """Return the seats each entrant took, each with the number of winners of that game."""
    results: dict[Entrant, list[tuple[SeatResult, int]]] = {}
    for fact in facts:
        winners = sum(seat["rank"] == 1 for seat in fact["seats"])
        for seat in fact["seats"]:
            results.setdefault(entrant(seat), []).append((seat, winners))
    return results


def _row(rating: Rating, results: list[tuple[SeatResult, int]], ranks: range) -> Row:
    places = Counter(seat["rank"] for seat, _ in results)
    causes = Counter(seat["cause"] for seat, _ in results if seat["cause"] is not None)
    return Row(
        bot=rating.entrant.bot,
        version=rating.entrant.version,
        elo=rating.elo,
        low=rating.low,
        high=rating.high,
        games=rating.games,
        blocks=rating.blocks,
        wins=places[1],
        shared=sum(seat["rank"] == 1 and winners > 1 for seat, winners in results),
        places=tuple(places[rank] for rank in ranks),
        points=fmean(seat["points"] for seat, _ in results),
        score=rating.score,
        retirements=dict(sorted(causes.items())),
    )


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
