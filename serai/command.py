"""The entry point of the command `serai`, whose libraries a bot's environment does not have."""

from __future__ import annotations

import os
import signal
import sys

from serai.errors import INTERRUPTED, missing_library

TYPE_CHECKING = False  # as typing has it, which would take its time to load

if TYPE_CHECKING:
    from types import FrameType


def _leave(_: int, __: FrameType | None) -> None:
    """End at once: nothing has begun yet, or all is over, and a traceback would tell nobody anything."""
    os.write(2, b"serai: interrupted\n")
    os._exit(INTERRUPTED)


def _leave_when_interrupted() -> None:
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def _raise_when_interrupted() -> None:
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> int:
    """Run the command line of this process and return its exit code: 3 if the arena's libraries are not installed."""
    _leave_when_interrupted()
    try:
        from serai.ladder.commands.main import run_command_line
    except ModuleNotFoundError as error:
        if not missing_library(error):
            raise
        print(f"serai: {missing_library(error)}", file=sys.stderr)
        return 3
    _raise_when_interrupted()
    try:
        return run_command_line()
    finally:
        _leave_when_interrupted()
