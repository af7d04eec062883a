"""The feeder: cuts what is missing of a tournament into small jobs, a few for every worker there is, on all hosts.

Little is queued at a time, so that pause, cancel and Ctrl-C take seconds, tournaments that run side by side get equal
shares, and what a dead worker had is soon cut again. Nothing it does over and over costs in proportion to all games.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from statistics import median

from redis.exceptions import LockError

from serai.ladder.bots.toolchains import TOOLCHAINS
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import Task, Waiting
from serai.ladder.queue.live_workers import LiveWorker, live_workers
from serai.ladder.queue.shelves import Shelves
from serai.ladder.queue.suspects import Suspects
from serai.ladder.queue.worker_classes import Languages, languages_of, needed
from serai.ladder.storage.done import Done
from serai.ladder.storage.queue_notes import Failure, QueueNotes
from serai.ladder.storage.store import Store

Say = Callable[[str], None]

JOBS_PER_WORKER = 2
JOB_SECONDS = 15.0
LEAST_SECONDS = 8.0
FIRST_JOB = 32  # blocks, while nobody knows how long one takes
BLOCKS_PER_BOT = 8  # in the first jobs: with fewer, starting bots would be a large part of the work
MOST_FOR_BOTS = 128  # blocks: of more bots than that is good for, each job would have to start many anyway
LARGEST_JOB = 512
MOST_FAILURES = 4

_SCAN = 4096  # blocks looked at for one job, at most: the feeder has other things to do
_LOOK_SECONDS = 1.0


def why_halted(name: str, halted: str) -> str:
    """Return why nothing more of a tournament is begun, and what would let it go on."""
    if halted in ("paused", "drained"):
        return f"{name} is {halted}; serai tournament resume {name} lets it go on"
    if halted == "overdue":
        return f"the deadline of {name} has passed; serai tournament deadline {name} WHEN moves it"
    return f"{name} is {halted}, so nothing more of it is played"


class Feeder:
    """Keeps the queues supplied with jobs of one tournament. `patience` is for how long no worker may be there."""

    def __init__(
        self, store: Store, tournament: Tournament, say: Say = lambda text: None, patience: float = 0.0
    ) -> None:
        self._store = store
        self._tournament = tournament
        self._redis = store.redis
        self._notes = QueueNotes(store.redis)
        self._say = say
        self._lonely_at = time.monotonic() + patience
        self._said: set[object] = set()
        self._needs = [needed([bot]) for bot in tournament.bots]
        self._shelves = Shelves()
        self._next = 0
        self._cut: dict[bytes, tuple[int, ...]] = {}
        self._given_back: list[int] = []
        self._are_slow = False
        self._put_off: frozenset[int] = frozenset()
        self._kept_back: list[int] = []  # put off, because a remote bot was not there: behind all others
        self._failed: set[int] = set()
        self._look_due = 0.0

    def feed(self) -> None:
        """Queue more jobs if there are too few. UserProblem when the tournament is halted and nothing is played any
        more, PlatformProblem if blocks fail again and again.
        """
        halted = self._store.halted(self._tournament.name)
        waiting = self._see(jobs.waiting(self._redis))
        if halted is not None:
            self._stand_still(halted)
            return
        if time.monotonic() >= self._look_due:
            self._look_due = time.monotonic() + _LOOK_SECONDS
            self._notes.note_feeder(self._tournament.name)
            self._hear_failures()
            self._take_back(waiting)
        workers = live_workers(self._redis)
        self._mention(workers)
        self._withdraw_unserved(waiting, {worker.languages for worker in workers})
        if len(self._cut) < JOBS_PER_WORKER * len(workers):
            self._queue_more(workers)

    def follow(self, tournament: Tournament) -> None:
        """Go on with the tournament as it stands now: it may have got bots and blocks."""
        self._tournament = tournament
        self._needs = [needed([bot]) for bot in tournament.bots]

    def close(self) -> None:
        """Take back what nobody has begun."""
        jobs.withdraw(self._redis, self._tournament.name)

    def _see(self, waiting: list[Waiting]) -> list[Waiting]:
        """Take note of the tournament's jobs, whoever cut them, and of the blocks of those that are gone."""
        found = {job for one in waiting for job in one.ids() if jobs.tournament_of(job) == self._tournament.name}
        for job in found - self._cut.keys():
            task = jobs.task(self._redis, job)
            self._cut[job] = task.blocks if task is not None else ()
        for job in self._cut.keys() - found:
            self._given_back += self._cut.pop(job)
        return waiting

    def _take_back(self, waiting: Iterable[Waiting]) -> None:
        """Take back what workers have not begun in time."""
        for job in (job for one in waiting for job, _ in one.started if job in self._cut):
            task = jobs.task(self._redis, job)
            if task is not None and len(task.blocks) < len(self._cut[job]):
                self._given_back += set(self._cut[job]).difference(task.blocks)
                self._cut[job] = task.blocks

    def _stand_still(self, halted: str) -> None:
        """Take back what is queued; when nothing is played any more, say so."""
        name = self._tournament.name
        jobs.withdraw(self._redis, name)
        if jobs.is_pending(self._redis, name):
            return
        raise UserProblem(why_halted(name, halted))

    def _hear_failures(self) -> None:
        """Say what has failed; PlatformProblem if a block has failed too often."""
        failures = self._notes.failures(self._tournament.name)
        for failure in failures:
            self._say_once(failure.execution, f"{_blocks(failure.blocks)} failed, to be played again: {failure.why}")
        self._failed = {block for failure in failures for block in failure.blocks}
        often = Counter(block for failure in failures for block in failure.blocks)
        hopeless = [failure for failure in failures if max(often[b] for b in failure.blocks) >= MOST_FAILURES]
        if hopeless:
            raise PlatformProblem(f"{self._tournament.name} cannot go on: {_reasons(hopeless)}")

    def _mention(self, workers: Sequence[LiveWorker]) -> None:
        if workers:
            self._said.discard("lonely")
        elif time.monotonic() >= self._lonely_at:
            name = self._tournament.name
            self._say_once("lonely", f"{name} waits for a worker: serai worker, on any machine with the same REDIS_URL")

    def _say_once(self, what: object, text: str) -> None:
        if what not in self._said:
            self._said.add(what)
            self._say(text)

    def _withdraw_unserved(self, waiting: Iterable[Waiting], classes: set[Languages]) -> None:
        """Take back what is queued for a class that has no worker any more."""
        for one in waiting:
            if languages_of(one.queue) not in classes:
                for job in one.queued:
                    if job in self._cut:
                        jobs.forget(self._redis, one.queue, job)

    def _queue_more(self, workers: Sequence[LiveWorker]) -> None:
        """Cut and queue jobs, unless another feeder of the same tournament does so right now."""
        try:
            with self._notes.feeding(self._tournament.name):
                waiting = self._see(jobs.waiting(self._redis))
                self._queue_jobs(workers, waiting)
        except LockError:
            return

    def _queue_jobs(self, workers: Sequence[LiveWorker], waiting: Sequence[Waiting]) -> None:
        done = self._store.settled(self._tournament.name)
        if any(bot.is_remote for bot in self._tournament.bots):
            self._put_off = self._notes.were_put_off(self._tournament.name)
        self._shelve_again(done)
        suspects = self._suspects(done)
        room = self._room(workers, waiting)
        load = _load(workers, waiting)
        while room:
            can = min(room, key=lambda languages: load[languages])
            blocks = self._take(can, self._size(workers, done), done, suspects)
            if blocks:
                self._enqueue(can, blocks, suspects)
                load[can] += 1 / sum(worker.languages == can for worker in workers)
                room[can] -= 1
            if not blocks or not room[can]:
                del room[can]
        self._say_who_waits({worker.languages for worker in workers})

    def _shelve_again(self, done: Done) -> None:
        """Shelve the blocks of jobs that are gone and have left them unplayed."""
        for block in self._given_back:
            if block not in done:
                self._are_slow = True
                self._shelve(block)
        self._given_back = []
        if self._next >= len(self._tournament.blocks) and not self._cut and self._shelves.is_empty():
            self._next = 0  # Everything was given out, and yet something may be missing.

    def _shelve(self, block: int) -> None:
        """Shelve a block, unless it was put off: that comes when all others were given out."""
        if block in self._put_off:
            self._kept_back.append(block)
        else:
            self._put_on_shelf(block)

    def _put_on_shelf(self, block: int) -> None:
        bots = self._tournament.blocks[block].line_up
        self._shelves.put(block, frozenset().union(*(self._needs[bot] for bot in bots)))

    def _suspects(self, done: Done) -> Suspects:
        blocks, name = self._tournament.blocks, self._tournament.name
        deaths = self._notes.deaths(name)
        before = self._notes.withheld(name) if deaths else ()
        return Suspects(deaths, lambda block: blocks[block].line_up, done, len(blocks), self._failed, before)

    def _room(self, workers: Sequence[LiveWorker], waiting: Iterable[Waiting]) -> Counter[Languages]:
        """Return how many more jobs of this tournament each class should have."""
        room = Counter[Languages]()
        for worker in workers:
            room[worker.languages] += JOBS_PER_WORKER
        for one in waiting:
            languages = languages_of(one.queue)
            if languages is not None and languages in room:
                room[languages] -= sum(job in self._cut for job in one.ids())
        return +room

    def _size(self, workers: Sequence[LiveWorker], done: Done) -> int:
        """Return how many blocks make a job: about JOB_SECONDS of work, less where all workers share the last ones.

        But no less than LEAST_SECONDS of it, as long as there is something for everybody: a few games alone are slow,
        as the last ones of every job are. In the beginning fewer workers do more each, if the bots are many: every
        worker starts its own. What a slow worker has not begun in time it gives back (see play_job.py), and from then
        on everybody has something.
        """
        missing = len(self._tournament.blocks) - done.count
        share = -(-missing // len(workers))
        paces = self._notes.paces(self._tournament.name)
        known = [paces[worker.name] for worker in workers if worker.name in paces] or list(paces.values())
        if known:
            pace = max(median(known), JOB_SECONDS / LARGEST_JOB)
            most, enough = round(JOB_SECONDS / pace), round(LEAST_SECONDS / pace)
        elif self._are_slow:
            most = enough = FIRST_JOB
        else:
            for_bots = min(BLOCKS_PER_BOT * len(self._tournament.bots), MOST_FOR_BOTS)
            most = enough = max(FIRST_JOB, for_bots)
            share = max(share, for_bots)
        left = missing - sum(map(len, self._cut.values()))
        fair = -(-left // (JOBS_PER_WORKER * len(workers)))
        return max(1, min(most, max(fair, min(enough, share))))

    def _take(self, can: Languages, size: int, done: Done, suspects: Suspects) -> list[int]:
        """Take blocks for a job that a class can play, in schedule order."""
        busy = {block for blocks in self._cut.values() for block in blocks}
        for block in islice(range(self._next, len(self._tournament.blocks)), _SCAN):
            if self._shelves.count(can) >= size:
                break
            self._next = block + 1
            if block not in done and block not in busy:
                self._shelve(block)
        if self._next >= len(self._tournament.blocks) and self._shelves.is_empty():
            for block in dict.fromkeys(self._kept_back):
                self._put_on_shelf(block)
            self._kept_back = []
        blocks = self._shelves.take(can, size, suspects.plays_alone)
        missing = [block for block in blocks if block not in done and block not in busy]
        return missing if missing or not blocks else self._take(can, size, done, suspects)

    def _enqueue(self, can: Languages, blocks: Sequence[int], suspects: Suspects) -> None:
        withheld = suspects.withheld(blocks[0]) if suspects.plays_alone(blocks[0]) else ()
        for bot in withheld:
            why = "the worker died again and again while it played"
            self._say_once((blocks[0], bot), f"block {blocks[0]} is tried without {self._tournament.bots[bot]}: {why}")
        task = Task(jobs.new_id(self._tournament.name), self._tournament.name, tuple(blocks), withheld)
        jobs.enqueue(self._redis, can, task)
        self._cut[task.job.encode()] = task.blocks

    def _say_who_waits(self, classes: set[Languages]) -> None:
        """Say which bots wait for which language, where no worker can play them."""
        for needs in self._shelves.stuck(classes):
            lacking = needs.difference(*classes) or needs
            bots = [str(bot) for bot in self._tournament.bots if bot.manifest.language in lacking]
            how = "; ".join(f"{language}: {TOOLCHAINS[language].brought_by}" for language in sorted(lacking))
            text = f"{', '.join(bots)} must wait for a worker with {' and '.join(sorted(lacking))} ({how})"
            self._say_once(needs, text)


def _load(workers: Iterable[LiveWorker], waiting: Iterable[Waiting]) -> dict[Languages, float]:
    """Return how many jobs of whatever tournament there are for each worker of a class."""
    there = Counter(worker.languages for worker in workers)
    load = dict.fromkeys(there, 0.0)
    for one in waiting:
        languages = languages_of(one.queue)
        if languages in load:
            load[languages] = len(one.ids()) / there[languages]
    return load


def _reasons(failures: Iterable[Failure]) -> str:
    return "; ".join(dict.fromkeys(f"{_blocks(failure.blocks)}: {failure.why}" for failure in failures))


def _blocks(indices: Sequence[int]) -> str:
    if len(indices) == 1:
        return f"block {indices[0]}"
    return f"{len(indices)} blocks from {min(indices)} to {max(indices)}"
