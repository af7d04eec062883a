"""`python -m serai.simulator`: lines of JSON on standard input and output, or a simulator that listens.

With a form and an address it listens there, with a command behind them for as long as that runs.
"""

from __future__ import annotations

import os
import sys

from serai.simulator.beside import run
from serai.simulator.lines import serve
from serai.simulator.listening import FORMS, listen_until_told

USAGE = "usage: python -m serai.simulator [grpc|lines ADDRESS [-- COMMAND ...]]"


def main(arguments: list[str]) -> None:
    if not arguments:
        serve(sys.stdin.buffer, sys.stdout.buffer)
        return
    form, address, *rest = (*arguments, "")
    command = rest[1:-1]
    if form not in FORMS or not address or (command and rest[0] != "--") or (rest[:-1] and not command):
        sys.exit(USAGE)
    try:
        if not command:
            listen_until_told(form, address)
            return
        code = run(form, address, command)
    except OSError as error:
        sys.exit(f"the simulator cannot be started: {error}")
    os._exit(code)  # calls that are still being answered are nobody's any more


if __name__ == "__main__":
    main(sys.argv[1:])
