"""Which tournaments an arena is to see to: a mark that outlives the arena, so that the next one goes on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, cast

from serai.ladder.storage import keys
from serai.ladder.storage.packing import canonical

if TYPE_CHECKING:
    from redis import Redis


@dataclass(frozen=True, slots=True)
class Wanted:
    """A tournament that is to be played. `tended` lets new bots into a ladder; `failed` is why it cannot go on."""

    tended: bool = False
    failed: str = ""


def want(redis: Redis, tournament: str, wanted: Wanted) -> None:
    """Let an arena see to a tournament, or note that it cannot go on."""
    redis.hset(keys.WANTED, tournament, canonical(asdict(wanted)))


def unwant(redis: Redis, tournament: str) -> None:
    redis.hdel(keys.WANTED, tournament)


def wanted(redis: Redis) -> dict[str, Wanted]:
    """Return all that is wanted, by name."""
    found = cast("dict[bytes, bytes]", redis.hgetall(keys.WANTED))
    return {name.decode(): Wanted(**json.loads(text)) for name, text in found.items()}


def why_failed(redis: Redis, tournament: str) -> str:
    """Return why a tournament that was wanted cannot go on; empty if nothing is known against it."""
    found = cast("bytes | None", redis.hget(keys.WANTED, tournament))
    return "" if found is None else Wanted(**json.loads(found)).failed
