"""What a bot uses of the processors while others think (D15). Who uses much of it is slowed down.

On its own time, with a question open, a bot has a core. On that of others it has a tenth, with a second to spare:
enough to clean up, not enough to take the cores away from those who think.
"""

from __future__ import annotations

from serai.server.sandbox.groups import Group

LOOK_SECONDS = 0.25  # between two looks at a bot
SPARE = 1.0  # seconds of processor time that a bot may be ahead
SHARE = 0.1  # of a core, on the time of others
SLOWED = 0.1  # cores, for a bot that has used up what it had


class CpuMeter:
    """Measures one bot and sets what it may use. `was_slowed` says whether that was ever less than a core."""

    def __init__(self, group: Group, now: float) -> None:
        self.was_slowed = False
        self._group = group
        self._left = SPARE
        self._slow = False
        self._at = now
        self._used = group.cpu_seconds() or 0.0

    def look(self, now: float, is_asked: bool) -> None:
        """Take note of what was used since the last look; `is_asked` says whose time it was."""
        if now - self._at < LOOK_SECONDS or (used := self._group.cpu_seconds()) is None:
            return
        earned = (now - self._at) * (1.0 if is_asked else SHARE)
        self._left = min(SPARE, self._left + earned - (used - self._used))
        self._at, self._used = now, used
        if self._left < 0 and not self._slow:
            self._set(slow=True)
        elif self._left > SPARE / 2 and self._slow:
            self._set(slow=False)

    def _set(self, *, slow: bool) -> None:
        self._slow = slow
        self.was_slowed = self.was_slowed or slow
        self._group.set_cores(SLOWED if slow else None)
