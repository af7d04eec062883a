"""Practice in Redis: what an author asked for, and what happened so far. All of it expires: it is on no record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from serai.ladder.model.practice import Practice
from serai.ladder.storage import keys
from serai.ladder.storage.packing import canonical

if TYPE_CHECKING:
    from redis import Redis

EXPIRY_SECONDS = 1800

BEGUN, OVER, ENDED = "begun", "over", "ended"

Told = dict[str, Any]


class PracticeNotes:
    """The practice of one Redis, by the id of its job."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def put(self, job: str, practice: Practice) -> None:
        """Note what is to be played."""
        self._redis.set(keys.practice(job), canonical(practice.as_json()), ex=EXPIRY_SECONDS)

    def get(self, job: str) -> Practice | None:
        """Return what is to be played; None if nobody waits for it any more."""
        found = cast("bytes | None", self._redis.get(keys.practice(job)))
        return None if found is None else Practice.from_json(json.loads(found))

    def is_wanted(self, job: str) -> bool:
        return bool(self._redis.exists(keys.practice(job)))

    def tell(self, job: str, told: Told) -> None:
        """Say what has happened, behind what was said before."""
        key = keys.practice(job, "told")
        with self._redis.pipeline() as pipeline:
            pipeline.rpush(key, json.dumps(told))
            pipeline.expire(key, EXPIRY_SECONDS)
            pipeline.execute()

    def told(self, job: str, since: int) -> list[Told]:
        """Return what has happened, from the `since`-th on."""
        found = cast("list[bytes]", self._redis.lrange(keys.practice(job, "told"), since, -1))
        return [json.loads(text) for text in found]

    def forget(self, job: str) -> None:
        """Nobody waits for it any more: whoever plays it stops."""
        self._redis.delete(keys.practice(job), keys.practice(job, "told"))
