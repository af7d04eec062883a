"""Replays: found by the ids of their games, in Redis or, when their segment is complete, in an archive."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.game_record import GameRecord
from serai.ladder.storage import archive_place, keys
from serai.ladder.storage.archive_format import Replays, segment_of
from serai.ladder.storage.fact_store import FactStore
from serai.ladder.storage.packing import texts, unpack, unpack_text

if TYPE_CHECKING:
    from redis import Redis

_MOST_NAMED = 5
_ARCHIVES_AT_HAND = 2

# Replays that are in an archive from now on are forgotten, unless somebody else has archived them.
_FORGET = """
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
for i = 3, #ARGV do redis.call('HDEL', KEYS[2], ARGV[i]) end
return 1
"""


class Place(NamedTuple):
    """Where a game is: its whole id, its tournament and its block."""

    game_id: str
    tournament: str
    block: int


class ReplayStore(FactStore):
    """The games of a store's tournaments, facts with replays."""

    def __init__(self, redis: Redis, replicas: int = 0) -> None:
        super().__init__(redis, replicas)
        self._forget = redis.register_script(_FORGET)
        self._archive = lru_cache(_ARCHIVES_AT_HAND)(archive_place.read)

    def game(self, prefix: str) -> GameRecord:
        """Return the one game whose id begins so, of whatever tournament; UserProblem if there is none or several."""
        place = self._find_game(prefix)
        [facts] = self.blocks_of_facts(place.tournament, [place.block])
        rotation = [fact["game_id"] for fact in facts].index(place.game_id)
        return GameRecord(place.tournament, facts[rotation], self._replays(place.tournament, place.block)[rotation])

    def _replays(self, tournament: str, block: int) -> Replays:
        """Return the replays of a block, by rotation; PlatformProblem if they are nowhere."""
        packed = cast("bytes | None", self.redis.hget(keys.tournament(tournament, "replays"), str(block)))
        if packed is not None:
            return cast(Replays, unpack(packed))
        segment = str(segment_of(block))
        name = cast("bytes | None", self.redis.hget(keys.tournament(tournament, "archived"), segment))
        if name is None:
            raise PlatformProblem(f"the replays of block {block} of {tournament} are neither in Redis nor archived")
        return self._archive(name.decode()).replays(block)

    # Finding games

    def game_ids(self, prefix: str, most: int) -> list[str]:
        """Return the ids of the first games that begin so, of whatever tournaments."""
        return [place.game_id for place in self._games(prefix, most)]

    def _games(self, prefix: str, most: int) -> list[Place]:
        found = self.redis.zrangebylex(keys.GAMES, f"[{prefix}", f"[{prefix}\xff", start=0, num=most)
        parts = (text.split(" ") for text in texts(cast("list[bytes]", found)))
        return [Place(game_id, tournament, int(block)) for game_id, tournament, block in parts]

    def _find_game(self, prefix: str) -> Place:
        found = self._games(prefix, _MOST_NAMED)
        if not found or not prefix:
            raise UserProblem(f"there is no game whose id begins with {prefix!r}")
        if len(found) > 1:
            ids = ", ".join(place.game_id for place in found)
            raise UserProblem(f"several games have an id that begins with {prefix}: {ids}")
        return found[0]

    # For archive.py

    def archived(self, tournament: str) -> dict[int, str]:
        """Return the segments whose replays are archived, each with the digest of its archive."""
        found = cast("dict[bytes, bytes]", self.redis.hgetall(keys.tournament(tournament, "archived")))
        return {int(segment): name.decode() for segment, name in found.items()}

    def replays_as_json(self, tournament: str, blocks: Iterable[int]) -> list[bytes]:
        """Return the replays of these blocks that are in Redis, those of a block as one line of JSON."""
        found = self.redis.hmget(keys.tournament(tournament, "replays"), [str(block) for block in blocks])
        return [unpack_text(packed) for packed in cast("list[bytes | None]", found) if packed is not None]

    def forget_replays(self, tournament: str, segment: int, blocks: Iterable[int], name: str) -> bool:
        """Note that a segment is in the archive of this digest and drop its replays; False if another one has."""
        parts = [keys.tournament(tournament, part) for part in ("archived", "replays")]
        return bool(self._forget(keys=parts, args=[segment, name, *blocks]))
