"""What the parts can do without any game: a gRPC stream and a raw socket, with messages of our size."""

from __future__ import annotations

import asyncio
import os
import queue
import resource
import socket
import struct
import sys
import tempfile
import time
from subprocess import Popen
from typing import Any

from bench.workload import STOPPED, percentile

DOWN, UP = b"\0" * 250, b"\0" * 9  # bytes of one question and of one answer, as measured on Yspahan
METHOD = "bench.Floor", "Play"


def grpc_stream(batch: int, warm_up: float, seconds: float) -> dict[str, Any]:
    """Ping-pong between an aio server and a sync client in another process, `batch` decisions a message."""
    return asyncio.run(_grpc_server(batch, warm_up, seconds))


async def _grpc_server(batch: int, warm_up: float, seconds: float) -> dict[str, Any]:
    import grpc

    trips: list[float] = []
    over = asyncio.Event()

    async def play(_: Any, context: Any) -> None:
        active = 0.0
        await context.read()
        while active < warm_up + seconds:
            sent = time.perf_counter()
            await context.write(DOWN * batch)
            await context.read()
            trip = time.perf_counter() - sent
            if trip < STOPPED:
                trips.append(trip)
                active += trip
        over.set()

    with tempfile.TemporaryDirectory(prefix="serai-") as folder:
        server = grpc.aio.server()
        handler: Any = grpc.stream_stream_rpc_method_handler(play, None, None)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(METHOD[0], {METHOD[1]: handler}),))
        server.add_insecure_port(f"unix:{folder}/s")
        await server.start()
        client = Popen([sys.executable, "-m", "bench.floors", f"unix:{folder}/s", str(batch)])
        await over.wait()
        await server.stop(0.5)
        client.wait()
    return _floor(batch, trips[int(len(trips) * warm_up / (warm_up + seconds)) :])


def _grpc_client(address: str, batch: int) -> None:
    import grpc

    outbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    outbox.put(b"")
    with grpc.insecure_channel(address) as channel:
        call: Any = channel.stream_stream("/" + "/".join(METHOD))
        try:
            for _ in call(iter(outbox.get, None)):
                outbox.put(UP * batch)
        except grpc.RpcError:
            pass
    os._exit(0)


def raw_socket(batch: int, seconds: float) -> dict[str, Any]:
    """The same over a blocking unix socket with length prefixes."""
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        ours.close()
        while message := _receive(theirs):
            assert message
            _send(theirs, UP * batch)
        os._exit(0)
    theirs.close()
    trips = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        sent = time.perf_counter()
        _send(ours, DOWN * batch)
        _receive(ours)
        trips.append(time.perf_counter() - sent)
    ours.close()
    os.waitpid(pid, 0)
    return _floor(batch, trips)


def _send(line: socket.socket, message: bytes) -> None:
    line.sendall(struct.pack(">I", len(message)) + message)


def _receive(line: socket.socket) -> bytes:
    head = line.recv(4, socket.MSG_WAITALL)
    return line.recv(struct.unpack(">I", head)[0], socket.MSG_WAITALL) if head else b""


def _floor(batch: int, trips: list[float]) -> dict[str, Any]:
    return {
        "decisions_per_second": batch * len(trips) / sum(trips),
        "p50_us": percentile(trips, 0.5) * 1e6,
        "p99_us": percentile(trips, 0.99) * 1e6,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


if __name__ == "__main__":
    _grpc_client(sys.argv[1], int(sys.argv[2]))
