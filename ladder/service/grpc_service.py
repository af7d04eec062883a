"""The ladder over gRPC, for remote viewers: everything can be read, nothing changed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any, TypeVar

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from redis.exceptions import RedisError

from serai.ladder.errors import PlatformProblem, Problem, UserProblem
from serai.ladder.model.facts import Fact
from serai.ladder.model.plan import find_game
from serai.ladder.service import json_rows
from serai.ladder.service.ladder_cache import LadderCache
from serai.ladder.storage import tournaments
from serai.ladder.storage.redis_waiting import hurry, passing, plain
from serai.ladder.storage.store import Store
from serai.referee.games import GAMES
from serai.v1 import ladder_pb2 as pb
from serai.v1.ladder_pb2_grpc import LadderServiceServicer, add_LadderServiceServicer_to_server

T = TypeVar("T")

SERVICE = pb.DESCRIPTOR.services_by_name["LadderService"].full_name
_FACTS_PER_MESSAGE = 200
_GRACE_SECONDS = 2.0


class LadderService(LadderServiceServicer):
    """The calls of the service. Redis is read in threads, so that calls do not wait for each other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ladders = LadderCache(store)

    async def ListGames(self, request: pb.ListGamesRequest, context: Any) -> pb.ListGamesResponse:
        return pb.ListGamesResponse(games=[pb.GameDescription(**json_rows.game_row(game)) for game in GAMES.values()])

    async def ListBots(self, request: pb.ListBotsRequest, context: Any) -> pb.ListBotsResponse:
        return await _answer(context, lambda: pb.ListBotsResponse(bots=map(_bot, json_rows.bot_rows(self._store))))

    async def ListTournaments(self, request: pb.ListTournamentsRequest, context: Any) -> pb.ListTournamentsResponse:
        def answer() -> pb.ListTournamentsResponse:
            rows = (
                json_rows.tournament_row(self._store, tournament) for tournament in tournaments.load_all(self._store)
            )
            return pb.ListTournamentsResponse(tournaments=[pb.TournamentDescription(**row) for row in rows])

        return await _answer(context, answer)

    async def GetLadder(self, request: pb.GetLadderRequest, context: Any) -> pb.GetLadderResponse:
        def answer() -> pb.GetLadderResponse:
            return pb.GetLadderResponse(rows=map(_ladder_row, self._rows(request)))

        return await _answer(context, answer)

    def _rows(self, request: pb.GetLadderRequest) -> list[json_rows.Row]:
        """Return the rows of a tournament, or those of a game; an empty name means all."""
        if request.game:
            find_game(request.game)
        if not request.tournament:
            return self._ladders.ladder(request.game or None, dict(request.options))
        rows = self._ladders.tournament(tournaments.load(self._store, request.tournament).name)
        return [row for row in rows if request.game in ("", row["game"])]

    async def ListFacts(self, request: pb.ListFactsRequest, context: Any) -> AsyncIterator[pb.ListFactsResponse]:
        facts = await _answer(context, lambda: self._facts(request.tournament, request.game))
        while page := await _answer(context, lambda: list(islice(facts, _FACTS_PER_MESSAGE))):
            yield pb.ListFactsResponse(facts=map(_fact, page))

    async def GetReplay(self, request: pb.GetReplayRequest, context: Any) -> pb.GetReplayResponse:
        def answer() -> pb.GetReplayResponse:
            game = self._store.game(request.game_id)
            return pb.GetReplayResponse(game_id=game.fact["game_id"], json=game.public().text().encode())

        return await _answer(context, answer)

    def _facts(self, name: str, game: str) -> Iterator[Fact]:
        """Return the facts of a tournament and a game, to be read one after the other; an empty name means all."""
        if game:
            find_game(game)
        if not name:
            return self._store.all_facts(game or None)
        tournament = tournaments.load(self._store, name)
        return self._store.facts(tournament.name) if game in ("", tournament.game) else iter(())


async def _answer(context: Any, work: Callable[[], T]) -> T:
    """Return the result of work done in a thread; an error becomes a gRPC status with one clear line."""
    try:
        return await asyncio.to_thread(work)
    except UserProblem as problem:
        await context.abort(grpc.StatusCode.NOT_FOUND, str(problem))
    except Problem as problem:
        await context.abort(grpc.StatusCode.UNAVAILABLE, str(problem))
    except RedisError as error:
        await context.abort(grpc.StatusCode.UNAVAILABLE, f"Redis: {passing(error) or plain(error)}")
    raise AssertionError("an aborted call does not come back")


def _bot(row: json_rows.Row) -> pb.BotDescription:
    return pb.BotDescription(**{name: value for name, value in row.items() if name != "added"})


def _ladder_row(row: json_rows.Row) -> pb.LadderRow:
    return pb.LadderRow(**{**row, "seat_places": [pb.SeatPlaces(places=places) for places in row["seat_places"]]})


def _fact(fact: Fact) -> pb.Fact:
    fields: dict[str, Any] = {name: value for name, value in fact.items() if name != "times"}
    return pb.Fact(**fields, started=fact["times"]["started"], seconds=fact["times"]["seconds"])


@asynccontextmanager
async def serving(store: Store, listen: str) -> AsyncIterator[str]:
    """Serve while the block runs and yield the address, with the port that was chosen if 0 was asked for."""
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    condition = health.aio.HealthServicer()
    add_LadderServiceServicer_to_server(LadderService(store), server)
    health_pb2_grpc.add_HealthServicer_to_server(condition, server)
    try:
        port = server.add_insecure_port(listen)
    except RuntimeError:
        raise PlatformProblem(f"cannot listen on {listen}: is the port taken, or not of this machine?") from None
    await server.start()
    for name in ("", SERVICE):
        await condition.set(name, health_pb2.HealthCheckResponse.SERVING)
    try:
        yield f"{listen.rpartition(':')[0]}:{port}"
    finally:
        await condition.enter_graceful_shutdown()
        await server.stop(_GRACE_SECONDS)


async def serve(store: Store, listen: str, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; open calls get a moment to end."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    async with serving(store, listen) as address:
        say(f"serving on {address}; Ctrl-C stops")
        await stopped.wait()
        hurry(store.redis)
