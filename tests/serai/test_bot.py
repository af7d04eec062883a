"""What a bot author gets: typed questions, answers in batches, hooks, and one clear line for a mistake."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import serai
from serai import stream
from serai.v1 import referee_pb2 as wire
from serai.v1 import yspahan_pb2 as y
from tests.serai.conftest import Play
from tests.serai.scripted import asked, break_off, ended, put, question, refereeing, started

Choose = Callable[[serai.Table, y.YspahanView, Sequence[y.YspahanAction]], Any]


class Chooser(serai.Bot):
    """A bot that chooses as the test says."""

    games: Sequence[str] = ("yspahan",)

    def __init__(self, choose: Choose) -> None:
        self.answer = choose

    def choose(self, table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> Any:
        return self.answer(table, view, options)


def last(table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> y.YspahanAction:
    return options[-1]


def test_a_bot_says_what_it_is(play: Play) -> None:
    class Modest(Chooser):
        max_games = 3

    with refereeing() as referee:
        play(Modest(last), referee)
    assert referee.hello == wire.Hello(token="a token", protocol=1, name="Modest", games=["yspahan"], max_games=3)


def test_a_bot_for_every_game_names_all_that_are_known(play: Play) -> None:
    class Anything(Chooser):
        games = serai.EVERY_GAME

    with refereeing() as referee:
        play(Anything(last), referee)
    assert tuple(referee.hello.games) == tuple(field.name for field in wire.View.DESCRIPTOR.fields)


def test_questions_come_as_messages_of_the_game(play: Play) -> None:
    seen: list[tuple[int, list[int]]] = []

    def choose(table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> y.YspahanAction:
        seen.append((view.day, [option.put.shop for option in options]))
        return options[0]

    with refereeing(started(1), asked(question(6, shops=(3, 5)))) as referee:
        play(Chooser(choose), referee)
    assert seen == [(6, [3, 5])]


def test_an_option_is_answered_by_its_place(play: Play) -> None:
    """Also when another option is equal to it."""
    with refereeing(started(1), asked(question(6, shops=(3, 5, 5)))) as referee:
        play(Chooser(last), referee)
    assert referee.answers == [wire.Answer(question_id=6, option=2)]


def test_a_place_in_the_list_is_an_answer(play: Play) -> None:
    with refereeing(started(1), asked(question(6))) as referee:
        play(Chooser(lambda table, view, options: 1), referee)
    assert referee.answers == [wire.Answer(question_id=6, option=1)]


def test_a_number_of_another_library_is_a_place_as_well(play: Play) -> None:
    class Number:
        def __index__(self) -> int:
            return 2

    with refereeing(started(1), asked(question(6))) as referee:
        play(Chooser(lambda table, view, options: Number()), referee)
    assert referee.answers == [wire.Answer(question_id=6, option=2)]


def test_an_action_of_its_own_is_sent_as_it_is(play: Play) -> None:
    with refereeing(started(1), asked(question(6))) as referee:
        play(Chooser(lambda table, view, options: put(40)), referee)
    assert referee.answers == [wire.Answer(question_id=6, action=wire.Action(yspahan=put(40)))]


def test_all_questions_of_a_message_are_answered_in_one(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "FLUSH_SECONDS", float("inf"))
    games = [started(handle) for handle in (1, 2, 3)]
    with refereeing(*games, asked(question(6, 1), question(7, 2), question(8, 3))) as referee:
        play(Chooser(last), referee)
    assert [len(request.answers) for request in referee.heard] == [0, 3]
    assert [answer.question_id for answer in referee.answers] == [6, 7, 8]


def test_a_slow_game_does_not_hold_the_others(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second question is thought about until the referee has the answer to the first."""
    monkeypatch.setattr(stream, "FLUSH_SECONDS", 0.0)

    def choose(table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> y.YspahanAction:
        if table.handle == 2:
            referee.answered.wait()
        return options[0]

    with refereeing(started(1), started(2), asked(question(6, 1), question(7, 2))) as referee:
        play(Chooser(choose), referee)
    assert [[answer.question_id for answer in request.answers] for request in referee.heard] == [[], [6], [7]]


def test_a_table_tells_what_the_start_has_settled(play: Play) -> None:
    tables: list[serai.Table] = []

    class Curious(Chooser):
        def game_started(self, table: serai.Table) -> None:
            tables.append(table)

    board = wire.Board(yspahan=y.YspahanBoard(shops=["bag.white.1"]))
    control = wire.TimeControl(bank_seconds=60, increment_seconds=1, cap_seconds=5)
    start = started(9, epoch=4, options={"two_players": "on"}, board=board, time_control=control)
    with refereeing(start) as referee:
        play(Curious(last), referee)
    (table,) = tables
    assert (table.handle, table.game, table.epoch, table.seat, table.seats) == (9, "yspahan", 4, 1, 4)
    assert (table.options, table.commitment, table.clock) == ({"two_players": "on"}, f"{9:064x}", 60.0)
    assert (table.board, table.time_control) == (board.yspahan, control)


def test_a_table_tells_news_and_clock_of_each_question(play: Play) -> None:
    told: list[tuple[list[y.YspahanEvent], float]] = []

    def choose(table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> y.YspahanAction:
        told.append((table.events, table.clock))
        return options[0]

    event = y.YspahanEvent(week_ended=y.YspahanEvent.WeekEnded(week=2))
    first = question(6, events=[wire.Event(yspahan=event)], clock_milliseconds=61_500)
    with refereeing(started(1), asked(first), asked(question(7, clock_milliseconds=250))) as referee:
        play(Chooser(choose), referee)
    assert told == [([event], 61.5), ([], 0.25)]


def test_memory_stays_with_its_game(play: Play) -> None:
    counts: list[tuple[int, int]] = []

    class Counting(Chooser):
        def game_started(self, table: serai.Table) -> None:
            table.memory = 0

    def choose(table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> y.YspahanAction:
        table.memory += 1
        counts.append((table.handle, table.memory))
        return options[0]

    games = (asked(question(6, 1), question(7, 2)), asked(question(8, 2)))
    with refereeing(started(1), started(2), *games) as referee:
        play(Counting(choose), referee)
    assert counts == [(1, 1), (2, 1), (2, 2)]


def test_the_end_of_a_game_is_told_with_result_and_last_news(play: Play) -> None:
    told: list[tuple[int, serai.Result, list[y.YspahanEvent]]] = []

    class Curious(Chooser):
        def game_ended(self, table: serai.Table, result: serai.Result) -> None:
            told.append((table.handle, result, table.events))

    event = y.YspahanEvent(week_ended=y.YspahanEvent.WeekEnded(week=3))
    news = [wire.Event(yspahan=event)]
    with refereeing(started(1), ended(1, points=[5, -2], ranks=[1, 2], deal=b"deal", events=news)) as referee:
        play(Curious(last), referee)
    assert told == [(1, serai.Result((5, -2), (1, 2), b"deal"), [event])]


def test_a_board_may_be_larger_than_grpc_likes_by_default(play: Play) -> None:
    names: list[int] = []

    class Curious(Chooser):
        def game_started(self, table: serai.Table) -> None:
            names.append(len(table.board.shops[0]))

    board = wire.Board(yspahan=y.YspahanBoard(shops=["x" * 8_000_000]))
    with refereeing(started(1, board=board)) as referee:
        play(Curious(last), referee)
    assert names == [8_000_000]


def test_a_fault_in_one_game_leaves_the_others(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    fault = wire.Fault(cause=wire.FAULT_CAUSE_TIME, game_handle=1, text="too late")
    with refereeing(started(1), started(2), wire.PlayResponse(faults=[fault]), asked(question(6, 2))) as referee:
        play(Chooser(last), referee)
    assert [answer.question_id for answer in referee.answers] == [6]
    assert "retired in game 1 (yspahan, seat 1 of 4): time: too late" in caplog.text


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "choose returned NoneType in game 1 (yspahan, seat 1 of 4): it should return one of the options"),
        (True, "choose returned bool in game 1"),
        ("put:3", "choose returned str in game 1"),
        (y.YspahanView(), "choose returned YspahanView in game 1"),
        (3, "choose returned option 3 of 3: they are numbered from 0"),
        (-1, "choose returned option -1 of 3: they are numbered from 0"),
    ],
)
def test_what_is_no_answer_is_said_in_one_line(
    play: Play, capsys: pytest.CaptureFixture[str], answer: object, said: str
) -> None:
    with refereeing(started(1), asked(question(6))) as referee, pytest.raises(SystemExit) as stopped:
        play(Chooser(lambda table, view, options: answer), referee)
    assert stopped.value.code == 1
    assert_one_line(capsys, f"Chooser: {said}")
    assert referee.answers == []


@pytest.mark.parametrize(
    ("names", "said"),
    [((), "`games` is empty; this version of serai knows "), (("yspahn",), "`games` names yspahn; this version ")],
)
def test_games_that_cannot_be_played_are_a_usage_error(
    play: Play, capsys: pytest.CaptureFixture[str], names: tuple[str, ...], said: str
) -> None:
    class Confused(Chooser):
        games = names

    with refereeing() as referee, pytest.raises(SystemExit) as stopped:
        play(Confused(last), referee)
    assert stopped.value.code == 2
    assert_one_line(capsys, f"Confused: {said}")


def test_a_game_nobody_has_heard_of_is_refused(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    with refereeing(started(1, game="harbour")) as referee, pytest.raises(SystemExit) as stopped:
        play(Chooser(last), referee)
    assert stopped.value.code == 1
    assert_one_line(capsys, "Chooser: harbour began; this version of serai knows ")


def test_a_fault_of_the_stream_ends_the_bot(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    fault = wire.Fault(cause=wire.FAULT_CAUSE_PROTOCOL, text="no such question")
    script = (started(1), wire.PlayResponse(faults=[fault]))
    with refereeing(*script) as referee, pytest.raises(SystemExit) as stopped:
        play(Chooser(last), referee)
    assert stopped.value.code == 1
    assert_one_line(capsys, "Chooser: the referee ends the stream: protocol: no such question")


def test_a_stream_that_breaks_in_a_game_is_the_platforms_failure(
    play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    with refereeing(started(1), last=break_off) as referee, pytest.raises(SystemExit) as stopped:
        play(Chooser(last), referee)
    assert stopped.value.code == 3
    assert_one_line(capsys, "Chooser: the referee went away, games still open: 1 (unavailable: as the script wants it)")


def test_a_stream_that_breaks_after_the_last_game_is_an_end(play: Play) -> None:
    with refereeing(started(1), asked(question(6)), ended(1), last=break_off) as referee:
        play(Chooser(last), referee)
    assert len(referee.answers) == 1


def test_a_question_of_no_game_is_the_platforms_failure(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    with refereeing(asked(question(6, 5))) as referee, pytest.raises(SystemExit) as stopped:
        play(Chooser(last), referee)
    assert stopped.value.code == 3
    assert_one_line(capsys, "Chooser: the referee speaks of game 5, which it has not started")


def assert_one_line(capsys: pytest.CaptureFixture[str], start: str) -> None:
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(start)


def test_a_game_that_is_resumed_is_told_with_all_that_happened_and_replaces_its_table(play: Play) -> None:
    """A fresh process builds the table, one that has it already begins it anew."""
    told: list[tuple[bool, int, Any]] = []

    class Rebuilder(Chooser):
        def game_started(self, table: serai.Table) -> None:
            told.append((table.resumed, len(table.events), table.memory))
            table.memory = [event.rolled.seat for event in table.events]

        def choose(self, table: serai.Table, view: y.YspahanView, options: Sequence[y.YspahanAction]) -> Any:
            table.memory += [event.rolled.seat for event in table.events]
            told.append((table.resumed, len(table.events), list(table.memory)))
            return 0

    rolls = [wire.Event(yspahan=y.YspahanEvent(rolled=y.YspahanEvent.Rolled(seat=seat))) for seat in range(3)]
    again = started(7, resumed=True, events=rolls[:2])
    script = [started(7), asked(question(70, 7, events=rolls[:1])), again, asked(question(71, 7, events=rolls[2:]))]
    with refereeing(*script, ended(7)) as referee:
        play(Rebuilder(last), referee)
    assert told == [(False, 0, None), (False, 1, [0]), (True, 2, None), (True, 1, [0, 1, 2])]
