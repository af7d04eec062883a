"""What a bot is tested with: its games, sample questions of them, and the scenarios in which they are asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from serai.referee.core.game import Game
from serai.server.conformance.bot_under_test import BotUnderTest
from serai.server.conformance.sample_questions import SampleQuestion, collect


class QuestionBank:
    """Sample questions of every game that the bot claims; most scenarios use those of the first."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = list(games)
        self.questions = {game.name: collect(game) for game in games}

    def some(self, count: int) -> list[SampleQuestion]:
        """Return so many questions of the first game, starting over when there are no more."""
        return list(islice(cycle(self.questions[self.games[0].name].values()), count))

    @property
    def one(self) -> SampleQuestion:
        return self.some(1)[0]

    @property
    def eventful(self) -> SampleQuestion:
        """The question of the first game with the most events and options."""
        return longest(self.questions[self.games[0].name].values())

    @property
    def longest(self) -> SampleQuestion:
        """The longest question of all games."""
        return longest(sample for found in self.questions.values() for sample in found.values())


def longest(questions: Iterable[SampleQuestion]) -> SampleQuestion:
    return max(questions, key=lambda sample: len(sample.question(0, 0, 0)))


Script = Callable[[BotUnderTest, QuestionBank], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A script that is run with a bot, and the checks it makes; it raises CheckFailed.

    Of several checks, the first that fails ends the scenario: those before it hold, those after it are not reached.
    """

    checks: tuple[str, ...]
    run: Script


class Scenarios(list[Scenario]):
    """Scenarios in the order in which they are run."""

    def scenario(self, *checks: str) -> Callable[[Script], Script]:
        """Return a decorator that adds a script under the names of the checks it makes."""

        def add(script: Script) -> Script:
            self.append(Scenario(checks, script))
            return script

        return add
