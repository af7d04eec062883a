"""A broken connection is not a lost game: the clock runs on, and who comes back is told all again."""

from __future__ import annotations

import asyncio

from serai.ladder.arena.presence import Presence
from serai.ladder.storage.store import Store
from serai.referee.clock import TimeControl
from serai.v1 import referee_pb2 as pb
from tests.ladder.arena.remote import TOKENS, ConnectedBot, Wire, arena_on, play_one, running, sitting_with
from tests.ports import free_ports

NAMES = list(TOKENS.values())


def three(port: int) -> list[ConnectedBot]:
    return [ConnectedBot(port, token) for token in TOKENS]


def test_a_cut_in_the_middle_of_a_game_is_healed_and_nobody_is_retired(store: Store) -> None:
    """The same process is back: it is told all that it was told before, and is asked its open question once more."""

    async def run() -> None:
        (port,) = free_ports(1)
        wire = Wire(port)
        presence, anna = Presence(store.redis), ConnectedBot(wire.port, "key-anna")
        others = [ConnectedBot(port, token) for token in ("key-ben", "key-cleo")]
        anna.hold_after = 20
        works = (anna.run_again_and_again(), *(bot.run() for bot in others))
        async with arena_on(presence, port), wire, running(*works), sitting_with(presence) as sitting:
            game = asyncio.create_task(play_one(sitting, 1, NAMES))
            await anna.until(lambda bot: bot.answered >= 20 and len(bot.questions) > 20)
            unanswered, asked = anna.questions[-1], list(anna.questions)
            await wire.cut()
            anna.hold_after = None
            await wire.heal()
            played = await game
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3
            first, again = anna.told[:2]
            assert (first.resumed, again.resumed, again.game_handle) == (False, True, first.game_handle)
            assert (again.luck, again.board) == (first.luck, first.board)
            events = [event for question in asked[:-1] for event in question.events]
            assert list(again.events) == events
            repeated = anna.questions[len(asked)]
            assert repeated.question_id == unanswered.question_id
            assert (repeated.view, repeated.options) == (unanswered.view, unanswered.options)
            assert repeated.events == unanswered.events
            assert repeated.clock_milliseconds <= unanswered.clock_milliseconds
            assert anna.faults == []

    asyncio.run(run())


def test_the_arena_is_restarted_in_the_middle_of_a_game(store: Store) -> None:
    """Bots and worker dial again; the clocks run on meanwhile."""

    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        bots[0].hold_after = 10
        async with running(*(bot.run_again_and_again() for bot in bots)), sitting_with(presence) as sitting:
            async with arena_on(presence, port):
                game = asyncio.create_task(play_one(sitting, 1, NAMES))
                await bots[0].until(lambda bot: bot.answered >= 10 and len(bot.questions) > 10)
            bots[0].hold_after = None
            async with arena_on(presence, port):
                played = await game
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3
            assert {started.game_handle for started in bots[0].told} == {bots[0].told[0].game_handle}
            assert [bot.told[1].resumed for bot in bots] == [True] * 3

    asyncio.run(run())


def test_only_the_clock_ends_a_bot_that_does_not_come_back(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        bots[0].hold_after = 0
        tasks = [asyncio.create_task(bot.run()) for bot in bots]
        async with arena_on(presence, port), sitting_with(presence) as sitting:
            game = asyncio.create_task(play_one(sitting, 1, NAMES, {0: TimeControl(0.3, 0.0, 0.3)}))
            await bots[0].until(lambda bot: bot.questions)
            tasks[0].cancel()
            played = await game
            assert [outcome["cause"] for outcome in played.replay.outcomes] == ["time", None, None]
            for task in tasks:
                task.cancel()

    asyncio.run(run())


def test_an_answer_that_is_given_before_and_after_a_cut_does_no_harm(store: Store) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        presence, bots = Presence(store.redis), three(port)
        bots[0].hold_after = 10
        works = [bot.run_again_and_again() for bot in bots]
        async with arena_on(presence, port), running(*works), sitting_with(presence) as sitting:
            game = asyncio.create_task(play_one(sitting, 1, NAMES))
            await bots[0].until(lambda bot: len(bot.questions) > 10)
            bots[0].hold_after = 13
            old, welcomes = bots[0].questions[8:], bots[0].welcomes
            bots[0].hang_up()
            await bots[0].until(lambda bot: bot.welcomes > welcomes and bot.answered == 13 and len(bot.questions) == 15)
            answers = [pb.Answer(question_id=question.question_id, option=0) for question in old]
            await bots[0].call.write(pb.PlayRequest(answers=answers))
            bots[0].hold_after = None
            await bots[0].call.write(
                pb.PlayRequest(answers=[pb.Answer(question_id=bots[0].questions[-1].question_id, option=0)])
            )
            played = await game
            assert [outcome["ending"] for outcome in played.replay.outcomes] == ["played"] * 3

    asyncio.run(run())
