"""Rollouts through a simulator's process: the CPU seconds that it takes for requests with a rollout from each world."""

from __future__ import annotations

import json
import queue
import resource
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import grpc

from serai.v1 import simulator_pb2 as pb
from serai.v1.simulator_pb2_grpc import SimulatorServiceStub

SIMULATOR = (sys.executable, "-m", "serai.simulator")


def by_lines(worlds: Sequence[bytes], requests: int) -> float:
    """In lines of JSON, without what loading the worlds takes."""
    first = _line([{"load": {"world": b64encode(data).decode()}} for data in worlds])
    many = [
        _line([{"rollout": {"world": at + 1, "seed": len(worlds) * number + at}} for at in range(len(worlds))])
        for number in range(requests)
    ]
    return _cpu_of_lines([first, *many]) - _cpu_of_lines([first])


def _line(calls: list[dict[str, Any]]) -> str:
    return json.dumps({"calls": calls})


def _cpu_of_lines(lines: Sequence[str]) -> float:
    before = _ended()
    done = subprocess.run(SIMULATOR, input="\n".join(lines), capture_output=True, text=True, check=True)
    assert '"error"' not in done.stdout, done.stdout.partition('"error"')[2][:200]
    return _ended() - before


def by_grpc(worlds: Sequence[bytes], requests: int) -> float:
    """Over gRPC, without what loading the worlds takes."""
    first = pb.SimulateRequest(calls=[pb.SimulatorCall(load=pb.LoadCall(world=data)) for data in worlds])
    many = [
        pb.SimulateRequest(
            calls=[
                pb.SimulatorCall(rollout=pb.RolloutCall(world=at + 1, seed=len(worlds) * number + at))
                for at in range(len(worlds))
            ]
        )
        for number in range(requests)
    ]
    return _cpu_of_stream([first, *many]) - _cpu_of_stream([first])


def _cpu_of_stream(requests: Sequence[pb.SimulateRequest]) -> float:
    before = _ended()
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:{folder}/simulator"
        with subprocess.Popen([*SIMULATOR, "grpc", address]) as process, grpc.insecure_channel(address) as channel:
            outbox: queue.Queue[pb.SimulateRequest | None] = queue.Queue()
            inbox = SimulatorServiceStub(channel).Simulate(iter(outbox.get, None), wait_for_ready=True)
            for request in requests:
                outbox.put(request)
                wrong = [result.error for result in next(inbox).results if result.error]
                assert not wrong, wrong[0]
            outbox.put(None)
            process.terminate()
    return _ended() - before


def _ended() -> float:
    """The CPU seconds of all processes that we started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
