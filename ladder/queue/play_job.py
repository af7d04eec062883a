"""What a worker does with a job: it readies the bots, plays what is not on record, and records each block at once."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from serai.ladder.bots.building import BuildStopped
from serai.ladder.bots.confinement import arena
from serai.ladder.errors import PlatformProblem
from serai.ladder.model.plan import DealOf
from serai.ladder.model.tournament import Tournament
from serai.ladder.queue import jobs
from serai.ladder.queue.afar import Afar
from serai.ladder.queue.blocks import BlockPlayer
from serai.ladder.queue.jobs import PracticeTask, Task
from serai.ladder.queue.overtime import Overtime, limit
from serai.ladder.queue.practice_job import practise
from serai.ladder.queue.preparing import prepare
from serai.ladder.queue.recorder import Recorder
from serai.ladder.queue.spectator import Spectator
from serai.ladder.queue.worker_names import own_name
from serai.ladder.storage import tournaments
from serai.ladder.storage.queue_notes import JobOver, QueueNotes
from serai.ladder.storage.redis_waiting import silently
from serai.ladder.storage.store import Store, open_store
from serai.referee.match import Cause, Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from serai.ladder.metrics.worker_counts import Counts
    from serai.ladder.queue.batch import RemoteSide

BEGIN_SECONDS = 20.0  # in which a job begins blocks; what is left is cut anew, for whoever is free
WITHHELD = "its worker died again and again while it played"


def play(name: str, blocks: list[int], withheld: list[int] | None = None) -> None:
    """Play what is not on record yet of these blocks of a tournament, here and now. It is idempotent."""
    with open_store(waiting=silently, at_start=True) as store:
        player = JobPlayer(store)
        try:
            player.play(Task(jobs.new_id(name), name, tuple(blocks), tuple(withheld or ())), lambda: True)
        finally:
            player.close()


class JobPlayer:
    """Plays one job after another. The bots of one are kept for the next, until it is closed.

    With `counts` it adds to them what is played.
    """

    def __init__(self, store: Store, counts: Counts | None = None) -> None:
        self._store = store
        self._counts = counts
        self._notes = QueueNotes(store.redis)
        self._afar = Afar(store.redis)
        self._confinement = arena()
        self._player: BlockPlayer | None = None
        self._stop = threading.Event()
        self._ended = False

    @property
    def is_open(self) -> bool:
        """Return True if it may keep bots running."""
        return self._player is not None

    def close(self) -> None:
        """Stop the bots that are kept."""
        if self._player is not None:
            self._player.close()
            self._player = None

    def stop(self) -> None:
        """End what is played, and begin nothing any more. Safe to call in a signal handler."""
        self._ended = True
        self._stop.set()

    def play(self, task: Task, wanted: Callable[[], bool]) -> None:
        """Play a job until it is over, or `wanted` says that it should not be played any more.

        PlatformProblem if this machine cannot play it.
        """
        self._stop = threading.Event()
        job = tournaments.load_job(self._store, task.tournament, task.blocks)
        if job.missing and not self._ended and job.halted is None:
            self._play(job.tournament, job.deal_of, job.missing, task, wanted)

    def practise(self, task: PracticeTask) -> None:
        """Play games that nobody rates; PlatformProblem if this machine cannot."""
        self._stop = threading.Event()
        if not self._ended:
            practise(self._store, task.job, self._blocks(), self._confinement, self._stop)

    def _blocks(self) -> BlockPlayer:
        self._player = self._player or BlockPlayer(
            sandbox=self._confinement.sandbox, locate=self._afar.locate, counts=self._counts
        )
        return self._player

    def _play(
        self,
        tournament: Tournament,
        deal_of: DealOf,
        blocks: tuple[int, ...],
        task: Task,
        wanted: Callable[[], bool],
    ) -> None:
        def still_wanted() -> bool:
            return not self._ended and self._store.halted(tournament.name) in (None, "drained") and wanted()

        recorder = Recorder(
            self._store, tournament, blocks, self._stop, still_wanted, lambda: self._ended, self._counts
        )
        over: JobOver | None = None
        try:
            with recorder:
                unable = self._unable(tournament, blocks, task)
                pace = self._play_blocks(tournament, deal_of, blocks, unable, recorder, task)
            if recorder.recorded and pace is not None:
                over = JobOver(pace, blocks[0], task.withheld)
        except BuildStopped:
            pass
        finally:
            with suppress(RedisError, PlatformProblem):
                self._notes.note_job_over(tournament.name, own_name(), over)

    def _unable(self, tournament: Tournament, blocks: tuple[int, ...], task: Task) -> dict[int, Fault]:
        """Ready the bots, and return why for each that does not play."""
        withheld = {bot: Fault(Cause.CRASH, WITHHELD) for bot in task.withheld}
        seated = sorted({bot for index in blocks for bot in tournament.blocks[index].line_up})
        bots = {bot: tournament.bots[bot] for bot in seated if bot not in withheld}
        bots = {number: bot for number, bot in bots.items() if not bot.is_remote}
        return prepare(self._store, bots, self._stop, self._confinement) | withheld

    def _play_blocks(
        self,
        tournament: Tournament,
        deal_of: DealOf,
        blocks: tuple[int, ...],
        unable: dict[int, Fault],
        recorder: Recorder,
        task: Task,
    ) -> float | None:
        """Play, and return how many seconds a block takes when bots have started and many are played at a time."""
        from serai.ladder.queue.batch import GiveBack

        player, put_off = self._blocks(), list[int]()
        with (
            Overtime(limit(tournament, len(blocks)), self._stop) as overtime,
            Spectator(self._store.redis, tournament.name) as spectator,
        ):

            def on_game(over: int) -> None:
                overtime.still_going()
                recorder.game(over)

            def give_back(left: list[int]) -> None:
                recorder.soon(lambda: jobs.give_back(self._store.redis, task, left))

            player.play(
                tournament,
                blocks,
                deal_of,
                on_block=recorder.block,
                on_game=on_game,
                stop=self._stop,
                unable=unable,
                remote=self._remote_side(tournament, put_off),
                look_at=spectator.look,
                give_back=GiveBack(BEGIN_SECONDS, give_back),
            )
            if put_off:
                self._notes.put_off(tournament.name, put_off)
            return player.seconds_a_block(tournament)

    def _remote_side(self, tournament: Tournament, put_off: list[int]) -> RemoteSide | None:
        """Return what playing with remote bots takes; None if there are none."""
        if not any(bot.is_remote for bot in tournament.bots):
            return None
        from serai.ladder.queue.batch import RemoteSide

        return RemoteSide(self._afar.begin_attempt, self._notes.were_put_off(tournament.name), put_off.append)
