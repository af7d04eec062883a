"""A bot as a process of its own: exit codes, what is printed where, and how it leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.serai.scripted import TOKEN, asked, question, refereeing, started, wait_for_the_bot_to_leave

HEAD = """
import serai

class Sample(serai.Bot):
    games = ("yspahan",)
    def choose(self, table, view, options):
"""
TAIL = """
if __name__ == "__main__":
    Sample().run()
"""


@contextmanager
def process(folder: Path, choose: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A bot with this body of `choose`, started as the platform starts one."""
    file = folder / "bot.py"
    file.write_text(HEAD + textwrap.indent(choose, " " * 8) + "\n" + TAIL)
    ours = {name: value for name, value in os.environ.items() if not name.startswith("SERAI_")}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, file], env={**ours, **environment}, stdout=pipe, stderr=pipe, text=True
    ) as bot:
        try:
            yield bot
        finally:
            bot.kill()


def finished(bot: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a bot that leaves by itself."""
    out, err = bot.communicate()
    return bot.returncode, out, err


def test_a_bot_leaves_when_the_referee_ends_the_stream(tmp_path: Path) -> None:
    with (
        refereeing(started(1), asked(question(6))) as referee,
        process(tmp_path, "return options[1]", SERAI_REFEREE=referee.address, SERAI_TOKEN=TOKEN) as bot,
    ):
        assert finished(bot) == (0, "", "")
    assert [answer.option for answer in referee.answers] == [1]


def test_the_log_goes_to_stderr_and_print_to_stdout(tmp_path: Path) -> None:
    choose = 'print("printed")\nself.log.info("logged")\nreturn 0'
    with (
        refereeing(started(1), asked(question(6))) as referee,
        process(tmp_path, choose, SERAI_REFEREE=referee.address, SERAI_TOKEN=TOKEN) as bot,
    ):
        code, out, err = finished(bot)
    assert (code, out) == (0, "printed\n")
    assert err.endswith("INFO Sample: logged\n")


def test_an_exception_is_logged_and_ends_the_process(tmp_path: Path) -> None:
    with (
        refereeing(started(1), asked(question(6))) as referee,
        process(tmp_path, "return options[99]", SERAI_REFEREE=referee.address, SERAI_TOKEN=TOKEN) as bot,
    ):
        code, _, err = finished(bot)
    assert code == 1
    assert "return options[99]" in err
    assert err.endswith(
        "IndexError: no option 99: there are 3, numbered from 0\n"
        "in game 1 (yspahan, seat 1 of 4), question 6 with 3 options\n"
    )
    assert referee.answers == []


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({}, "SERAI_REFEREE and SERAI_TOKEN"),
        ({"SERAI_TOKEN": "x"}, "SERAI_REFEREE"),
        ({"SERAI_REFEREE": "unix:x"}, "SERAI_TOKEN"),
    ],
)
def test_a_bot_started_by_hand_says_how_to_start_it(tmp_path: Path, given: dict[str, str], missing: str) -> None:
    with process(tmp_path, "return 0", **given) as bot:
        code, out, err = finished(bot)
    assert (code, out) == (2, "")
    assert err == (
        f"Sample: no {missing} in the environment; bots are started by the platform, "
        "for example: serai play yspahan path/to/bot random random\n"
    )


def test_a_referee_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    address = f"unix:{tmp_path}/nobody"
    with process(tmp_path, "return 0", SERAI_REFEREE=address, SERAI_TOKEN=TOKEN) as bot:
        code, out, err = finished(bot)
    assert (code, out) == (3, "")
    assert err.startswith(f"Sample: no welcome from the referee at {address}: unavailable: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("then", ["while True: pass", "return 0"], ids=["thinking", "waiting"])
def test_a_bot_told_to_go_goes_quietly(tmp_path: Path, sent: signal.Signals, then: str) -> None:
    """Both while it thinks and while it waits for the next question."""
    with (
        refereeing(started(1), asked(question(6)), last=wait_for_the_bot_to_leave) as referee,
        process(tmp_path, f'print("asked")\n{then}', SERAI_REFEREE=referee.address, SERAI_TOKEN=TOKEN) as bot,
    ):
        assert bot.stdout is not None
        assert bot.stdout.readline() == "asked\n"
        bot.send_signal(sent)
        assert finished(bot) == (-sent, "", "")


def test_importing_serai_loads_neither_grpc_nor_protobuf() -> None:
    program = "import sys, serai; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert not {"grpc", "google.protobuf"} & set(loaded.split())
