"""What fuzzing a subject came to: how much was sent, what became of it, and what should never have happened."""

from __future__ import annotations

import traceback
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Found:
    """Counts by what became of an input; `failures` are errors that nobody should see, with the input."""

    subject: str
    sent: int = 0
    came_to: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def note(self, outcome: str) -> None:
        self.sent += 1
        self.came_to[outcome] += 1

    def fail(self, data: object, error: BaseException) -> None:
        self.sent += 1
        place = "".join(traceback.format_exception(error)[-3:])
        self.failures.append(f"{self.subject}: {data!r:.300}\n{place}")

    def __str__(self) -> str:
        outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(self.came_to.items()))
        return f"{self.subject:10} {self.sent:8} sent, {len(self.failures)} failures; {outcomes}"
