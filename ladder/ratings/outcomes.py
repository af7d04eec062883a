"""How every block came out, as a fold: what the estimate of ratings is made from.

Blocks with the same seatings have the same shape. Of each shape it is counted how often each outcome came up, that is
the ranks of all seats of all games. Which block came when is forgotten, so an estimate cannot depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from serai.ladder.model.facts import Entrant, Fact, RuleSet
from serai.ladder.ratings.fold import State, same_rules

# The numbers of the entrants by seat, for each game of a block.
Shape = tuple[tuple[int, ...], ...]

_OUTAGE = "!"
# What a platform can do to all bots alike. Whoever acts against the rules does so by itself.
_PLATFORM_CAUSES = frozenset(("time", "crash", "disconnect", "start", "absent"))
# Writing and reading so many outcomes takes as long as a row of the standings.
_OUTCOMES_A_ROW = 25


class ShapeOutcomes(NamedTuple):
    """The outcomes of a shape: of each the ranks of all seats, game by game, and how many times it came up."""

    shape: Shape
    ranks: list[str]
    times: list[int]


class Outcomes:
    """The fold: how often each outcome came up, by shape. A rank is a character, `1` is best."""

    KIND = "outcomes"
    # Raised with any change that gives another state for the same facts: stored states of other versions are dropped.
    VERSION = 1

    def __init__(self) -> None:
        self.rules: RuleSet | None = None
        self._numbers: dict[tuple[str, str], int] = {}
        self._counts: dict[Shape, dict[str, int]] = {}

    @classmethod
    def restored(cls, state: State) -> Outcomes:
        """Return the fold with this state."""
        found = cls()
        found.rules = RuleSet.restored(state["rules"])
        found._numbers = {(bot, version): number for number, (bot, version) in enumerate(state["entrants"])}
        for shape, ranks, counts in state["shapes"]:
            found._counts[tuple(map(tuple, shape))] = dict(zip(ranks, counts, strict=True))
        return found

    def state(self) -> State:
        shapes = [[shape, list(counts), list(counts.values())] for shape, counts in self._counts.items()]
        return {"rules": self.rules, "entrants": [list(who) for who in self._numbers], "shapes": shapes}

    def __len__(self) -> int:
        """Return how large it is, in rows of the standings."""
        return len(self._numbers) + sum(map(len, self._counts.values())) // _OUTCOMES_A_ROW

    def step(self, block: Sequence[Fact]) -> None:
        self.rules = same_rules(self.rules, block)
        games = sorted(self._game(fact) for fact in block)
        shape = tuple(seating for seating, _ in games)
        ranks = "".join(ranks for _, ranks in games) + (_OUTAGE if is_outage(block) else "")
        counts = self._counts.setdefault(shape, {})
        counts[ranks] = counts.get(ranks, 0) + 1

    def _game(self, fact: Fact) -> tuple[tuple[int, ...], str]:
        seats = fact["seats"]
        seating = tuple([self._number(seat["bot"], seat["version"]) for seat in seats])
        return seating, "".join([chr(ord("0") + seat["rank"]) for seat in seats])

    def _number(self, bot: str, version: str) -> int:
        return self._numbers.setdefault((bot, version), len(self._numbers))

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Everybody, by number."""
        return tuple(Entrant(*who) for who in self._numbers)

    def outages(self) -> int:
        """Return in how many blocks the platform failed."""
        return sum(n for counts in self._counts.values() for ranks, n in counts.items() if ranks.endswith(_OUTAGE))

    def shapes(self, with_outages: bool = True) -> Iterator[ShapeOutcomes]:
        """Yield the outcomes of each shape, or only those of blocks in which the platform did not fail."""
        for shape, counts in self._counts.items():
            counted = {ranks: times for ranks, times in counts.items() if ranks[-1] != _OUTAGE}
            found = ShapeOutcomes(shape, list(counted), list(counted.values()))
            if with_outages and len(counted) < len(counts):
                found = ShapeOutcomes(shape, [r.removesuffix(_OUTAGE) for r in counts], list(counts.values()))
            if found.ranks:
                yield found


def is_outage(block: Sequence[Fact]) -> bool:
    """Return True if everybody of a block was retired in it for what the platform may have done to all alike."""
    seats = [seat for fact in block for seat in fact["seats"]]
    retired = {(seat["bot"], seat["version"]) for seat in seats if seat["cause"] in _PLATFORM_CAUSES}
    return len(retired) > 1 and retired == {(seat["bot"], seat["version"]) for seat in seats}
