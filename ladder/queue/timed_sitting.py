"""A sitting whose answers are counted by how long they took."""

from __future__ import annotations

from serai.ladder.metrics.worker_counts import Counts
from serai.referee.core.agenda import Action
from serai.referee.match import Question
from serai.server.remote_address import Locate
from serai.server.sitting import Sitting


class TimedSitting(Sitting):
    """Counts what its answers were charged."""

    def __init__(self, counts: Counts, processes: int | None, locate: Locate | None) -> None:
        super().__init__(processes, locate=locate)
        self._counts = counts

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        self._counts.answered(question.match.game.name, seconds)
        super().answered(question, choice, seconds)
