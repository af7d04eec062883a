"""What worker processes count, and how their supervisor adds it up.

A worker tells all it has counted so far, in a line of JSON now and then. So a line that is lost does no harm, and what
a worker has counted stays counted when it ends. One that is killed takes what it counted since its last line along.
"""

from __future__ import annotations

import json
import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from serai.ladder.model.facts import Fact

# The upper ends, in seconds, of what answers are sorted into; longer ones have a place of their own.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@dataclass(slots=True)
class GameCounts:
    """What was counted of one game: of games on record, and of answers as they came, by what they were charged."""

    games: int = 0
    decisions: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    answers: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    answer_seconds: float = 0.0

    def add(self, other: GameCounts) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.faults.update(other.faults)
        self.answers = [mine + theirs for mine, theirs in zip(self.answers, other.answers, strict=True)]
        self.answer_seconds += other.answer_seconds


class Counts:
    """What one worker process has counted, or all of a supervisor together. Each number has one thread that adds."""

    def __init__(self) -> None:
        self.games: dict[str, GameCounts] = {}
        self.failed_jobs = 0

    def of(self, game: str) -> GameCounts:
        """Return what was counted of a game."""
        return self.games.get(game) or self.games.setdefault(game, GameCounts())

    def answered(self, game: str, seconds: float) -> None:
        """Count an answer: the only thing that is done for each."""
        found = self.games.get(game) or self.of(game)
        found.answers[bisect_left(BUCKETS, seconds)] += 1
        found.answer_seconds += seconds

    def recorded(self, facts: Iterable[Fact]) -> None:
        """Count games that went on record."""
        for fact in facts:
            found = self.of(fact["game"])
            found.games += 1
            found.decisions += fact["decisions"]
            found.faults.update(seat["cause"] for seat in fact["seats"] if seat["cause"] is not None)

    def add(self, other: Counts) -> None:
        """Add what another has counted."""
        self.failed_jobs += other.failed_jobs
        for game, counts in other.games.items():
            self.of(game).add(counts)

    def line(self) -> bytes:
        """Return all of it in a line. Copies are made in one go: other threads go on counting."""
        games = {
            game: [found.games, found.decisions, dict(found.faults), list(found.answers), found.answer_seconds]
            for game, found in list(self.games.items())
        }
        return json.dumps([self.failed_jobs, games]).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> Counts:
        """Return what a line tells."""
        counts = cls()
        games: dict[str, list[Any]]
        counts.failed_jobs, games = json.loads(line)
        for game, (played, decisions, faults, answers, seconds) in games.items():
            counts.games[game] = GameCounts(played, decisions, Counter(faults), answers, seconds)
        return counts


class Tally:
    """What the workers of one supervisor have counted, those that have ended among them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ended = Counts()
        self._living: dict[int, Counts] = {}
        self._replaced = 0

    def began(self, pid: int) -> None:
        """A worker was started."""
        with self._lock:
            self._living[pid] = Counts()

    def heard(self, pid: int, line: bytes) -> None:
        """A worker has told what it has counted so far."""
        counts = Counts.read(line)
        with self._lock:
            self._living[pid] = counts

    def ended(self, pid: int, died: bool) -> None:
        """A worker is gone; what it has counted stays."""
        with self._lock:
            self._ended.add(self._living.pop(pid, Counts()))
            self._replaced += died

    def total(self) -> tuple[Counts, int, int]:
        """Return what all have counted, how many workers there are, and how many have died and were replaced."""
        counts = Counts()
        with self._lock:
            for one in (self._ended, *self._living.values()):
                counts.add(one)
            return counts, len(self._living), self._replaced
