"""A batch of blocks that is being played in a sitting."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import Any

from serai.ladder.bots import registry
from serai.ladder.model.facts import Drawn
from serai.ladder.model.game_record import GameRecord
from serai.ladder.model.plan import DealOf, Plan
from serai.ladder.model.schedule import own_deal
from serai.ladder.queue.played_game import record_of
from serai.ladder.queue.spectator import LiveTable, LookAt
from serai.ladder.queue.window import Window
from serai.referee.games import GAMES
from serai.referee.match import Cause, Fault
from serai.server.errors import BotAbsent, BotKilled
from serai.server.hosted_bot import Instance
from serai.server.live_game import Played, Terms
from serai.server.remote_address import RemotePlayer
from serai.server.sandbox.sandbox import Sandbox
from serai.server.sitting import Player, Sitting, give_up

# Takes a block whose games are over; True if it is on record now, for only then may its deal be known (D11).
OnBlock = Callable[[int, list[GameRecord]], bool | None]
OnGame = Callable[[int], None]
OnPutOff = Callable[[int], None]
OnRecord = Callable[[GameRecord], None]
BeginAttempt = Callable[[str, int, int], Awaitable[int]]

LOOK = 0.1  # seconds between two looks whether to stop
PACE_SECONDS = 0.2  # in which as many games are played, to tell their pace
LAST_SECONDS = 5.0  # that blocks have to end when told to stop
MOST_KILLS = 3  # times a block is begun anew because others have killed a bot; then the platform has failed


class BlockInPlay:
    """A block whose games are being played: it is over when the last of them is."""

    def __init__(self, plan: Plan, index: int) -> None:
        self.index = index
        self.game_ids = plan.game_ids(index)
        self.together = 1  # how many blocks were in play when it was begun
        self.over: dict[str, Played] = {}
        self.attempts: dict[int, int] = {}  # by rotation, where each game has a deal of its own
        self.is_void = False
        self._plan = plan

    @property
    def is_over(self) -> bool:
        return len(self.over) == len(self.game_ids)

    def records(self, layers: list[str], deal: bytes) -> list[GameRecord]:
        """Return the record of every game, by rotation, with the layers of the sandbox it was played in."""
        return [self.record(key, layers, deal) for key in self.game_ids]

    def record(self, key: str, layers: list[str], deal: bytes) -> GameRecord:
        """Return the record of a game that is over."""
        rotation = self.game_ids.index(key)
        record = record_of(self._plan, self.index, rotation, self.over[key], layers)
        if rotation in self.attempts:
            record.fact["drawn"] = Drawn(block_deal=deal.hex(), attempt=self.attempts[rotation])
        return record


@dataclass(frozen=True, slots=True)
class RemoteSide:
    """What a batch with remote bots needs.

    `begin_attempt` notes that a game (of a plan, block and rotation) is begun, before anybody hears of it, and returns
    for the how many-th time, from 0. Blocks with a `last_chance` are not put off any more; of others that are, somebody
    is told. `on_record` gets every game when it is over, if somebody wants to know before its block is.
    """

    begin_attempt: BeginAttempt
    last_chance: frozenset[int] = frozenset()
    on_put_off: OnPutOff = lambda block: None
    on_record: OnRecord | None = None


@dataclass(frozen=True, slots=True)
class GiveBack:
    """What a batch leaves to others: all that is not begun in so many seconds, of which somebody is told."""

    seconds: float
    tell: Callable[[list[int]], None]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time in which the same number of games is played: when it began, and how many answers there were then."""

    began: float
    answers: int
    games: int


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
        sandbox: Sandbox | None,
        remote: RemoteSide | None = None,
        look_at: LookAt | None = None,
        give_back: GiveBack | None = None,
    ) -> None:
        self._plan = plan
        self._give_back = give_back
        self._look_at = look_at
        self._remote = remote
        self._sandbox = sandbox
        self._deal_of = deal_of
        self._window = window
        self._on_block = on_block
        self._on_game = on_game
        self._stop = stop
        self._unable = unable
        self._terms = Terms(GAMES[plan.game], plan.settings, plan.control, worlds=plan.worlds, beginning=plan.beginning)
        # One in flight is for timed events: nothing is played beside it. Otherwise it is the number in each rotation,
        # so that every process has as many games at once as it may have, and the window sees to that.
        self._room = asyncio.Semaphore(1 if plan.in_flight == 1 else plan.in_flight * plan.seats)
        self._blocks: set[BlockInPlay] = set()
        self._games: dict[asyncio.Task[None], BlockInPlay] = {}
        self._waiting: deque[int] = deque()
        self._kills: Counter[int] = Counter()
        self._games_over = 0
        self._stretch = Stretch(0.0, 0, 0)
        self._failure: BaseException | None = None
        self._news = asyncio.Event()

    async def play(self, blocks: Sequence[int], sitting: Sitting) -> None:
        """Return when all blocks are over that were begun in time, or when those begun before a stop are abandoned."""
        sitting.begin()
        loop = asyncio.get_running_loop()
        last_begin = inf  # known when the first is begun: a job that waits for its bots gives nothing back
        self._waiting.extend(blocks)
        if self._plan.in_flight > 1:  # otherwise a start would take time from the one game that is being played
            sitting.prepare(self._instances(blocks))
        try:
            while (self._waiting or self._games) and not self._stop.is_set():
                self._look_at_pace(sitting)
                self._begin_blocks(sitting)
                if self._give_back is not None and self._blocks:
                    last_begin = min(last_begin, loop.time() + self._give_back.seconds)
                    if self._waiting and loop.time() > last_begin:
                        self._leave_waiting(self._give_back)
                if self._look_at is not None:
                    self._look_at(self._tables(sitting))
                await self._wait_for_news(LOOK)
            await self._play_out(sitting)
        except asyncio.CancelledError:
            await give_up(self._games)
            await sitting.end_all(grace=0.0)
            raise
        finally:
            await give_up(self._games)
            sitting.abandon()

    def _leave_waiting(self, give_back: GiveBack) -> None:
        give_back.tell(list(self._waiting))
        self._waiting.clear()

    def _look_at_pace(self, sitting: Sitting) -> None:
        """Tell the window how fast the games in play go, if as many of them have been played for a moment."""
        now, games, answers = asyncio.get_running_loop().time(), len(self._games), sitting.answers
        since = self._stretch
        if games != since.games or sitting.is_rushed:
            self._stretch = Stretch(now, answers, games)
        elif self._blocks and now - since.began >= PACE_SECONDS:
            self._window.paced(now - since.began, answers - since.answers, games, len(self._blocks))

    def _tables(self, sitting: Sitting) -> Iterator[LiveTable]:
        """Yield the games that are being played."""
        for block in sorted(self._blocks, key=lambda block: block.index):
            for rotation, key in enumerate(block.game_ids):
                if (match := sitting.live_match(key)) is not None:
                    seating = self._plan.blocks[block.index].seating(rotation)
                    yield LiveTable(key, match, [self._plan.bots[bot].name for bot in seating])

    def _begin_blocks(self, sitting: Sitting) -> None:
        """Begin as many as the window allows; while bots are starting, none but the first, which sets the pace."""
        if sitting.is_rushed and (self._blocks or self._window.knows_pace):
            return
        count = max(0, min(len(self._waiting), self._window.size - len(self._blocks)))
        begun = [BlockInPlay(self._plan, self._waiting.popleft()) for _ in range(count)]
        self._blocks.update(begun)
        for block in begun:
            block.together = len(self._blocks)
            self._begin(block, sitting)

    def _begin(self, block: BlockInPlay, sitting: Sitting) -> None:
        for rotation in range(self._plan.seats):
            task = asyncio.create_task(self._play_game(block, rotation, sitting))
            self._games[task] = block
            task.add_done_callback(self._forget)

    async def _play_game(self, block: BlockInPlay, rotation: int, sitting: Sitting) -> None:
        async with self._room:
            players = self._players(block.index, rotation)
            try:
                while not await self._try_game(block, rotation, players, sitting):
                    pass
            except BotKilled as error:
                self._void(block, sitting, error)

    async def _try_game(self, block: BlockInPlay, rotation: int, players: list[Player], sitting: Sitting) -> bool:
        """Play a game, and return True; False if a remote bot is not there: then it does not play in this game.

        A block of which nothing was begun is put off instead, once.
        """
        terms = self._terms_of(self._plan.blocks[block.index].seating(rotation))
        try:
            async with sitting.admitted(players, self._plan.remote.wait):
                deal = await self._deal(block, rotation)
                await sitting.play(
                    block.game_ids[rotation], terms, deal, players, lambda played: self._take(block, played)
                )
        except BotAbsent as missing:
            if missing.fault.cause is Cause.ABSENT and self._may_put_off(block):
                self._put_off(block)
                return True
            players[:] = [missing.fault if _is_called(player, missing.name) else player for player in players]
            return False
        return True

    async def _deal(self, block: BlockInPlay, rotation: int) -> bytes:
        """Return the deal of a game: that of its block, or one of its own.

        Remote bots remember: with them it is the next of a row, noted as begun before they hear of it. Hosted ones die
        with a game that is given up, and may have the same deal again.
        """
        deal = self._deal_of(block.index)
        if not self._plan.has_own_deals(block.index):
            return deal
        attempt = 0
        if self._remote is not None and self._plan.has_remote(block.index):
            attempt = await self._remote.begin_attempt(self._plan.identity, block.index, rotation)
        block.attempts[rotation] = attempt
        return own_deal(deal, rotation, attempt)

    def _may_put_off(self, block: BlockInPlay) -> bool:
        return self._remote is not None and not block.attempts and block.index not in self._remote.last_chance

    def _put_off(self, block: BlockInPlay) -> None:
        """A remote bot is not there, and no game of the block was begun: it is tried once more when all others are."""
        assert self._remote is not None
        self._blocks.discard(block)
        for task, other in self._games.items():
            if other is block and task is not asyncio.current_task():
                task.cancel()
        self._remote.on_put_off(block.index)

    def _terms_of(self, seating: Sequence[int]) -> Terms:
        """Return what a game with this seating is played by: a bot may have a time control of its own."""
        own = {seat: self._plan.own[bot] for seat, bot in enumerate(seating) if bot in self._plan.own}
        return replace(self._terms, own=own) if own else self._terms

    def _instances(self, blocks: Sequence[int]) -> list[Instance]:
        """Return the processes that play these blocks, in the order in which they are wanted."""
        tables = [self._players(index, rotation) for index in blocks for rotation in range(self._plan.seats)]
        return [player for player in dict.fromkeys(chain(*tables)) if isinstance(player, Instance)]

    def _players(self, index: int, rotation: int) -> list[Player]:
        """Return who sits in each seat: of every bot the process for this rotation, or why it cannot play.

        Where no two games share a deal, one process plays all rotations.
        """
        seating = self._plan.blocks[index].seating(rotation)
        process = 0 if self._plan.has_own_deals(index) else rotation
        return [self._unable[bot] if bot in self._unable else self._player(bot, seating, process) for bot in seating]

    def _player(self, bot: int, seating: Sequence[int], process: int) -> Player:
        entered = self._plan.bots[bot]
        if entered.is_remote:
            return RemotePlayer(entered.name, entered.version, self._plan.game, self._plan.remote.wire)
        return self._instance(bot, seating, process)

    def _instance(self, bot: int, seating: Sequence[int], process: int) -> Instance:
        entered = self._plan.bots
        copy = sum(entered[other] == entered[bot] for other in seating if other < bot)
        return Instance(registry.command(entered[bot], self._sandbox), self._plan.game, process, copy)

    def _take(self, block: BlockInPlay, played: Played) -> bool:
        """Take a game that is over, and hand its block over if it was the last; whether the deal may be known."""
        block.over[played.key] = played
        # Whoever stops for want of a bot does so when a block is over, before more is begun.
        if block.is_over or not lacked_a_bot(played.replay.retirements):
            self._window.over(played.seconds, block.together, len(played.replay.decisions))
        self._games_over += 1
        self._on_game(self._games_over)
        layers = self._sandbox.layers if self._sandbox else []
        if self._remote is not None and self._remote.on_record is not None:
            self._remote.on_record(block.record(played.key, layers, self._deal_of(block.index)))
        if not block.is_over:
            return False
        self._blocks.discard(block)
        return self._on_block(block.index, block.records(layers, self._deal_of(block.index))) is True

    def _void(self, block: BlockInPlay, sitting: Sitting, error: BotKilled) -> None:
        """Others have killed a bot: its block does not count, and is begun anew with processes that know nothing of it.

        If that happens again and again, the platform has failed.
        """
        if block.is_void:
            return
        block.is_void = True
        sitting.void(block.game_ids)
        for task, other in self._games.items():
            if other is block and task is not asyncio.current_task():
                task.cancel()
        self._blocks.discard(block)
        self._games_over -= len(block.over)
        self._kills[block.index] += 1
        if self._kills[block.index] > MOST_KILLS:
            raise error
        self._waiting.appendleft(block.index)

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


def _is_called(player: Player, name: str) -> bool:
    return isinstance(player, RemotePlayer) and player.name == name


def lacked_a_bot(retirements: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a game was played without a bot that could not start."""
    return any(retirement["cause"] == Cause.START for retirement in retirements)
