"""The calls over gRPC: SimulatorService, on a unix socket or a port of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError

from serai.sim import Outcome
from serai.simulator.calls import MOST_CALLS, Arguments, BadCall, Found, Simulator
from serai.v1 import referee_pb2 as game_messages
from serai.v1 import simulator_pb2 as pb

SERVICE = pb.DESCRIPTOR.services_by_name["SimulatorService"].full_name
MOST_STREAMS = 8  # at once: each has a thread
LARGEST = 1 << 20  # bytes of a request
_OPTIONS = [
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", LARGEST),
    ("grpc.max_send_message_length", -1),
]


class GrpcServer:
    """Answers at unix:PATH or HOST:PORT, in threads."""

    def __init__(self, address: str) -> None:
        """OSError if nobody can listen there."""
        self._server = grpc.server(
            ThreadPoolExecutor(MOST_STREAMS), options=_OPTIONS, maximum_concurrent_rpcs=MOST_STREAMS
        )
        handler: Any = grpc.stream_stream_rpc_method_handler(_simulate, None, None)
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Simulate": handler}),))
        try:
            port = self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise OSError(f"{address} cannot be listened at: {error}") from None
        is_path = address.startswith("unix:")
        self.address = address if is_path else f"{address.rpartition(':')[0]}:{port}"
        self._server.start()

    def stop(self) -> None:
        """End all streams, and return when nothing is left of them."""
        self._server.stop(grace=None).wait()


def _simulate(requests: Iterable[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
    """Answer one request after the other, with worlds of this stream's own."""
    simulator = Simulator()
    for request in requests:
        yield _answer(simulator, request).SerializeToString()


def _answer(simulator: Simulator, data: bytes) -> pb.SimulateResponse:
    try:
        request = pb.SimulateRequest.FromString(data)
    except DecodeError:
        return pb.SimulateResponse(error="this is no SimulateRequest")
    if len(request.calls) > MOST_CALLS:
        return pb.SimulateResponse(error=f"a request has at most {MOST_CALLS} calls, not {len(request.calls)}")
    return pb.SimulateResponse(results=[_result(simulator, call) for call in request.calls])


def _result(simulator: Simulator, call: pb.SimulatorCall) -> pb.SimulatorResult:
    name = call.WhichOneof("call")
    if name is None:
        return pb.SimulatorResult(error=f"a call is one of {simulator.names}")
    try:
        return _RESULTS[name](simulator.call(name, _arguments(getattr(call, name))))
    except BadCall as error:
        return pb.SimulatorResult(error=str(error))


def _arguments(call: Any) -> Arguments:
    """What was said in a call; what was not has its default there."""
    given = {field.name: list(value) if field.is_repeated else value for field, value in call.ListFields()}
    if "options" in given:
        given["options"] = dict(call.options)
    if given.pop("without_redeals", False):
        given["redeals"] = False
    return given


def _fields(holder: Descriptor) -> dict[Any, str]:
    """By the type of a game's message: the field that holds it."""
    return {field.message_type: field.name for field in holder.fields}


_VIEWS, _ACTIONS = _fields(game_messages.View.DESCRIPTOR), _fields(game_messages.Action.DESCRIPTOR)


def _view(message: Any) -> game_messages.View:
    return game_messages.View(**{_VIEWS[message.DESCRIPTOR]: message})


def _action(message: Any) -> game_messages.Action:
    return game_messages.Action(**{_ACTIONS[message.DESCRIPTOR]: message})


def _options(options: list[Any]) -> pb.OptionsResult:
    if options and isinstance(options[0], str):
        return pb.OptionsResult(words=options)
    return pb.OptionsResult(actions=map(_action, options))


def _outcome(outcome: Outcome) -> pb.Outcome:
    return pb.Outcome(
        points=outcome.points,
        ranks=outcome.ranks,
        over=outcome.over,
        decisions=outcome.decisions,
        values=outcome.values,
    )


def _made(found: Found) -> pb.SimulatorResult:
    return pb.SimulatorResult(world=found["world"])


_RESULTS: dict[str, Callable[[Found], pb.SimulatorResult]] = {
    **dict.fromkeys(("load", "start", "clone", "redeal"), _made),
    "options": lambda found: pb.SimulatorResult(options=_options(found["options"])),
    "play": lambda found: pb.SimulatorResult(play=pb.PlayResult(**found)),
    "view": lambda found: pb.SimulatorResult(view=_view(found["view"])),
    "score": lambda found: pb.SimulatorResult(score=_outcome(found["score"])),
    "rollout": lambda found: pb.SimulatorResult(rollout=pb.RolloutResult(outcomes=map(_outcome, found["outcomes"]))),
    "save": lambda found: pb.SimulatorResult(data=found["data"]),
    "free": lambda found: pb.SimulatorResult(free=pb.FreeResult(**found)),
    "advice": lambda found: pb.SimulatorResult(advice=pb.AdviceResult(**found)),
}
