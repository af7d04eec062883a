"""Blocks that are to be played, shelved by the languages they need, so that each class of workers finds its own."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from serai.ladder.queue.worker_classes import Languages


class Shelves:
    """Takes in blocks in any order and gives out the first in the schedule that a class can play."""

    def __init__(self) -> None:
        self._shelves: dict[Languages, list[int]] = {}

    def put(self, index: int, needs: Languages) -> None:
        """Shelve a block that needs these languages."""
        heapq.heappush(self._shelves.setdefault(needs, []), index)

    def take(self, can: Languages, most: int, alone: Callable[[int], bool]) -> list[int]:
        """Take the first blocks that a class can play; one that must be played alone comes alone."""
        taken: list[int] = []
        while len(taken) < most and (shelf := self._first(can)) is not None:
            if taken and alone(shelf[0]):
                break
            taken.append(heapq.heappop(shelf))
            if alone(taken[-1]):
                break
        return taken

    def _first(self, can: Languages) -> list[int] | None:
        """Return the shelf with the first block that a class can play."""
        playable = [shelf for needs, shelf in self._shelves.items() if shelf and needs <= can]
        return min(playable, key=lambda shelf: shelf[0], default=None)

    def count(self, can: Languages) -> int:
        """Return how many blocks wait that a class can play."""
        return sum(len(shelf) for needs, shelf in self._shelves.items() if needs <= can)

    def stuck(self, classes: set[Languages]) -> list[Languages]:
        """Return what is needed by blocks that no class can play."""
        return [n for n, shelf in self._shelves.items() if shelf and not any(n <= can for can in classes)]

    def is_empty(self) -> bool:
        return not any(self._shelves.values())
