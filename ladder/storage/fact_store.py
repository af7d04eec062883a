"""Facts in Redis. A block is recorded once, as a whole; facts are read in schedule order, in portions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, cast

from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.storage import keys
from serai.ladder.storage.done import Done
from serai.ladder.storage.packing import pack, pack_facts, unpack_facts
from serai.ladder.storage.replication import replicated
from serai.ladder.storage.tournament_store import TournamentStore

if TYPE_CHECKING:
    from redis import Redis

_BLOCKS_AT_ONCE = 256

# Facts, replays and ids of blocks and that they are done, in one step; a block that is on record stays as it is.
# Of each block: index, facts, replays (none if empty), the number of its ids, the ids. Returns 1 for each that was new.
_RECORD = """
local new, i = {}, 1
while i <= #ARGV do
  local index, last = ARGV[i], i + 3 + ARGV[i + 3]
  local added = redis.call('HSETNX', KEYS[1], index, ARGV[i + 1])
  if added == 1 then
    if ARGV[i + 2] ~= '' then redis.call('HSET', KEYS[2], index, ARGV[i + 2]) end
    redis.call('SETBIT', KEYS[3], index, 1)
    for id = i + 4, last do redis.call('ZADD', KEYS[4], 0, ARGV[id]) end
  end
  new[#new + 1] = added
  i = last + 1
end
return new
"""


@dataclass(frozen=True, slots=True)
class PackedBlock:
    """A block as it is written: facts and replays by rotation, and the ids of its games. It may have no replays."""

    index: int
    facts: bytes
    replays: bytes
    game_ids: tuple[str, ...]


def pack_block(index: int, records: Iterable[GameRecord]) -> PackedBlock:
    """Return the games of a block as they are written."""
    games = sorted(records, key=lambda game: game.fact["rotation"])
    facts = [game.fact for game in games]
    ids = tuple(fact["game_id"] for fact in facts)
    return PackedBlock(index, pack_facts(facts), pack([game.replay for game in games]), ids)


class FactStore(TournamentStore):
    """The facts of a store's tournaments."""

    def __init__(self, redis: Redis, replicas: int = 0) -> None:
        super().__init__(redis)
        self._replicas = replicas
        self._record = redis.register_script(_RECORD)
        self._seats: dict[str, int] = {}

    def record_block(self, tournament: str, index: int, records: Sequence[GameRecord]) -> bool:
        """Record all games of a block in one step, if absent. Return True if it was new."""
        [new] = self.record_blocks(tournament, [(index, records)])
        return new

    def record_blocks(self, tournament: str, blocks: Iterable[tuple[int, Sequence[GameRecord]]]) -> list[bool]:
        """Record all games of several blocks in one step, each block if absent. Return for each if it was new."""
        return self.record_packed(tournament, [pack_block(index, records) for index, records in blocks])

    def record_packed(self, tournament: str, blocks: Iterable[PackedBlock]) -> list[bool]:
        """Record several blocks in one step, each if absent. Return for each if it was new."""
        parts = [keys.tournament(tournament, part) for part in ("facts", "replays", "done")]
        args: list[str | bytes | int] = []
        for block in blocks:
            args += [block.index, block.facts, block.replays, len(block.game_ids)]
            args += [f"{game_id} {tournament} {block.index}" for game_id in block.game_ids]
        new = replicated(
            self.redis,
            self._replicas,
            lambda client: cast("list[int]", self._record(keys=[*parts, keys.GAMES], args=args, client=client)),
        )
        return [added == 1 for added in new]

    def done(self, tournament: str) -> Done:
        """Return which blocks of a tournament are on record."""
        return Done(cast("bytes | None", self.redis.get(keys.tournament(tournament, "done"))) or b"")

    def count(self, tournament: str) -> int:
        """Return how many games of a tournament are on record; UserProblem if there is none of this name."""
        if tournament not in self._seats:
            self._seats[tournament] = self.header(tournament)["seats"]
        return self.redis.bitcount(keys.tournament(tournament, "done")) * self._seats[tournament]

    def facts(self, tournament: str) -> Iterator[Fact]:
        """Yield the facts of a tournament in schedule order. They are read in portions, never all at once."""
        recorded = iter(self.done(tournament))
        while indices := list(islice(recorded, _BLOCKS_AT_ONCE)):
            for block in self.blocks_of_facts(tournament, indices):
                yield from block

    def all_facts(self, game: str | None = None) -> Iterator[Fact]:
        """Yield the facts of all tournaments, oldest first, each in schedule order; of one game if it is named."""
        for tournament in self.tournaments():
            if game is None or self.header(tournament)["game"] == game:
                yield from self.facts(tournament)

    def blocks_of_facts(self, tournament: str, indices: Iterable[int]) -> list[list[Fact]]:
        """Return the facts of each of these blocks, by rotation; none of a block that is not on record."""
        wanted = [str(index) for index in indices]
        found = self.redis.hmget(keys.tournament(tournament, "facts"), wanted) if wanted else []
        return [unpack_facts(packed) if packed is not None else [] for packed in cast("list[bytes | None]", found)]
