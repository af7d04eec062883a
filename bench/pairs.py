"""Two contenders side by side: each in a fresh process, in turns of half a second until both are done.

A machine that is slow for a while is slow for both. A contender does not count the time in which it was stopped.
"""

from __future__ import annotations

import signal
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired

TURN = 0.5  # seconds


def beside(one: str, other: str) -> str:
    """The name of a contender's figures when it took turns with another."""
    return f"{one} beside {other}"


def run(commands: list[list[str]], folder: Path | None = None) -> list[tuple[int, str]]:
    """Exit code and output of both."""
    pair = [Popen(command, cwd=folder, stdout=PIPE, text=True) for command in commands]
    try:
        _take_turns(pair)
        printed = [process.communicate()[0] for process in pair]
        return [(process.returncode, text) for process, text in zip(pair, printed, strict=True)]
    finally:
        for process in pair:
            process.kill()


def _take_turns(pair: list[Popen[str]]) -> None:
    """Until one of them is done; then the other may go on alone."""
    active, waiting = pair
    waiting.send_signal(signal.SIGSTOP)
    while not _is_done(active):
        active.send_signal(signal.SIGSTOP)
        waiting.send_signal(signal.SIGCONT)
        active, waiting = waiting, active
    waiting.send_signal(signal.SIGCONT)


def _is_done(process: Popen[str]) -> bool:
    try:
        process.wait(TURN)
    except TimeoutExpired:
        return False
    return True
