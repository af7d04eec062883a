"""A bot with a simulator at its side: one process that is the simulator, starts the bot, and exits as the bot does.

It runs where the bot would, in its confinement and its control group: what it computes is the bot's time, and it is
gone when the bot is. The bot finds it at SERAI_SIMULATOR. This module imports little: a referee only needs the line.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from serai.child import tied_to_us
from serai.simulator.listening import listen

VARIABLE = "SERAI_SIMULATOR"


def line(form: str, address: str, command: Sequence[str]) -> tuple[str, ...]:
    """Return the command with a simulator beside it, which listens at the address."""
    # -P: nothing in the bot's folder is taken for a module of ours.
    return (sys.executable, "-P", "-m", "serai.simulator", form, address, "--", *command)


def run(form: str, address: str, command: Sequence[str]) -> int:
    """Listen, start the bot, wait for its end and return its exit code; OSError if that cannot be done."""
    listening = listen(form, address)
    environment = {**os.environ, VARIABLE: listening.address}
    # Ctrl-C at a terminal reaches the bot too, and it is for the bot to say what comes of it.
    signal.signal(signal.SIGINT, lambda *_: None)
    tied = list(tied_to_us(command))
    bot = os.posix_spawnp(tied[0], tied, environment)
    code = os.waitstatus_to_exitcode(os.waitpid(bot, 0)[1])
    return code if code >= 0 else 128 - code
