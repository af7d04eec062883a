"""What a bot prints in one game, with the question each line belongs to: bounded, the oldest dropped first.

A process plays many games at once, and a line says nothing of which. It is taken to belong to the question that the
process has had open for the longest; when none is open, to the one it answered last. Of a bot that answers in turn that
is right but for lines that overtake an answer on its way; with one game in flight it is exact. What is printed before
the first question, or between games, belongs to the next game of the process, as question 0.
"""

from __future__ import annotations

from collections import deque
from typing import TypedDict

MOST_BYTES = 16 * 1024  # of what a bot prints in one game


class Printed(TypedDict):
    """What a bot printed in one game: lines, each with the number of its seat's question.

    So many bytes at the beginning were `dropped`.
    """

    dropped: int
    lines: list[tuple[int, str]]


class GameLog:
    """Takes what a bot prints as it comes; lines are made of it when somebody wants to read them."""

    __slots__ = ("_dropped", "_parts", "_size")

    def __init__(self) -> None:
        self._parts: deque[tuple[int, bytearray]] = deque()
        self._size = 0
        self._dropped = 0

    def add(self, question: int, chunk: bytes) -> None:
        """Keep what was printed when this question was in hand."""
        if self._parts and self._parts[-1][0] == question:
            self._parts[-1][1].extend(chunk)
        else:
            self._parts.append((question, bytearray(chunk)))
        self._size += len(chunk)
        while self._size > MOST_BYTES:
            self._drop(self._size - MOST_BYTES)

    def _drop(self, excess: int) -> None:
        part = self._parts[0][1]
        cut = min(excess, len(part))
        del part[:cut]
        self._size -= cut
        self._dropped += cut
        if not part:
            self._parts.popleft()

    def printed(self) -> Printed:
        """Return it in lines. One that was cut at its beginning is dropped; one in two parts belongs to the later."""
        lines: list[tuple[int, str]] = []
        rest = b""
        for question, part in self._parts:
            *whole, rest = (rest + part).split(b"\n")
            lines += [(question, _text(line)) for line in whole]
        if rest:
            lines.append((self._parts[-1][0], _text(rest)))
        dropped = self._dropped
        if dropped and len(lines) > 1:
            dropped += len(lines.pop(0)[1].encode(errors="replace")) + 1
        return {"dropped": dropped, "lines": lines}


def _text(line: bytes) -> str:
    return line.rstrip(b"\r").decode(errors="replace")
