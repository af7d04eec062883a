"""The proof of a game: positions compared at every number of seats, and every planted leak noticed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from serai.ladder.proof.comparison import Comparison
from serai.ladder.proof.difference import Difference
from serai.ladder.proof.leaks import Leak
from serai.ladder.proof.positions import Positions
from serai.ladder.proof.stack import Stack

MOST_DIFFERENCES = 10  # that are kept; one is too many


@dataclass(frozen=True, slots=True)
class Proof:
    """What was compared at one number of seats, and what differed."""

    seats: int
    states: int
    sources: dict[str, int]
    kinds: frozenset[str]
    compared: int
    dealt_anew: int
    worlds: int
    differences: tuple[Difference, ...]

    def __add__(self, other: Proof) -> Proof:
        """Return both as one; they are of the same game and number of seats."""
        return Proof(
            seats=self.seats,
            states=self.states + other.states,
            sources=dict(Counter(self.sources) + Counter(other.sources)),
            kinds=self.kinds | other.kinds,
            compared=self.compared + other.compared,
            dealt_anew=self.dealt_anew + other.dealt_anew,
            worlds=self.worlds + other.worlds,
            differences=(*self.differences, *other.differences)[:MOST_DIFFERENCES],
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "states": self.states,
            "sources": self.sources,
            "kinds": sorted(self.kinds),
            "compared": self.compared,
            "dealt_anew": self.dealt_anew,
            "worlds": self.worlds,
            "differences": [difference.as_json() for difference in self.differences],
        }


@dataclass(frozen=True, slots=True)
class Catch:
    """Whether a planted leak was noticed: after how many states, and by what."""

    kind: str
    tells: str
    seats: int
    states: int
    difference: Difference | None

    def as_json(self) -> dict[str, Any]:
        found = self.difference
        return {
            "kind": self.kind,
            "tells": self.tells,
            "seats": self.seats,
            "states": self.states,
            "caught": found is not None,
            "by": found.as_json() if found else None,
        }


def prove(stack: Stack, states: int, seed: str) -> Proof:
    """Compare so many positions for every viewer; stops when enough has been found to be wrong."""
    positions = Positions(stack, seed)
    comparison = Comparison(stack, positions.met, random.Random(f"{stack.game.name} {stack.seats} {seed}"))
    sources, kinds, found = Counter[str](), set[str](), list[Difference]()
    for position, _ in zip(positions, range(states), strict=False):
        sources[position.source] += 1
        kinds.add(position.kind)
        found += comparison.differences(position)
        if len(found) >= MOST_DIFFERENCES:
            break
    return Proof(
        seats=stack.seats,
        states=sources.total(),
        sources=dict(sources),
        kinds=frozenset(kinds),
        compared=comparison.compared,
        dealt_anew=comparison.dealt_anew,
        worlds=comparison.worlds,
        differences=tuple(found[:MOST_DIFFERENCES]),
    )


def catch(leak: Leak, stack: Stack, states: int, seed: str) -> Catch:
    """Plant a leak and look for it, at so many positions at most."""
    with leak.plant(stack) as leaky:
        positions = Positions(leaky, seed)
        comparison = Comparison(leaky, positions.met, random.Random(seed))
        for number, position in enumerate(positions, start=1):
            for difference in comparison.differences(position):
                return Catch(leak.kind, leak.tells, stack.seats, number, difference)
            if number >= states:
                break
    return Catch(leak.kind, leak.tells, stack.seats, states, None)
