"""The lobby: who is let in, who holds a seat, workers that share a bot, and bots that break the rules."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from serai.ladder.arena import lobby as lobby_module
from serai.ladder.arena.calls import MOST_STRANGERS
from serai.ladder.arena.post import MOST_TO_BOT
from serai.ladder.arena.presence import Presence
from serai.ladder.storage.store import Store
from serai.referee.match import Cause
from serai.server import remote_bot
from serai.server.errors import BotAbsent, PlatformError
from serai.server.remote_address import HANDLES, ArenaAddress
from serai.server.service import SERVICE
from serai.server.sitting import Sitting
from serai.server.stream import MAX_MESSAGE
from serai.v1 import referee_pb2 as pb
from serai.v1.referee_pb2_grpc import RefereeServiceStub
from tests.ladder.arena.remote import (
    TOKENS,
    ConnectedBot,
    arena_on,
    play_one,
    running,
    sitting_with,
)
from tests.ports import free_ports

NAMES = list(TOKENS.values())


def three(port: int) -> list[ConnectedBot]:
    return [ConnectedBot(port, token) for token in TOKENS]


def test_three_remote_bots_play_a_game(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        async with arena_on(presence, port), running(*(bot.run() for bot in bots)), sitting_with(presence) as sitting:
            played = await play_one(sitting, 1, NAMES)
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3
            for bot in bots:
                await bot.until(lambda bot: bot.ended)
            assert [started.resumed for bot in bots for started in bot.told] == [False] * 3
            assert [len(bot.ended) for bot in bots] == [1, 1, 1]
            assert bots[0].ended[0].game_handle == bots[0].told[0].game_handle

    asyncio.run(run())


def test_a_second_process_with_the_same_token_is_told_so_and_refused(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence = Presence(store.redis)
        first, second = ConnectedBot(port, "key-anna"), ConnectedBot(port, "key-anna")
        async with arena_on(presence, port, take_over=0.0), running(first.run()):
            await first.until(lambda bot: bot.welcomes)
            await second.run()
            assert second.status is grpc.StatusCode.ALREADY_EXISTS
            assert "anna is connected already since" in second.details
            assert first.status is None

    asyncio.run(run())


def test_a_second_process_takes_over_when_the_first_has_gone(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence = Presence(store.redis)
        first, second = ConnectedBot(port, "key-anna"), ConnectedBot(port, "key-anna")
        async with arena_on(presence, port) as lobby, running(first.run()):
            await first.until(lambda bot: bot.welcomes)
            async with running(second.run()):
                first.hang_up()
                await second.until(lambda bot: bot.welcomes)
                assert lobby.connected == ["anna"]
                there = await asyncio.to_thread(presence.present, "anna")
                assert there is not None
                assert (there.arena, there.games, there.max_games) == (f"127.0.0.1:{port}", ("yspahan",), 64)

    asyncio.run(run())


def test_a_bot_is_at_one_arena_at_a_time(store: Store) -> None:
    async def run() -> None:
        here, there = free_ports(2)
        presence = Presence(store.redis)
        first, second = ConnectedBot(here, "key-anna"), ConnectedBot(there, "key-anna")
        async with arena_on(presence, here), arena_on(presence, there, take_over=0.0), running(first.run()):
            await first.until(lambda bot: bot.welcomes)
            await second.run()
            assert second.status is grpc.StatusCode.ALREADY_EXISTS
            first.hang_up()
            await first.until(lambda bot: bot.status)
            while second.welcomes == 0:
                async with running(second.run()):
                    await second.until(lambda bot: bot.welcomes or bot.status)
                    second.status = None

    asyncio.run(run())


def test_a_token_that_opens_nothing_is_refused_and_not_repeated_back(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        stranger = ConnectedBot(port, "guess-me")
        async with arena_on(Presence(store.redis), port):
            await stranger.run()
            assert stranger.status is grpc.StatusCode.UNAUTHENTICATED
            assert "guess-me" not in stranger.details

    asyncio.run(run())


def test_a_worker_without_the_secret_is_not_let_in(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence = Presence(store.redis)
        bot = ConnectedBot(port, "key-anna")

        async def locate(_: str) -> ArenaAddress:
            return ArenaAddress(f"127.0.0.1:{port}", "key-anna")

        async with arena_on(presence, port), running(bot.run()), Sitting(4, locate=locate) as sitting:
            await bot.until(lambda bot: bot.welcomes)
            with pytest.raises(PlatformError, match="does not let this worker in"):
                await play_one(sitting, 1, ["anna", "anna", "anna"])

    asyncio.run(run())


def test_two_workers_share_a_bot_and_never_give_it_more_games_than_it_plays(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence = Presence(store.redis)
        bots = [ConnectedBot(port, token, max_games=2) for token in TOKENS]
        works = [bot.run() for bot in bots]
        async with (
            arena_on(presence, port),
            running(*works),
            sitting_with(presence) as one,
            sitting_with(presence) as other,
        ):
            games = [play_one(sitting, number, NAMES) for number, sitting in enumerate([one, other] * 2)]
            played = await asyncio.gather(*games)
            assert {o["ending"] for game in played for o in game.replay.outcomes} == {"played"}
            assert [len(bot.told) for bot in bots] == [4, 4, 4]
            assert len({started.game_handle // HANDLES for started in bots[0].told}) == 2
            assert len({started.game_handle for started in bots[0].told}) == 4
            assert max(bot.most_open for bot in bots) == 2

    asyncio.run(run())


def test_a_bot_that_is_not_there_is_waited_for_and_then_absent(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        async with (
            arena_on(presence, port),
            running(*(bot.run() for bot in bots[1:])),
            sitting_with(presence) as sitting,
        ):
            with pytest.raises(BotAbsent) as absent:
                await play_one(sitting, 1, NAMES, patience=0.1)
            assert (absent.value.name, absent.value.fault.cause) == ("anna", Cause.ABSENT)
            game = asyncio.create_task(play_one(sitting, 2, NAMES))
            async with running(bots[0].run()):
                played = await game
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3

    asyncio.run(run())


def test_a_bot_that_never_reads_is_sent_away_and_delays_nobody(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence, other = Presence(store.redis), ConnectedBot(port, "key-anna")
        async with arena_on(presence, port) as lobby, grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            call = RefereeServiceStub(channel).Play()
            await call.write(pb.PlayRequest(hello=pb.Hello(token="key-anna", protocol=1, games=["yspahan"])))
            await call.read()
            post = lobby._posts["anna"]
            flood = b"x" * 1024 * 1024
            for _ in range(MOST_TO_BOT // len(flood) + 2):
                post.to_bot(1, flood)
            while lobby.connected:
                await asyncio.sleep(0.01)
            async with running(other.run()):
                await other.until(lambda bot: bot.welcomes)

    asyncio.run(run())


def test_a_lobby_that_drains_lets_games_end_and_nobody_in(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        bots[0].hold_after = 0
        late = ConnectedBot(port, "key-anna")
        async with (
            arena_on(presence, port) as lobby,
            running(*(bot.run() for bot in bots)),
            sitting_with(presence) as sitting,
        ):
            game = asyncio.create_task(play_one(sitting, 1, NAMES))
            await bots[0].until(lambda bot: bot.questions)
            drain = asyncio.create_task(lobby.drain())
            await late.run()
            assert late.status is grpc.StatusCode.UNAVAILABLE
            assert not drain.done()
            bots[0].hold_after = None
            await bots[0].answer_last()
            played = await game
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3
            await drain
            await lobby.close()
            for bot in bots:
                await bot.until(lambda bot: bot.status)
            assert {bot.status for bot in bots} == {grpc.StatusCode.OK}

    asyncio.run(run())


def test_who_is_cut_off_while_a_lobby_drains_comes_back_and_ends_the_game(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        bots[0].hold_after = 3
        async with (
            arena_on(presence, port) as lobby,
            running(*(bot.run_again_and_again() for bot in bots)),
            sitting_with(presence) as sitting,
        ):
            game = asyncio.create_task(play_one(sitting, 1, NAMES))
            await bots[0].until(lambda bot: len(bot.questions) > 3)
            drain = asyncio.create_task(lobby.drain())
            bots[0].hold_after = None
            bots[0].hang_up()
            played = await game
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3
            assert [started.resumed for started in bots[0].told] == [False, True]
            await drain

    asyncio.run(run())


def test_strangers_are_in_nobodys_way_but_their_own(store: Store) -> None:
    """From one address only so many may be silent; who was let in is not counted."""

    async def run() -> None:
        (port,) = free_ports(1)
        bot = ConnectedBot(port, "key-anna")
        address = f"127.0.0.1:{port}"
        async with (
            arena_on(Presence(store.redis), port),
            grpc.aio.insecure_channel(address) as channel,
            running(bot.run()),
        ):
            await bot.until(lambda bot: bot.welcomes)
            silent = [RefereeServiceStub(channel).Play() for _ in range(MOST_STRANGERS + 1)]
            codes = [asyncio.ensure_future(call.code()) for call in silent]
            await asyncio.wait(codes, return_when=asyncio.FIRST_COMPLETED)
            assert {code.result() for code in codes if code.done()} == {grpc.StatusCode.RESOURCE_EXHAUSTED}
            assert bot.status is None
            for call in silent:
                call.cancel()

    asyncio.run(run())


def test_where_a_bot_is_is_noted_again_when_redis_has_lost_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "REFRESH_SECONDS", 0.05)

    async def run() -> None:
        (port,) = free_ports(1)
        presence, bot = Presence(store.redis), ConnectedBot(port, "key-anna")
        async with arena_on(presence, port), running(bot.run()):
            await bot.until(lambda bot: bot.welcomes)
            before = await asyncio.to_thread(presence.present, "anna")
            store.redis.flushall()
            while (again := await asyncio.to_thread(presence.present, "anna")) is None:
                await asyncio.sleep(0.01)
            assert again == before

    asyncio.run(run())


def test_handles_never_run_out_because_a_worker_joins_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_bot, "MOST_GAMES", 1)

    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        async with arena_on(presence, port), running(*(bot.run() for bot in bots)), sitting_with(presence) as sitting:
            for number in (1, 2):
                played = await play_one(sitting, number, NAMES)
                assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3
            for bot in bots:
                await bot.until(lambda bot: len(bot.ended) == 2)
                one, other = (started.game_handle // HANDLES for started in bot.told)
                assert one != other

    asyncio.run(run())


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xff\xff\xff", "bytes that are not a PlayRequest"),
        (b"\x0a" + b"x" * MAX_MESSAGE, f"a message of {MAX_MESSAGE + 1} bytes; the limit is {MAX_MESSAGE}"),
        (b"", "a message without answers"),
        (pb.PlayRequest(hello=pb.Hello(token="key-ben")).SerializeToString(), "a message without answers"),
    ],
)
def test_a_bot_that_breaks_the_protocol_is_told_so_and_its_stream_ends(store: Store, data: bytes, text: str) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        async with (
            arena_on(Presence(store.redis), port) as lobby,
            grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
        ):
            call: Any = channel.stream_stream(f"/{SERVICE}/Play")()
            hello = pb.PlayRequest(hello=pb.Hello(token="key-anna", protocol=1, games=["yspahan"]))
            await call.write(hello.SerializeToString())
            await call.read()
            await call.write(data)
            (fault,) = pb.PlayResponse.FromString(await call.read()).faults
            assert (fault.cause, fault.text) == (pb.FAULT_CAUSE_PROTOCOL, text)
            assert await call.code() is grpc.StatusCode.OK
            assert lobby.connected == []

    asyncio.run(run())


def test_answers_to_nobody_are_dropped(store: Store) -> None:
    """To a worker that is gone, or to none that ever was."""

    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        async with arena_on(presence, port), running(*(bot.run() for bot in bots)), sitting_with(presence) as sitting:
            await bots[0].until(lambda bot: bot.welcomes)
            answers = [pb.Answer(question_id=number, option=0) for number in (0, 1, 2**63, 2**64 - 1)]
            await bots[0].call.write(pb.PlayRequest(answers=answers))
            played = await play_one(sitting, 1, NAMES)
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3

    asyncio.run(run())
