"""Addresses of arenas: HOST:PORT, [IPV6]:PORT, or unix:/path. Loopback and sockets of this machine need no TLS."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import unquote

UNIX = "unix:"
_LARGEST_PORT = 65535
_NET_OF_ONE = 64  # bits: whoever has an IPv6 address has as many as they like


@dataclass(frozen=True, slots=True)
class Address:
    """Where an arena listens. A socket of this machine has a path and no host."""

    host: str = ""
    port: int = 0
    path: str = ""

    @classmethod
    def read(cls, text: str) -> Address:
        """Return the address that a text stands for; ValueError if it is none."""
        if text.startswith(UNIX):
            if not text.removeprefix(UNIX).startswith("/"):
                raise ValueError(f"{text!r} should read unix:/path, with the whole path")
            return cls(path=text.removeprefix(UNIX))
        host, _, port = text.rpartition(":")
        if not host or not (port.isascii() and port.isdecimal()) or int(port) > _LARGEST_PORT or _is_bare_ipv6(host):
            raise ValueError(f"{text!r} should read HOST:PORT, for example 127.0.0.1:7470, or unix:/path")
        return cls(host.strip("[]"), int(port))

    def __str__(self) -> str:
        if self.path:
            return UNIX + self.path
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Return True if nobody can listen on the way: a socket, or loopback by its name or number."""
        return bool(self.path) or self.host == "localhost" or _is_loopback(self.host)


def _is_bare_ipv6(host: str) -> bool:
    return ":" in host and not (host.startswith("[") and host.endswith("]"))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def net_of(peer: str) -> str:
    """Return whom gRPC's word for a peer is counted as: its address, of IPv6 the net that one subscriber has."""
    kind, _, rest = unquote(peer).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return kind
    try:
        address = ipaddress.ip_address(rest.rpartition(":")[0].strip("[]").partition("%")[0])
    except ValueError:
        return kind
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, _NET_OF_ONE), strict=False))
    return str(address)
