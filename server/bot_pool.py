"""The bot processes of a sitting: started when first needed, kept while there is room, and none sees a deal twice.

Where the games of a block share their deal, each entry of a table has one process for every rotation, so they are
played by different processes; where every game has its own, one plays them all. One that would see a deal again all
the same, because a block that was abandoned is played once more, is replaced by a fresh one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from serai.server.bot_process import GRACE, BotCommand
from serai.server.hosted_bot import HostedBot, Instance
from serai.server.service import Referee

STARTS = 4  # at a time: the seconds a bot has for its start are wall clock, so not too many may share the cores
RUSH_SECONDS = 2.0  # in which a start is taken to need the processor; one that takes longer may be waiting itself
MOST_DEALS = 2048  # that a process remembers; then a fresh one takes over, so that nothing grows for ever
OUT_FACTOR = 10  # a bot that failed to start stays out so many times as long as the attempt took

MOST_KILLS = 3  # of a bot by others while it starts, in a row; then it counts as one that cannot start
LIFE_SECONDS = 3600.0  # after that a process gets no more games: its limit of processor time is never near

RefereeFor = Callable[[Instance], Referee]


class Member:
    """A process of the pool, pinned by those who wait for its start."""

    def __init__(self, instance: Instance, start_seconds: float) -> None:
        self.instance = instance
        self.bot = HostedBot(instance.command, start_seconds)
        self.starting: asyncio.Task[None] | None = None
        self.began = asyncio.get_running_loop().time()  # when it was wanted, then when its process was started
        self.pins = 0
        self._old = asyncio.get_running_loop().time() + LIFE_SECONDS

    @property
    def is_starting(self) -> bool:
        return self.starting is not None and not self.starting.done()

    @property
    def is_idle(self) -> bool:
        return not self.pins and not self.bot.seats and not self.is_starting

    def is_fit_for(self, deal: bytes) -> bool:
        """Whether it can be seated, now or once it has started, in a game with this deal."""
        seen = self.bot.seen
        is_fresh = len(seen) < MOST_DEALS and asyncio.get_running_loop().time() < self._old
        return (self.is_starting or self.bot.is_well) and deal not in seen and is_fresh

    @property
    def is_ready(self) -> bool:
        """Whether it can be seated now. One that is out or was lost before its first game can: to be retired."""
        return not self.bot.seen or (self.bot.is_well and self.bot.has_room)


class Failure(NamedTuple):
    """A bot that failed to start, and until when it stays out."""

    member: Member
    until: float


class BotPool:
    """Hands out processes, at most so many at a time; a single table gets all it needs in any case."""

    def __init__(self, referee_for: RefereeFor, most: int, start_seconds: float) -> None:
        self._referee_for = referee_for
        self._most = most
        self._start_seconds = start_seconds
        self._members: list[Member] = []
        self._at_hand: dict[Instance, Member] = {}
        self._stopping: set[asyncio.Task[None]] = set()
        self._failures: dict[tuple[BotCommand, str], Failure] = {}
        self._starts = asyncio.Semaphore(STARTS)
        self._change = asyncio.Event()

    @property
    def bots(self) -> list[HostedBot]:
        """All that have a process."""
        return [member.bot for member in self._members]

    def forgive(self) -> None:
        """Give bots that failed to start another try, if that was long enough ago; until then they stay out."""
        now = asyncio.get_running_loop().time()
        self._failures = {bot: failure for bot, failure in self._failures.items() if now < failure.until}

    @property
    def is_rushed(self) -> bool:
        """Whether processes are being started that have not been at it for long: until then they need the cores."""
        since = asyncio.get_running_loop().time() - RUSH_SECONDS
        return any(member.is_starting and member.began > since for member in self._members)

    def prepare(self, instances: Sequence[Instance]) -> None:
        """Start processes that will be wanted, in this order, as far as there is room beside the others of them."""
        wanted = set(instances)
        for instance in instances:
            is_missing = instance not in self._at_hand and instance.bot not in self._failures
            if is_missing and self._make_room(1, wanted, self._most):
                self._find(instance)

    async def take(self, instances: Sequence[Instance], deal: bytes) -> list[HostedBot]:
        """Return bots to which this deal is new, with room for one more game; those that could not start, too.

        The caller seats them at once, before anything else can happen to them.
        """
        while True:
            while not self._can_take(set(instances), deal):
                await self._change.wait()
            members = [self._find(instance) for instance in instances]
            await self._wait_for_start(members)
            if all(member.is_ready for member in members):
                return [member.bot for member in members]

    def _can_take(self, instances: set[Instance], deal: bytes) -> bool:
        """Send away who is not fit for this game; say whether the others have room, and there is room for new ones."""
        for instance in instances & self._at_hand.keys():
            if not self._at_hand[instance].is_fit_for(deal):
                del self._at_hand[instance]
        if not all(self._at_hand[instance].bot.has_room for instance in instances & self._at_hand.keys()):
            return False
        self._end_useless()
        missing = [one for one in instances - self._at_hand.keys() if one.bot not in self._failures]
        return not missing or self._make_room(len(missing), instances, max(self._most, len(instances)))

    def _make_room(self, count: int, wanted: set[Instance], most: int) -> bool:
        """End the processes that are idle longest, but none that is wanted, until so many can be started."""
        excess = len(self._members) + count - most
        idle = [member for member in self._members if member.is_idle and member.instance not in wanted]
        if excess > len(idle):
            return False
        for member in sorted(idle, key=lambda member: member.bot.last_used)[: max(0, excess)]:
            self._end(member)
        return True

    def _find(self, instance: Instance) -> Member:
        if instance in self._at_hand:
            return self._at_hand[instance]
        if instance.bot in self._failures:
            return self._failures[instance.bot].member
        member = self._at_hand[instance] = Member(instance, self._start_seconds)
        self._members.append(member)
        member.starting = asyncio.create_task(self._start(member))
        return member

    # Starting

    async def _wait_for_start(self, members: Sequence[Member]) -> None:
        """Return when all have started or failed to; if one was lost again meanwhile, it is known why."""
        for member in members:
            member.pins += 1
        try:
            for member in members:
                if member.starting is not None:
                    await asyncio.shield(member.starting)
                if member.bot.exiting is not None:
                    await asyncio.shield(member.bot.exiting)
        finally:
            for member in members:
                member.pins -= 1

    async def _start(self, member: Member) -> None:
        if self._stopping:
            await asyncio.wait(self._stopping)
        async with self._starts:
            if failure := self._failures.get(member.instance.bot):
                member.bot = failure.member.bot
            else:
                await self._try_to_start(member)
        if not member.bot.has_started:
            self._forget(member)
            self.changed()

    async def _try_to_start(self, member: Member) -> None:
        """Start the process, again if others have killed it; if that fails, its bot stays out for a while."""
        loop = asyncio.get_running_loop()
        began = member.began = loop.time()
        for _ in range(MOST_KILLS):
            member.bot = HostedBot(member.instance.command, self._start_seconds)
            await member.bot.start(self._referee_for(member.instance))
            if not member.bot.was_killed:
                break
        member.bot.last_used = loop.time()
        if not member.bot.has_started:
            until = loop.time() + OUT_FACTOR * (loop.time() - began)
            self._failures[member.instance.bot] = Failure(member, until)

    # Ending

    def changed(self) -> None:
        """End what is of no more use, and let those who wait look again: a game is over, or a process was lost."""
        self._end_useless()
        self._change.set()
        self._change = asyncio.Event()

    def _end_useless(self) -> None:
        """End the processes that were given up or replaced, as soon as they are in no game."""
        for member in list(self._members):
            is_current = self._at_hand.get(member.instance) is member
            if member.is_idle and not (is_current and (member.bot.is_well or self._is_being_lost(member))):
                self._end(member)

    @staticmethod
    def _is_being_lost(member: Member) -> bool:
        return member.bot.exiting is not None and not member.bot.exiting.done()

    def _end(self, member: Member, grace: float | None = None) -> None:
        """End a process, at once if it was given up."""
        self._forget(member)
        patience = (GRACE if member.bot.is_well else 0.0) if grace is None else grace
        task = asyncio.create_task(self._stop(member, patience))
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    def _forget(self, member: Member) -> None:
        self._members.remove(member)
        if self._at_hand.get(member.instance) is member:
            del self._at_hand[member.instance]

    @staticmethod
    async def _stop(member: Member, grace: float) -> None:
        if member.starting is not None:
            member.starting.cancel()
            await asyncio.wait({member.starting})
        await member.bot.stop(grace)

    async def close(self, grace: float = GRACE) -> None:
        """End all processes."""
        for member in list(self._members):
            self._end(member, grace)
        while self._stopping:
            await asyncio.wait(self._stopping)
