"""Streams through the arena: a hostile bot on Play, a hostile worker on Join, both let in and not, over real gRPC.

Between them an honest bot and an honest worker exchange messages as if nothing had been.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import grpc

from fuzz.attacked import Attacked, attacked
from fuzz.found import Found, outcome
from fuzz.mutations import mutated
from serai.ladder.arena.lobby import RELAY_SERVICE
from serai.server.remote_address import HANDLES
from serai.server.service import PROTOCOL, SERVICE
from serai.server.stream import QUESTIONS_PER_GAME
from serai.v1 import referee_pb2 as pb
from serai.v1 import relay_pb2

HOSTILE, HONEST = "mallory", "trent"
MESSAGES = 25  # of one stream
HONEST_EVERY = 20  # streams
PATIENCE = 60.0  # seconds for an honest caller, on however busy a machine


def fuzz_arena(count: int, seed: str) -> Found:
    """Send so many messages."""
    with attacked() as it:
        found = Found("arena", it.process)
        asyncio.run(_fuzz(it, count, random.Random(seed), found))
    return found


async def _fuzz(it: Attacked, count: int, chance: random.Random, found: Found) -> None:
    number = 0
    options = [("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1)]
    async with grpc.aio.insecure_channel(it.arena, options=options) as channel:
        while found.sent < count:
            sent: list[bytes] = []
            attack = _play if number % 2 else _join
            try:
                outcome = await asyncio.wait_for(attack(channel, it, chance, sent), PATIENCE)
                for _ in sent:
                    found.note(outcome)
                if number % HONEST_EVERY == 0:
                    await asyncio.wait_for(_honest(channel, it), PATIENCE)
            except Exception as error:  # whatever it is, it is what is looked for
                found.fail(sent[-1:], error)
                if len(found.failures) > 5:
                    return
            number += 1


async def _play(channel: Any, it: Attacked, chance: random.Random, sent: list[bytes]) -> str:
    """Come in as a bot, or almost, and send what is almost right."""
    right = pb.PlayRequest(hello=_hello(it.bot)).SerializeToString()
    call = channel.stream_stream(f"/{SERVICE}/Play")()
    first = mutated(right, chance) if chance.random() < 0.5 else right
    return await _converse(call, first, lambda: _answers(chance), chance, sent)


async def _join(channel: Any, it: Attacked, chance: random.Random, sent: list[bytes]) -> str:
    """Come in as a worker, or almost, and send frames that are almost right to a bot that is there."""
    bot = channel.stream_stream(f"/{SERVICE}/Play")()
    await bot.write(pb.PlayRequest(hello=_hello(it.bot)).SerializeToString())
    await bot.read()
    try:
        joining = relay_pb2.Joining(secret=it.secret, bot=chance.choice((HOSTILE, HOSTILE, HONEST)))
        right = relay_pb2.JoinRequest(joining=joining).SerializeToString()
        call = channel.stream_stream(f"/{RELAY_SERVICE}/Join")()
        first = mutated(right, chance) if chance.random() < 0.5 else right
        return await _converse(call, first, lambda: _frame(chance), chance, sent)
    finally:
        bot.cancel()


async def _converse(call: Any, first: bytes, make: Any, chance: random.Random, sent: list[bytes]) -> str:
    """Send a row of messages, many of them wrong, and return how the stream ended."""
    try:
        sent.append(first)
        await call.write(first)
        for _ in range(chance.randrange(MESSAGES)):
            right = make().SerializeToString()
            sent.append(mutated(right, chance, sent[-5:]) if chance.random() < 0.2 else right)
            await call.write(sent[-1])
        await call.done_writing()
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError:
        pass
    except asyncio.InvalidStateError:  # the other side has ended it
        pass
    code, details = await call.code(), await call.details()
    call.cancel()
    return outcome(code, details)


def _hello(token: str) -> pb.Hello:
    return pb.Hello(token=token, protocol=PROTOCOL, name="fuzz", games=["yspahan"], max_games=4)


def _answers(chance: random.Random) -> pb.PlayRequest:
    """Return answers to questions of games that nobody plays, or of all workers at once."""
    ids = [chance.choice((0, 1, chance.getrandbits(33), chance.getrandbits(64))) for _ in range(chance.randrange(1, 9))]
    return pb.PlayRequest(answers=[pb.Answer(question_id=number, option=0) for number in ids])


def _frame(chance: random.Random) -> relay_pb2.JoinRequest:
    kinds: list[dict[str, Any]] = [
        {
            "to_bot": relay_pb2.ToBot(
                connection=chance.randrange(4), message=chance.randbytes(50), more=chance.random() < 0.5
            )
        },
        {"ping": relay_pb2.Ping(number=chance.getrandbits(32))},
        {"want_game": relay_pb2.WantGame()},
        {"end_game": relay_pb2.EndGame()},
        {"joining": relay_pb2.Joining(secret="again", first_handle=chance.getrandbits(32))},
    ]
    return relay_pb2.JoinRequest(**chance.choice(kinds))


async def _honest(channel: Any, it: Attacked) -> None:
    """A bot and a worker find each other, and a question and its answer pass between them."""
    bot = channel.stream_stream(f"/{SERVICE}/Play")()
    await bot.write(pb.PlayRequest(hello=_hello(it.honest)).SerializeToString())
    welcome = pb.PlayResponse.FromString(await bot.read())
    assert welcome.HasField("welcome")
    worker = channel.stream_stream(f"/{RELAY_SERVICE}/Join")()
    joining = relay_pb2.Joining(secret=it.secret, bot=HONEST)
    await worker.write(relay_pb2.JoinRequest(joining=joining).SerializeToString())
    arrived = relay_pb2.JoinResponse.FromString(await worker.read()).arrived
    asked = pb.PlayResponse(questions=[pb.Question(question_id=7)]).SerializeToString()
    to_bot = relay_pb2.ToBot(connection=arrived.connection, message=asked)
    await worker.write(relay_pb2.JoinRequest(to_bot=to_bot).SerializeToString())
    assert await bot.read() == asked
    number = (arrived.first_handle // HANDLES * HANDLES + 1) * QUESTIONS_PER_GAME
    answer = pb.PlayRequest(answers=[pb.Answer(question_id=number, option=0)]).SerializeToString()
    await bot.write(answer)
    assert relay_pb2.JoinResponse.FromString(await worker.read()).from_bot == answer
    worker.cancel()
    bot.cancel()
