"""The entry point of the command `serai`, whose libraries a bot's environment does not have.

Until Ctrl-C is ours it is a traceback, so the script `serai` lets it wait; where it cannot, all that is loaded before
that is loaded already when Python has started: `_signal` in place of `signal`, which it is the better part of.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # no stubs: see signal
import os
import sys

from serai.errors import INTERRUPTED, missing_library

TYPE_CHECKING = False  # as typing has it, which would take its time to load

if TYPE_CHECKING:
    from types import FrameType


def _leave(_: int, __: FrameType | None) -> None:
    """End at once: nothing has begun yet, or all is over, and a traceback would tell nobody anything."""
    os.write(2, b"serai: interrupted\n")
    os._exit(INTERRUPTED)


def _hear_interrupts() -> None:
    """Take a Ctrl-C that has waited since the command was typed."""
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [_signal.SIGINT])


def _leave_when_interrupted() -> None:
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _leave)


def _raise_when_interrupted() -> None:
    if _signal.getsignal(_signal.SIGINT) is _leave:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


def main() -> int:
    """Run the command line of this process and return its exit code: 3 if the arena's libraries are not installed."""
    _leave_when_interrupted()
    _hear_interrupts()
    try:
        from serai.ladder.commands.main import run_command_line
    except ModuleNotFoundError as error:
        if not missing_library(error):
            raise
        print(f"serai: {missing_library(error)}", file=sys.stderr)
        return 3
    try:
        _raise_when_interrupted()
        return run_command_line()
    except KeyboardInterrupt:  # before the command line was read, or a second time, while the first was being told
        print("serai: interrupted", file=sys.stderr)
        return INTERRUPTED
    finally:
        _leave_when_interrupted()
