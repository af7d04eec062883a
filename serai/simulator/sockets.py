"""Lines of JSON over a unix socket: every connection has worlds of its own, which are freed when it ends."""

from __future__ import annotations

import socket
import threading

from serai.simulator.lines import serve

MOST_CONNECTIONS = 8  # at once; others wait
_UNIX = "unix:"


class LineServer:
    """Answers whoever connects at unix:PATH, in threads that end with the process."""

    def __init__(self, address: str) -> None:
        """OSError if nobody can listen there."""
        if not address.startswith(_UNIX):
            raise OSError(f"lines of JSON go over a unix socket, as in unix:PATH, not over {address}")
        self.address = address
        server = socket.socket(socket.AF_UNIX)
        server.bind(address.removeprefix(_UNIX))
        server.listen()
        threading.Thread(target=_accept, args=(server,), daemon=True).start()


def _accept(server: socket.socket) -> None:
    free = threading.Semaphore(MOST_CONNECTIONS)
    while True:
        free.acquire()
        caller, _ = server.accept()
        threading.Thread(target=_answer, args=(caller, free), daemon=True).start()


def _answer(caller: socket.socket, free: threading.Semaphore) -> None:
    try:
        with caller, caller.makefile("rb") as reader, caller.makefile("wb") as writer:
            serve(reader, writer)
    except OSError:
        pass  # the caller has gone
    finally:
        free.release()
