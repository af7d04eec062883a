"""An arena, remote bots and a wire that can be cut, all real: gRPC over TCP, in one event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import grpc

from serai.ladder.arena.lobby import KEEPALIVE, Lobby
from serai.ladder.arena.presence import Presence
from serai.referee.clock import NO_OWN, TimeControl
from serai.referee.games import GAMES
from serai.server.live_game import Played, Terms
from serai.server.remote_address import ArenaAddress, RemotePlayer
from serai.server.sitting import Sitting
from serai.v1 import referee_pb2 as pb
from serai.v1.referee_pb2_grpc import RefereeServiceStub
from tests.ports import free_ports

TOKENS = {"key-anna": "anna", "key-ben": "ben", "key-cleo": "cleo"}
PATIENT = 60.0
GAME = "yspahan"


@asynccontextmanager
async def arena_on(
    presence: Presence,
    port: int,
    take_over: float = PATIENT,
    tokens: Mapping[str, str] = TOKENS,
    keepalive: Sequence[tuple[str, int]] = KEEPALIVE,
) -> AsyncIterator[Lobby]:
    """An arena that serves while the block runs, and ends as one that is killed: without a word."""
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0), *keepalive])
    lobby = Lobby(presence, tokens.get, take_over_seconds=take_over)
    lobby.add_to(server)
    server.add_insecure_port(f"127.0.0.1:{port}")
    await lobby.open(f"127.0.0.1:{port}")
    await server.start()
    try:
        yield lobby
    finally:
        await server.stop(None)
        await lobby.close()


class Wire:
    """A TCP connection that is passed on byte for byte, and can be cut. An async context manager, healed at first."""

    def __init__(self, target: int) -> None:
        self.port = free_ports(1)[0]
        self._target = target
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._passing: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()

    async def __aenter__(self) -> Wire:
        await self.heal()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()
        while self._passing:
            await asyncio.wait(self._passing)

    async def heal(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)

    async def cut(self) -> None:
        """Close every connection, and let none in."""
        if self._server is not None:
            self._server.close()
        for writer in list(self._open):
            writer.transport.abort()
        self._flows.set()

    def hold(self) -> None:
        """Pass nothing on any more, and close nothing: neither side hears of it."""
        self._flows.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        self._open |= {writer, back}
        for one, other in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(one, other))
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        self._open.discard(writer)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


Choose = Callable[[pb.Question], int]


class ConnectedBot:
    """A bot's client: keeps what it is told, answers with the first option, and dials again when it is let."""

    def __init__(self, port: int, token: str, max_games: int = 64, games: Sequence[str] = (GAME,)) -> None:
        self.told: list[pb.GameStarted] = []
        self.questions: list[pb.Question] = []
        self.ended: list[pb.GameEnded] = []
        self.faults: list[pb.Fault] = []
        self.open = set[int]()
        self.most_open = 0
        self.welcomes = 0
        self.status: grpc.StatusCode | None = None
        self.details = ""
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.answered = 0
        self.hold_after: int | None = None  # answers, after which it says nothing more
        self.changed = asyncio.Condition()
        self._port = port
        self._hello = pb.Hello(token=token, protocol=1, name="test", games=games, max_games=max_games)
        self.call: Any = None

    async def run(self) -> None:
        """Connect once, and play until the stream ends."""
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{self._port}", options=options) as channel:
            call = self.call = RefereeServiceStub(channel).Play()
            self.open.clear()
            try:
                await call.write(pb.PlayRequest(hello=self._hello))
                while (message := await call.read()) is not grpc.aio.EOF:
                    await self._hear(call, cast(pb.PlayResponse, message))
            except grpc.aio.AioRpcError:
                pass
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():  # not the call was hung up, but the task is to end
                    raise
            self.status, self.details = await call.code(), await call.details()
        async with self.changed:
            self.changed.notify_all()

    async def run_again_and_again(self) -> None:
        while True:
            await self.run()
            await asyncio.sleep(0.05)

    async def _hear(self, call: Any, message: pb.PlayResponse) -> None:
        self.welcomes += message.HasField("welcome")
        self.told += message.games_started
        self.open |= {started.game_handle for started in message.games_started}
        self.most_open = max(self.most_open, len(self.open))
        self.questions += message.questions
        assert all(question.game_handle in self.open for question in message.questions)
        self.ended += message.games_ended
        self.open -= {ended.game_handle for ended in message.games_ended}
        self.faults += message.faults
        async with self.changed:
            self.changed.notify_all()
        if message.questions:
            await self._answer(call, message.questions)

    async def _answer(self, call: Any, questions: Sequence[pb.Question]) -> None:
        if self.hold_after is not None and self.answered >= self.hold_after:
            return
        await self.may_answer.wait()
        self.answered += len(questions)
        answers = [pb.Answer(question_id=question.question_id, option=0) for question in questions]
        await call.write(pb.PlayRequest(answers=answers))

    async def answer_last(self) -> None:
        """Answer the question that is open."""
        await self._answer(self.call, self.questions[-1:])

    def hang_up(self) -> None:
        """End the connection from here."""
        self.call.cancel()

    async def until(self, ask: Callable[[ConnectedBot], Any]) -> None:
        async with self.changed:
            await self.changed.wait_for(lambda: ask(self))


@asynccontextmanager
async def sitting_with(presence: Presence) -> AsyncIterator[Sitting]:
    """A worker's sitting, which finds remote bots as workers do."""

    async def locate(bot: str) -> ArenaAddress | None:
        return await asyncio.to_thread(presence.locate, bot)

    async with Sitting(4, locate=locate) as sitting:
        yield sitting


def player(name: str, version: str = "") -> RemotePlayer:
    return RemotePlayer(name, version or f"{name}1", GAME)


async def play_one(
    sitting: Sitting,
    number: int,
    names: Sequence[str],
    own: Mapping[int, TimeControl] = NO_OWN,
    patience: float = PATIENT,
) -> Played:
    """Play one game between remote bots, in this order on the seats."""
    over: list[Played] = []

    def on_over(played: Played) -> bool:
        over.append(played)
        return True

    terms = Terms(GAMES[GAME], {}, TimeControl(), own)
    players = [player(name) for name in names]
    async with sitting.admitted(players, patience):
        await sitting.play(f"game {number}", terms, number.to_bytes(32, "big"), players, on_over)
    return over[0]


@asynccontextmanager
async def running(*works: Any) -> AsyncIterator[None]:
    """Let works run while the block does."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
