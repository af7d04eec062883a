"""Who is where: which remote bot is at which arena. It is in Redis, and expires if its arena does not say so again.

A bot is at one arena at a time. An arena that was killed and is started again at the same address may take its bots
back at once; another has to wait until the claim has expired.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from serai.ladder.storage import keys
from serai.ladder.storage.packing import canonical
from serai.server.remote_address import HANDLES, ArenaAddress

if TYPE_CHECKING:
    from redis import Redis

EXPIRY_SECONDS = 15
REFRESH_SECONDS = 4.0
SILENT_SECONDS = 30.0  # then an arena is taken for gone; clocks may differ a little
_RANGES = (1 << 32) // HANDLES - 1  # of handles, from 1; then they begin anew

# Claims a bot for an arena unless another has it; the details are those of the latest connection.
_CLAIM = """
local holder = redis.call('HGET', KEYS[1], 'arena')
if holder and holder ~= ARGV[1] then return 0 end
for i = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('HSET', KEYS[1], 'arena', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""
_RELEASE = """
if redis.call('HGET', KEYS[1], 'arena') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
"""


@dataclass(frozen=True, slots=True)
class Present:
    """A remote bot that is connected: since when (seconds), at which arena, and what it says of itself."""

    bot: str
    arena: str
    since: float
    games: tuple[str, ...]
    max_games: int


class Presence:
    """What one Redis knows of remote bots."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._claim = redis.register_script(_CLAIM)
        self._release = redis.register_script(_RELEASE)

    def relay_secret(self) -> str:
        """Return what lets workers in at the arenas, made at first need: only those with Redis have it."""
        self._redis.set(keys.RELAY_SECRET, secrets.token_urlsafe(32), nx=True)
        return cast(bytes, self._redis.get(keys.RELAY_SECRET)).decode()

    def announce(self, arena: str, certificate: str, name: str) -> None:
        """Note for workers how to dial an arena: its certificate, empty if it speaks plain text, and a name in it.

        It is said again and again: then it is known to be there.
        """
        seen = round(time.time(), 3)
        self._redis.hset(keys.ARENAS, arena, canonical({"certificate": certificate, "name": name, "seen": seen}))

    def arenas(self) -> dict[str, float]:
        """Return the arenas that gave a sign of life of late, and when, by their own clocks."""
        found = cast("dict[bytes, bytes]", self._redis.hgetall(keys.ARENAS))
        seen = {arena.decode(): float(json.loads(text).get("seen", 0.0)) for arena, text in sorted(found.items())}
        oldest = time.time() - SILENT_SECONDS
        return {arena: moment for arena, moment in seen.items() if moment > oldest}

    def connected(self) -> list[Present]:
        """Return all remote bots that are connected, by name."""
        prefix = keys.remote("")
        names = {cast(bytes, key).decode().removeprefix(prefix) for key in self._redis.scan_iter(keys.remote("*"))}
        found = (self.present(name) for name in sorted(names))
        return [there for there in found if there is not None]

    def claim(self, there: Present) -> bool:
        """Note that a bot is at an arena, or say so again; False if it is at another."""
        details: list[str | int] = ["since", repr(there.since), "games", " ".join(there.games)]
        details += ["max_games", there.max_games]
        return bool(self._claim(keys=[keys.remote(there.bot)], args=[there.arena, EXPIRY_SECONDS, *details]))

    def release(self, bot: str, arena: str) -> None:
        """Note that a bot has left an arena."""
        self._release(keys=[keys.remote(bot)], args=[arena])

    def present(self, bot: str) -> Present | None:
        """Return where a bot is; None if it is nowhere."""
        found = cast("dict[bytes, bytes]", self._redis.hgetall(keys.remote(bot)))
        told = {key.decode(): value.decode() for key, value in found.items()}
        if "since" not in told:
            return None
        games = tuple(told["games"].split())
        return Present(bot, told["arena"], float(told["since"]), games, int(told["max_games"]))

    def locate(self, bot: str) -> ArenaAddress | None:
        """Return where and how a worker reaches a bot; None if it is nowhere."""
        there = self.present(bot)
        if there is None:
            return None
        known = json.loads(cast("bytes | None", self._redis.hget(keys.ARENAS, there.arena)) or b"{}")
        return ArenaAddress(there.arena, self.relay_secret(), known.get("certificate", ""), known.get("name", ""))

    def next_handles(self) -> int:
        """Return the handle behind which those of a worker begin: a range that nobody else has."""
        return (self._redis.incr(keys.HANDLES) % _RANGES + 1) * HANDLES
