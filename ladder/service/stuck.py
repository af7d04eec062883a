"""What does not go on by itself, and why: each a row with a kind, what it is about, and what would help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serai.ladder.arena.presence import Present
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Waiting
from serai.ladder.queue.live_workers import LiveWorker
from serai.ladder.queue.worker_classes import Languages, languages_of, needed, shown
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import Store

Row = dict[str, Any]

_NEARLY_FULL = 0.9
_MOST_NAMED = 10  # bots in one line


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What there is in this moment: workers, jobs, remote bots, arenas and when each was seen, and memory of Redis."""

    workers: Sequence[LiveWorker]
    waiting: Sequence[Waiting]
    connected: Sequence[Present]
    arenas: Mapping[str, float]
    memory: Row


def stuck_rows(store: Store, events: Sequence[Tournament], there: Circumstances) -> list[Row]:
    """Return all that is stuck: of the store, of the queues, and of each tournament that is not over."""
    rows = [*_of_redis(there.memory), *_of_queues(there.waiting, there.workers)]
    for event in events:
        rows += _of_tournament(store, event, there)
    return rows


def _row(kind: str, about: str, why: str, helps: str) -> Row:
    return {"kind": kind, "about": about, "why": why, "helps": helps}


def _of_redis(memory: Row) -> Iterator[Row]:
    used, limit = memory["used_bytes"], memory["limit_bytes"]
    if limit and used >= _NEARLY_FULL * limit:
        why = f"{used / limit:.0%} of its memory is used: when it is full nothing goes on record"
        yield _row("memory", "redis", why, "serai archive moves replays out; or raise maxmemory")


def _of_queues(waiting: Iterable[Waiting], workers: Iterable[LiveWorker]) -> Iterator[Row]:
    """Jobs in a queue that nobody listens to."""
    served = {worker.languages for worker in workers}
    for one in waiting:
        languages = languages_of(one.queue) or frozenset()
        if one.queued and languages not in served:
            count = len(one.queued)
            why = f"{count} {'job waits' if count == 1 else 'jobs wait'} for a worker that plays {shown(languages)}"
            yield _row("no-worker", one.queue, why, "serai worker on a machine with these toolchains; see serai doctor")


def _of_tournament(store: Store, event: Tournament, there: Circumstances) -> Iterator[Row]:
    name, state = event.name, tournaments.state(store, event)
    if state in ("paused", "drained"):
        yield _row(state, name, f"the tournament is {state}", f"serai tournament resume {name}")
        return
    if state == "overdue":
        yield _row(state, name, "its deadline has passed", f"serai tournament deadline {name} WHEN")
        return
    yield from _of_feeding(store, name)
    yield from _incapable(event, there.workers)
    yield from _absent(event, there)
    for failure in QueueNotes(store.redis).failures(name)[-1:]:
        yield _row("failing", name, f"blocks failed: {failure.why}", f"mend that; serai tournament run {name}")


def _of_feeding(store: Store, name: str) -> Iterator[Row]:
    fed, begun = QueueNotes(store.redis).is_fed(name), store.count(name) or jobs.is_pending(store.redis, name)
    if not fed and begun:
        yield _row("not-run", name, "it has begun, and nobody runs it now", f"serai tournament run {name}")


def _absent(event: Tournament, there: Circumstances) -> Iterator[Row]:
    """Remote bots that are not connected; without an arena none can be."""
    absent = sorted({bot.name for bot in event.bots if bot.is_remote} - {bot.bot for bot in there.connected})
    if absent and not there.arenas:
        yield _row("no-arena", event.name, f"no arena is there for {_listed(absent)}", "serai serve")
    elif absent:
        helps = "their authors connect them; in the end their games are forfeited"
        yield _row("absent", event.name, f"not connected: {_listed(absent)}", helps)


def _incapable(event: Tournament, workers: Sequence[LiveWorker]) -> Iterator[Row]:
    """Bots that no worker can play. Where there is no worker at all, that is one line."""
    if not workers:
        yield _row("no-worker", event.name, "no worker is there", "serai worker, on any machine with this REDIS_URL")
        return
    able: Languages = frozenset().union(*(worker.languages for worker in workers))
    unable = [bot.name for bot in event.bots if not bot.is_remote and not needed([bot]) <= able]
    if unable:
        lacking = shown(needed(bot for bot in event.bots if bot.name in unable) - able).removeprefix("python, ")
        why = f"no worker plays {_listed(unable)}: {lacking} is missing"
        yield _row("no-worker", event.name, why, "serai worker on a machine with these toolchains; see serai doctor")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
