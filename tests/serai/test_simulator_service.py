"""SimulatorService over gRPC: the same calls as in lines of JSON, with worlds that belong to their stream."""

from __future__ import annotations

import queue
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from serai import sim
from serai.simulator.calls import MOST_CALLS
from serai.simulator.service import GrpcServer
from serai.v1 import simulator_pb2 as pb
from serai.v1.simulator_pb2_grpc import SimulatorServiceStub

Call = pb.SimulatorCall
START = Call(start=pb.StartCall(game="yspahan", seats=3, seed=4, seat=0))


class Caller:
    """One stream."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._outbox: queue.Queue[pb.SimulateRequest | None] = queue.Queue()
        self._inbox = SimulatorServiceStub(channel).Simulate(iter(self._outbox.get, None))

    def ask(self, *calls: pb.SimulatorCall) -> pb.SimulateResponse:
        self._outbox.put(pb.SimulateRequest(calls=calls))
        response: pb.SimulateResponse = next(self._inbox)
        return response

    def end(self) -> None:
        self._outbox.put(None)
        assert list(self._inbox) == []


@contextmanager
def caller(address: str) -> Iterator[Caller]:
    with grpc.insecure_channel(address) as channel:
        found = Caller(channel)
        yield found
        found.end()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    listening = GrpcServer(f"unix:{tmp_path_factory.mktemp('simulator') / 'socket'}")
    yield listening.address
    listening.stop()


def test_a_request_does_what_serai_sim_does(address: str) -> None:
    """From a world to its outcome, all in one request; later calls use what earlier ones made."""
    world = sim.World.start("yspahan", 3, seed=4, seat=0)
    with caller(address) as stream:
        found = stream.ask(
            Call(load=pb.LoadCall(world=world.save(), seat=0)),
            Call(options=pb.OptionsCall(world=1)),
            Call(redeal=pb.RedealCall(world=1, seed=5)),
            Call(clone=pb.CloneCall(world=2)),
            Call(play=pb.PlayCall(world=3, choices=[0, 0])),
            Call(score=pb.ScoreCall(world=3)),
            Call(rollout=pb.RolloutCall(world=1, n=2, seed=9, depth=30)),
            Call(rollout=pb.RolloutCall(world=1, depth=0, without_redeals=True)),
            Call(save=pb.SaveCall(world=2)),
            Call(view=pb.ViewCall(world=1)),
            Call(options=pb.OptionsCall(world=1, messages=True)),
            Call(free=pb.FreeCall(worlds=[1, 2, 2, 99])),
        ).results
    other = world.redeal(5)
    assert found[0].world == 1
    assert found[1].options.words == [world.say(action) for action in world.options()]
    assert found[8].data == other.save()
    other.play(0)
    other.play(0)
    assert found[4].play == pb.PlayResult(waiting=other.waiting)
    assert found[5].score.points == list(other.score().points)
    expected = world.rollout(n=2, seed=9, depth=30)
    assert [tuple(outcome.points) for outcome in found[6].rollout.outcomes] == [outcome.points for outcome in expected]
    assert found[7].rollout.outcomes[0].points == list(world.score().points)
    assert found[9].view.yspahan == world.view()
    assert [action.yspahan for action in found[10].options.actions] == list(map(world.message, world.options()))
    assert found[11].free == pb.FreeResult(freed=2, kept=1)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Call(), "a call is one of load, start"),
        (Call(clone=pb.CloneCall(world=17)), "there is no world 17"),
        (Call(clone=pb.CloneCall()), "there is no world"),
        (Call(load=pb.LoadCall(world=b"not a world", seat=0)), "no saved state"),
        (Call(load=pb.LoadCall()), "load takes a world"),
        (Call(start=pb.StartCall(game="chess")), "there is no game called 'chess'"),
        (Call(start=pb.StartCall(game="yspahan", options={"a": "1"})), ""),
        (Call(play=pb.PlayCall(world=1)), "the places of options, from 0"),
        (Call(play=pb.PlayCall(world=1, choices=[999])), "has no option 999"),
        (Call(rollout=pb.RolloutCall(world=1, policy="clever")), "the policy is random or greedy"),
        (Call(rollout=pb.RolloutCall(world=1, n=1 << 31)), "n is 1 to 10000"),
        (Call(redeal=pb.RedealCall(world=1, seed=1 << 60)), "seed is a whole number"),
    ],
)
def test_a_call_that_fails_says_why_and_changes_nothing(address: str, wrong: pb.SimulatorCall, said: str) -> None:
    with caller(address) as stream:
        before = stream.ask(START, Call(save=pb.SaveCall(world=1))).results[1]
        failed, after = stream.ask(wrong, Call(save=pb.SaveCall(world=1))).results
    assert failed.error
    assert said in failed.error
    assert after == before


def test_too_many_calls_are_refused_and_the_stream_goes_on(address: str) -> None:
    with caller(address) as stream:
        assert "at most 1000 calls, not 1001" in stream.ask(*[START] * (MOST_CALLS + 1)).error
        assert stream.ask(START).results[0].world == 1


def test_what_is_no_request_is_refused_and_the_stream_goes_on(address: str) -> None:
    with grpc.insecure_channel(address) as channel:
        raw: Any = channel.stream_stream("/serai.v1.SimulatorService/Simulate")
        one, other = raw(iter([b"\xff\xff garbage", pb.SimulateRequest(calls=[START]).SerializeToString()]))
    assert pb.SimulateResponse.FromString(one).error == "this is no SimulateRequest"
    assert pb.SimulateResponse.FromString(other).results[0].world == 1


def test_worlds_belong_to_their_stream(address: str) -> None:
    """Nobody can use, see or guess those of another."""
    with caller(address) as one, caller(address) as other:
        assert one.ask(START).results[0].world == 1
        assert "there is no world 1" in other.ask(Call(view=pb.ViewCall(world=1))).results[0].error


@pytest.mark.parametrize("form", ["grpc", "lines"])
def test_it_listens_until_it_is_told_to_end(form: str, tmp_path: Path) -> None:
    place = tmp_path / "socket"
    line = [sys.executable, "-m", "serai.ladder.commands", "sim", "--listen", f"unix:{place}"]
    line += ["--lines"] if form == "lines" else []
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"listening at unix:{place}\n"
        assert _first_handle(form, place) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    assert not place.exists()


def _first_handle(form: str, place: Path) -> Any:
    if form == "grpc":
        with caller(f"unix:{place}") as stream:
            return stream.ask(START).results[0].world
    with socket.socket(socket.AF_UNIX) as lines:
        lines.connect(str(place))
        lines.sendall(b'{"calls":[{"start":{"game":"yspahan","seats":3}}]}\n')
        with lines.makefile() as answers:
            return 1 if answers.readline() == '{"id":null,"results":[{"world":1}]}\n' else None
