"""For bots that speak TCP only: inside their sandbox a port leads to the referee's socket.

Run as a program, in the sandbox: it listens, starts the bot, carries bytes both ways and exits as the bot does. It
imports little, for it is started with every such bot.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

PORT = 7471  # nobody else listens there: the network is the bot's own
ADDRESS = f"127.0.0.1:{PORT}"
_SOCKET = "/run/serai/referee"
_CHUNK = 1 << 16


def line(command: Sequence[str]) -> tuple[str, ...]:
    """Return the command with a forwarder before it."""
    return (sys.executable, "-I", "-S", str(Path(__file__).resolve()), *command)


def _listen(server: socket.socket) -> None:
    while True:
        bot, _ = server.accept()
        referee = socket.socket(socket.AF_UNIX)
        try:
            referee.connect(_SOCKET)
        except OSError:
            bot.close()
            continue
        for one, other in ((bot, referee), (referee, bot)):
            threading.Thread(target=_carry, args=(one, other), daemon=True).start()


def _carry(source: socket.socket, target: socket.socket) -> None:
    try:
        while chunk := source.recv(_CHUNK):
            target.sendall(chunk)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        for end in (source, target):
            end.close()


def main() -> None:
    """Carry bytes for as long as the bot runs, and exit with its code."""
    server = socket.create_server(("127.0.0.1", PORT))
    threading.Thread(target=_listen, args=(server,), daemon=True).start()
    try:
        bot = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
    except OSError as error:
        sys.exit(f"{sys.argv[1]}: {error.strerror}")
    _, status = os.waitpid(bot, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
