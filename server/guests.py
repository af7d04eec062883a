"""The remote bots of a sitting: joined when first needed, and kept for the next games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager

from serai.referee.match import Fault
from serai.server.errors import BotAbsent
from serai.server.remote_address import Locate, RemotePlayer
from serai.server.remote_bot import RemoteBot, RemoteListener
from serai.server.seated_bot import SeatedBot
from serai.server.stall_clock import StallClock


class Guests:
    """Hands out remote bots with leave to play one more game."""

    def __init__(self, clock: StallClock, listener: RemoteListener, locate: Locate | None) -> None:
        self._clock = clock
        self._listener = listener
        self._locate = locate
        self._bots: dict[RemotePlayer, RemoteBot] = {}
        self._worn: set[RemoteBot] = set()
        self._stopping: set[asyncio.Task[None]] = set()

    @property
    def bots(self) -> list[SeatedBot]:
        return [*self._bots.values(), *self._worn]

    def begin(self) -> None:
        """New games are to be played: who is away is waited for anew."""
        for bot in self._bots.values():
            bot.begin()

    def bot(self, player: RemotePlayer) -> RemoteBot:
        """Return the bot for a player who was admitted."""
        return self._bots[player]

    @asynccontextmanager
    async def admitted(self, players: Iterable[RemotePlayer], patience: float) -> AsyncIterator[None]:
        """Wait until all have leave to play a game, while the block runs; BotAbsent if one stays away.

        In the order of their names: whoever waits for another never has what that one waits for.
        """
        async with AsyncExitStack() as leave:
            for player in sorted(set(players), key=lambda player: player.name):
                try:
                    bot = await self._admit(player, patience)
                except Fault as fault:
                    raise BotAbsent(player.name, fault) from None
                leave.callback(bot.dismiss)
            yield

    async def _admit(self, player: RemotePlayer, patience: float) -> RemoteBot:
        bot = self._find(player)
        while not await bot.admit(patience):
            bot = self._find(player)
        return bot

    def _find(self, player: RemotePlayer) -> RemoteBot:
        assert self._locate is not None, "a sitting with remote bots knows where to find them"
        bot = self._bots.get(player)
        if bot is not None and (bot.is_worn or not bot.is_well):
            self._worn.add(self._bots.pop(player))
            self.end_useless()
            bot = None
        if bot is None:
            bot = self._bots[player] = RemoteBot(player, self._clock, self._listener, self._locate)
        return bot

    def end_useless(self) -> None:
        """Leave the bots that were given up or replaced, as soon as they are in no game."""
        for bot in [bot for bot in self._worn if not bot.seats]:
            self._worn.discard(bot)
            self._end(bot)

    def _end(self, bot: RemoteBot) -> None:
        task = asyncio.create_task(bot.stop())
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    async def close(self) -> None:
        """Leave all."""
        leaving = [*self._bots.values(), *self._worn]
        self._bots.clear()
        self._worn.clear()
        for bot in leaving:
            self._end(bot)
        while self._stopping:
            await asyncio.wait(self._stopping)
