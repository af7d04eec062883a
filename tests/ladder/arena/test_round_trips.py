"""The kernel knows how far the other side of every connection is."""

from __future__ import annotations

import socket

import pytest

from serai.ladder.arena.round_trips import peer_of, round_trips


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_a_connection_is_found_by_its_other_side(family: socket.AddressFamily) -> None:
    """One of IPv4 also where the server listens on both."""
    both = family == socket.AF_INET6
    with (
        socket.create_server(("::" if both else "127.0.0.1", 0), family=family, dualstack_ipv6=both) as server,
        socket.create_connection(("127.0.0.1", server.getsockname()[1])) as client,
        server.accept()[0] as accepted,
    ):
        accepted.send(b"!")
        assert client.recv(1)
        assert round_trips()[client.getsockname()] > 0


def test_the_other_side_is_read_as_grpc_names_it() -> None:
    assert peer_of("ipv4:127.0.0.1:55") == ("127.0.0.1", 55)
    assert peer_of("ipv6:%5B::1%5D:1234") == ("::1", 1234)
    assert peer_of("ipv6:%5B::ffff:10.0.0.7%5D:80") == ("10.0.0.7", 80)
    assert peer_of("unix:/tmp/referee") is None
