"""Facts in Redis. A block is recorded once, as a whole; facts are read in schedule order, in portions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, cast

from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.schedule import Block
from serai.ladder.storage import keys
from serai.ladder.storage.done import Done
from serai.ladder.storage.history_store import HistoryStore
from serai.ladder.storage.packing import pack, pack_facts, unpack_blocks, unpack_facts
from serai.ladder.storage.replication import replicated
from serai.ladder.storage.stored_schedule import CHUNK
from serai.ladder.storage.tournament_store import Json, halt_of, header_of

if TYPE_CHECKING:
    from redis import Redis

    from serai.ladder.storage.signing import Signer

Sign = Callable[[int, Sequence[Fact]], bytes]

_BLOCKS_AT_ONCE = 256

# Facts, replays and ids of blocks and that they are done, in one step; a block that is on record stays as it is.
# Of each block: index, facts, replays and signature (none if empty), the number of its ids, the ids. Returns 1 for each
# that was new.
_WAITED_SECONDS = 10

_RECORD = """
local new, i = {}, 1
while i <= #ARGV do
  local index, last = ARGV[i], i + 4 + ARGV[i + 4]
  local added = redis.call('HSETNX', KEYS[1], index, ARGV[i + 1])
  if added == 1 then
    if ARGV[i + 2] ~= '' then redis.call('HSET', KEYS[2], index, ARGV[i + 2]) end
    if ARGV[i + 3] ~= '' then redis.call('HSET', KEYS[5], index, ARGV[i + 3]) end
    redis.call('SETBIT', KEYS[3], index, 1)
    for id = i + 5, last do redis.call('ZADD', KEYS[4], 0, ARGV[id]) end
  end
  new[#new + 1] = added
  i = last + 1
end
return new
"""


@dataclass(frozen=True, slots=True)
class PackedBlock:
    """A block as it is written: facts and replays by rotation, the ids of its games, and who vouches for it.

    It may have no replays, and no signature.
    """

    index: int
    facts: bytes
    replays: bytes
    game_ids: tuple[str, ...]
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A tournament as one who is to play blocks of it finds it: what it plays, and what stands now.

    `settled` are the blocks that are not to be played, `chunks` those of its schedule in which these blocks are.
    """

    header: Json
    secret: bytes
    settled: Done
    halted: str | None
    chunks: Mapping[int, list[Block]]


def pack_block(index: int, records: Iterable[GameRecord], sign: Sign | None = None) -> PackedBlock:
    """Return the games of a block as they are written."""
    games = sorted(records, key=lambda game: game.fact["rotation"])
    facts = [game.fact for game in games]
    ids = tuple(fact["game_id"] for fact in facts)
    signature = b"" if sign is None else sign(index, facts)
    return PackedBlock(index, pack_facts(facts), pack([game.replay for game in games]), ids, signature)


class Tally(NamedTuple):
    """How many games count, how many are still to be played, and how many blocks the schedule has."""

    counted: int
    missing: int
    blocks: int

    @property
    def games(self) -> int:
        """Return how many there are in all."""
        return self.counted + self.missing


class FactStore(HistoryStore):
    """The facts of a store's tournaments."""

    def __init__(self, redis: Redis, replicas: int = 0) -> None:
        super().__init__(redis)
        self._replicas = replicas
        self._record = redis.register_script(_RECORD)
        self._sizes: dict[str, tuple[int, int]] = {}

    def record_block(self, tournament: str, index: int, records: Sequence[GameRecord]) -> bool:
        """Record all games of a block in one step, if absent. Return True if it was new."""
        [new] = self.record_blocks(tournament, [(index, records)])
        return new

    def record_blocks(
        self, tournament: str, blocks: Iterable[tuple[int, Sequence[GameRecord]]], signer: Signer | None = None
    ) -> list[bool]:
        """Record all games of several blocks in one step, each block if absent. Return for each if it was new."""
        sign = None if signer is None else partial(signer.sign, tournament)
        return self.record_packed(tournament, [pack_block(index, records, sign) for index, records in blocks])

    def record_packed(self, tournament: str, blocks: Iterable[PackedBlock]) -> list[bool]:
        """Record several blocks in one step, each if absent. Return for each if it was new."""
        parts = [keys.tournament(tournament, part) for part in ("facts", "replays", "done", "signed")]
        args: list[str | bytes | int] = []
        for block in blocks:
            args += [block.index, block.facts, block.replays, block.signature, len(block.game_ids)]
            args += [f"{game_id} {tournament} {block.index}" for game_id in block.game_ids]
        new = replicated(
            self.redis,
            self._replicas,
            lambda client: cast(
                "list[int]", self._record(keys=[*parts[:3], keys.GAMES, parts[3]], args=args, client=client)
            ),
        )
        return [added == 1 for added in new]

    def wait_for_replicas(self, tournament: str) -> None:
        """Return when all that is on record of a tournament now is with the replicas, where a fail-over may come.

        They get everything in order: when they have a write of ours, they have what was written before.
        """
        if self._replicas:
            key = keys.tournament(tournament, "waited")
            replicated(self.redis, self._replicas, lambda client: client.set(key, 1, ex=_WAITED_SECONDS))

    def signatures(self, tournament: str, indices: Iterable[int]) -> list[bytes | None]:
        """Return what is kept of who recorded each of these blocks; None where nobody signed."""
        wanted = [str(index) for index in indices]
        return cast("list[bytes | None]", self.redis.hmget(keys.tournament(tournament, "signed"), wanted))

    def done(self, tournament: str) -> Done:
        """Return which blocks of a tournament are on record and count."""
        done, not_count = self._bitmaps(tournament, "done", "not_count")
        return Done(done).without(not_count)

    def recorded(self, tournament: str) -> Done:
        """Return which blocks of a tournament are on record, whether they count or not."""
        return Done(self._bitmaps(tournament, "done")[0])

    def settled(self, tournament: str) -> Done:
        """Return which blocks of a tournament are not to be played: they are on record, voided, or a bot rests."""
        done, not_played = self._bitmaps(tournament, "done", "not_played")
        return Done(done).along_with(not_played)

    def _bitmaps(self, tournament: str, *parts: str) -> list[bytes]:
        found = self.redis.mget([keys.tournament(tournament, part) for part in parts])
        return [bitmap or b"" for bitmap in cast("list[bytes | None]", found)]

    def tally(self, tournament: str) -> Tally:
        """Return how many games of a tournament count, and how many are to be played; UserProblem if there is none."""
        if tournament not in self._sizes:
            created = json.loads(self._tournament(tournament))
            self._sizes[tournament] = created["seats"], created["blocks"]
        with self.redis.pipeline() as pipeline:
            pipeline.get(keys.tournament(tournament, "length"))
            pipeline.bitcount(keys.tournament(tournament, "done"))
            pipeline.exists(keys.tournament(tournament, "not_count"), keys.tournament(tournament, "not_played"))
            length, recorded, masked = pipeline.execute()
        seats, blocks = self._sizes[tournament]
        blocks = blocks if length is None else int(length)
        if not masked:
            return Tally(recorded * seats, (blocks - recorded) * seats, blocks)
        missing = len(self.settled(tournament).missing(blocks))
        return Tally(self.done(tournament).count * seats, missing * seats, blocks)

    def read_job(self, tournament: str, blocks: Iterable[int]) -> StoredJob:
        """Return what has to be known before these blocks are played, in one round trip; UserProblem if it is gone."""
        numbers = sorted({index // CHUNK for index in blocks})
        names = ("", "length", "done", "not_played", "halt")
        with self.redis.pipeline(transaction=False) as pipeline:
            pipeline.mget([keys.secret(tournament), *(keys.tournament(tournament, name) for name in names)])
            pipeline.lrange(keys.tournament(tournament, "entered"), 0, -1)
            pipeline.hmget(keys.tournament(tournament, "notes"), ["shelved", "deadline"])
            for number in numbers:
                pipeline.lindex(keys.tournament(tournament, "blocks"), number)
            (secret, created, length, done, not_played, halt), entered, noted, *packed = pipeline.execute()
        if created is None or secret is None:
            raise self._no_tournament(tournament)
        known = {
            number: unpack_blocks(chunk, number * CHUNK) for number, chunk in zip(numbers, packed, strict=True) if chunk
        }
        settled = Done(done or b"").along_with(not_played or b"")
        return StoredJob(header_of(created, length, entered), secret, settled, halt_of(halt, *noted), known)

    def count(self, tournament: str) -> int:
        """Return how many games of a tournament are on record and count; UserProblem if there is none."""
        return self.tally(tournament).counted

    def facts(self, tournament: str) -> Iterator[Fact]:
        """Yield the facts of a tournament that count, in schedule order. They are read in portions."""
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
