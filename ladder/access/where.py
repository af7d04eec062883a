"""Where a command asks: at an arena, or on the store of this machine."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Where:
    """What was said of where to ask: `arena` is the address of one, `local` wants the store here."""

    arena: str = ""
    local: bool = False

    def is_afar(self) -> bool:
        """Return True if an arena is meant.

        One that is named wins, by --arena or SERAI_ARENA; then REDIS_URL, if it is set; then the arena that was logged
        in to; and without any of them the embedded store is meant.
        """
        if self.local:
            return False
        from serai.ladder.access import arenas  # not at the top: every command loads this module

        if self.arena or os.environ.get(arenas.ARENA):
            return True
        return not os.environ.get("REDIS_URL") and bool(arenas.load().chosen)
