"""A bot may have a time control of its own: it is told and timed by it, and ladders leave the tournament out."""

from __future__ import annotations

import asyncio
import threading

import pytest

from serai.ladder.model.format import Format
from serai.ladder.queue.batch import Batch
from serai.ladder.queue.overtime import limit
from serai.ladder.queue.window import Window
from serai.ladder.storage import folds, tournaments
from serai.ladder.storage.store import Store
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.referee.match import Match
from serai.server.messages import MatchMessages
from serai.v1 import referee_pb2 as pb
from tests.ladder.growing import create, play

LONG = TimeControl(600, 5, 60)
USUAL = TimeControl()


def test_every_seat_is_told_and_timed_by_its_own() -> None:
    match = Match(GAMES["yspahan"], 3, bytes(32), {}, USUAL, {1: LONG})
    assert [clock.bank for clock in match.clocks] == [120, 600, 120]
    sent = [pb.PlayResponse.FromString(MatchMessages(match).started(0, seat)) for seat in range(3)]
    told = [message.games_started[0].time_control for message in sent]
    assert [(time.bank_seconds, time.cap_seconds) for time in told] == [(120, 20), (600, 60), (120, 20)]


def test_the_bot_takes_its_time_with_it_from_seat_to_seat(store: Store) -> None:
    tournament = create(store, Format(blocks=1), bots=3, own={1: LONG})
    assert tournaments.load(store, "spring") == tournament
    assert limit(tournament, 1) > limit(create(store, Format(blocks=1), bots=3, name="autumn"), 1)

    async def terms() -> list[dict[int, TimeControl]]:
        batch = Batch(
            tournament,
            lambda index: bytes(32),
            Window(1),
            lambda index, games: None,
            lambda over: None,
            threading.Event(),
            {},
            None,
        )
        return [dict(batch._terms_of(seating).own) for seating in tournament.blocks[0].seatings()]

    seats = [seating.index(1) for seating in tournament.blocks[0].seatings()]
    assert asyncio.run(terms()) == [{seat: LONG} for seat in seats]


@pytest.mark.parametrize("own", [{}, {1: LONG}])
def test_a_ladder_leaves_such_a_tournament_out(store: Store, own: dict[int, TimeControl]) -> None:
    create(store, Format(blocks=1), bots=3, own=own)
    play(store, "spring")
    assert len(folds.ladders(store)) == (0 if own else 1)
    assert folds.standings(store, folds.tournament_scope(store, "spring")).games == 3
