"""Ports for servers that a test starts, kills and starts again."""

import contextlib
import secrets
import socket

_LOWEST, _HIGHEST = 16_000, 32_000


def free_ports(count: int) -> list[int]:
    """Return ports that stay free while their server is down.

    They lie below those that the kernel gives to whoever connects: with one of these, another process can sit on the
    port when the server comes back.
    """
    found: set[int] = set()
    while len(found) < count:
        port = _LOWEST + secrets.randbelow(_HIGHEST - _LOWEST)
        with contextlib.suppress(OSError), socket.socket() as trial:
            trial.bind(("127.0.0.1", port))
            found.add(port)
    return list(found)
