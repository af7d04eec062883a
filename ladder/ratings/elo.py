"""Elo for games of any number of seats, as a fold of the facts in schedule order: the history of each game.

It depends on the order of the games, so tables are sorted by the estimate (estimate.py), which does not.

Every two seats of a game are compared: the better rank scores 1, a shared place 0.5. A seat's rating changes by
K / (seats - 1) times the sum of score minus expectation over its opponents, all expectations from before the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from serai.ladder.model.facts import Entrant, Fact, RuleSet
from serai.ladder.ratings.fold import State, blocks_of, same_rules
from serai.ladder.ratings.spread import Spread

K = 24.0
START = 1500.0

# Ratings are kept in whole millionths: what one gains another loses exactly, so the sum never drifts.
_MILLIONTHS = 1_000_000
_PER_LOGIT = 400 / math.log(10)
_NORMAL_95 = 1.96
# The trend is what the last games did to a rating: so many at least, and less than twice as many.
_TREND_GAMES = 32


@dataclass(frozen=True, slots=True)
class Change:
    """What one game did to one rating."""

    game_id: str
    entrant: Entrant
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95 % interval (None with fewer than two blocks). Each seat taken counts as a game."""

    entrant: Entrant
    elo: float
    low: float | None
    high: float | None
    games: int
    blocks: int
    score: float | None
    trend: float


class _Record:
    """What is known of an entrant; `met` and `halves` are of the block that is being taken in.

    `marks` are the rating before the last full stretch of games, that behind it, and how many games were played then.
    """

    __slots__ = ("elo", "entrant", "games", "halves", "marks", "met", "spread")

    def __init__(self, entrant: Entrant, elo: int, games: int, spread: Spread, marks: list[int] | None = None) -> None:
        self.entrant = entrant
        self.elo = elo
        self.games = games
        self.spread = spread
        self.marks = marks or [elo, elo, 0]
        self.met = self.halves = 0

    def beat(self, other: _Record, halves: int, gain: int) -> None:
        """Score so many half points against another, who scores the rest, and gain what the other loses."""
        self.elo += gain
        other.elo -= gain
        self.met += 1
        other.met += 1
        self.halves += halves
        other.halves += 2 - halves

    def end_block(self) -> None:
        if self.met:
            self.spread.add(self.met, self.halves)
            self.met = self.halves = 0
        if self.games - self.marks[2] >= _TREND_GAMES:
            self.marks = [self.marks[1], self.elo, self.games]


def expected(elo: float, other: float) -> float:
    """Return the expected score of a comparison: 400 points more mean ten to one."""
    return 1 / (1 + 10 ** ((other - elo) / 400))


class Elo:
    """The fold: ratings under one set of rules. `rules` are None as long as there are no facts; `games` counts them."""

    def __init__(self, k: float = K, start: float = START) -> None:
        self.rules: RuleSet | None = None
        self.games = 0
        self._k = k
        self._start = round(start * _MILLIONTHS)
        self._records: dict[tuple[str, str], _Record] = {}

    @classmethod
    def restored(cls, state: State) -> Elo:
        """Return the fold with this state."""
        elo = cls()
        elo.rules = RuleSet.restored(state["rules"])
        elo.games = state["games"]
        for bot, version, rating, games, spread, marks in state["entrants"]:
            elo._records[bot, version] = _Record(Entrant(bot, version), rating, games, Spread(spread), marks)
        return elo

    def state(self) -> State:
        entrants = [[*who, of.elo, of.games, of.spread.state(), of.marks] for who, of in self._records.items()]
        return {"rules": self.rules, "games": self.games, "entrants": entrants}

    def step(self, block: Sequence[Fact]) -> None:
        self.rules = same_rules(self.rules, block)
        played = {record.entrant: record for fact in block for record in self._play(fact)}
        for record in played.values():
            record.end_block()

    def changes(self, block: Sequence[Fact]) -> Iterator[Change]:
        """Take in a block as `step` does, and yield what each of its games did to each rating."""
        self.rules = same_rules(self.rules, block)
        records: dict[Entrant, _Record] = {}
        for fact in block:
            before = {record.entrant: record.elo for record in map(self._record, _entrants(fact))}
            records |= {record.entrant: record for record in self._play(fact)}
            for who, elo in before.items():
                yield Change(fact["game_id"], who, elo / _MILLIONTHS, records[who].elo / _MILLIONTHS)
        for record in records.values():
            record.end_block()

    def _play(self, fact: Fact) -> list[_Record]:
        """Take in one game, and return who sat where. A bot that sits twice gets the changes of both its seats."""
        self.games += 1
        records = [self._record(who) for who in _entrants(fact)]
        seats = [(of, of.elo / _MILLIONTHS, seat["rank"]) for of, seat in zip(records, fact["seats"], strict=True)]
        for record in records:
            record.games += 1
        for (one, elo, rank), (other, other_elo, other_rank) in combinations(seats, 2):
            if one is not other:
                halves = 1 if rank == other_rank else 2 if rank < other_rank else 0
                surprise = halves / 2 - expected(elo, other_elo)
                one.beat(other, halves, round(self._k / (len(seats) - 1) * surprise * _MILLIONTHS))
        return records

    def _record(self, entrant: tuple[str, str]) -> _Record:
        record = self._records.get(entrant)
        if record is None:
            record = self._records[entrant] = _Record(Entrant(*entrant), self._start, 0, Spread())
        return record

    def ratings(self) -> dict[Entrant, Rating]:
        """Return everybody's rating, in the order in which they first sat down."""
        return {record.entrant: self._rating(record) for record in self._records.values()}

    def rating(self, entrant: tuple[str, str]) -> Rating:
        """Return the rating of one who has played; KeyError otherwise."""
        return self._rating(self._records[entrant])

    def best_first(self) -> list[Rating]:
        return sorted(self.ratings().values(), key=lambda rating: (-rating.elo, rating.entrant))

    def _rating(self, record: _Record) -> Rating:
        elo, blocks, who = record.elo / _MILLIONTHS, record.spread.blocks, record.entrant
        score = record.spread.mean() if blocks else None
        trend = elo - record.marks[0] / _MILLIONTHS
        if score is None or blocks < 2:
            return Rating(who, elo, None, None, record.games, blocks, score, trend)
        margin = _NORMAL_95 * _standard_error(score, record, self._k)
        return Rating(who, elo, elo - margin, elo + margin, record.games, blocks, score, trend)


def _entrants(fact: Fact) -> list[tuple[str, str]]:
    """Return who sat where. Plain tuples, equal to entrants: a million games make millions of them."""
    return [(seat["bot"], seat["version"]) for seat in fact["seats"]]


def fold(facts: Iterable[Fact], k: float = K, start: float = START) -> Elo:
    """Return the ratings of everybody in the facts, which are in schedule order. ValueError if they mix rules."""
    elo = Elo(k, start)
    for block in blocks_of(facts):
        elo.step(block)
    return elo


def changes(facts: Iterable[Fact], k: float = K, start: float = START) -> Iterator[Change]:
    """Yield what each game did to each rating, in schedule order. ValueError if the facts mix rules."""
    elo = Elo(k, start)
    for block in blocks_of(facts):
        yield from elo.changes(block)


def _standard_error(mean: float, record: _Record, k: float) -> float:
    """Return the standard error of a rating, from the spread over blocks: the games of a block share their luck.

    The mean score s over blocks has the error stdev / sqrt(blocks), and a step of s is 400 / ln 10 / (s (1 - s)) steps
    of Elo. Two corrections keep this honest. A score of 0 or 1 is moved inwards by half a comparison, and the error of
    any score is at least that half: who won everything, or scored the same in every block, is not known exactly. And
    Elo forgets: each block takes a rating a share a of the way to where it belongs, so it is an average of about
    (2 - a) / a blocks however many there were.
    """
    spread, blocks = record.spread, record.spread.blocks
    half = 0.5 / spread.comparisons
    score = min(max(mean, half), 1 - half)
    slope = _PER_LOGIT / (score * (1 - score))
    share = min(1.0, k * record.games / blocks / slope)
    error = spread.deviation() * math.sqrt(max(1 / blocks, share / (2 - share)))
    return slope * max(error, half)
