"""What a worker needs of the store to play with remote bots: where they are, and which of its deals a game gets."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from serai.ladder.arena.presence import Presence
from serai.ladder.storage.queue_notes import QueueNotes
from serai.server.remote_address import ArenaAddress

if TYPE_CHECKING:
    from redis import Redis


class Afar:
    """Asks Redis in threads: the referee's loop never waits for it (D6)."""

    def __init__(self, redis: Redis) -> None:
        self._presence = Presence(redis)
        self._notes = QueueNotes(redis)

    async def locate(self, bot: str) -> ArenaAddress | None:
        """Return where a bot is; None if it is nowhere."""
        return await asyncio.to_thread(self._presence.locate, bot)

    async def begin_attempt(self, tournament: str, block: int, rotation: int) -> int:
        """Note that a game is begun, before anybody hears of it, and return for the how many-th time, from 0."""
        return await asyncio.to_thread(self._notes.begin_attempt, tournament, block, rotation)
