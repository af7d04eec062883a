"""Which desk is meant: that of an arena, or that of the store here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from serai.ladder.access import arenas
from serai.ladder.access.arenas import KnownArena
from serai.ladder.access.where import Where
from serai.ladder.desk.desk import Desk, LocalDesk
from serai.ladder.shown import Shown, quiet
from serai.ladder.storage.store import open_store


@contextmanager
def opened(where: Where, shown: Shown = quiet, waiting: Callable[[str], None] | None = None) -> Iterator[Desk]:
    """Open the desk that is meant while the block runs.

    With `waiting` Redis, or an arena that was there, is waited for when it goes away, and a line says so.
    """
    if not where.is_afar():
        with ExitStack() as stack:
            yield LocalDesk(lambda: stack.enter_context(open_store(waiting)), shown)
        return
    # From here on gRPC is loaded. It must not write to stderr: errors are one line, and ours.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from serai.ladder.access.client import channel
    from serai.ladder.desk.remote import RemoteDesk

    meant = arenas.meant(where.arena)
    address = meant.address if isinstance(meant, KnownArena) else meant
    with channel(meant) as open_channel:
        yield RemoteDesk(open_channel, address, waiting)
