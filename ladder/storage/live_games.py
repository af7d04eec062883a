"""Games that are being played, as everybody at the table may see them, for those who watch; on no record.

Workers draw only while somebody watches. What they draw is kept for as long as the organiser delays it.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, cast

from serai.ladder.storage import keys

if TYPE_CHECKING:
    from redis import Redis

WATCHED_SECONDS = 10  # that somebody counts as watching after asking
LONGEST_DELAY = 3600
_MOST_FRAMES = 20_000

Frame = dict[str, Any]


class LiveGames:
    """The live games of one Redis, by tournament."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def watch(self, tournament: str) -> None:
        """Note that somebody watches, for a few seconds and as long as what they wait for is delayed."""
        self._redis.set(keys.live(tournament, "watched"), 1, ex=WATCHED_SECONDS)

    def is_watched(self, tournament: str) -> bool:
        return bool(self._redis.exists(keys.live(tournament, "watched")))

    def put(self, tournament: str, frame: Frame) -> None:
        """Keep what a table looks like now."""
        key = keys.live(tournament, "frames")
        with self._redis.pipeline() as pipeline:
            pipeline.zadd(key, {json.dumps(frame): frame["at"]})
            pipeline.zremrangebyscore(key, 0, frame["at"] - LONGEST_DELAY - WATCHED_SECONDS)
            pipeline.zremrangebyrank(key, 0, -_MOST_FRAMES - 1)
            pipeline.expire(key, LONGEST_DELAY)
            pipeline.execute()

    def latest(self, tournament: str, delay: float) -> Frame | None:
        """Return what a table looked like so many seconds ago; None if nothing was drawn shortly before that."""
        now = time.time() - delay
        key = keys.live(tournament, "frames")
        found = cast("list[bytes]", self._redis.zrevrangebyscore(key, now, now - WATCHED_SECONDS, start=0, num=1))
        return json.loads(found[0]) if found else None
