"""What came out: facts, tables and what is left in the queue. Run as python -m chaos.results NAME ... for its JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from redis import Redis

from chaos.hosts import Host
from serai.ladder.storage.store import open_store

Fact = dict[str, Any]
SERAI = (sys.executable, "-P", "-m", "serai.ladder.commands")
_CRASHES = ("crash", "disconnect", "start")  # How a seat may end whose process was killed.
# What RQ keeps of a job until it is done. Keys that expire by themselves are no left-overs.
_JOB_KEYS = ("rq:job:*", "rq:execution:*", "rq:executions:*", "rq:queue:*", "rq:wip:*", "rq:failed:*", "rq:deferred:*")
_LOCK_KEYS = ("*:lock", "*:lock:*", "*-lock", "*:enqueuing")
_AGAIN_SECONDS, _MOST_TRIES = 1.0, 30  # A server that was just started reads its data first.


@dataclass(frozen=True, slots=True)
class Results:
    """Of every tournament its facts and pages, of all together the tables, and what was left behind."""

    facts: dict[str, list[Fact]]
    tables: dict[str, Any]
    left: list[str] = field(default_factory=list)


def main() -> None:
    """Print the facts of the tournaments and what is left in the queue."""
    with open_store() as store:
        facts = {name: list(store.facts(name)) for name in sys.argv[1:]}
        print(json.dumps({"facts": facts, "left": left(store.redis)}))


def left(redis: Redis) -> list[str]:
    """Return the keys of jobs, executions and locks that would stay for ever."""
    found = {key for pattern in (*_JOB_KEYS, *_LOCK_KEYS) for key in redis.scan_iter(match=pattern, count=1000)}
    return sorted(key.decode() for key in found if redis.ttl(key) == -1)


def read(host: Host, redis_url: str | None, names: Sequence[str]) -> Results:
    """Return what is on record on a host, as its commands print it."""

    def ask(*command: str) -> Any:
        environment = host.environment(redis_url)
        done = subprocess.run(host.line(command), env=environment, stdout=subprocess.PIPE, text=True, check=True)
        return json.loads(done.stdout)

    _wait_for_the_store(host, redis_url)
    found = ask(sys.executable, "-m", "chaos.results", *names)
    tables = {"ladder": ask(*SERAI, "ladder", "--json"), "cross table": ask(*SERAI, "ladder", "crosstable", "--json")}
    for name in names:
        tables[f"show {name}"] = _without(ask(*SERAI, "tournament", "show", name, "--json"), "created")
    return Results(found["facts"], tables, found["left"])


def _wait_for_the_store(host: Host, redis_url: str | None) -> None:
    line = host.line([*SERAI, "tournament", "list"])
    for _ in range(_MOST_TRIES):
        if subprocess.run(line, env=host.environment(redis_url), check=False, capture_output=True).returncode == 0:
            return
        time.sleep(_AGAIN_SECONDS)


def unproved(host: Host, redis_url: str | None) -> list[str]:
    """Return a line for each game on record whose replay does not prove it."""
    line = host.line([*SERAI, "replay", "verify", "--all", "--json"])
    done = subprocess.run(line, env=host.environment(redis_url), stdout=subprocess.PIPE, text=True, check=False)
    verdicts = json.loads(done.stdout)
    return [
        f"game {verdict['game']} is refused: {verdict['reason']}" for verdict in verdicts if not verdict["accepted"]
    ]


def differences(calm: Results, stormy: Results) -> list[str]:
    """Return a line for each thing that is not as in the undisturbed run; `times` and `sandbox` may differ."""
    wrong = [
        line
        for name, facts in calm.facts.items()
        for line in (*_doubled(name, stormy.facts[name]), *_unlike(name, facts, stormy.facts[name]))
    ]
    return [*wrong, *(f"{name} differs" for name, rows in calm.tables.items() if stormy.tables[name] != rows)]


def crash_differences(calm: Results, stormy: Results) -> tuple[list[str], int]:
    """As `differences`, where bots were killed, and how many games had a seat that was retired for it.

    Those games must be the same games between the same bots; all others must be as undisturbed to the byte.
    """
    wrong, crashed = [], 0
    for name, facts in calm.facts.items():
        hit = {fact["game_id"] for fact in stormy.facts[name] if _crashed(fact)}
        crashed += len(hit)
        wrong += _doubled(name, stormy.facts[name])
        wrong += _unlike(
            name, [_agreed(fact, hit) for fact in facts], [_agreed(fact, hit) for fact in stormy.facts[name]]
        )
    return wrong, crashed


def _crashed(fact: Fact) -> bool:
    """Whether somebody was retired, and only as one whose process is gone would be."""
    causes = [seat["cause"] for seat in fact["seats"] if seat["ending"] == "retired"]
    return bool(causes) and all(cause in _CRASHES for cause in causes)


def _agreed(fact: Fact, hit: set[str]) -> Fact:
    """What was fixed before a game that was hit, all of one that was not."""
    if fact["game_id"] not in hit:
        return fact
    seats = [{key: seat[key] for key in ("bot", "version")} for seat in fact["seats"]]
    return {**_without(fact, "decisions", "digest"), "seats": seats}


def _doubled(name: str, facts: Iterable[Fact]) -> list[str]:
    ids = [fact["game_id"] for fact in facts]
    return [f"{name}: {len(ids) - len(set(ids))} games are on record twice"] if len(ids) != len(set(ids)) else []


def _unlike(name: str, calm: Iterable[Fact], stormy: Iterable[Fact]) -> list[str]:
    expected = {fact["game_id"]: _without(fact, "times", "sandbox") for fact in calm}
    found = {fact["game_id"]: _without(fact, "times", "sandbox") for fact in stormy}
    lost = [f"{name}: game {key} is lost" for key in expected if key not in found]
    new = [f"{name}: game {key} was never scheduled" for key in found if key not in expected]
    return [
        *lost,
        *new,
        *(line for key in expected if key in found for line in _unequal(key, expected[key], found[key])),
    ]


def _unequal(key: str, calm: Fact, stormy: Fact) -> list[str]:
    parts = [part for part in calm if calm[part] != stormy.get(part)]
    return [f"game {key}: {part} is {stormy.get(part)}, undisturbed {calm[part]}" for part in parts]


def _without(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


if __name__ == "__main__":
    main()
