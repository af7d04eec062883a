"""What an arena counts: calls, those that were refused, and bots that came."""

from __future__ import annotations

from collections import Counter


class ArenaCounts:
    """Counts from the start of one arena on. All is counted in its event loop."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()  # by service
        self.refused: Counter[str] = Counter()  # by the status of gRPC
        self.connections = 0
        self.reconnections = 0
        self._were_here: set[str] = set()

    def arrived(self, bot: str) -> None:
        """Count a bot that was let in; it has come again if it was here before."""
        self.connections += 1
        self.reconnections += bot in self._were_here
        self._were_here.add(bot)
