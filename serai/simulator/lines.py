"""The calls in lines of JSON, many in a line.

A line is {"calls": [...]} with an "id" if you like; the answer has the same id and {"results": [...]} in the order of
the calls. A call is an object with one key, its name. A call that fails says {"error": "why"} in its place; the others
are not touched.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, BinaryIO

from serai.sim import Outcome
from serai.simulator.calls import MOST_CALLS, BadCall, Found, Simulator

LONGEST = 1 << 20  # bytes of a line
EXAMPLE = '{"id":1,"calls":[{"load":{"world":"c2VyYWkg...","seat":0}}]}'


def serve(reader: BinaryIO, writer: BinaryIO) -> None:
    """Answer line by line until the input ends. A line that is too long is read to its end, and refused."""
    simulator = Simulator()
    while line := reader.readline(LONGEST + 2):
        while len(line) > LONGEST + 1 and not line.endswith(b"\n"):
            rest = reader.readline(LONGEST)
            if not rest:
                break
            line = line[: LONGEST + 1] + rest[-1:]
        writer.write(answer(simulator, line.rstrip(b"\n")))
        writer.flush()


def answer(simulator: Simulator, line: bytes) -> bytes:
    """Return the line that answers a line."""
    try:
        number, calls = _read(line)
    except BadCall as error:
        return _line({"id": None, "error": f"{error}; a line reads like {EXAMPLE}"})
    return _line({"id": number, "results": [_result(simulator, call) for call in calls]})


def _read(line: bytes) -> tuple[Any, list[Any]]:
    """Return the id and the calls of a line."""
    if len(line) > LONGEST:
        raise BadCall(f"a line has at most {LONGEST} bytes, not {len(line)}")
    try:
        asked = json.loads(line)
    except (RecursionError, ValueError):
        raise BadCall("this is no JSON") from None
    if not isinstance(asked, dict) or not isinstance(asked.get("calls"), list):
        raise BadCall("a line is an object with a list of calls")
    if len(asked["calls"]) > MOST_CALLS:
        raise BadCall(f"a line has at most {MOST_CALLS} calls, not {len(asked['calls'])}")
    number = asked.get("id")
    return number if isinstance(number, str | int) else None, asked["calls"]


def _result(simulator: Simulator, call: Any) -> dict[str, Any]:
    try:
        if not isinstance(call, dict) or len(call) != 1:
            raise BadCall(f"a call is an object with one key, one of {simulator.names}")
        ((name, given),) = call.items()
        if not isinstance(given, dict):
            raise BadCall(f"{name[:40]} takes an object")
        if name == "load":
            given = {**given, "world": _bytes(given.get("world"))}
        return _plain_result(simulator.call(name, given))
    except BadCall as error:
        return {"error": str(error)}


def _bytes(text: Any) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (TypeError, ValueError):
        raise BadCall("load takes a world: the bytes of a question's world in base64") from None


def _plain_result(found: Found) -> dict[str, Any]:
    """What was found, in values that JSON has."""
    if "score" in found:
        return _outcome(found["score"])
    return {name: _WRITTEN[name](value) if name in _WRITTEN else value for name, value in found.items()}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "points": outcome.points,
        "ranks": outcome.ranks,
        "over": outcome.over,
        "decisions": outcome.decisions,
        **({"values": outcome.values} if outcome.values else {}),
    }


def _plain(message: Any) -> Any:
    if isinstance(message, str):
        return message
    # Only here: it loads gRPC, and a search may do without messages.
    from serai.lines import plain

    return plain(message)


_WRITTEN: dict[str, Callable[[Any], Any]] = {
    "view": _plain,
    "options": lambda options: list(map(_plain, options)),
    "outcomes": lambda outcomes: list(map(_outcome, outcomes)),
    "data": lambda data: b64encode(data).decode(),
}


def _line(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"
