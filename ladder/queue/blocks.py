"""Playing blocks with bot processes that stay at hand from one block, line-up and job to the next.

The rotations of a block share their luck. They are played side by side, each by processes of its own, so that no
process sees a deal twice. A block is handed over as a whole, in the moment its last game is over.

The supervisor imports this module and must not load grpc, so the server is imported where games are played.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Self

from serai.ladder.errors import PlatformProblem
from serai.ladder.model.plan import DealOf, Plan
from serai.ladder.queue.window import Window
from serai.referee.match import Fault

if TYPE_CHECKING:
    from serai.ladder.metrics.worker_counts import Counts
    from serai.ladder.queue.batch import Batch, GiveBack, OnBlock, OnGame, RemoteSide
    from serai.ladder.queue.spectator import LookAt
    from serai.server.remote_address import Locate
    from serai.server.sandbox.sandbox import Sandbox
    from serai.server.sitting import Sitting

_MOST_WINDOWS = 64  # plans whose pace is remembered
_NOBODY: Mapping[int, Fault] = MappingProxyType({})


class BlockPlayer:
    """Plays blocks, with bot processes that stay at hand from one call to the next. A context manager.

    `processes` is how many there are at a time; if it is not said, what memory allows. Without a sandbox they are plain
    processes of ours. `locate` finds remote bots, where there are any. With `counts` answers are counted.
    """

    def __init__(
        self,
        processes: int | None = None,
        sandbox: Sandbox | None = None,
        locate: Locate | None = None,
        counts: Counts | None = None,
    ) -> None:
        self._processes = processes
        self._locate = locate
        self._counts = counts
        self._sandbox = sandbox
        self._runner: asyncio.Runner | None = None
        self._sitting: Sitting | None = None
        self._windows: dict[str, Window] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def play(
        self,
        plan: Plan,
        blocks: Sequence[int],
        deal_of: DealOf,
        *,
        on_block: OnBlock,
        on_game: OnGame = lambda over: None,
        stop: threading.Event | None = None,
        unable: Mapping[int, Fault] = _NOBODY,
        remote: RemoteSide | None = None,
        look_at: LookAt | None = None,
        give_back: GiveBack | None = None,
    ) -> None:
        """Play blocks of a plan, whose bots are installed. Blocks that are stopped in the middle are not handed over.

        `on_block` gets a block and its games when the last of them is over, and returns True if they are on record;
        `on_game` gets how many games are over in this call. Both are called by the referee and must not wait for
        anything. When `stop` is set, no more blocks are begun; those that were get a few seconds. `unable` are bots
        that cannot play, by their place in the plan: they are retired from their games with this fault. `remote` is
        there if bots of the plan run elsewhere. `look_at` is shown the games in play now and then. With `give_back`
        what is not begun in time is left to others, and what was is played to its end.
        PlatformProblem if the referee fails: what has not been handed over does not count.
        """
        from serai.ladder.queue.batch import Batch

        stopping = stop or threading.Event()
        window = self._window(plan)
        batch = Batch(
            plan,
            deal_of,
            window,
            on_block,
            on_game,
            stopping,
            unable,
            self._sandbox,
            remote,
            look_at,
            give_back,
        )
        self._runner = self._runner or asyncio.Runner()
        try:
            self._runner.run(self._play(batch, blocks))
        except Exception as error:
            self.close()
            raise PlatformProblem(
                f"the referee failed, so these games do not count: {type(error).__name__}: {error}"
            ) from error

    def seconds_a_block(self, plan: Plan) -> float | None:
        """Return how long a block of a plan takes at the best pace so far, many at a time; None if nobody knows."""
        window = self._windows.get(plan.identity)
        return None if window is None else window.seconds_a_block

    def close(self) -> None:
        """End all processes. Whoever plays again starts fresh ones."""
        sitting, self._sitting = self._sitting, None
        runner, self._runner = self._runner, None
        if runner is not None:
            with runner:
                if sitting is not None:
                    runner.run(sitting.__aexit__(None, None, None))

    async def _play(self, batch: Batch, blocks: Sequence[int]) -> None:
        if self._sitting is None:
            self._sitting = await self._new_sitting().__aenter__()
        await batch.play(blocks, self._sitting)

    def _new_sitting(self) -> Sitting:
        from serai.server.sitting import Sitting

        if self._counts is None:
            return Sitting(self._processes, locate=self._locate)
        from serai.ladder.queue.timed_sitting import TimedSitting

        return TimedSitting(self._counts, self._processes, self._locate)

    def _window(self, plan: Plan) -> Window:
        """Return what is known of the pace of a plan; of those that were not played for long, nothing is."""
        window = self._windows.pop(plan.identity, None) or Window(plan.in_flight)
        self._windows[plan.identity] = window
        if len(self._windows) > _MOST_WINDOWS:
            del self._windows[next(iter(self._windows))]
        return window
