"""All that is kept in Redis, and the only place that knows its keys.

Bots, tournaments and facts are put if absent and never change. What is counted or rated is computed from the facts
elsewhere. Everything is JSON or bytes.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from serai.ladder.bots.version import BotVersion, Package
from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.ladder.storage import redis_connection
from serai.ladder.storage.replication import replicated
from serai.ladder.suggest import suggestion

if TYPE_CHECKING:
    from redis import Redis
    from redis.lock import Lock

Json = dict[str, Any]

_BOTS = "serai:bots"
_DISABLED = "serai:bots:disabled"
_TOURNAMENTS = "serai:tournaments"
_GAMES = "serai:games"

_PROGRESS_SECONDS = 30
_MOST_NAMED = 5
_ENQUEUING_SECONDS = 120

# Facts and replays of a block in one step; a game that has its fact keeps it. Returns 1 for every game that was new.
_RECORD = """
local new = {}
for i = 2, #ARGV, 3 do
  local added = redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1])
  if added == 1 then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 2])
    redis.call('ZADD', KEYS[3], 0, ARGV[i] .. ' ' .. ARGV[1])
  end
  new[#new + 1] = added
end
return new
"""

# A version's content, its place among the versions of its bot, and its bot's place among the bots.
_ADD_BOT = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'bot', ARGV[1], 'content', ARGV[2], 'added', ARGV[3])
if redis.call('LLEN', KEYS[2]) == 0 then redis.call('RPUSH', KEYS[3], ARGV[5]) end
redis.call('RPUSH', KEYS[2], ARGV[4])
return 1
"""

_ADD_TOURNAMENT = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[2])
redis.call('RPUSH', KEYS[3], ARGV[3])
return 1
"""


@dataclass(frozen=True, slots=True)
class Registration:
    """A version in the register, and when it got there."""

    bot: BotVersion
    added: float
    disabled: bool


@contextmanager
def open_store(
    waiting: Callable[[str], None] | None = None, limit: float | None = None, at_start: bool = False
) -> Iterator[Store]:
    """Open the store of REDIS_URL, or the embedded one, while the block runs; PlatformProblem if there is no server.

    With `waiting` Redis is waited for and a line says so; see `redis_connection.connection`.
    """
    with redis_connection.connection(waiting, limit, at_start) as connection:
        yield Store(connection.redis, connection.replicas)


class Store:
    """Bots, tournaments and facts in one Redis. With `replicas` a block counts when so many have it too."""

    def __init__(self, redis: Redis, replicas: int = 0) -> None:
        self.redis = redis
        self._replicas = replicas
        self._record = redis.register_script(_RECORD)
        self._add_bot = redis.register_script(_ADD_BOT)
        self._add_tournament = redis.register_script(_ADD_TOURNAMENT)

    # Bots

    def add_bot(self, package: Package, now: float | None = None) -> bool:
        """Register a version as the latest of its bot; return False if it is there already."""
        bot = package.bot
        keys = [_version_key(bot.version), _versions_key(bot.name), _BOTS]
        added = time.time() if now is None else now
        args: list[str | bytes] = [_canonical(bot.as_json()), package.archive, repr(added), bot.version, bot.name]
        return bool(self._add_bot(keys=keys, args=args))

    def bots(self) -> list[str]:
        """Return the names of all registered bots, in order of registration."""
        return _texts(self.redis.lrange(_BOTS, 0, -1))

    def versions(self, name: str) -> list[str]:
        """Return the versions of a bot in order of registration; none if there is no such bot."""
        return _texts(self.redis.lrange(_versions_key(name), 0, -1))

    def package(self, version: str) -> Package:
        """Return a registered version with its archive; UserProblem if there is none."""
        bot, archive = self._version(version, "bot", "content")
        return Package(BotVersion.from_json(json.loads(bot)), archive)

    def registration(self, version: str) -> Registration:
        """Return what is known of a registered version, without its archive; UserProblem if there is none."""
        data, added = self._version(version, "bot", "added")
        bot = BotVersion.from_json(json.loads(data))
        return Registration(bot, float(added), self.is_disabled(bot.name))

    def _version(self, version: str, *fields: str) -> list[bytes]:
        values = cast("list[bytes | None]", self.redis.hmget(_version_key(version), list(fields)))
        if None in values:
            raise UserProblem(f"no version {version} is registered; see serai bot list")
        return cast("list[bytes]", values)

    def disable(self, name: str) -> None:
        """Let the bot enter no more tournaments; those it is in go on."""
        self.redis.sadd(_DISABLED, name)

    def enable(self, name: str) -> None:
        self.redis.srem(_DISABLED, name)

    def is_disabled(self, name: str) -> bool:
        return bool(self.redis.sismember(_DISABLED, name))

    # Tournaments

    def add_tournament(self, name: str, spec: Json, secret: bytes) -> bool:
        """Keep what a tournament plays; return False if the name is taken."""
        keys = [_tournament_key(name), _tournament_key(name, "secret"), _TOURNAMENTS]
        return bool(self._add_tournament(keys=keys, args=[_canonical(spec), secret, name]))

    def tournaments(self) -> list[str]:
        """Return the names of all tournaments in order of creation."""
        return _texts(self.redis.lrange(_TOURNAMENTS, 0, -1))

    def spec(self, name: str) -> Json:
        """Return what a tournament plays, as it was created; UserProblem if there is none of this name."""
        return cast(Json, json.loads(self._tournament(name)))

    def secret(self, name: str) -> bytes:
        """Return what the deals of a tournament are made from: nobody may see it before the last game."""
        return self._tournament(name, "secret")

    def _tournament(self, name: str, part: str = "") -> bytes:
        value = cast("bytes | None", self.redis.get(_tournament_key(name, part)))
        if value is None:
            known = ", ".join(self.tournaments()[-_MOST_NAMED:])
            others = f"the latest are {known}" if known else "there is none yet"
            hint = suggestion(name, self.tournaments(), others)
            raise UserProblem(f"there is no tournament called {name}; {hint}")
        return value

    def halt(self, name: str, why: str) -> None:
        """Let no more blocks of a tournament start; `why` is paused or cancelled."""
        self.redis.set(_tournament_key(name, "halt"), why)

    def unhalt(self, name: str) -> None:
        self.redis.delete(_tournament_key(name, "halt"))

    def halted(self, name: str) -> str | None:
        """Return why no blocks of the tournament start, None if they do."""
        value = cast("bytes | None", self.redis.get(_tournament_key(name, "halt")))
        return None if value is None else value.decode()

    def enqueuing(self, name: str) -> AbstractContextManager[object]:
        """Return the lock to hold while queueing what is missing of a tournament, so that two do not queue the same."""
        lock: Lock = self.redis.lock(_tournament_key(name, "enqueuing"), timeout=_ENQUEUING_SECONDS)
        return lock

    # Facts

    def record_block(self, tournament: str, records: Sequence[GameRecord]) -> list[str]:
        """Record all games of a block in one step, each if absent. Return the ids that were new."""
        args: list[str | bytes] = [tournament]
        for game in records:
            replay = zlib.compress(_canonical(game.replay).encode())
            args += [game.fact["game_id"], _canonical(game.fact), replay]
        keys = [_tournament_key(tournament, "facts"), _tournament_key(tournament, "replays"), _GAMES]
        new = replicated(
            self.redis,
            self._replicas,
            lambda client: cast("list[int]", self._record(keys=keys, args=args, client=client)),
        )
        return [game.fact["game_id"] for game, added in zip(records, new, strict=True) if added]

    def facts(self, tournament: str) -> list[Fact]:
        """Return the facts of a tournament in schedule order."""
        values = cast("list[bytes]", self.redis.hvals(_tournament_key(tournament, "facts")))
        facts = cast("list[Fact]", [json.loads(value) for value in values])
        return sorted(facts, key=lambda fact: (fact["block"], fact["rotation"]))

    def all_facts(self, game: str | None = None) -> list[Fact]:
        """Return the facts of all tournaments, oldest first, each in schedule order; of one game if it is named."""
        facts = [fact for tournament in self.tournaments() for fact in self.facts(tournament)]
        return facts if game is None else [fact for fact in facts if fact["game"] == game]

    def recorded(self, tournament: str) -> set[str]:
        """Return the ids of the games of a tournament that have their fact."""
        return set(_texts(self.redis.hkeys(_tournament_key(tournament, "facts"))))

    def count(self, tournament: str) -> int:
        """Return how many games of a tournament have their fact."""
        return self.redis.hlen(_tournament_key(tournament, "facts"))

    def game(self, prefix: str) -> GameRecord:
        """Return the one game whose id begins so, of whatever tournament; UserProblem if there is none or several."""
        game_id, tournament = self._find_game(prefix)
        fact = cast(bytes, self.redis.hget(_tournament_key(tournament, "facts"), game_id))
        replay = cast(bytes, self.redis.hget(_tournament_key(tournament, "replays"), game_id))
        return GameRecord(tournament, json.loads(fact), json.loads(zlib.decompress(replay)))

    def game_ids(self, prefix: str, most: int) -> list[str]:
        """Return the ids of the first games that begin so, of whatever tournaments."""
        return [game.partition(" ")[0] for game in self._games(prefix, most)]

    def _games(self, prefix: str, most: int) -> list[str]:
        return _texts(self.redis.zrangebylex(_GAMES, f"[{prefix}", f"[{prefix}\xff", start=0, num=most))

    def _find_game(self, prefix: str) -> tuple[str, str]:
        found = self._games(prefix, _MOST_NAMED)
        if not found or not prefix:
            raise UserProblem(f"there is no game whose id begins with {prefix!r}")
        if len(found) > 1:
            ids = ", ".join(game.partition(" ")[0] for game in found)
            raise UserProblem(f"several games have an id that begins with {prefix}: {ids}")
        game_id, _, tournament = found[0].partition(" ")
        return game_id, tournament

    # Progress: for display only, and dropped after a while

    def report_progress(self, tournament: str, worker: str, doing: Json) -> None:
        """Report what a worker is doing for a tournament."""
        key = _tournament_key(tournament, "progress")
        self.redis.hset(key, worker, _canonical({**doing, "time": time.time()}))
        self.redis.expire(key, _PROGRESS_SECONDS)

    def clear_progress(self, tournament: str, worker: str) -> None:
        self.redis.hdel(_tournament_key(tournament, "progress"), worker)

    def progress(self, tournament: str) -> dict[str, Json]:
        """Return the last report of each worker. Reports older than 30 s are dropped."""
        values = cast("dict[bytes, bytes]", self.redis.hgetall(_tournament_key(tournament, "progress")))
        reports = {worker.decode(): cast(Json, json.loads(value)) for worker, value in values.items()}
        return {worker: doing for worker, doing in reports.items() if time.time() - doing["time"] < _PROGRESS_SECONDS}


def _version_key(version: str) -> str:
    return f"serai:version:{version}"


def _versions_key(name: str) -> str:
    return f"serai:bot:{name}"


def _tournament_key(name: str, part: str = "") -> str:
    return f"serai:tournament:{name}:{part}" if part else f"serai:tournament:{name}"


def _canonical(data: Mapping[str, Any]) -> str:
    """Return JSON that is the same for the same data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _texts(values: Any) -> list[str]:
    return [value.decode() for value in values]
