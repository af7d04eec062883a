"""A bot that somebody else starts, in a debugger, a notebook or on another machine: it is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from serai.referee.match import Cause, Fault
from serai.server.seated_bot import SeatedBot
from serai.server.service import Referee
from serai.server.stream import Stream


class WaitedBot(SeatedBot):
    """A bot that comes through a door of its own with a token; it may leave and come back between games."""

    def __init__(self, name: str, referee: Referee, token: str) -> None:
        super().__init__()
        self._name = name
        self._referee = referee
        self._token = token
        self._last_stream: Stream | None = None

    @property
    def luck_name(self) -> str:
        return self._name

    @property
    def output(self) -> str:
        return ""  # it is printed where the bot runs

    def is_on(self, stream: Stream) -> bool:
        return stream is self._last_stream

    async def arrive(self, on_refused: Callable[[Fault], None]) -> None:
        """Wait until it is there; who comes with a wrong hello is refused, and waited for anew."""
        while self.stream is None:
            coming = self._referee.expect(self._token)
            coming.add_done_callback(self._welcome)
            try:
                await coming
            except Fault as fault:
                on_refused(fault)
            finally:
                coming.cancel()

    def _welcome(self, coming: asyncio.Future[Stream]) -> None:
        """Know the stream before it can be lost."""
        if not coming.cancelled() and coming.exception() is None:
            self.stream = self._last_stream = coming.result()
            self.exiting = None

    async def exit_fault(self) -> Fault:
        return Fault(Cause.DISCONNECT, "the bot has ended its stream in the middle of a game")
