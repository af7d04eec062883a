"""Practice over gRPC: an author asks for unrated games of a bot that is connected, and is told how they go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, NoReturn, TypeVar

import grpc

from serai.ladder.access.practice_quota import PracticeQuota
from serai.ladder.access.quotas import Quotas
from serai.ladder.access.refusal import Forbidden, NotReady
from serai.ladder.arena.presence import Presence
from serai.ladder.bots import registry
from serai.ladder.bots.toolchains import TOOLCHAINS
from serai.ladder.bots.version import BotVersion, remote_bot
from serai.ladder.errors import PlatformProblem, UserProblem
from serai.ladder.model.plan import check, find_game
from serai.ladder.model.practice import Practice
from serai.ladder.queue import jobs
from serai.ladder.queue.jobs import PracticeTask
from serai.ladder.queue.live_workers import LiveWorker, live_workers
from serai.ladder.queue.worker_classes import needed
from serai.ladder.service.answering import answer
from serai.ladder.service.gate import caller
from serai.ladder.storage.practice_notes import BEGUN, ENDED, OVER, PracticeNotes, Told
from serai.ladder.storage.store import Store
from serai.v1 import practice_pb2 as pb
from serai.v1.practice_pb2_grpc import PracticeServiceServicer

T = TypeVar("T")

SERVICE = pb.DESCRIPTOR.services_by_name["PracticeService"].full_name
MOST_BLOCKS = 20
_LABEL = "practice"
_LOOK_SECONDS = 0.2


class PracticeService(PracticeServiceServicer):
    """The call of the service. `games` is how many each owner may begin in an hour."""

    def __init__(self, store: Store, games: int) -> None:
        self._store = store
        self._notes = PracticeNotes(store.redis)
        self._presence = Presence(store.redis)
        self._quota = PracticeQuota(Quotas(store), games)

    async def Practise(self, request: pb.PractiseRequest, context: Any) -> AsyncIterator[pb.PractiseResponse]:
        practice = await _ask(context, lambda: self._read(request))
        workers = await _ask(context, lambda: self._workers(practice))
        job = jobs.new_practice_id(practice.bots[0].name)
        with self._quota.call(caller().owner):
            await _ask(context, lambda: self._quota.begin(caller().owner, practice.games))
            try:
                yield pb.PractiseResponse(queued=await _ask(context, lambda: self._queue(job, practice, workers)))
                async for event in self._follow(job, context):
                    yield event
            finally:
                await asyncio.to_thread(self._notes.forget, job)

    # What is asked for

    def _read(self, request: pb.PractiseRequest) -> Practice:
        """Return what is to be played; UserProblem if it makes no sense, NotReady if it has to wait."""
        owner = caller().owner
        bot = self._connected(self._bot_of_caller(request.bot))
        if not 0 <= request.blocks <= MOST_BLOCKS:
            raise UserProblem(f"{request.blocks} blocks are too many at once; up to {MOST_BLOCKS} can be asked for")
        game = find_game(request.game)
        bots = (bot, *(self._opponent(name, owner) for name in request.opponents))
        names = [each.name for each in bots if each.is_remote]
        if len(set(names)) < len(names):
            raise UserProblem("a remote bot sits in one seat only: it is one process; name each once")
        settings = check(game, bots, len(bots), dict(request.options))
        return Practice(game.name, bots, settings, request.blocks or 1)

    def _bot_of_caller(self, named: str) -> str:
        """Return the bot that practises; Forbidden if it is not the caller's."""
        who = caller()
        if who.bot:
            if named not in ("", who.bot):
                raise Forbidden(f"this token is for the bot {who.bot}, not for {named}")
            return who.bot
        if not named:
            raise UserProblem("which bot practises? name one of yours: --bot NAME")
        if not who.has("author") or self._store.owner_of(named) != who.owner:
            raise Forbidden(f"{named} is not a bot of {who.owner}, or {who.owner} does not come as its author")
        return named

    def _connected(self, name: str) -> BotVersion:
        """Return a bot as it says it is now; NotReady if it is not connected."""
        there = self._presence.present(name)
        if there is None:
            raise NotReady(f"{name} is not connected to this arena: serai bot connect FOLDER, then ask again")
        return remote_bot(name, there.games, _LABEL).bot

    def _opponent(self, name: str, owner: str) -> BotVersion:
        """Return a bot to practise against: a house bot, or one of the same owner."""
        if name in registry.built_in():
            return registry.find(name).bot
        versions = self._store.versions(name.partition("@")[0])
        if not versions or self._store.owner_of(name.partition("@")[0]) != owner:
            raise UserProblem(
                f"{name} is neither a house bot nor one of {owner}; house bots are {', '.join(registry.built_in())}"
            )
        found = registry.registered(self._store, *name.split("@", 1)).bot
        return self._connected(found.name) if found.is_remote else found

    # Who plays it

    def _queue(self, job: str, practice: Practice, workers: list[LiveWorker]) -> pb.PracticeQueued:
        """Let one of the workers play it, behind all that is queued."""
        classes = [worker.languages for worker in workers]
        load = {languages: jobs.queue(self._store.redis, languages).count for languages in classes}
        chosen = min(load, key=lambda languages: load[languages] / classes.count(languages))
        self._notes.put(job, practice)
        before = jobs.enqueue_practice(self._store.redis, chosen, PracticeTask(job))
        return pb.PracticeQueued(
            games=practice.games, bots=map(str, practice.bots), workers=len(workers), before=before
        )

    def _workers(self, practice: Practice) -> list[LiveWorker]:
        """Return who could play it; PlatformProblem if nobody could."""
        needs = needed(practice.bots)
        there = live_workers(self._store.redis)
        if not there:
            raise PlatformProblem("no worker is there to play; whoever runs the arena starts one: serai worker")
        able = [worker for worker in there if needs <= worker.languages]
        if not able:
            how = "; ".join(f"{language}: {TOOLCHAINS[language].brought_by}" for language in sorted(needs))
            raise PlatformProblem(f"none of the {len(there)} workers that are there can play all of these bots ({how})")
        return able

    async def _follow(self, job: str, context: Any) -> AsyncIterator[pb.PractiseResponse]:
        """Yield what happens until it is over; the call is aborted if it ends before."""
        seen = 0
        while True:
            # In this order: what a job that is gone has told is there already.
            exists = await _ask(context, lambda: jobs.exists(self._store.redis, job))
            news = await _ask(context, partial(self._notes.told, job, seen))
            seen += len(news)
            for told in news:
                if told["kind"] == ENDED:
                    if told["why"]:
                        await _fail(context, told["why"])
                    return
                yield _event(told)
            if not exists and not news:
                await _fail(context, "the worker that played is gone")
            await asyncio.sleep(_LOOK_SECONDS)


def _event(told: Told) -> pb.PractiseResponse:
    if told["kind"] == BEGUN:
        return pb.PractiseResponse(begun=pb.PracticeGameBegun(number=told["number"], bots=told["bots"]))
    assert told["kind"] == OVER
    record = told["record"]
    fact, whole = (json.dumps(each, ensure_ascii=False) for each in (record["fact"], record))
    return pb.PractiseResponse(over=pb.PracticeGameOver(fact_json=fact, record_json=whole))


async def _ask(context: Any, work: Callable[[], T]) -> T:
    return await answer(context, work, grpc.StatusCode.INVALID_ARGUMENT)


async def _fail(context: Any, why: str) -> NoReturn:
    await context.abort(grpc.StatusCode.UNAVAILABLE, f"practice ended before its games were over: {why}; ask again")
    raise AssertionError("an aborted call does not come back")
