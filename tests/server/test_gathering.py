"""When questions wait for others: for how many, and that none waits for ever."""

from __future__ import annotations

import asyncio

from serai.server.gathering import ENOUGH, Gathering


def test_a_bot_of_a_few_games_is_asked_at_once() -> None:
    sent: list[str] = []
    gathering = Gathering(lambda: sent.append("now"))
    for due in (0, 1):
        gathering.wait_for(due, ready=1)
    assert sent == ["now", "now"]


def test_as_many_as_are_due_are_sent_together_and_never_more_than_enough_are_waited_for() -> None:
    async def run() -> None:
        sent: list[int] = []
        gathering = Gathering(lambda: sent.append(ready))
        for ready in range(1, ENOUGH + 1):
            gathering.wait_for(20, ready)
        assert sent == [ENOUGH]

    asyncio.run(run())


def test_a_question_without_company_is_sent_after_a_moment() -> None:
    async def run() -> None:
        sent = asyncio.Event()
        gathering = Gathering(sent.set)
        for _ in range(2):
            gathering.wait_for(3, ready=1)
            assert not sent.is_set()
            await asyncio.wait_for(sent.wait(), 10)
            sent.clear()

    asyncio.run(run())
