"""Games that are being played, as everybody at the table may see them, for those who watch; on no record.

Workers draw only while somebody watches. What they draw is kept for as long as the organiser delays it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from serai.ladder.storage import keys
from serai.ladder.storage.packing import texts

if TYPE_CHECKING:
    from redis import Redis

WATCHED_SECONDS = 10  # that somebody counts as watching after asking
LONGEST_DELAY = 3600
ANY = "any"  # in place of the id of a game
_MOST_FRAMES = 20_000
_MOST_WATCHED = 16  # games of a tournament that are drawn at once

Frame = dict[str, Any]


class LiveGames:
    """The live games of one Redis, by tournament."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def watch(self, tournament: str, game_id: str = ANY) -> None:
        """Note that somebody watches, for a few seconds: a certain game, or any."""
        key, now = keys.live(tournament, "watched"), time.time()
        with self._redis.pipeline() as pipeline:
            pipeline.zadd(key, {game_id: now})
            pipeline.zremrangebyscore(key, 0, now - WATCHED_SECONDS)
            pipeline.zremrangebyrank(key, 0, -_MOST_WATCHED - 1)
            pipeline.expire(key, WATCHED_SECONDS)
            pipeline.execute()

    def watched(self, tournament: str) -> frozenset[str]:
        """Return the games that somebody watches, ANY among them if it does not matter which; none if nobody does."""
        since = time.time() - WATCHED_SECONDS
        found = cast("list[bytes]", self._redis.zrangebyscore(keys.live(tournament, "watched"), since, "+inf"))
        return frozenset(texts(found))

    def put(self, tournament: str, frame: Frame) -> None:
        """Keep what a table looks like now."""
        key = keys.live(tournament, "frames")
        with self._redis.pipeline() as pipeline:
            pipeline.zadd(key, {json.dumps(frame): frame["at"]})
            pipeline.zremrangebyscore(key, 0, frame["at"] - LONGEST_DELAY - WATCHED_SECONDS)
            pipeline.zremrangebyrank(key, 0, -_MOST_FRAMES - 1)
            pipeline.expire(key, LONGEST_DELAY)
            pipeline.execute()

    def latest(self, tournament: str, delay: float, game_id: str = ANY) -> Frame | None:
        """Return what a table looked like so many seconds ago; None if nothing was drawn shortly before that."""
        now, key = time.time() - delay, keys.live(tournament, "frames")
        most = 1 if game_id == ANY else _MOST_FRAMES
        found = cast("list[bytes]", self._redis.zrevrangebyscore(key, now, now - WATCHED_SECONDS, start=0, num=most))
        frames: Iterator[Frame] = map(json.loads, found)
        return next((frame for frame in frames if game_id in (ANY, frame["game_id"])), None)
