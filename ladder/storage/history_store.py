"""Histories of tournaments in Redis: entries are added one at a time, each in one step with what follows from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from serai.ladder.model.history import Entry, History, masks
from serai.ladder.model.schedule import Block
from serai.ladder.storage import keys
from serai.ladder.storage.packing import canonical
from serai.ladder.storage.stored_schedule import CHUNK, chunks
from serai.ladder.storage.tournament_store import TournamentStore

if TYPE_CHECKING:
    from redis import Redis

    from serai.ladder.model.tournament import Tournament

# An entry goes where it was meant to, in one step with bot, blocks, masks and audit; else nothing happens. Sent again,
# because the connection broke, it is found in its place.
_ADD = """
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then
  return redis.call('LINDEX', KEYS[1], ARGV[1]) == ARGV[2] and 1 or 0
end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3])
if ARGV[4] ~= '' then redis.call('RPUSH', KEYS[7], ARGV[4]) end
if ARGV[5] ~= '' then redis.call('RPUSH', KEYS[4], ARGV[5]) end
if ARGV[6] == '1' then
  for mask = 5, 6 do
    if ARGV[mask + 2] == '' then redis.call('DEL', KEYS[mask]) else redis.call('SET', KEYS[mask], ARGV[mask + 2]) end
  end
end
for i = 10, #ARGV do
  local place = ARGV[9] + i - 10
  if place < redis.call('LLEN', KEYS[3]) then redis.call('LSET', KEYS[3], place, ARGV[i])
  else redis.call('RPUSH', KEYS[3], ARGV[i]) end
end
return 1
"""
# In a round only those play who may.
_NOT_MASKING = ("round", "end")
_PARTS = ("history", "length", "blocks", "entered", "not_count", "not_played")


class HistoryStore(TournamentStore):
    """What happened to the tournaments of a store after they were created."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self._add_entry = redis.register_script(_ADD)

    def history(self, name: str) -> History:
        """Return what happened to a tournament; UserProblem if there is none of this name."""
        created = json.loads(self._tournament(name))
        return History(created["blocks"], len(created["bots"])).take(self.entries(name))

    def entries(self, name: str, since: int = 0) -> list[Entry]:
        """Return the entries of a history from one on."""
        found = cast("list[bytes]", self.redis.lrange(keys.tournament(name, "history"), since, -1))
        return [cast(Entry, json.loads(entry)) for entry in found]

    def has_ended(self, name: str) -> bool:
        """Return True if the last that happened to a tournament was that its last round was over."""
        last = cast("bytes | None", self.redis.lindex(keys.tournament(name, "history"), -1))
        return last is not None and json.loads(last)["kind"] == "end"

    def add_entry(
        self,
        tournament: Tournament,
        history: History,
        entry: Entry,
        blocks: Sequence[Block] = (),
        bot: dict[str, Any] | None = None,
        audit: dict[str, Any] | None = None,
    ) -> bool:
        """Add an entry to a history that is as it was read, with blocks that follow the schedule, or a bot.

        The history takes it in. Return False, and do nothing, if something else has happened meanwhile.
        """
        expected, before = history.length, history.blocks
        history.take([entry])
        is_masking = entry["kind"] not in _NOT_MASKING
        seen = (*tournament.blocks, *blocks) if is_masking and history.off else ()
        masked = masks(history, seen)
        first = before // CHUNK
        written = chunks([*tournament.blocks[first * CHUNK : before], *blocks]) if blocks else ()
        args: list[str | bytes | int] = [expected, canonical(entry), history.blocks]
        args += ["" if audit is None else canonical(audit), "" if bot is None else canonical(bot)]
        args += [int(is_masking), masked.not_count, masked.not_played, first, *written]
        parts = [keys.tournament(tournament.name, part) for part in _PARTS]
        return bool(self._add_entry(keys=[*parts, keys.AUDIT], args=args))
