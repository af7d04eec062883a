"""The ladder over gRPC, for viewers from afar: everything can be read, nothing changed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Any

from serai.ladder.model.facts import Fact
from serai.ladder.model.plan import find_game
from serai.ladder.service import json_rows
from serai.ladder.service.answering import answer
from serai.ladder.service.gate import caller
from serai.ladder.service.ladder_cache import LadderCache
from serai.ladder.storage import tournaments
from serai.ladder.storage.bot_logs import may_read
from serai.ladder.storage.store import Store
from serai.referee.core.game import Game
from serai.referee.games import GAMES
from serai.v1 import ladder_pb2 as pb
from serai.v1.ladder_pb2_grpc import LadderServiceServicer

SERVICE = pb.DESCRIPTOR.services_by_name["LadderService"].full_name
_FACTS_PER_MESSAGE = 200


class LadderService(LadderServiceServicer):
    """The calls of the service. Redis is read in threads, so that calls do not wait for each other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ladders = LadderCache(store)

    async def ListGames(self, request: pb.ListGamesRequest, context: Any) -> pb.ListGamesResponse:
        # In a thread too: the rules of all games are loaded when they are first asked for, which takes a while.
        return await answer(context, lambda: pb.ListGamesResponse(games=map(_game, GAMES.values())))

    async def ListBots(self, request: pb.ListBotsRequest, context: Any) -> pb.ListBotsResponse:
        return await answer(context, lambda: pb.ListBotsResponse(bots=map(_bot, json_rows.bot_rows(self._store))))

    async def ListTournaments(self, request: pb.ListTournamentsRequest, context: Any) -> pb.ListTournamentsResponse:
        def work() -> pb.ListTournamentsResponse:
            rows = (
                json_rows.tournament_row(self._store, tournament) for tournament in tournaments.load_all(self._store)
            )
            return pb.ListTournamentsResponse(tournaments=[pb.TournamentDescription(**row) for row in rows])

        return await answer(context, work)

    async def GetLadder(self, request: pb.GetLadderRequest, context: Any) -> pb.GetLadderResponse:
        def work() -> pb.GetLadderResponse:
            return pb.GetLadderResponse(rows=map(_ladder_row, self._rows(request)))

        return await answer(context, work)

    def _rows(self, request: pb.GetLadderRequest) -> list[json_rows.Row]:
        """Return the rows of a tournament, or those of a game; an empty name means all."""
        if request.game:
            find_game(request.game)
        if not request.tournament:
            return self._ladders.ladder(request.game or None, dict(request.options))
        rows = self._ladders.tournament(tournaments.load(self._store, request.tournament).name)
        return [row for row in rows if request.game in ("", row["game"])]

    async def ListFacts(self, request: pb.ListFactsRequest, context: Any) -> AsyncIterator[pb.ListFactsResponse]:
        facts = await answer(context, lambda: self._facts(request.tournament, request.game))
        while page := await answer(context, lambda: list(islice(facts, _FACTS_PER_MESSAGE))):
            yield pb.ListFactsResponse(facts=map(_fact, page))

    async def GetReplay(self, request: pb.GetReplayRequest, context: Any) -> pb.GetReplayResponse:
        def work() -> pb.GetReplayResponse:
            game = self._store.game(request.game_id)
            bots = [seat["bot"] for seat in game.fact["seats"]]
            seen = game.without_output(lambda retirement: may_read(self._store, caller(), bots[retirement["seat"]]))
            return pb.GetReplayResponse(game_id=game.fact["game_id"], json=seen.text().encode())

        return await answer(context, work)

    def _facts(self, name: str, game: str) -> Iterator[Fact]:
        """Return the facts of a tournament and a game, to be read one after the other; an empty name means all."""
        if game:
            find_game(game)
        if not name:
            return self._store.all_facts(game or None)
        tournament = tournaments.load(self._store, name)
        return self._store.facts(tournament.name) if game in ("", tournament.game) else iter(())


def _game(game: Game) -> pb.GameDescription:
    return pb.GameDescription(**json_rows.game_row(game))


def _bot(row: json_rows.Row) -> pb.BotDescription:
    return pb.BotDescription(**{name: value for name, value in row.items() if name not in ("added", "connected")})


def _ladder_row(row: json_rows.Row) -> pb.LadderRow:
    return pb.LadderRow(**{**row, "seat_places": [pb.SeatPlaces(places=places) for places in row["seat_places"]]})


def _fact(fact: Fact) -> pb.Fact:
    fields: dict[str, Any] = {name: value for name, value in fact.items() if name != "times"}
    return pb.Fact(**fields, started=fact["times"]["started"], seconds=fact["times"]["seconds"])
