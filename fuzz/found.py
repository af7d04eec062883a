"""What fuzzing a subject came to: how much was sent, what became of it, and what should never have happened."""

from __future__ import annotations

import gc
import resource
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import grpc

SAMPLE_EVERY = 500  # inputs between two looks at the memory
MOST_GROWTH = 64 << 20  # bytes, from after a fifth of the inputs to the end
_HARM = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
_WRITTEN_TO_NOBODY = "Internal error from Core"  # of our own library, when the other side has ended the call


@dataclass
class Found:
    """Counts by what became of an input; `failures` are errors that nobody should see, with the input.

    `process` is the one that takes the input, 0 if it is ours: its memory is looked at.
    """

    subject: str
    process: int = 0
    sent: int = 0
    came_to: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)

    def note(self, outcome: str) -> None:
        self.sent += 1
        self.came_to[outcome] += 1
        if self.sent % SAMPLE_EVERY == 0:
            gc.collect()
            self.memory.append(resident(self.process))

    @property
    def growth(self) -> int:
        """By how many bytes the process has grown, once it was warm."""
        return max(0, self.memory[-1] - self.memory[len(self.memory) // 5]) if self.memory else 0

    def check_growth(self) -> None:
        """Take note if input that was sent and forgotten has left something in memory."""
        if self.growth > MOST_GROWTH:
            self.failures.append(f"{self.subject}: the process has grown by {self.growth >> 20} MiB")

    def fail(self, data: object, error: BaseException) -> None:
        self.sent += 1
        place = "".join(traceback.format_exception(error)[-3:])
        self.failures.append(f"{self.subject}: {data!r:.300}\n{place}")

    def __str__(self) -> str:
        outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(self.came_to.items()))
        most = max(self.memory, default=0) >> 20
        grown = f"grown by {self.growth >> 20} MiB to at most {most} MiB"
        return f"{self.subject:10} {self.sent:8} sent, {len(self.failures)} failures, {grown}; {outcomes}"


def resident(process: int) -> int:
    """Return how much memory a process has now, in bytes; 0 is ours."""
    return int(Path(f"/proc/{process or 'self'}/statm").read_text().split()[1]) * resource.getpagesize()


def outcome(code: grpc.StatusCode, details: str | None) -> str:
    """Return what a call came to; AssertionError if whoever was called has failed."""
    if details == _WRITTEN_TO_NOBODY:
        return "ended while more was sent"
    assert code not in _HARM, f"{code}: {details}"
    return str(code.name.lower())
