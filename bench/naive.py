"""The naive referee, as a reminder: one message per decision, every view built anew from nested messages."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

from bench.stack import Measured, result_of
from serai.referee.games.yspahan.board import EMPTY
from serai.referee.games.yspahan.view import View
from serai.referee.match import Question
from serai.server.codec import CODECS
from serai.server.messages import MatchMessages
from serai.server.stream import Stream
from serai.v1 import referee_pb2 as pb
from serai.v1 import yspahan_pb2 as y

V = y.YspahanView
CODEC = CODECS["yspahan"]


class NaiveMessages(MatchMessages):
    """Builds every question as a message."""

    def question(self, question: Question, question_id: int, handle: int) -> bytes:
        match, seat = question.match, question.seat
        message = pb.Question(
            question_id=question_id,
            game_handle=handle,
            events=[CODEC.event_message(event) for event in question.events],
            view=pb.View(yspahan=nested(match.game.view(match.state, seat))),
            options=[
                pb.Action(yspahan=y.YspahanAction.FromString(CODEC.action(option))) for option in question.options
            ],
            clock_milliseconds=match.clocks[seat].next_milliseconds,
        )
        return pb.PlayResponse(questions=[message]).SerializeToString()


class NaiveStream(Stream):
    """Sends every question by itself, as soon as it is due."""

    def next_message(self) -> bytes:
        before, after = self._outbox
        self._wake.clear()
        if self._waiting or len(before) + len(after) > 1 or self._closing:
            self._wake.set()
        if before:
            return before.pop(0)
        return self._one() if self._waiting else after.pop(0) if after else b""

    def _one(self) -> bytes:
        number, (question, message) = next(iter(self._waiting.items()))
        del self._waiting[number]
        self.answer_clock.sent({number: question}, self._clock.now())
        self._listener.sent([question], self._clock.latest)
        return message


def nested(view: View) -> y.YspahanView:
    """A view built field by field."""
    pending = view.pending
    return V(
        seat=view.seat,
        week=view.week,
        day=view.day,
        order=view.order,
        active=view.active,
        built=view.built,
        pending=V.Pending(
            phase=pending.phase + 1,  # type: ignore[arg-type]  # an enum's number
            actor=pending.actor,
            row=0 if pending.row is None else pending.row + 1,  # type: ignore[arg-type]  # an enum's number
            value=pending.value,
            count=pending.amount,
            shop=pending.shop,
            card=0 if pending.kind is None else pending.kind + 1,  # type: ignore[arg-type]  # an enum's number
        ),
        tower=[
            V.Group(row=row + 1, value=group[0], white=group[1], yellow=group[2])  # type: ignore[arg-type]  # an enum's number
            for row, group in enumerate(view.tower)
            if group
        ],
        shops=[0 if owner == EMPTY else owner + 1 for owner in view.shops],
        supervisor=view.supervisor,
        caravan=[owner + 1 for owner in view.caravan],
        players=[
            V.Player(
                score=player.score,
                gold=player.gold,
                camels=player.camels,
                stock=player.stock,
                cards=player.cards,
                buildings=[building + 1 for building in player.buildings],  # type: ignore[misc]  # an enum's number
            )
            for player in view.players
        ],
        deck=view.deck,
        discard=[kind + 1 for kind in view.discard],  # type: ignore[misc]  # an enum's number
        hand=[kind + 1 for kind in view.hand],  # type: ignore[misc]  # an enum's number
    )


def measure(in_flight: int, warm_up: float, seconds: float) -> dict[str, Any]:
    """Yspahan with naive streams, everything else as in the stack."""
    with (
        patch("serai.server.service.Stream", NaiveStream),
        patch("serai.server.live_game.MatchMessages", NaiveMessages),
    ):
        return asyncio.run(result_of(Measured("yspahan", in_flight), warm_up, seconds))
