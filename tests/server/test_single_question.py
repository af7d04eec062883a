"""A question that is asked again: what comes over the wire is what came in the game, byte for byte."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from serai.referee.clock import TimeControl
from serai.referee.match import Cause
from serai.referee.replay import Replay
from serai.referee.replay_question import replay_question
from serai.server.bot_process import BotCommand
from serai.server.single_question import ask_bot
from serai.v1 import referee_pb2 as pb
from tests.broken_bots.kinds import broken_bot
from tests.server.sittings import QUICK, YSPAHAN, play, sample


def spy(book: Path) -> BotCommand:
    """A bot that writes down what it is sent; its luck does not depend on where."""
    return replace(broken_bot(f"spy:{book}"), version="spy")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Replay, pb.PlayResponse]:
    """A game, and all that was sent to its seat 1."""
    book = tmp_path_factory.mktemp("game") / "book"
    [played] = play([sample("random"), spy(book), sample("random")])
    return played.replay, pb.PlayResponse.FromString(book.read_bytes())


@pytest.mark.parametrize("number", [1, 2, 30, -1])
def test_the_bot_is_sent_what_was_sent_in_the_game(
    game: tuple[Replay, pb.PlayResponse], number: int, tmp_path: Path
) -> None:
    """The clock is what it was, but for the fractions of milliseconds that are not on record."""
    replay, sent = game
    question = sent.questions[number - 1] if number > 0 else sent.questions[-1]
    asked = replay_question(YSPAHAN, replay, 1, number if number > 0 else len(sent.questions), QUICK)
    reply = ask_bot(asked, spy(tmp_path / "book"), patience=None)
    again = pb.PlayResponse.FromString((tmp_path / "book").read_bytes())
    assert again.welcome == sent.welcome
    assert list(again.games_started) == list(sent.games_started)
    assert abs(again.questions[0].clock_milliseconds - question.clock_milliseconds) <= len(sent.questions)
    again.questions[0].clock_milliseconds = question.clock_milliseconds
    assert again.questions[0].SerializeToString() == question.SerializeToString()
    assert pb.PlayResponse.FromString(reply.question).questions[0].question_id == question.question_id
    assert (reply.fault, reply.choice) == (None, len(question.options) - 1)
    assert not again.games_ended


def test_patience_goes_before_the_clock(game: tuple[Replay, pb.PlayResponse]) -> None:
    """Nobody can answer within a microsecond."""
    hopeless = TimeControl(bank=60.0, increment=0.0, cap=1e-6)
    for patience, causes in ((None, [Cause.TIME]), (60.0, [])):
        reply = ask_bot(replay_question(YSPAHAN, game[0], 1, 1, hopeless), sample("random"), patience)
        assert [fault.cause for fault in (reply.fault,) if fault] == causes


def test_a_bot_that_does_not_get_in_is_asked_nothing(game: tuple[Replay, pb.PlayResponse]) -> None:
    reply = ask_bot(replay_question(YSPAHAN, game[0], 1, 1, QUICK), broken_bot("wrong-token"), patience=None)
    assert reply.fault is not None
    assert (reply.fault.cause, reply.question) == (Cause.START, b"")
    assert "the token is unknown or has been used" in reply.output
