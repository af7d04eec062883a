"""The gRPC service itself: tokens, addresses, and what else is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from serai.referee.core.agenda import Action
from serai.referee.match import Fault, Question
from serai.server.service import MOST_STREAMS, SERVICE, Referee
from serai.server.stall_clock import StallClock
from serai.server.stream import Place, Stream
from serai.v1 import referee_pb2 as pb
from serai.v1.referee_pb2_grpc import RefereeServiceStub


class Nobody:
    """A listener for streams on which nothing is played."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.gone = asyncio.Event()

    def answered(self, question: Question, choice: int | Action, now: float) -> None:
        raise AssertionError("nothing was asked")

    def sent(self, questions: Sequence[Question], now: float) -> None:
        raise AssertionError("nothing was asked")

    def faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        self.complaints.append(fault.text)

    def lost(self, stream: Stream) -> None:
        self.gone.set()


def with_referee(check: Callable[[Referee, Nobody, Any], Awaitable[None]], listen: str | None = None) -> None:
    async def run() -> None:
        listener = Nobody()
        referee = Referee("yspahan", StallClock(), listener, listen)
        async with referee, grpc.aio.insecure_channel(referee.tcp_address or referee.address) as channel:
            await check(referee, listener, channel)

    asyncio.run(run())


def hello(token: str, **changes: Any) -> pb.PlayRequest:
    return pb.PlayRequest(hello=pb.Hello(**{"token": token, "protocol": 1, "games": ["yspahan"], **changes}))


async def status_of(call: Any) -> grpc.StatusCode:
    try:
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError:
        pass
    code: grpc.StatusCode = await call.code()
    return code


def test_there_is_nothing_but_the_one_service() -> None:
    """Whoever asks for another is sent away, so that it holds no stream (D14)."""

    async def check(referee: Referee, listener: Nobody, channel: Any) -> None:
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(service=SERVICE))
        assert await status_of(watch) is grpc.StatusCode.UNIMPLEMENTED

    with_referee(check)


def test_streams_without_a_token_stand_in_nobodys_way() -> None:
    """Each bot has a door of its own: when one is full of strangers, another lets its bot in (D14)."""

    async def check(referee: Referee, listener: Nobody, channel: Any) -> None:
        strangers = [RefereeServiceStub(channel).Play() for _ in range(4 * MOST_STREAMS)]
        codes = [asyncio.ensure_future(call.code()) for call in strangers]
        await asyncio.wait(codes, return_when=asyncio.FIRST_COMPLETED)
        refused = {code.result() for code in codes if code.done()}
        assert refused == {grpc.StatusCode.RESOURCE_EXHAUSTED}
        other = Referee("yspahan", StallClock(), listener)
        async with other, grpc.aio.insecure_channel(other.address) as door:
            coming = other.expect("token")
            call = RefereeServiceStub(door).Play()
            await call.write(hello("token"))
            assert (await coming).max_games == 1
            call.cancel()
        for call in strangers:
            call.cancel()

    with_referee(check)


def test_a_token_lets_in_once() -> None:
    async def check(referee: Referee, listener: Nobody, channel: Any) -> None:
        coming = referee.expect("secret")
        first, second = RefereeServiceStub(channel).Play(), RefereeServiceStub(channel).Play()
        await first.write(hello("secret", max_games=3))
        assert (await first.read()).welcome.max_games == 3
        assert isinstance(await coming, Stream)
        await second.write(hello("secret"))
        assert await status_of(second) == grpc.StatusCode.UNAUTHENTICATED
        await first.done_writing()
        await asyncio.wait_for(listener.gone.wait(), 10)

    with_referee(check)


def test_an_unknown_token_is_refused_and_not_repeated_back() -> None:
    async def check(referee: Referee, listener: Nobody, channel: Any) -> None:
        call = RefereeServiceStub(channel).Play()
        await call.write(hello("guess-me"))
        assert await status_of(call) == grpc.StatusCode.UNAUTHENTICATED
        assert "guess-me" not in await call.details()

    with_referee(check)


def test_the_first_message_must_be_a_hello() -> None:
    async def check(referee: Referee, listener: Nobody, channel: Any) -> None:
        call = RefereeServiceStub(channel).Play()
        await call.write(pb.PlayRequest(bye=pb.Bye()))
        assert await status_of(call) == grpc.StatusCode.INVALID_ARGUMENT

    with_referee(check)


def test_a_closed_stream_says_goodbye_with_what_was_left_to_say() -> None:
    async def check(referee: Referee, listener: Nobody, channel: Any) -> None:
        coming = referee.expect("secret")
        call = RefereeServiceStub(channel).Play()
        await call.write(hello("secret"))
        stream = await coming
        stream.close()
        assert (await call.read()).HasField("welcome")
        assert await status_of(call) == grpc.StatusCode.OK
        assert not listener.gone.is_set()

    with_referee(check)


def test_it_listens_on_tcp_when_asked() -> None:
    async def check(referee: Referee, listener: Nobody, channel: Any) -> None:
        assert referee.tcp_address.startswith("127.0.0.1:")
        coming = referee.expect("secret")
        call = RefereeServiceStub(channel).Play()
        await call.write(hello("secret"))
        assert isinstance(await coming, Stream)
        assert (await call.read()).HasField("welcome")
        (await coming).close()
        assert await status_of(call) == grpc.StatusCode.OK

    with_referee(check, listen="127.0.0.1:0")
