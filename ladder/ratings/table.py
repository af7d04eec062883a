"""A table: standings in the order of the estimate, as readers ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant, RuleSet
from serai.ladder.ratings.outcomes import Outcomes
from serai.ladder.ratings.rated import Rated
from serai.ladder.ratings.standings import Row, Standings


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader may choose: reference bots with fixed ratings, blocks in which the platform failed, versions.

    A reference is named `BOT` or `BOT@VERSION`; with several, the mean of them is fixed.
    """

    anchors: Mapping[str, float] = field(default_factory=dict)
    with_outages: bool = True
    latest: bool = False

    @property
    def is_plain(self) -> bool:
        return self == Choice()


PLAIN = Choice()


class Table:
    """Standings with ratings, the best first.

    `outages` counts the blocks that were left out of the ratings, `behind` the newest, which are not in them yet.
    """

    def __init__(self, standings: Standings, rated: Sequence[Rated], outages: int = 0, behind: int = 0) -> None:
        self._standings = standings
        self.rated = rated
        self.outages = outages
        self.behind = behind

    @property
    def rules(self) -> RuleSet | None:
        """The rules everything was played under; None without facts."""
        return self._standings.rules

    @property
    def games(self) -> int:
        return self._standings.games

    @property
    def unconfined(self) -> int:
        """Return how many games of tournaments were played without a sandbox."""
        return self._standings.unconfined

    @property
    def parts(self) -> int:
        """Return into how many parts it falls that never met."""
        return len({rated.part for rated in self.rated})

    def rows(self) -> list[Row]:
        return self._standings.rows(self.rated)

    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(rated.entrant for rated in self.rated)


def make_table(standings: Standings, outcomes: Outcomes, choice: Choice = PLAIN) -> Table:
    """Return the table; UserProblem if a reference bot is not in it."""
    from serai.ladder.ratings.comparison import Comparison
    from serai.ladder.ratings.estimate import estimate

    anchors = {find_entrant(name, outcomes.entrants): rating for name, rating in choice.anchors.items()}
    compared = Comparison(estimate(outcomes, choice.with_outages), anchors)
    outages = 0 if choice.with_outages else outcomes.outages()
    return Table(standings, compared.rated(newest(outcomes.entrants) if choice.latest else None), outages)


def newest(entrants: Iterable[Entrant]) -> frozenset[Entrant]:
    """Return of each bot the version that came last to its first game."""
    return frozenset({who.bot: who for who in entrants}.values())


def find_entrant(name: str, entrants: Iterable[Entrant]) -> Entrant:
    """Return who is meant by `BOT` or `BOT@VERSION`, which may be abbreviated; the newest version if none is named."""
    bot, _, version = name.partition("@")
    found = [who for who in entrants if who.bot == bot and who.version.startswith(version)]
    if not found:
        raise UserProblem(f"no game of {name} is on record there; serai ladder names who played")
    return found[-1]
