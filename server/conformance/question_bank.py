"""What a bot is examined in: its games, and the moments of them that are put to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from serai.referee.core.game import Game
from serai.server.conformance.bot_under_test import Examinee
from serai.server.conformance.sample_questions import Moment, collect


class Papers:
    """The moments of every game that the bot claims; most acts draw on those of the first."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = list(games)
        self.moments = {game.name: collect(game) for game in games}

    def some(self, count: int) -> list[Moment]:
        """So many moments of the first game, beginning anew when there are no more."""
        return list(islice(cycle(self.moments[self.games[0].name].values()), count))

    @property
    def one(self) -> Moment:
        return self.some(1)[0]

    @property
    def eventful(self) -> Moment:
        """A moment of the first game in which much has happened, and there is much to choose from."""
        return longest(self.moments[self.games[0].name].values())

    @property
    def longest(self) -> Moment:
        """The moment with the longest question of all games."""
        return longest(moment for found in self.moments.values() for moment in found.values())


def longest(moments: Iterable[Moment]) -> Moment:
    return max(moments, key=lambda moment: len(moment.question(0, 0, 0)))


Play = Callable[[Examinee, Papers], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is done to a bot to see how it takes it. When it is over, the bot has taken it well.

    Of several checks, the first that fails ends the act: those before it hold, those after it are not reached.
    """

    checks: tuple[str, ...]
    play: Play


class Programme(list[Act]):
    """Acts in the order in which they are played."""

    def act(self, *checks: str) -> Callable[[Play], Play]:
        """Add a function to the programme, under the names of the checks it makes."""

        def add(play: Play) -> Play:
            self.append(Act(checks, play))
            return play

        return add
