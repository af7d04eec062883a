"""How the whole platform stands, as rows of data: who can play, who is connected, what goes on, and what is stuck.

Everything is read from Redis in the moment it is asked; nothing here changes anything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from serai.ladder.arena.presence import Presence, Present
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Waiting
from serai.ladder.queue.live_workers import LiveWorker, live_workers
from serai.ladder.queue.running import progress_of
from serai.ladder.queue.worker_classes import Languages, languages_of
from serai.ladder.service.json_rows import moment
from serai.ladder.service.stuck import Circumstances, stuck_rows
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import QueueNotes
from serai.ladder.storage.store import Store

Row = dict[str, Any]

_UNDERWAY = ("new", "running", "paused", "drained", "overdue")


def status(store: Store) -> Row:
    """Return how everything stands: workers, remote bots, arenas, tournaments, queues, Redis, and what is stuck."""
    workers, waiting = live_workers(store.redis), jobs.waiting(store.redis)
    presence = Presence(store.redis)
    events = [event for event in tournaments.load_all(store) if tournaments.state(store, event) in _UNDERWAY]
    there = Circumstances(workers, waiting, presence.connected(), presence.arenas(), memory_row(store))
    return {
        "workers": [worker_row(worker) for worker in workers],
        "bots": [bot_row(bot, store.owner_of(bot.bot)) for bot in there.connected],
        "arenas": [{"address": address, "seen": moment(seen)} for address, seen in there.arenas.items()],
        "tournaments": [tournament_row(store, event, waiting) for event in events],
        "queues": queue_rows(waiting, workers),
        "redis": there.memory,
        "stuck": stuck_rows(store, events, there),
    }


def worker_row(worker: LiveWorker) -> Row:
    """Return a worker: what it can play and what it plays."""
    return {
        "name": worker.name,
        "host": worker.host,
        "languages": ["python", *sorted(worker.languages)],
        "cores": worker.cores,
        "version": worker.version,
        "tournament": worker.tournament,
        "since": f"{worker.since[:19]}Z",
        "seen": f"{worker.seen[:19]}Z",
    }


def bot_row(there: Present, owner: str) -> Row:
    """Return a remote bot that is connected. What it says of itself is cut: it is a stranger's text."""
    return {
        "bot": there.bot,
        "owner": owner or None,
        "arena": there.arena,
        "since": moment(there.since),
        "games": [name[:40] for name in there.games[:32]],
        "max_games": there.max_games,
    }


def tournament_row(store: Store, event: Tournament, waiting: Iterable[Waiting]) -> Row:
    """Return a tournament that is not over: how far it has come, and how many of its jobs wait and are played."""
    progress = progress_of(store, event)
    of = Counter[str]()
    for one in waiting:
        of["waiting"] += sum(jobs.tournament_of(job) == event.name for job in (*one.queued, *one.taken))
        of["playing"] += sum(jobs.tournament_of(job) == event.name for job, _ in one.started)
    return {
        "name": event.name,
        "game": event.game,
        "state": tournaments.state(store, event),
        "games": progress.games,
        "played": progress.recorded,
        "over": progress.over,
        "jobs_waiting": of["waiting"],
        "jobs_playing": of["playing"],
        "is_run": QueueNotes(store.redis).is_fed(event.name),
    }


def queue_rows(waiting: Iterable[Waiting], workers: Iterable[LiveWorker]) -> list[Row]:
    """Return every queue with jobs or workers: the languages it is for, its jobs, and who can play them."""
    there: dict[Languages, int] = defaultdict(int)
    for worker in workers:
        there[worker.languages] += 1
    rows = []
    for one in waiting:
        languages = languages_of(one.queue) or frozenset()
        row = {
            "queue": one.queue,
            "languages": ["python", *sorted(languages)],
            "waiting": len(one.queued) + len(one.taken),
            "playing": len(one.started),
            "workers": there[languages],
        }
        if row["waiting"] or row["playing"] or row["workers"]:
            rows.append(row)
    return rows


def memory_row(store: Store) -> Row:
    """Return how much memory Redis uses, and how much it may; no limit is None."""
    info: dict[str, Any] = store.redis.info("memory")
    return {"used_bytes": int(info["used_memory"]), "limit_bytes": int(info.get("maxmemory", 0)) or None}
