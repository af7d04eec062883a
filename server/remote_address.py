"""Where remote bots are found, and by which numbers their games are called. Nothing here needs gRPC."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

HANDLES = 4096  # that a worker has for its games with one bot, the first of them unused


class ArenaAddress(NamedTuple):
    """Where an arena is, and the secret that lets workers in. With a certificate it is spoken to over TLS.

    `name` is one that the certificate has, whatever the address is called.
    """

    address: str
    secret: str
    certificate: str = ""
    name: str = ""


# Finds the arena where a bot is; None if it is at none.
Locate = Callable[[str], Awaitable[ArenaAddress | None]]


@dataclass(frozen=True, slots=True)
class RemotePlayer:
    """Which remote bot sits in a seat. `version` tells its luck from that of others.

    `most_wire` is how much of the time on the wire it is given back for a message of questions, in seconds.
    """

    name: str
    version: str
    game: str
    most_wire: float = 0.0
