"""What is played: random against random, fixed deals, to the end."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from bench.one_sitting import GameToPlay
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES

STOPPED = 0.2  # seconds: where nothing happens for longer, the process was stopped to let another run
PATIENT = TimeControl(bank=600.0, increment=1.0, cap=60.0)


def deals() -> Iterator[bytes]:
    """The fixed list of deals, the same in every contender."""
    number = 0
    while True:
        yield hashlib.sha256(f"bench {number}".encode()).digest()
        number += 1


def games(count: int, seats: int, bots: int) -> list[GameToPlay]:
    """Games whose seats are dealt over the bots in turn."""
    source = deals()
    return [
        GameToPlay(str(number), next(source), tuple((number + seat) % bots for seat in range(seats)), reveals=True)
        for number in range(count)
    ]


def most_seats(game: str) -> int:
    """Every game is measured with as many seats as it has."""
    return max(GAMES[game].seat_counts)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
