"""`serai serve`: viewers from afar, over real gRPC."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from serai.referee.games import GAMES
from serai.v1 import ladder_pb2 as pb
from serai.v1.ladder_pb2_grpc import LadderServiceStub
from tests.commands.conftest import NAME
from tests.commands.terminal import Here, serai, start, succeeded


@pytest.fixture(scope="module")
def channel(arena: Path) -> Iterator[grpc.Channel]:
    """A connection to a server on a free port, which then ends in order."""
    with start(arena, "serve", "--listen", "127.0.0.1:0") as server:
        address = address_of(server)
        with grpc.insecure_channel(address) as found:
            yield found
        server.send_signal(signal.SIGTERM)
        assert (server.wait(), server.communicate()) == (0, ("", ""))


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stderr is not None
    words = server.stderr.readline().split()
    assert words[:2] == ["serving", "on"]
    return words[2].rstrip(";")


@pytest.fixture
def ladder(channel: grpc.Channel) -> LadderServiceStub:
    return LadderServiceStub(channel)


def test_the_server_says_that_it_serves(channel: grpc.Channel) -> None:
    for service in ("", "serai.v1.LadderService", "serai.v1.AccessService"):
        answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_games_bots_and_tournaments_are_listed(ladder: LadderServiceStub) -> None:
    games = ladder.ListGames(pb.ListGamesRequest()).games
    assert [game.name for game in games] == list(GAMES)
    assert list(games[0].seats) == list(GAMES[games[0].name].all_seat_counts())
    bots = {bot.name: bot for bot in ladder.ListBots(pb.ListBotsRequest()).bots}
    assert bots["greedy"].built_in
    assert not bots["twin"].built_in
    [tournament] = ladder.ListTournaments(pb.ListTournamentsRequest()).tournaments
    assert (tournament.name, tournament.state, tournament.bots, tournament.games, tournament.played) == (
        NAME,
        "finished",
        3,
        6,
        6,
    )


@pytest.mark.parametrize("request_", [pb.GetLadderRequest(), pb.GetLadderRequest(game="yspahan", tournament=NAME)])
def test_the_ladder_is_the_one_in_the_terminal(
    ladder: LadderServiceStub, arena: Path, request_: pb.GetLadderRequest, here: Here
) -> None:
    rows = ladder.GetLadder(request_).rows
    shown = succeeded(here(arena, "ladder", "--json")).json
    assert [(row.bot, row.elo, row.low, row.high, row.games, row.epoch) for row in rows] == [
        (row["bot"], row["elo"], row["low"], row["high"], row["games"], row["epoch"]) for row in shown
    ]


def test_facts_come_in_schedule_order(ladder: LadderServiceStub) -> None:
    facts = [fact for page in ladder.ListFacts(pb.ListFactsRequest(tournament=NAME)) for fact in page.facts]
    assert [(fact.block, fact.rotation) for fact in facts] == [(block, turn) for block in range(3) for turn in range(2)]
    assert all(seat.cause == "" and seat.ending == "played" for fact in facts for seat in fact.seats)
    assert facts == [fact for page in ladder.ListFacts(pb.ListFactsRequest()) for fact in page.facts]


def test_a_replay_from_afar_can_be_proved_at_home(ladder: LadderServiceStub, home: Path, here: Here) -> None:
    page = next(iter(ladder.ListFacts(pb.ListFactsRequest())))
    wanted = page.facts[0].game_id
    answer = ladder.GetReplay(pb.GetReplayRequest(game_id=wanted[:8]))
    assert answer.game_id == wanted
    assert json.loads(answer.json)["fact"]["game_id"] == wanted
    file = home / "game.json"
    file.write_bytes(answer.json)
    succeeded(here(home, "replay", "verify", file))


def test_what_is_not_there_is_not_found(ladder: LadderServiceStub) -> None:
    calls: list[Any] = [
        ladder.GetReplay.future(pb.GetReplayRequest(game_id="zzz")),
        ladder.GetLadder.future(pb.GetLadderRequest(tournament="autumn")),
        ladder.ListFacts(pb.ListFactsRequest(game="harbour")),
    ]
    assert [call.code() for call in calls] == [grpc.StatusCode.NOT_FOUND] * 3
    assert all("there is no" in call.details() for call in calls)


def test_a_port_that_is_taken_is_one_clear_line(channel: grpc.Channel, arena: Path) -> None:
    with start(arena, "serve", "--listen", "127.0.0.1:0") as first:
        address = address_of(first)
        second = serai(arena, "serve", "--listen", address)
        first.send_signal(signal.SIGINT)
        assert first.wait() == 0
    assert second.code == 3
    assert second.err.startswith(f"serai: cannot listen on {address}")


def test_plain_text_for_all_to_read_is_warned_of_and_an_end_is_told_to_who_watches(arena: Path) -> None:
    with start(arena, "serve", "--listen", "0.0.0.0:0", "--insecure") as server:
        assert server.stderr is not None
        warning = server.stderr.readline()
        assert warning.startswith("warning: plain text on 0.0.0.0:0: whoever is on the way can read tokens")
        with grpc.insecure_channel(address_of(server).replace("0.0.0.0", "127.0.0.1")) as channel:
            watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
            server.send_signal(signal.SIGTERM)
            assert next(watch).status == health_pb2.HealthCheckResponse.NOT_SERVING
            with pytest.raises(grpc.RpcError, match="the arena is closing"):
                next(watch)
        assert (server.wait(), server.communicate()) == (0, ("", ""))
