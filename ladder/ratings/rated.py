"""A rating as tables print it, and the groups of those who cannot be told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from serai.ladder.model.facts import Entrant

_GROUP = re.compile(r"[a-z]\d*")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Rated(NamedTuple):
    """The rating of an entrant with its 95 % interval.

    Its true place is from `best` to `worst`: as many are surely above it, and below. `group` are the letters of the
    groups it is in: no two of a group can be told apart. `part` numbers the parts of a ladder that never met.
    """

    entrant: Entrant
    rating: float
    low: float
    high: float
    best: int
    worst: int
    group: str
    part: int

    def as_json(self) -> dict[str, object]:
        return {
            "rating": round(self.rating, 1),
            "rating_low": round(self.low, 1),
            "rating_high": round(self.high, 1),
            "rank_best": self.best,
            "rank_worst": self.worst,
            "group": self.group,
            "part": self.part,
        }


def group_names(alike: Sequence[Sequence[bool]]) -> list[str]:
    """Return for each place of a table the letters of its groups: the longest runs in which all are alike."""
    names = [""] * len(alike)
    end = groups = 0
    for first in range(len(alike)):
        # Whoever is alike from a place on is so from the next place on.
        reached = end
        end = max(end, first + 1)
        while end < len(alike) and all(alike[end][first:end]):
            end += 1
        if end > reached:
            for place in range(first, end):
                names[place] += _letter(groups)
            groups += 1
    return names


def share_a_group(one: str, other: str) -> bool:
    """Return whether two have a letter of their groups in common."""
    return bool(set(_GROUP.findall(one)) & set(_GROUP.findall(other)))


def _letter(number: int) -> str:
    """Return a, b, c …; behind z come a2, b2 and so on."""
    turn, letter = divmod(number, len(_LETTERS))
    return _LETTERS[letter] + (str(turn + 1) if turn else "")
