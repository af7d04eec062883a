"""What one owner may have at a time, or do in an hour, at all arenas of one Redis together.

A count is a key that expires: it begins with the first and is forgotten with its time, so nobody has to tidy up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from serai.ladder.access.refusal import Exhausted
from serai.ladder.storage import keys

if TYPE_CHECKING:
    from serai.ladder.storage.store import Store

MOST_CONNECTED = 256  # remote bots of one owner at a time, unless the arena says otherwise
_CONNECTED_WAIT = 15.0  # seconds: a bot that went without a word is forgotten by then

# Counts unless it would be too much; returns how many milliseconds to wait then, else -1.
_TAKE = """
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used > 0 and used + ARGV[1] > tonumber(ARGV[2]) then return redis.call('PTTL', KEYS[1]) end
redis.call('INCRBY', KEYS[1], ARGV[1])
if used == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return -1
"""


@dataclass(frozen=True, slots=True)
class Quota:
    """So many of a kind in so many seconds, for each owner. The kind reads well after a number: `60 uploads`."""

    kind: str
    most: int
    seconds: float


UPLOADS = Quota("uploads", 60, 3600.0)


class Quotas:
    """What the owners of a store have used up."""

    def __init__(self, store: Store, most_connected: int = MOST_CONNECTED) -> None:
        self._store = store
        self._most_connected = most_connected
        self._take = store.redis.register_script(_TAKE)

    def take(self, quota: Quota, owner: str, count: int = 1) -> None:
        """Count so many of a kind for an owner; Exhausted, and nothing is counted, if that would be too many.

        More than the quota at once is let through when nothing was used: otherwise it never could be.
        """
        key = keys.quota(quota.kind.replace(" ", "-"), owner)
        waiting = cast(int, self._take(keys=[key], args=[count, quota.most, int(quota.seconds * 1000)]))
        if waiting >= 0:
            wait = waiting / 1000
            line = (
                f"too many {quota.kind}: {owner} may have {quota.most} in {quota.seconds / 3600:g} h; wait {wait:.0f} s"
            )
            raise Exhausted(line, wait)

    def check_connection(self, bot: str) -> None:
        """Exhausted if the owner of a bot has too many others connected; a bot without an owner is not counted."""
        owners = self._store.owners_of_bots()
        owner = owners.get(bot)
        others = [other for other, whose in owners.items() if whose == owner and other != bot]
        if owner is None or len(others) < self._most_connected:
            return
        connected = int(self._store.redis.exists(*map(keys.remote, others)))
        if connected >= self._most_connected:
            line = f"{owner} has {connected} bots connected, which are the most; wait until one of them leaves"
            raise Exhausted(line, _CONNECTED_WAIT)
