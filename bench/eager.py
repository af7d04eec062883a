"""A stream that never waits for more questions: as it was before, to compare with."""

from __future__ import annotations

from serai.server.stream import Stream


class Eager(Stream):
    """Sends what is ready as soon as the bot has answered something."""

    @property
    def _is_full(self) -> bool:
        return True
