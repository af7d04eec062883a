"""How long a message takes to a bot's machine and back, as the kernel measures it for every TCP connection.

It is asked through netlink (sock_diag), so no bot has to do anything for it, whatever its language, and none can answer
pings faster or slower than it answers questions.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
from collections.abc import Iterator
from urllib.parse import unquote

# An address and a port, of the other side.
Peer = tuple[str, int]

_SOCK_DIAG = 4  # the netlink protocol
_BY_FAMILY = 20
_REQUEST_DUMP = 0x301
_DONE, _ERROR = 3, 2
_ESTABLISHED = 1 << 1
_INFO = 2  # the attribute that holds tcp_info
_HEADER = struct.Struct("=IHHII")
_REQUEST = struct.Struct("=BBBBI48x")
_MESSAGE = struct.Struct("=BBBB2s2s16s16s32x")
_ATTRIBUTE = struct.Struct("=HH")
_RTT = struct.Struct("=68xI")  # tcpi_rtt: smoothed, in microseconds
_CHUNK = 1 << 16


def peer_of(text: str) -> Peer | None:
    """Return the other side of a gRPC call, as `context.peer()` names it; None if it is not on TCP."""
    kind, _, rest = text.partition(":")
    if kind not in ("ipv4", "ipv6"):
        return None
    host, _, port = unquote(rest).rpartition(":")
    return _plain(ipaddress.ip_address(host.strip("[]").partition("%")[0])), int(port)


def round_trips() -> dict[Peer, int]:
    """Return the smoothed round trip of every open TCP connection of this machine, in microseconds, by its other side.

    OSError if the kernel does not tell.
    """
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _SOCK_DIAG) as link:
        link.bind((0, 0))
        return {peer: trip for family in (socket.AF_INET, socket.AF_INET6) for peer, trip in _dump(link, family)}


def _dump(link: socket.socket, family: int) -> Iterator[tuple[Peer, int]]:
    request = _REQUEST.pack(family, socket.IPPROTO_TCP, 1 << (_INFO - 1), 0, _ESTABLISHED)
    link.send(_HEADER.pack(_HEADER.size + len(request), _BY_FAMILY, _REQUEST_DUMP, family, 0) + request)
    while True:
        data = link.recv(_CHUNK)
        while data:
            length, kind, *_ = _HEADER.unpack_from(data)
            if kind == _DONE:
                return
            if kind == _ERROR:
                code = -int.from_bytes(data[_HEADER.size : _HEADER.size + 4], "little", signed=True)
                raise OSError(code, os.strerror(code))
            yield from _connection(data[_HEADER.size : length])
            data = data[length + -length % 4 :]


def _connection(message: bytes) -> Iterator[tuple[Peer, int]]:
    """Yield the connection that a message tells of, if it says how fast it is."""
    family, _, _, _, _, port, _, address, *_ = _MESSAGE.unpack_from(message)
    there = ipaddress.ip_address(address if family == socket.AF_INET6 else address[:4])
    rest = message[72:]
    while len(rest) >= _ATTRIBUTE.size:
        length, kind = _ATTRIBUTE.unpack_from(rest)
        if kind == _INFO and length >= _ATTRIBUTE.size + _RTT.size:
            yield (_plain(there), int.from_bytes(port, "big")), _RTT.unpack_from(rest, _ATTRIBUTE.size)[0]
        rest = rest[max(_ATTRIBUTE.size, length + -length % 4) :]


def _plain(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """Return an address as text; one of IPv4 that is written as one of IPv6 is what it is."""
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
