"""Where Prometheus reads: a small HTTP server in a thread, on loopback unless another address is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.registry import Collector

from serai.ladder.access.address import Address
from serai.ladder.errors import PlatformProblem


@contextmanager
def exposed(address: Address, collector: Collector) -> Iterator[str]:
    """Let what a collector finds be read while the block runs, and give the URL; PlatformProblem if that fails."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(collector)
    try:
        server, thread = start_http_server(address.port, address.host, registry)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PlatformProblem(f"cannot show metrics on {address}: {reason}") from None
    try:
        yield f"http://{Address(address.host, server.server_port)}/metrics"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
