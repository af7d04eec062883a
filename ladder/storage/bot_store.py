"""The register of bots in Redis: versions are put if absent and never change."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import UserProblem
from serai.ladder.storage import keys
from serai.ladder.storage.packing import canonical, texts

if TYPE_CHECKING:
    from redis import Redis

# A version's content, its place among the versions of its bot, and its bot's place among the bots.
_ADD_BOT = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'bot', ARGV[1], 'content', ARGV[2], 'added', ARGV[3])
if redis.call('LLEN', KEYS[2]) == 0 then redis.call('RPUSH', KEYS[3], ARGV[5]) end
redis.call('RPUSH', KEYS[2], ARGV[4])
return 1
"""


# A bot is its owner's from then on, unless it has one; the answer is whose it is.
_CLAIM = """
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
return redis.call('HGET', KEYS[1], ARGV[1])
"""


@dataclass(frozen=True, slots=True)
class Registration:
    """A version in the register, and when it got there."""

    bot: BotVersion
    added: float
    disabled: bool


class BotStore:
    """The bots of a store."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self._add_bot = redis.register_script(_ADD_BOT)
        self._claim = redis.register_script(_CLAIM)

    def add_bot(self, package: Package, now: float | None = None) -> bool:
        """Register a version as the latest of its bot; return False if it is there already."""
        bot = package.bot
        places = [keys.version(bot.version), keys.versions(bot.name), keys.BOTS]
        added = time.time() if now is None else now
        args: list[str | bytes] = [canonical(bot.as_json()), package.archive, repr(added), bot.version, bot.name]
        return bool(self._add_bot(keys=places, args=args))

    def bots(self) -> list[str]:
        """Return the names of all registered bots, in order of registration."""
        return texts(cast("list[bytes]", self.redis.lrange(keys.BOTS, 0, -1)))

    def versions(self, name: str) -> list[str]:
        """Return the versions of a bot in order of registration; none if there is no such bot."""
        return texts(cast("list[bytes]", self.redis.lrange(keys.versions(name), 0, -1)))

    def package(self, version: str) -> Package:
        """Return a registered version with its archive; UserProblem if there is none."""
        bot, archive = self._version(version, "bot", "content")
        found = BotVersion.from_json(json.loads(bot))
        if found.version != version:
            raise UserProblem(f"what is kept as version {version} is {found}")
        return Package(found, archive)

    def registration(self, version: str) -> Registration:
        """Return what is known of a registered version, without its archive; UserProblem if there is none."""
        data, added = self._version(version, "bot", "added")
        bot = BotVersion.from_json(json.loads(data))
        return Registration(bot, float(added), self.is_disabled(bot.name))

    def _version(self, version: str, *fields: str) -> list[bytes]:
        values = cast("list[bytes | None]", self.redis.hmget(keys.version(version), list(fields)))
        if None in values:
            raise UserProblem(f"no version {version} is registered; see serai bot list")
        return cast("list[bytes]", values)

    def disable(self, name: str) -> None:
        """Let the bot enter no more tournaments; those it is in go on."""
        self.redis.sadd(keys.DISABLED, name)

    def enable(self, name: str) -> None:
        self.redis.srem(keys.DISABLED, name)

    def is_disabled(self, name: str) -> bool:
        return bool(self.redis.sismember(keys.DISABLED, name))

    def owners_of_bots(self) -> dict[str, str]:
        """Return the owners of all bots that have one."""
        found = cast("dict[bytes, bytes]", self.redis.hgetall(keys.BOT_OWNERS))
        return {bot.decode(): owner.decode() for bot, owner in found.items()}

    def owner_of(self, name: str) -> str:
        """Return the owner of a bot, empty if it has none."""
        found = cast("bytes | None", self.redis.hget(keys.BOT_OWNERS, name))
        return "" if found is None else found.decode()

    def claim_bot(self, name: str, owner: str) -> str:
        """Give a bot to an owner if it has none; return whose it is now."""
        return cast(bytes, self._claim(keys=[keys.BOT_OWNERS], args=[name, owner])).decode()

    def give_bot(self, name: str, owner: str) -> None:
        """Give a bot to an owner, whoever had it."""
        self.redis.hset(keys.BOT_OWNERS, name, owner)
