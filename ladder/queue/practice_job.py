"""What a worker does with a job for practice: it plays the games, and tells whoever asked for them how they go."""

from __future__ import annotations

import logging
import queue
import secrets
import threading
from types import TracebackType
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from serai.ladder.bots import registry
from serai.ladder.bots.building import BuildStopped
from serai.ladder.bots.confinement import Confinement
from serai.ladder.errors import PlatformProblem, Problem
from serai.ladder.model.plan import Plan
from serai.ladder.model.practice import Practice
from serai.ladder.queue.blocks import BlockPlayer
from serai.ladder.queue.overtime import Overtime, limit
from serai.ladder.queue.preparing import prepare
from serai.ladder.storage.practice_notes import BEGUN, ENDED, OVER, PracticeNotes, Told
from serai.ladder.storage.store import Store
from serai.referee.core.luck import DEAL_BYTES

if TYPE_CHECKING:
    from serai.ladder.model.game_record import GameRecord
    from serai.ladder.queue.batch import RemoteSide

_ASK_SECONDS = 0.5
_LOST = "the games were stopped"

_log = logging.getLogger(__name__)


def practise(store: Store, job: str, player: BlockPlayer, confinement: Confinement, stop: threading.Event) -> None:
    """Play the games of a job until they are over, or nobody waits for them any more. What fails is told."""
    notes = PracticeNotes(store.redis)
    practice = notes.get(job)
    if practice is None:
        return
    with Teller(notes, job, stop) as teller:
        try:
            _play(store, practice, player, confinement, stop, teller)
            teller.end(_LOST if stop.is_set() else "")
        except BuildStopped:
            teller.end(_LOST)
        except Problem as problem:
            teller.end(str(problem))
            if isinstance(problem, PlatformProblem):
                raise


def _play(
    store: Store,
    practice: Practice,
    player: BlockPlayer,
    confinement: Confinement,
    stop: threading.Event,
    teller: Teller,
) -> None:
    plan, deal_of = practice.plan(secrets.token_bytes(DEAL_BYTES))
    hosted = {number: bot for number, bot in enumerate(practice.bots) if not bot.is_remote}
    for bot in hosted.values():
        if bot.name in registry.built_in():
            store.add_bot(registry.find(bot.name))
    unable = prepare(store, hosted, stop, confinement)
    blocks = range(len(plan.blocks))
    with Overtime(limit(plan, len(blocks)), stop) as overtime:
        player.play(
            plan,
            blocks,
            deal_of,
            on_block=lambda block, games: True,
            on_game=lambda over: overtime.still_going(),
            stop=stop,
            unable=unable,
            remote=_remote_side(plan, teller),
        )


def _remote_side(plan: Plan, teller: Teller) -> RemoteSide:
    """Return how games with remote bots are played here: each once, and nothing is put off."""
    from serai.ladder.queue.batch import RemoteSide

    async def begin_attempt(_: str, block: int, rotation: int) -> int:
        teller.begun([plan.bots[bot].name for bot in plan.blocks[block].seating(rotation)])
        return 0

    return RemoteSide(begin_attempt, frozenset(range(len(plan.blocks))), on_record=teller.over)


class Teller:
    """Tells what happens, in a thread of its own while the block runs: the referee's loop never waits for Redis (D6).

    When nobody waits for it any more, `stop` is set.
    """

    def __init__(self, notes: PracticeNotes, job: str, stop: threading.Event) -> None:
        self._notes = notes
        self._job = job
        self._stop = stop
        self._games = 0
        self._told: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._tell_on, name="teller", daemon=True)

    def __enter__(self) -> Teller:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._told.put(None)
        self._thread.join()

    def begun(self, bots: list[str]) -> None:
        """A game begins, with these bots in its seats."""
        self._games += 1
        self._told.put({"kind": BEGUN, "number": self._games, "bots": bots})

    def over(self, record: GameRecord) -> None:
        """A game is over."""
        self._told.put({"kind": OVER, "record": record.as_json()})

    def end(self, why: str) -> None:
        """All games are over, or there are no more of them because of this."""
        self._told.put({"kind": ENDED, "why": why})

    def _tell_on(self) -> None:
        while True:
            try:
                told = self._told.get(timeout=_ASK_SECONDS)
            except queue.Empty:
                told = {}
            if told is None:
                return
            try:
                self._tell(told)
            except (RedisError, PlatformProblem) as error:
                _log.warning("practice was not told of: %s", error)

    def _tell(self, told: Told) -> None:
        if not self._notes.is_wanted(self._job):
            self._stop.set()
        elif told:
            self._notes.tell(self._job, told)
