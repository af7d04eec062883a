"""Elo for games of any number of seats, as a fold of the facts in schedule order.

Every two seats of a game are compared: the better rank scores 1, a shared place 0.5. A seat's rating changes by
K / (seats - 1) times the sum of score minus expectation over its opponents, all expectations from before the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import fmean, stdev

from serai.ladder.model.facts import Entrant, Fact, entrant, one_rule_set, pairs

K = 24.0
START = 1500.0

# Ratings are kept in whole millionths: what one gains another loses exactly, so the sum never drifts.
_MILLIONTHS = 1_000_000
_PER_LOGIT = 400 / math.log(10)
_NORMAL_95 = 1.96


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


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings under one set of rules, and their changes game by game. Without facts there are no rules."""

    game: str | None
    epoch: int | None
    ratings: Mapping[Entrant, Rating]
    changes: tuple[Change, ...]


def expected(elo: float, other: float) -> float:
    """Return the expected score of a comparison: 400 points more mean ten to one."""
    return 1 / (1 + 10 ** ((other - elo) / 400))


def fold(facts: Iterable[Fact], k: float = K, start: float = START) -> Ratings:
    """Return the ratings of everybody in the facts, which are in schedule order. ValueError if they mix rules."""
    played = list(facts)
    game, epoch = one_rule_set(played) or (None, None)
    now: dict[Entrant, int] = {}
    changes: list[Change] = []
    for fact in played:
        changes += _rate(fact, now, k, start)
    records = _records(played)
    ratings = {who: _rating(who, elo / _MILLIONTHS, records[who], k) for who, elo in now.items()}
    return Ratings(game, epoch, ratings, tuple(changes))


def _rate(fact: Fact, now: dict[Entrant, int], k: float, start: float) -> list[Change]:
    """Update the ratings with one game and return the changes. A bot that sits twice gets those of both its seats."""
    before = {entrant(seat): now.get(entrant(seat), round(start * _MILLIONTHS)) for seat in fact["seats"]}
    now.update(before)
    for pair in pairs(fact):
        surprise = pair.score - expected(before[pair.one] / _MILLIONTHS, before[pair.other] / _MILLIONTHS)
        gain = round(k / (len(fact["seats"]) - 1) * surprise * _MILLIONTHS)
        now[pair.one] += gain
        now[pair.other] -= gain
    return [Change(fact["game_id"], who, elo / _MILLIONTHS, now[who] / _MILLIONTHS) for who, elo in before.items()]


@dataclass(slots=True)
class _Record:
    """The games of an entrant, and the scores of its comparisons by block."""

    games: int = 0
    blocks: dict[tuple[str, int], list[float]] = field(default_factory=dict)

    def add(self, block: tuple[str, int], score: float) -> None:
        self.blocks.setdefault(block, []).append(score)


def _records(facts: list[Fact]) -> dict[Entrant, _Record]:
    records: dict[Entrant, _Record] = {}
    for fact in facts:
        for seat in fact["seats"]:
            records.setdefault(entrant(seat), _Record()).games += 1
        # Games outside of a tournament are told apart by their deals.
        block = fact["tournament"] or fact["commitment"], fact["block"]
        for pair in pairs(fact):
            records[pair.one].add(block, pair.score)
            records[pair.other].add(block, 1 - pair.score)
    return records


def _rating(who: Entrant, elo: float, record: _Record, k: float) -> Rating:
    scores = [fmean(block) for block in record.blocks.values()]
    if len(scores) < 2:
        return Rating(who, elo, None, None, record.games, len(scores), fmean(scores) if scores else None)
    margin = _NORMAL_95 * _standard_error(scores, record, k)
    return Rating(who, elo, elo - margin, elo + margin, record.games, len(scores), fmean(scores))


def _standard_error(scores: list[float], record: _Record, k: float) -> float:
    """Return the standard error of a rating, from the spread over blocks: the games of a block share their luck.

    The mean score s over blocks has the error stdev / sqrt(blocks), and a step of s is 400 / ln 10 / (s (1 - s)) steps
    of Elo. Two corrections keep this honest. A score of 0 or 1 is moved inwards by half a comparison, and the error of
    any score is at least that half: who won everything, or scored the same in every block, is not known exactly. And
    Elo forgets: each block takes a rating a share a of the way to where it belongs, so it is an average of about
    (2 - a) / a blocks however many there were.
    """
    half = 0.5 / sum(map(len, record.blocks.values()))
    score = min(max(fmean(scores), half), 1 - half)
    slope = _PER_LOGIT / (score * (1 - score))
    share = min(1.0, k * record.games / len(scores) / slope)
    error = stdev(scores) * math.sqrt(max(1 / len(scores), share / (2 - share)))
    return slope * max(error, half)
