"""A bot's stream: what is ready goes in one message, and what was sent when and answered is reported."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import grpc

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.games import GAMES
from serai.referee.match import Cause, Fault, Match, Question
from serai.server.codec import CODECS
from serai.server.messages import MatchMessages
from serai.server.service import Referee
from serai.server.stall_clock import StallClock
from serai.server.stream import LARGEST, MOST_FAULTS, QUESTIONS_PER_GAME, Place, Stream, ToldAgain
from serai.v1 import referee_pb2 as pb
from serai.v1.referee_pb2_grpc import RefereeServiceStub

YSPAHAN = GAMES["yspahan"]


class Reports:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.questions: list[list[Question]] = []
        self.answers: list[tuple[Question, int | Action]] = []
        self.faults: list[tuple[Place | None, Cause, str]] = []
        self.changed = asyncio.Event()

    def sent(self, questions: Sequence[Question], now: float) -> None:
        self.questions.append(list(questions))
        for question in questions:
            question.match.sent(question, now)

    def answered(self, question: Question, choice: int | Action, seconds: float) -> None:
        self.answers.append((question, choice))

    def faulted(self, stream: Stream, place: Place | None, fault: Fault, evidence: str) -> None:
        self.faults.append((place, fault.cause, fault.text))
        self.changed.set()

    def lost(self, stream: Stream) -> None:
        raise AssertionError("the stream was not to be lost")


def first_question(stream: Stream, number: int) -> tuple[Place, Question]:
    """Start a game on the stream and ask the seat that is asked first."""
    match = Match(YSPAHAN, 3, number.to_bytes(32), {}, TimeControl())
    (question,) = match.questions()
    place = stream.add_place((match, question.seat), CODECS["yspahan"].read_action)
    messages = MatchMessages(match)
    stream.start(messages.started(place.handle, question.seat))
    stream.ask(place.next_question_id(), question, messages.question(question, place.question_id, place.handle))
    return place, question


async def opened(referee: Referee, channel: Any) -> tuple[Stream, Any]:
    """A stream of a bot that has been welcomed, from both sides."""
    coming = referee.expect("secret")
    call = RefereeServiceStub(channel).Play()
    await call.write(pb.PlayRequest(hello=pb.Hello(token="secret", protocol=1, games=["yspahan"])))
    stream = await coming
    assert (await call.read()).HasField("welcome")
    return stream, call


def test_what_is_ready_is_sent_together_and_answers_find_their_questions() -> None:
    """The window starts with one question; what waits meanwhile goes in one message."""

    async def run() -> None:
        reports = Reports()
        referee = Referee("yspahan", StallClock(), reports)
        async with referee, grpc.aio.insecure_channel(referee.address) as channel:
            stream, call = await opened(referee, channel)
            (one, first), (two, second), (three, third) = (first_question(stream, number) for number in (1, 2, 3))
            message = await call.read()
            assert [started.game_handle for started in message.games_started] == [1, 2, 3]
            assert [asked.question_id for asked in message.questions] == [one.question_id]
            await call.write(pb.PlayRequest(answers=[pb.Answer(question_id=one.question_id, option=0)]))
            message = await call.read()
            assert [asked.question_id for asked in message.questions] == [two.question_id, three.question_id]
            assert reports.questions == [[first], [second, third]]
            answer = pb.Answer(question_id=three.question_id, option=0)
            await call.write(pb.PlayRequest(answers=[answer, answer]))
            await asyncio.wait_for(reports.changed.wait(), 10)
            assert reports.answers == [(first, 0), (third, 0)]
            assert reports.faults == [(three, Cause.PROTOCOL, f"a second answer to question {three.question_id}")]
            assert list(stream.answer_clock.open.values()) == [second]
            stream.close()

    asyncio.run(run())


def test_an_answer_to_a_question_that_was_not_sent_yet_is_one_to_nothing_asked() -> None:
    """Ids can be guessed; what waits for its turn is no open question."""

    async def run() -> None:
        reports = Reports()
        referee = Referee("yspahan", StallClock(), reports)
        async with referee, grpc.aio.insecure_channel(referee.address) as channel:
            stream, call = await opened(referee, channel)
            _, (two, _) = (first_question(stream, number) for number in (1, 2))
            await call.read()
            await call.write(pb.PlayRequest(answers=[pb.Answer(question_id=two.question_id, option=0)]))
            await asyncio.wait_for(reports.changed.wait(), 10)
            text = f"an answer to question {two.question_id}, which was never asked"
            assert (reports.answers, reports.faults) == ([], [(None, Cause.PROTOCOL, text)])
            stream.close()

    asyncio.run(run())


def test_a_game_ends_on_the_stream_it_was_started_on_only() -> None:
    async def run() -> None:
        referee = Referee("yspahan", StallClock(), Reports())
        async with referee, grpc.aio.insecure_channel(referee.address) as channel:
            earlier, _ = await opened(referee, channel)
            later, call = await opened(referee, channel)
            old, _ = first_question(earlier, 1)
            new, _ = first_question(later, 2)
            assert old.handle == new.handle
            later.end(old, pb.PlayResponse(games_ended=[pb.GameEnded(game_handle=7)]).SerializeToString())
            later.end(new, pb.PlayResponse(games_ended=[pb.GameEnded(game_handle=8)]).SerializeToString())
            earlier.close()
            later.close()
            assert [ended.game_handle for ended in (await call.read()).games_ended] == [8]

    asyncio.run(run())


def test_a_late_answer_in_every_game_is_not_too_many_on_a_stream_that_lives_long() -> None:
    async def run() -> None:
        reports = Reports()
        referee = Referee("yspahan", StallClock(), reports)
        async with referee, grpc.aio.insecure_channel(referee.address) as channel:
            stream, call = await opened(referee, channel)
            for number in range(2 * MOST_FAULTS):
                place, _ = first_question(stream, number)
                await call.read()
                stream.withdraw(place.question_id)
                stream.end(place, b"")
                late = pb.Answer(question_id=place.question_id, option=0)
                await call.write(pb.PlayRequest(answers=[late, late]))
            never = (2 * MOST_FAULTS + 1) * QUESTIONS_PER_GAME + 1
            await call.write(pb.PlayRequest(answers=[pb.Answer(question_id=never, option=0)]))
            await asyncio.wait_for(reports.changed.wait(), 10)
            assert reports.faults == [(None, Cause.PROTOCOL, f"an answer to question {never}, which was never asked")]
            stream.close()

    asyncio.run(run())


def test_what_is_told_again_goes_in_messages_that_every_client_takes() -> None:
    """Then come the questions that are open; whatever else was ready is dropped, and what waited is still asked."""

    async def run() -> None:
        stream = Stream(pb.Hello(), StallClock(), Reports(), first_handle=4096)
        (one, _), (two, _) = (first_question(stream, number) for number in (1, 2))
        assert [started.game_handle for started in games_in(stream.next_message())] == [4097, 4098]
        big = pb.GameStarted(luck="x" * (LARGEST // 2 + 1), resumed=True)
        open_question = pb.PlayResponse(questions=[pb.Question(question_id=one.question_id)]).SerializeToString()
        started = pb.PlayResponse(games_started=[big]).SerializeToString()
        stream.fault(Fault(Cause.ILLEGAL, "dropped"))
        stream.resume([ToldAgain(one, started, open_question), ToldAgain(two, started, b"")])
        first, last = (pb.PlayResponse.FromString(stream.next_message()) for _ in range(2))
        assert (len(first.games_started), len(first.questions), len(last.games_started)) == (1, 0, 1)
        assert [asked.question_id for asked in last.questions] == [one.question_id]
        assert not last.faults
        stream.take(pb.PlayRequest(answers=[pb.Answer(question_id=one.question_id, option=0)]).SerializeToString())
        after = pb.PlayResponse.FromString(stream.next_message())
        assert [asked.question_id for asked in after.questions] == [two.question_id]

    asyncio.run(run())


def games_in(message: bytes) -> list[pb.GameStarted]:
    return list(pb.PlayResponse.FromString(message).games_started)


def test_a_second_answer_is_forgiven_only_to_what_was_asked_before_the_bot_was_back() -> None:
    async def run() -> None:
        reports = Reports()
        stream = Stream(pb.Hello(), StallClock(), reports)
        place, question = first_question(stream, 1)
        stream.next_message()
        answer = pb.PlayRequest(answers=[pb.Answer(question_id=place.question_id, option=0)]).SerializeToString()
        stream.take(answer)
        stream.resume([ToldAgain(place, b"", b"")])
        stream.take(answer)
        assert (reports.answers, reports.faults) == ([(question, 0)], [])
        later = place.next_question_id()
        stream.ask(later, question, b"")
        stream.next_message()
        answer = pb.PlayRequest(answers=[pb.Answer(question_id=later, option=0)]).SerializeToString()
        stream.take(answer)
        stream.take(answer)
        assert reports.faults == [(place, Cause.PROTOCOL, f"a second answer to question {later}")]

    asyncio.run(run())
