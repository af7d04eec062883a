"""The cross table as a fold of the facts: how each entrant did against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from serai.ladder.model.facts import Entrant, Fact, RuleSet
from serai.ladder.ratings.fold import State, same_rules


@dataclass(frozen=True, slots=True)
class Meeting:
    """How one entrant did against another: how often they were compared, and the share it won (a tie is half)."""

    games: int
    score: float


class Crosstable:
    """The fold: for every two entrants that met how often, and the half points of the one that sat down first."""

    KIND = "crosstable"
    # Raised with any change that gives another state for the same facts: stored states of other versions are dropped.
    VERSION = 2

    def __init__(self) -> None:
        self.rules: RuleSet | None = None
        self._numbers: dict[tuple[str, str], int] = {}
        # By the numbers of the two, the smaller first: games, half points of the smaller number.
        self._met: dict[tuple[int, int], list[int]] = {}

    @classmethod
    def restored(cls, state: State) -> Crosstable:
        """Return the fold with this state."""
        table = cls()
        table.rules = RuleSet.restored(state["rules"])
        table._numbers = {(bot, version): number for number, (bot, version) in enumerate(state["entrants"])}
        met = zip(state["one"], state["other"], state["games"], state["halves"], strict=True)
        table._met = {(one, other): [games, halves] for one, other, games, halves in met}
        return table

    def state(self) -> State:
        """Return columns rather than rows: with a thousand entrants they are read five times as fast."""
        return {
            "rules": self.rules,
            "entrants": [list(who) for who in self._numbers],
            "one": [one for one, _ in self._met],
            "other": [other for _, other in self._met],
            "games": [games for games, _ in self._met.values()],
            "halves": [halves for _, halves in self._met.values()],
        }

    def __len__(self) -> int:
        """Return how many pairs have met."""
        return len(self._met)

    def step(self, block: Sequence[Fact]) -> None:
        self.rules = same_rules(self.rules, block)
        for fact in block:
            seats = [(self._number(seat["bot"], seat["version"]), seat["rank"]) for seat in fact["seats"]]
            for (one, rank), (other, other_rank) in combinations(sorted(seats), 2):
                if one != other:
                    self._add(one, other, 1 if rank == other_rank else 2 if rank < other_rank else 0)

    def _number(self, bot: str, version: str) -> int:
        return self._numbers.setdefault((bot, version), len(self._numbers))

    def _add(self, one: int, other: int, halves: int) -> None:
        met = self._met.get((one, other))
        if met is None:
            met = self._met[one, other] = [0, 0]
        met[0] += 1
        met[1] += halves

    def meeting(self, one: Entrant, other: Entrant) -> Meeting | None:
        """Return how one did against the other; None if they never met."""
        first, second = self._numbers[one], self._numbers[other]
        met = self._met.get((min(first, second), max(first, second)))
        if met is None:
            return None
        games, halves = met
        return Meeting(games, (halves if first < second else 2 * games - halves) / (2 * games))

    def rows(self, entrants: Sequence[Entrant], of: Sequence[Entrant] | None = None) -> Iterator[dict[str, object]]:
        """Yield a row for each of the entrants, or of some of them, with its opponents; all in the order given."""
        for one in entrants if of is None else of:
            yield {**one._asdict(), "against": list(self._against(one, entrants))}

    def _against(self, one: Entrant, entrants: Sequence[Entrant]) -> Iterator[dict[str, object]]:
        for other in entrants:
            if meeting := self.meeting(one, other):
                yield {**other._asdict(), "games": meeting.games, "score": round(meeting.score, 4)}
