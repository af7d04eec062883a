"""A batch of blocks that is being played in a sitting, and what is recorded of each."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import cast

from serai.ladder.bots import registry
from serai.ladder.model.facts import Fact, SeatResult, Times
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import DealOf, Plan
from serai.ladder.queue.window import Window
from serai.referee.games import GAMES
from serai.referee.match import Fault
from serai.server.hosted_bot import Instance
from serai.server.live_game import Played, Terms
from serai.server.sitting import Player, Sitting, give_up

OnBlock = Callable[[int, list[GameRecord]], None]
OnGame = Callable[[int], None]

LOOK = 0.1  # seconds between two looks whether to stop
LAST_SECONDS = 5.0  # that blocks have to end when told to stop


class BlockInPlay:
    """A block whose games are being played: it is over when the last of them is."""

    def __init__(self, plan: Plan, index: int) -> None:
        self.index = index
        self.game_ids = plan.game_ids(index)
        self.together = 1  # how many blocks were in play when it was begun
        self.over: dict[str, Played] = {}
        self._plan = plan

    @property
    def is_over(self) -> bool:
        return len(self.over) == len(self.game_ids)

    def records(self) -> list[GameRecord]:
        """Return the record of every game, by rotation."""
        return [_record(self._plan, self.index, rotation, self.over[key]) for rotation, key in enumerate(self.game_ids)]


class Batch:
    """Plays blocks of one plan: as many at a time as its window says, in the order in which they are given."""

    def __init__(
        self,
        plan: Plan,
        deal_of: DealOf,
        window: Window,
        on_block: OnBlock,
        on_game: OnGame,
        stop: threading.Event,
        unable: Mapping[int, Fault],
    ) -> None:
        self._plan = plan
        self._deal_of = deal_of
        self._window = window
        self._on_block = on_block
        self._on_game = on_game
        self._stop = stop
        self._unable = unable
        self._terms = Terms(GAMES[plan.game], plan.settings, plan.control)
        # One in flight is for timed events: nothing is played beside it. Otherwise it is the number in each rotation,
        # so that every process has as many games at once as it may have, and the window sees to that.
        self._room = asyncio.Semaphore(1 if plan.in_flight == 1 else plan.in_flight * plan.seats)
        self._blocks: set[BlockInPlay] = set()
        self._games: dict[asyncio.Task[None], BlockInPlay] = {}
        self._games_over = 0
        self._failure: BaseException | None = None
        self._news = asyncio.Event()

    async def play(self, blocks: Sequence[int], sitting: Sitting) -> None:
        """Return when all blocks are over, or when those begun before a stop are over or abandoned."""
        sitting.begin()
        waiting = deque(blocks)
        try:
            while (waiting or self._games) and not self._stop.is_set():
                self._begin_blocks(waiting, sitting)
                await self._wait_for_news(LOOK)
            await self._play_out(sitting)
        except asyncio.CancelledError:
            await give_up(self._games)
            await sitting.end_all(grace=0.0)
            raise
        finally:
            await give_up(self._games)
            sitting.abandon()

    def _begin_blocks(self, waiting: deque[int], sitting: Sitting) -> None:
        """Begin as many as the window allows."""
        count = max(0, min(len(waiting), self._window.size - len(self._blocks)))
        begun = [BlockInPlay(self._plan, waiting.popleft()) for _ in range(count)]
        self._blocks.update(begun)
        for block in begun:
            block.together = len(self._blocks)
            self._begin(block, sitting)

    def _begin(self, block: BlockInPlay, sitting: Sitting) -> None:
        deal = self._deal_of(block.index)
        for rotation in range(self._plan.seats):
            task = asyncio.create_task(self._play_game(block, rotation, deal, sitting))
            self._games[task] = block
            task.add_done_callback(self._forget)

    async def _play_game(self, block: BlockInPlay, rotation: int, deal: bytes, sitting: Sitting) -> None:
        def on_over(played: Played) -> bool:
            return self._take(block, played)

        async with self._room:
            players = self._players(block.index, rotation)
            await sitting.play(block.game_ids[rotation], self._terms, deal, players, on_over)

    def _players(self, index: int, rotation: int) -> list[Player]:
        """Return who sits in each seat: of every bot the process for this rotation, or why it cannot play."""
        seating = self._plan.blocks[index].seating(rotation)
        return [self._unable[bot] if bot in self._unable else self._instance(bot, seating, rotation) for bot in seating]

    def _instance(self, bot: int, seating: Sequence[int], rotation: int) -> Instance:
        entered = self._plan.bots
        copy = sum(entered[other] == entered[bot] for other in seating if other < bot)
        return Instance(registry.command(entered[bot]), self._plan.game, rotation, copy)

    def _take(self, block: BlockInPlay, played: Played) -> bool:
        """Take a game that is over; hand its block over if it was the last, for then the deal may be known."""
        block.over[played.key] = played
        self._window.over(played.seconds, block.together)
        self._games_over += 1
        self._on_game(self._games_over)
        if not block.is_over:
            return False
        self._blocks.discard(block)
        self._on_block(block.index, block.records())
        return True

    def _forget(self, task: asyncio.Task[None]) -> None:
        del self._games[task]
        if not task.cancelled() and task.exception() is not None:
            self._failure = self._failure or task.exception()
        self._news.set()

    async def _wait_for_news(self, seconds: float) -> None:
        """Wait until a game is over, but not for long; an exception if the platform has failed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()
        if self._failure is not None:
            raise self._failure

    async def _play_out(self, sitting: Sitting) -> None:
        """Told to stop: forget blocks of which no game has begun, and give the others a few seconds."""
        for task, block in self._games.items():
            if not block.over and not any(map(sitting.is_live, block.game_ids)):
                task.cancel()
        loop = asyncio.get_running_loop()
        until = loop.time() + LAST_SECONDS
        while self._games and (left := until - loop.time()) > 0:
            await self._wait_for_news(left)


def _record(plan: Plan, index: int, rotation: int, played: Played) -> GameRecord:
    replay = played.replay
    fact = Fact(
        game_id=played.key,
        tournament=plan.name,
        block=index,
        rotation=rotation,
        game=plan.game,
        epoch=plan.epoch,
        options=dict(plan.settings),
        seats=_seats(plan, index, rotation, played),
        commitment=replay.commitment,
        deal=replay.deal,
        decisions=len(replay.decisions),
        digest=replay.digest,
        times=_times(played),
    )
    return GameRecord(plan.identity, fact, replay.as_json())


def _seats(plan: Plan, index: int, rotation: int, played: Played) -> list[SeatResult]:
    seating = [plan.bots[bot] for bot in plan.blocks[index].seating(rotation)]
    return [
        cast(SeatResult, {"bot": bot.name, "version": bot.version, **outcome})
        for bot, outcome in zip(seating, played.replay.outcomes, strict=True)
    ]


def _times(played: Played) -> Times:
    started = datetime.fromtimestamp(played.started, UTC).isoformat(timespec="milliseconds")
    times = Times(started=started, seconds=round(played.seconds, 3))
    if played.stalled > 0:
        times["stalled"] = round(played.stalled, 3)
    return times
