"""What is still to be sent to somebody, in order and bounded: whoever does not read delays nobody else."""

from __future__ import annotations

import asyncio
from collections import deque


class Full(Exception):
    """More waits than may wait: the other side does not read."""


class Outbox:
    """Messages that wait to be written, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._messages: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._closed = False

    def put(self, message: bytes) -> None:
        """Add a message; Full if there are too many bytes. What comes after the end is dropped."""
        if self._closed:
            return
        if self._size + len(message) > self._most:
            raise Full
        self._size += len(message)
        self._messages.append(message)
        self._ready.set()

    def close(self) -> None:
        """Let nothing more in; what is there is still handed out."""
        self._closed = True
        self._ready.set()

    async def get(self) -> bytes | None:
        """Wait for the next message and return it; None when the box is empty and closed."""
        while not self._messages:
            if self._closed:
                return None
            self._ready.clear()
            await self._ready.wait()
        message = self._messages.popleft()
        self._size -= len(message)
        return message
