"""What bots printed in recorded games: kept for their authors and organisers, so much of each version, newest first.

It is no part of any fact. It lies where readers of the store do not come (docker/users.acl).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, cast

from serai.ladder.access.caller import AUTHOR, ORGANISER, Caller
from serai.ladder.model.game_record import GameRecord
from serai.ladder.storage import keys
from serai.ladder.storage.packing import pack, texts, unpack
from serai.server.bot_log import Printed

if TYPE_CHECKING:
    from redis import Redis

    from serai.ladder.storage.bot_store import BotStore

MOST_BYTES = 4 << 20  # of what one version has printed in all its games, packed

# Keep what was printed in one seat of a game, once; then forget the oldest until the rest is small enough.
_KEEP = """
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('RPUSH', KEYS[2], ARGV[1] .. ' ' .. #ARGV[2])
local size = redis.call('INCRBY', KEYS[3], #ARGV[2])
while size > tonumber(ARGV[3]) do
  local name, bytes = string.match(redis.call('LPOP', KEYS[2]), '^(.*) (%d+)$')
  redis.call('HDEL', KEYS[1], name)
  size = redis.call('DECRBY', KEYS[3], bytes)
end
return 1
"""


class Kept(NamedTuple):
    """A seat of a game of which something is kept, and its size in bytes, packed."""

    game_id: str
    seat: int
    size: int


def may_read(store: BotStore, who: Caller, bot: str) -> bool:
    """Return True if somebody may read what a bot printed: its owner, and organisers."""
    return who.has(ORGANISER) or (who.has(AUTHOR) and store.owner_of(bot) == who.owner)


class BotLogs:
    """What was printed, by version, game and seat."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._keep = redis.register_script(_KEEP)

    def keep(self, games: Iterable[GameRecord], most: int = MOST_BYTES) -> None:
        """Keep what the bots printed in these games; what was kept first of a game stays."""
        with self._redis.pipeline(transaction=False) as pipeline:
            for game in games:
                for seat, printed in enumerate(game.printed):
                    if printed["lines"]:
                        version = game.fact["seats"][seat]["version"]
                        named = [keys.printed(version, part) for part in ("", "order", "size")]
                        args: list[str | bytes | int] = [f"{game.fact['game_id']} {seat}", pack(printed), most]
                        self._keep(keys=named, args=args, client=pipeline)
            if pipeline.command_stack:
                pipeline.execute()

    def printed(self, game: GameRecord, seat: int) -> Printed | None:
        """Return what the bot in this seat printed; None if nothing is kept, or no more."""
        if game.printed:
            return game.printed[seat]
        version = game.fact["seats"][seat]["version"]
        found = cast("bytes | None", self._redis.hget(keys.printed(version), f"{game.fact['game_id']} {seat}"))
        if found is None:
            return None
        kept = unpack(found)
        return Printed(dropped=kept["dropped"], lines=[(number, line) for number, line in kept["lines"]])

    def kept(self, version: str) -> list[Kept]:
        """Return where something is kept that a version printed, oldest first."""
        rows = texts(cast("list[bytes]", self._redis.lrange(keys.printed(version, "order"), 0, -1)))
        parts = [row.split(" ") for row in rows]
        return [Kept(game_id, int(seat), int(size)) for game_id, seat, size in parts]
