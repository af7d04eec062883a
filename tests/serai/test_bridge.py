"""`serai bridge`: a real process between a referee over gRPC and a program that knows only lines of JSON."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from serai.lines import LONGEST, lines_of
from serai.referee.games import GAMES
from serai.referee.match import Cause
from serai.server.bot_process import BotCommand
from serai.v1 import referee_pb2 as wire
from tests.serai.scripted import (
    TOKEN,
    WELCOME,
    ScriptedReferee,
    asked,
    break_off,
    ended,
    question,
    refereeing,
    started,
    wait_for_the_bot_to_leave,
)
from tests.server.sittings import play, sample

BRIDGE = (sys.executable, "-P", "-m", "serai.ladder.commands", "bridge", "--")

HEAD = """
import json, os, signal, sys, time

def say(**what):
    print(json.dumps(what), flush=True)

def heard():
    return json.loads(sys.stdin.readline())

def answer(line, option=0):
    say(answers=[{"question_id": line["questions"][0]["question_id"], "option": option}])

def until_asked():
    while "questions" not in (line := heard()):
        pass
    return line

HELLO = {"name": "sample", "games": ["yspahan"], "max_games": 64}
"""


class Done(NamedTuple):
    """How a bridge ended."""

    code: int
    err: str


def script(folder: Path, text: str) -> tuple[str, ...]:
    """A program of its own, in plain Python."""
    file = folder / "bot.py"
    file.write_text(HEAD + textwrap.dedent(text))
    return (sys.executable, str(file))


def environment(**given: str) -> dict[str, str]:
    return {**{name: value for name, value in os.environ.items() if not name.startswith("SERAI_")}, **given}


@contextmanager
def bridge(referee: ScriptedReferee, *command: str) -> Iterator[subprocess.Popen[str]]:
    given = environment(SERAI_REFEREE=referee.address, SERAI_TOKEN=TOKEN)
    pipe = subprocess.PIPE
    with subprocess.Popen([*BRIDGE, *command], env=given, stdin=subprocess.DEVNULL, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def run(referee: ScriptedReferee, *command: str) -> Done:
    with bridge(referee, *command) as process:
        _, err = process.communicate()
        return Done(process.returncode, err)


# A conversation


def test_a_bot_is_told_everything_and_its_answers_arrive(tmp_path: Path) -> None:
    bot = script(
        tmp_path,
        """
        say(hello=HELLO)
        lines = []
        for line in sys.stdin:
            lines.append(line)
            if "questions" in line:
                answer(json.loads(line), 1)
        open("%s", "w").writelines(lines)
        """
        % (tmp_path / "heard"),
    )
    messages = [started(1, seat=0), asked(question(6)), ended(1, points=[3], ranks=[1])]
    with refereeing(*messages) as referee:
        assert run(referee, *bot) == (0, "")
    assert referee.hello == wire.Hello(token=TOKEN, protocol=1, name="sample", games=["yspahan"], max_games=64)
    assert [(answer.question_id, answer.option) for answer in referee.answers] == [(6, 1)]
    told = (tmp_path / "heard").read_text().splitlines()
    assert told == [line.decode() for message in (WELCOME, *messages) for line in lines_of(message)]


def test_what_the_bot_says_of_token_and_protocol_is_left_alone(tmp_path: Path) -> None:
    bot = script(tmp_path, 'say(hello={**HELLO, "token": "my own", "protocol": 9})\nsys.stdin.read()')
    with refereeing() as referee:
        assert run(referee, *bot) == (0, "")
    assert (referee.hello.token, referee.hello.protocol) == ("my own", 9)


def test_a_star_in_the_hello_becomes_the_names_of_all_games(tmp_path: Path) -> None:
    bot = script(tmp_path, 'say(hello={**HELLO, "games": ["*"]})\nsys.stdin.read()')
    with refereeing() as referee:
        assert run(referee, *bot) == (0, "")
    assert list(referee.hello.games) == list(GAMES)


def test_answers_that_are_ready_together_go_in_one_message(tmp_path: Path) -> None:
    bot = script(
        tmp_path,
        """
        say(hello=HELLO)
        lines = [until_asked() for _ in range(5)]
        said = [{"answers": [{"questionId": line["questions"][0]["question_id"], "option": 2}]} for line in lines]
        os.write(1, "".join(json.dumps(each) + "\\n" for each in said).encode())
        sys.stdin.read()
        """,
    )
    with refereeing(started(1), asked(*map(question, range(1, 6)))) as referee:
        assert run(referee, *bot) == (0, "")
    assert [len(request.answers) for request in referee.heard] == [0, 5]
    assert [answer.question_id for answer in referee.answers] == [1, 2, 3, 4, 5]


def test_both_pipes_may_be_full(tmp_path: Path) -> None:
    """The bot writes far more than a pipe holds before it reads, while far more than a pipe holds waits for it."""
    bot = script(
        tmp_path,
        """
        say(hello=HELLO)
        until_asked()
        for number in range(1, 20001):
            say(answers=[{"question_id": str(number), "option": 0}])
        sys.exit(0 if sum("questions" in line for line in sys.stdin) == 639 else 9)
        """,
    )
    batch = asked(*(question(number, shops=range(300)) for number in range(64)))
    messages = [wire.PlayResponse(questions=batch.questions) for _ in range(10)]
    with refereeing(started(1), *messages) as referee:
        assert run(referee, *bot) == (0, "")
    heard = [answer.question_id for answer in referee.answers]
    assert heard == list(range(1, len(heard) + 1))


# How it ends


@pytest.mark.parametrize(
    ("last_act", "code"),
    [
        ("sys.stdin.read()", 0),
        ("sys.stdin.read(); sys.exit(5)", 5),
        ("sys.stdin.read(); os.kill(os.getpid(), signal.SIGKILL)", 137),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: signal.pause()", 137),
        ("while True: signal.pause()", 143),
    ],
    ids=["leaves", "fails", "dies", "stays for good", "stays"],
)
def test_when_the_referee_ends_the_stream_the_bot_may_leave(tmp_path: Path, last_act: str, code: int) -> None:
    bot = script(tmp_path, f"say(hello=HELLO)\nanswer(until_asked())\n{last_act}")
    with refereeing(started(1), asked(question(1)), ended(1)) as referee:
        assert run(referee, *bot) == (code, "")


@pytest.mark.parametrize(
    ("last_act", "code"),
    [
        ("sys.exit(0)", 0),
        ("sys.exit(7)", 7),
        ("os.kill(os.getpid(), signal.SIGSEGV)", 139),
        ("os.close(1); sys.stdin.read(); os._exit(4)", 4),
        ("os.close(1)\nwhile True: signal.pause()", 143),
    ],
    ids=["leaves", "fails", "dies", "says no more", "says no more and stays"],
)
def test_a_bot_that_ends_in_a_game_ends_the_bridge(tmp_path: Path, last_act: str, code: int) -> None:
    bot = script(tmp_path, f"say(hello=HELLO)\nanswer(until_asked())\nuntil_asked()\n{last_act}")
    with refereeing(started(1), asked(question(1)), asked(question(2))) as referee:
        assert run(referee, *bot) == (code, "")
    assert len(referee.answers) == 1


def test_a_child_of_the_bot_that_holds_the_pipe_does_not_keep_the_bridge(tmp_path: Path) -> None:
    bot = script(
        tmp_path,
        """
        say(hello=HELLO)
        until_asked()
        child = os.fork()
        if child == 0:
            os.close(2)
            while True:
                signal.pause()
        print(child, file=sys.stderr, flush=True)
        os._exit(6)
        """,
    )
    with refereeing(started(1), asked(question(1)), last=wait_for_the_bot_to_leave) as referee:
        done = run(referee, *bot)
    os.kill(int(done.err), signal.SIGKILL)
    assert done.code == 6


def test_the_bot_does_not_outlive_a_bridge_that_is_killed(tmp_path: Path) -> None:
    """Both hold the writing end of stderr: it ends only when both are gone."""
    bot = script(
        tmp_path,
        """
        say(hello=HELLO)
        until_asked()
        print("asked", file=sys.stderr, flush=True)
        while True:
            signal.pause()
        """,
    )
    with (
        refereeing(started(1), asked(question(1)), last=wait_for_the_bot_to_leave) as referee,
        bridge(referee, *bot) as process,
    ):
        assert process.stderr is not None
        assert process.stderr.readline() == "asked\n"
        process.send_signal(signal.SIGKILL)
        assert process.stderr.read() == ""
        assert process.wait() == -signal.SIGKILL


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_bridge_told_to_go_goes_quietly(tmp_path: Path, sent: signal.Signals) -> None:
    bot = script(
        tmp_path, 'say(hello=HELLO)\nuntil_asked()\nprint("asked", file=sys.stderr, flush=True)\nsys.stdin.read()'
    )
    with (
        refereeing(started(1), asked(question(1)), last=wait_for_the_bot_to_leave) as referee,
        bridge(referee, *bot) as process,
    ):
        assert process.stderr is not None
        assert process.stderr.readline() == "asked\n"
        process.send_signal(sent)
        assert process.stderr.read() == ""
        assert process.wait() == -sent


def test_a_referee_that_goes_away_is_said_in_one_line(tmp_path: Path) -> None:
    bot = script(tmp_path, "say(hello=HELLO)\nsys.stdin.read()")
    with refereeing(started(1), last=break_off) as referee:
        done = run(referee, *bot)
    assert done == (
        3,
        "serai bridge: the referee went away, games still open: 1 (unavailable: as the script wants it)\n",
    )


def test_a_referee_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    bot = script(tmp_path, "say(hello=HELLO)\nsys.stdin.read()")
    nobody = ScriptedReferee((), break_off)
    nobody.address = f"unix:{tmp_path}/nobody"
    done = run(nobody, *bot)
    assert done.code == 3
    assert done.err.startswith(f"serai bridge: no welcome from the referee at {nobody.address}: unavailable: ")
    assert done.err.count("\n") == 1


# Mistakes


BAD = {
    "not JSON": (b"hello there", "Failed to load JSON: Expecting value"),
    "empty": (b"", "Failed to load JSON"),
    "two on a line": (b'{"bye":{}} {"bye":{}}', "Extra data"),
    "unknown field": (b'{"anwsers":[]}', 'has no field named "anwsers"'),
    "unknown inner field": (b'{"answers":[{"question":"1"}]}', 'has no field named "question"'),
    "wrong type": (b'{"answers":[{"question_id":"one"}]}', "question_id"),
    "no list": (b'{"answers":{"question_id":"1"}}', "repeated field answers must be in []"),
    "nothing": (b"{}", "it holds neither a hello nor answers nor a bye"),
    "a list": (b"[]", "it holds neither a hello nor answers nor a bye"),
    "both choices": (b'{"answers":[{"option":1,"action":{}}]}', "oneof"),
    "nested": (b"[" * 100_000, "Failed to load JSON: maximum recursion depth exceeded"),
    "no UTF-8": (b'{"bye":"\xff"}', "byte 9 is not UTF-8"),
    "too long": (b" " * (LONGEST + 1), f"it has more than {LONGEST} bytes"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_line_ends_the_bot_with_its_number_and_what_is_wrong(tmp_path: Path, case: str) -> None:
    line, wrong = BAD[case]
    (tmp_path / "line").write_bytes(line + b"\n")
    bot = script(
        tmp_path,
        f"""
        say(hello=HELLO)
        answer(until_asked())
        until_asked()
        sys.stdout.buffer.write(open({str(tmp_path / "line")!r}, "rb").read())
        sys.stdout.flush()
        sys.stdin.read()
        """,
    )
    with refereeing(started(1), asked(question(1)), asked(question(2))) as referee:
        done = run(referee, *bot)
    assert done.code == 1
    assert done.err.startswith("serai bridge: line 3 of the bot: ")
    assert wrong in done.err
    assert done.err.endswith(', and should read like {"answers":[{"question_id":"1048577","option":0}]}\n')
    assert done.err.count("\n") == 1
    assert len(done.err) < 1000


def test_a_line_without_end_is_too_long_as_well(tmp_path: Path) -> None:
    bot = script(tmp_path, "say(hello=HELLO)\nwhile True: os.write(1, b'x' * 4096)")
    with refereeing(last=wait_for_the_bot_to_leave) as referee:
        done = run(referee, *bot)
    assert done.code == 1
    assert f"line 2 of the bot: it has more than {LONGEST} bytes; it reads 'xxxx" in done.err


def test_the_first_line_must_be_a_hello(tmp_path: Path) -> None:
    bot = script(tmp_path, 'say(answers=[{"question_id": "1"}])\nsys.stdin.read()')
    with refereeing() as referee:
        done = run(referee, *bot)
    assert done.code == 1
    assert done.err == (
        'serai bridge: line 1 of the bot: the first line must be a hello; it reads \'{"answers": [{"question_id": "1"}'
        ']}\', and should read like {"hello":{"name":"my_bot","games":["yspahan"],"max_games":64}}\n'
    )
    assert referee.heard == []


def test_a_last_line_without_a_newline_is_a_mistake(tmp_path: Path) -> None:
    bot = script(tmp_path, "say(hello=HELLO)\nuntil_asked()\nos.write(1, b'{\"bye\":{}}')")
    with refereeing(started(1), asked(question(1)), last=wait_for_the_bot_to_leave) as referee:
        done = run(referee, *bot)
    assert done.code == 1
    assert "line 2 of the bot: it does not end with a newline" in done.err


@pytest.mark.parametrize(
    ("given", "missing"),
    [({}, "SERAI_REFEREE and SERAI_TOKEN"), ({"SERAI_TOKEN": "x"}, "SERAI_REFEREE")],
)
def test_a_bridge_started_by_hand_says_how_to_start_it(given: dict[str, str], missing: str) -> None:
    line = [*BRIDGE, "true"]
    done = subprocess.run(line, check=False, capture_output=True, text=True, env=environment(**given))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"serai bridge: no {missing} in the environment; bots are started by the platform, "
        "for example: serai play yspahan path/to/bot random random\n"
    )


def test_a_command_that_is_not_there_is_said_in_one_line() -> None:
    with refereeing() as referee:
        assert run(referee, "./nowhere") == (
            2,
            "serai bridge: ./nowhere cannot be started: there is no such program, or it is not executable\n",
        )


# At a real table


@pytest.mark.parametrize(
    ("last_act", "cause", "printed"),
    [
        ('print("out of ideas", file=sys.stderr); sys.exit(7)', Cause.CRASH, "out of ideas"),
        ("sys.exit(0)", Cause.DISCONNECT, ""),
        ("say(anwsers=[]); sys.stdin.read()", Cause.CRASH, 'has no field named "anwsers"'),
    ],
)
def test_the_platform_sees_why_a_bot_ended(tmp_path: Path, last_act: str, cause: Cause, printed: str) -> None:
    bot = script(tmp_path, f"say(hello=HELLO)\nfor _ in range(3): answer(until_asked())\nuntil_asked()\n{last_act}")
    command = BotCommand("bridged", (*BRIDGE, *bot), tmp_path)
    [played] = play([command, sample("random"), sample("random")])
    [retirement] = played.replay.retirements
    assert (retirement["seat"], retirement["cause"]) == (0, cause)
    assert printed in retirement["stderr"]
    assert json.loads(retirement["question"])["game_handle"] == 1
