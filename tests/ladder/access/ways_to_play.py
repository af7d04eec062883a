"""Ways to a game, to practice and to the desk that must fail, by their names in the table of docs/security.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

from serai.ladder.service.desk_service import MOST_UPLOADED
from serai.v1 import desk_pb2, practice_pb2, referee_pb2, relay_pb2
from serai.v1.desk_pb2_grpc import DeskServiceStub
from serai.v1.practice_pb2_grpc import PracticeServiceStub
from serai.v1.referee_pb2_grpc import RefereeServiceStub
from serai.v1.relay_pb2_grpc import RelayServiceStub
from tests.ladder.access.ways import SECONDS, WAYS, World, way

__all__ = ["WAYS"]  # all of them: those of ways.py, then these

_PIECE = bytes(512 * 1024)


def hello(text: str) -> referee_pb2.PlayRequest:
    return referee_pb2.PlayRequest(hello=referee_pb2.Hello(token=text, protocol=1, games=["yspahan"]))


def play(world: World, *messages: referee_pb2.PlayRequest) -> Any:
    """What a bot is told first that sends these messages."""
    return next(RefereeServiceStub(world.channel).Play(iter(messages), timeout=SECONDS))


def join(world: World, secret: str) -> Any:
    """What a worker is told first that wants a bot."""
    joining = relay_pb2.JoinRequest(joining=relay_pb2.Joining(secret=secret, bot="my_bot"))
    return next(RelayServiceStub(world.channel).Join(iter([joining]), timeout=SECONDS))


def metadata_of(world: World, name: str) -> Any:
    return (("authorization", f"Bearer {world.tokens[name]}"),) if name else ()


def practise(world: World, name: str, bot: str) -> Any:
    """What somebody is told first who wants to practise with a bot."""
    request = practice_pb2.PractiseRequest(bot=bot, game="yspahan", opponents=["greedy", "random"])
    return next(
        PracticeServiceStub(world.channel).Practise(request, metadata=metadata_of(world, name), timeout=SECONDS)
    )


def ask(world: World, who: str, operation: str, files: Iterable[desk_pb2.AskRequest] = (), **arguments: Any) -> Any:
    """All that the desk answers somebody."""

    def messages() -> Iterator[desk_pb2.AskRequest]:
        yield desk_pb2.AskRequest(operation=operation, arguments_json=json.dumps(arguments))
        yield from files

    asked = DeskServiceStub(world.channel).Ask(messages(), metadata=metadata_of(world, who), timeout=SECONDS)
    return list(asked)


# --- bots


@way("a bot without a token")
def _(world: World) -> Any:
    return play(world, hello(""))


@way("a bot with an expired token")
def _(world: World) -> Any:
    return play(world, hello(world.tokens["expired"]))


@way("a bot with a revoked token")
def _(world: World) -> Any:
    return play(world, hello(world.tokens["revoked"]))


@way("a bot with the id of a token and a guessed secret")
def _(world: World) -> Any:
    return play(world, hello(world.tokens["bot"][:19] + "0" * 64))


@way("a bot with the token of an operator")
def _(world: World) -> Any:
    return play(world, hello(world.tokens["operator"]))


@way("a bot that says no hello")
def _(world: World) -> Any:
    return play(world, referee_pb2.PlayRequest(answers=[referee_pb2.Answer(question_id=1, option=0)]))


@way("a second process with the token of a bot that is there")
def _(world: World) -> Any:
    leave = Event()

    def stay() -> Iterator[referee_pb2.PlayRequest]:
        yield hello(world.tokens["bot"])
        leave.wait()

    with newcomers_wait_for_nobody(world):
        first = RefereeServiceStub(world.channel).Play(stay(), timeout=SECONDS)
        try:
            assert next(first).HasField("welcome")
            return play(world, hello(world.tokens["bot"]))
        finally:
            leave.set()
            first.cancel()


@contextmanager
def newcomers_wait_for_nobody(world: World) -> Iterator[None]:
    """They are not given the time in which a dead connection would be noticed."""
    lobby = world.arena._lobby
    before, lobby._take_over_seconds = lobby._take_over_seconds, 0.0
    try:
        yield
    finally:
        lobby._take_over_seconds = before


@way("a worker without the secret of Redis")
def _(world: World) -> Any:
    return join(world, "")


@way("a worker with the token of an operator for a secret")
def _(world: World) -> Any:
    return join(world, world.tokens["operator"])


# --- practice


@way("nobody practises")
def _(world: World) -> Any:
    return practise(world, "", "my_bot")


@way("an author practises with another's bot")
def _(world: World) -> Any:
    return practise(world, "author", "bens_bot")


@way("a bot practises in another's name")
def _(world: World) -> Any:
    return practise(world, "bot", "bens_bot")


@way("a viewer practises with a bot of the same owner")
def _(world: World) -> Any:
    return practise(world, "viewer", "my_bot")


# --- the desk


@way("nobody adds a bot")
def _(world: World) -> Any:
    return ask(world, "", "bot.add", owner=None)


@way("a viewer adds a bot")
def _(world: World) -> Any:
    return ask(world, "viewer", "bot.add", owner=None)


@way("an author adds a version of another's bot")
def _(world: World) -> Any:
    return ask(world, "author", "bot.remote", name="bens_bot", games=["yspahan"], label="2")


@way("an author reads what another's bot printed")
def _(world: World) -> Any:
    return ask(world, "author", "logs.list", bot="orphan")


@way("an author halts an event")
def _(world: World) -> Any:
    return ask(world, "author", "tournament.halt", name="spring", halted="paused", why="")


@way("the token of a bot, to ask the desk")
def _(world: World) -> Any:
    return ask(world, "bot", "bot.list")


@way("an operation that there is not")
def _(world: World) -> Any:
    return ask(world, "operator", "secret.show", name="spring")


@way("an argument that there is not")
def _(world: World) -> Any:
    return ask(world, "operator", "tournament.show", name="spring", secret=True)


@way("an upload without end")
def _(world: World) -> Any:
    pieces = MOST_UPLOADED // len(_PIECE) + 1
    files = (desk_pb2.AskRequest(file="bot", piece=_PIECE) for _ in range(pieces))
    return ask(world, "author", "bot.add", files, owner=None)
