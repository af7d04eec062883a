"""A referee that follows a script: real gRPC, but what it says is told in advance, and what it hears is kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc

from serai.v1 import referee_pb2 as wire
from serai.v1 import yspahan_pb2 as y
from serai.v1.referee_pb2_grpc import RefereeServiceServicer, add_RefereeServiceServicer_to_server

TOKEN = "a token"
WELCOME = wire.PlayResponse(welcome=wire.Welcome(protocol=1, max_games=64))


def luck(handle: int) -> str:
    """The secret of our seat in the game with this handle."""
    return f"{handle:x}".ljust(64, "5")


def started(handle: int, **what: Any) -> wire.PlayResponse:
    what = {"game": "yspahan", "seat": 1, "seats": 4, "commitment": f"{handle:064x}", "luck": luck(handle), **what}
    return wire.PlayResponse(games_started=[wire.GameStarted(game_handle=handle, **what)])


def asked(*questions: wire.Question) -> wire.PlayResponse:
    return wire.PlayResponse(questions=questions)


def question(number: int, handle: int = 1, shops: Iterable[int] = (3, 5, 8), **what: Any) -> wire.Question:
    """A question about where to put a good."""
    options = [wire.Action(yspahan=put(shop)) for shop in shops]
    view = wire.View(yspahan=y.YspahanView(week=2, day=number))
    return wire.Question(question_id=number, game_handle=handle, view=view, options=options, **what)


def put(shop: int) -> y.YspahanAction:
    return y.YspahanAction(put=y.YspahanAction.Put(shop=shop))


def ended(handle: int, **what: Any) -> wire.PlayResponse:
    return wire.PlayResponse(games_ended=[wire.GameEnded(game_handle=handle, **what)])


Last = Callable[[Any], None]


def end_the_stream(context: Any) -> None:
    """Returning is the end."""


def break_off(context: Any) -> None:
    context.abort(grpc.StatusCode.UNAVAILABLE, "as the script wants it")


def wait_for_the_bot_to_leave(context: Any) -> None:
    gone = threading.Event()
    if context.add_callback(gone.set):
        gone.wait()


class ScriptedReferee(RefereeServiceServicer):
    """Says one message after the other; after one with questions it waits until each has an answer."""

    def __init__(self, script: Iterable[wire.PlayResponse], last: Last) -> None:
        self.script = script
        self.last = last
        self.address = ""
        self.heard: list[wire.PlayRequest] = []
        self.answered = threading.Event()

    def Play(self, request_iterator: Iterator[wire.PlayRequest], context: Any) -> Iterator[wire.PlayResponse]:
        self.hear(request_iterator)
        for message in self.script:
            yield message
            owed = len(message.questions)
            while owed > 0:
                owed -= self.hear(request_iterator)
        self.last(context)

    def hear(self, requests: Iterator[wire.PlayRequest]) -> int:
        """One message of the bot, and how many answers are in it."""
        request = next(requests)
        self.heard.append(request)
        if request.answers:
            self.answered.set()
        return len(request.answers)

    @property
    def hello(self) -> wire.Hello:
        return self.heard[0].hello

    @property
    def answers(self) -> list[wire.Answer]:
        return [answer for request in self.heard for answer in request.answers]


@contextmanager
def refereeing(*script: wire.PlayResponse, last: Last = end_the_stream) -> Iterator[ScriptedReferee]:
    """A referee with this script, after its welcome, for one bot; `last` is what it does after the script."""
    referee = ScriptedReferee((WELCOME, *script), last)
    with ThreadPoolExecutor(max_workers=1) as threads:
        server = grpc.server(threads, options=[("grpc.so_reuseport", 0)])
        add_RefereeServiceServicer_to_server(referee, server)
        referee.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        server.start()
        try:
            yield referee
        finally:
            server.stop(grace=None).wait()
