"""Whether a bot speaks TLS to its referee, and whom it trusts then: a rule that all our bots follow.

unix:/path is plain text. So is loopback, unless SERAI_CA is set. Any other host is TLS: SERAI_CA names a PEM file of
certificates to trust, without it those count that gRPC trusts. SERAI_INSECURE=1, without SERAI_CA, is plain text to
any host; whoever is on the way can then read the token.
"""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from pathlib import Path

from serai.errors import UsageError

CA, INSECURE = "SERAI_CA", "SERAI_INSECURE"


@dataclass(frozen=True, slots=True)
class Trust:
    """How to speak: in TLS or not, and with which certificates (PEM); None for those that gRPC trusts."""

    tls: bool
    authorities: bytes | None = None


def read_trust(address: str) -> Trust:
    """Return how to speak to a referee; UsageError if the file with its certificates cannot be read."""
    file = os.environ.get(CA, "")
    if address.startswith("unix:"):
        return Trust(tls=False)
    if file:
        try:
            return Trust(tls=True, authorities=Path(file).read_bytes())
        except OSError as error:
            raise UsageError(f"{CA}={file} cannot be read: {error.strerror}; it names a PEM file") from None
    return Trust(tls=not is_loopback(address) and os.environ.get(INSECURE, "") != "1")


def is_loopback(address: str) -> bool:
    """Return True if HOST:PORT is this machine, by its name or number."""
    host = address.rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
