"""Which disturbances come, in which order and after which pauses: all drawn from the seed."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

# The parts of a run, their share of the kills, and how often each kind is drawn there.
SHARES = {"hosts": 0.6, "embedded": 0.25, "bots": 0.15}
KINDS: Mapping[str, Mapping[str, int]] = {
    "hosts": {"worker": 8, "worker command": 2, "run": 3, "redis": 2, "arena": 2, "reader": 3},
    "embedded": {"worker": 3, "run": 2, "server": 3, "watchdog": 2, "reader": 1},
    "bots": {"bot": 1},
}
CUT, HANG = "cut", "hang"

_KILLS_PER_CUT = 12
_KILLS_PER_HANG = 15
_LONG_EVERY = 4  # One cut in so many is longer than the queue waits for a worker it does not hear of.
_LONG_SECONDS = (65.0, 80.0)


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One of them: how long to wait before it, a number below 1 that picks the victim, how long a cut or hang lasts."""

    kind: str
    pause: float
    pick: float
    seconds: float = 0.0


def plan(part: str, kills: int, pace: float, lasting: tuple[float, float], seed: int) -> deque[Disturbance]:
    """Return the disturbances of a part: so many kills, and cuts and hangs among them, `pace` seconds apart on average.

    Cuts and hangs last between the two numbers of seconds `lasting`; of cuts some last longer, in a long run.
    """
    luck = random.Random(f"{seed} {part}")
    kinds = _kinds(part, kills)
    luck.shuffle(kinds)
    lengths = _lengths(kinds, lasting, luck)
    return deque(
        Disturbance(kind, min(luck.expovariate(1 / pace), 4 * pace), luck.random(), seconds)
        for kind, seconds in zip(kinds, lengths, strict=True)
    )


def _kinds(part: str, kills: int) -> list[str]:
    """Return every kind as often as its share says; each at least once, if there are enough kills."""
    weighted = [(kind, turn / weight) for kind, weight in KINDS[part].items() for turn in range(kills)]
    ordered = sorted(weighted, key=lambda item: item[1])[:kills]
    kinds = [kind for kind, _ in ordered]
    if part == "hosts" and kills:
        kinds += [CUT] * max(1, kills // _KILLS_PER_CUT) + [HANG] * max(1, kills // _KILLS_PER_HANG)
    return kinds


def _lengths(kinds: list[str], lasting: tuple[float, float], luck: random.Random) -> list[float]:
    lengths, cuts = [], 0
    for kind in kinds:
        cuts += kind == CUT
        long = kind == CUT and cuts % _LONG_EVERY == 0
        lengths.append(luck.uniform(*(_LONG_SECONDS if long else lasting)) if kind in (CUT, HANG) else 0.0)
    return lengths


def split(kills: int) -> dict[str, int]:
    """Return how many kills each part gets; together they are as many as asked for."""
    counts = {part: int(kills * share) for part, share in SHARES.items()}
    counts["hosts"] += kills - sum(counts.values())
    return counts
