"""What a seat is asked, as arrays: its view, its options and which of them there are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from serai.arrays import Layout, Vector
from serai.sim import Action, World

LENGTHS = Path(__file__).with_name("array_lengths.json")
MOST_KEPT = 50_000  # options as arrays


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as arrays: `view` of the seat, `options` a row each, `mask` 1 where there is an option."""

    view: Vector
    options: Vector
    mask: NDArray[np.int8]


class Arrays:
    """Makes the arrays of a game. Their shapes are the same for every number of seats."""

    def __init__(self, game: str) -> None:
        from serai.v1 import referee_pb2 as pb

        known = json.loads(LENGTHS.read_text(encoding="utf-8"))[game]
        self.most: int = known["options"]
        self.view, self.action = (
            Layout(getattr(holder, game).DESCRIPTOR, known["lists"]) for holder in (pb.View(), pb.Action())
        )
        self._rows: dict[Action, Vector] = {}

    def seen(self, world: World, seat: int) -> Vector:
        return self.view.array(world.view(seat))

    def options(self, world: World, seat: int) -> tuple[Vector, NDArray[np.int8]]:
        """The options of a seat, a row for each, and the mask; one past the most is left out."""
        rows, mask = np.zeros((self.most, self.action.size), np.float32), np.zeros(self.most, np.int8)
        for place, option in enumerate(world.options(seat)[: self.most]):
            rows[place] = self._row(world, option)
            mask[place] = 1
        return rows, mask

    def asked(self, world: World, seat: int) -> Asked:
        return Asked(self.seen(world, seat), *self.options(world, seat))

    def _row(self, world: World, option: Action) -> Vector:
        """An option as an array; the same ones come again and again."""
        row = self._rows.get(option)
        if row is None:
            if len(self._rows) >= MOST_KEPT:
                self._rows.clear()
            row = self._rows[option] = self.action.array(world.message(option))
        return row


@cache
def arrays_of(game: str) -> Arrays:
    return Arrays(game)


def rewards(world: World) -> list[float]:
    """What each seat gets at the end: from 1 for leaving all others behind to -1 for the opposite."""
    ranks = world.score().ranks
    return [_against(ranks, own) / (len(ranks) - 1) for own in ranks]


def _against(ranks: Any, own: int) -> float:
    return float(sum((own < other) - (own > other) for other in ranks))
