"""Connections to whichever server is the master, by Sentinel.

redis-py asks the sentinels when a command begins. If the connection is lost in the middle of one, it goes back to the
address it had (redis/redis-py#3874), for as often as the command is repeated: to a server that is gone, or is a replica
now. These ask again.
"""

from __future__ import annotations

from typing import Any

from redis.sentinel import SentinelManagedConnection, SentinelManagedSSLConnection


class MasterConnection(SentinelManagedConnection):
    """A connection that asks the sentinels before every attempt."""

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        if not self.is_connected:
            self.connect()  # type: ignore[no-untyped-call]  # redis-py's own
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]  # redis-py's own


class MasterConnectionByTls(MasterConnection, SentinelManagedSSLConnection):
    """The same over TLS."""
