"""When questions that are ready wait for others: a message with a few costs little more than one with one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

ENOUGH = 4  # questions in a message: more would save little
PATIENCE = 0.03  # seconds that a question waits for others


class Gathering:
    """Waits a moment until as many questions are ready as a bot with so many games has on average.

    Where a hundred games are played by dozens of processes, each would be sent its questions one by one, and most of
    the time would go into messages. A bot of a few games is asked at once.
    """

    __slots__ = ("_send", "_timer")

    def __init__(self, send: Callable[[], None]) -> None:
        self._send = send
        self._timer: asyncio.TimerHandle | None = None

    def wait_for(self, due: int, ready: int) -> None:
        """Send when so many are ready, or enough, or when patience ends."""
        if ready >= min(due, ENOUGH):
            self._send()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._give_up)

    def _give_up(self) -> None:
        self._timer = None
        self._send()
