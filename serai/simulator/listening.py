"""A simulator that listens: for gRPC at unix:PATH or HOST:PORT, for lines of JSON at unix:PATH."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

FORMS = ("grpc", "lines")
_UNIX = "unix:"


class Listening(Protocol):
    """A simulator at work in threads, for as long as this is kept. `address` is where: with its port, if any did."""

    address: str


def listen(form: str, address: str) -> Listening:
    """Begin to answer calls; OSError if nobody can listen there."""
    if form == "lines":
        from serai.simulator.sockets import LineServer

        return LineServer(address)
    # Only here: who reads lines needs no gRPC.
    from serai.simulator.service import GrpcServer

    return GrpcServer(address)


def listen_until_told(form: str, address: str, on_ready: Callable[[str], None] = lambda address: None) -> None:
    """Answer calls until SIGINT or SIGTERM; then the socket is removed. OSError if nobody can listen there."""
    ending = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, ending)  # also in the threads to come
    listening = listen(form, address)
    on_ready(listening.address)
    signal.sigwait(ending)
    if address.startswith(_UNIX):
        Path(address.removeprefix(_UNIX)).unlink(missing_ok=True)
