"""The engine for programs in any language: calls in lines of JSON, many in a line, on standard input and output.

A line is {"calls": [...]} with an "id" if you like; the answer has the same id and {"results": [...]} in the order of
the calls. A call is an object with one key, its name. What it makes is kept under a handle until it is freed. A call
that fails says {"error": "why"} in its place and has changed nothing; the others are not touched.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, BinaryIO

from serai.sim import IllegalAction, Outcome, UnreadableState, World

LONGEST = 1 << 20  # bytes of a line
MOST_CALLS = 1000  # in a line
MOST_WORLDS = 10_000  # kept at once
MOST_ROLLOUTS = 10_000  # of one call
EXAMPLE = '{"id":1,"calls":[{"load":{"world":"c2VyYWkg...","seat":0}}]}'

Arguments = dict[str, Any]


class BadCall(Exception):
    """A call that cannot be understood; the message says what would be right."""


class Simulator:
    """Keeps the worlds of one caller, and answers its lines."""

    def __init__(self) -> None:
        self._worlds: dict[int, World] = {}
        self._last = 0
        self._calls: dict[str, Callable[[Arguments], dict[str, Any]]] = {
            "load": self._load,
            "start": self._start,
            "clone": lambda given: self._keep(self._world(given).clone()),
            "redeal": lambda given: self._keep(self._world(given).redeal(_number(given, "seed", 0))),
            "play": self._play,
            "options": self._options,
            "view": self._view,
            "score": lambda given: _outcome(self._world(given).score()),
            "rollout": self._rollout,
            "save": lambda given: {"data": b64encode(self._world(given).save()).decode()},
            "free": self._free,
        }

    def answer(self, line: bytes) -> bytes:
        """Return the line that answers a line."""
        try:
            number, calls = _read(line)
        except BadCall as error:
            return _line({"id": None, "error": f"{error}; a line reads like {EXAMPLE}"})
        return _line({"id": number, "results": [self._call(call) for call in calls]})

    def _call(self, call: Any) -> dict[str, Any]:
        try:
            if not isinstance(call, dict) or len(call) != 1:
                raise BadCall(f"a call is an object with one key, one of {', '.join(self._calls)}")
            ((name, given),) = call.items()
            if name not in self._calls:
                raise BadCall(f"there is no call {name[:40]!r}; there are {', '.join(self._calls)}")
            if not isinstance(given, dict):
                raise BadCall(f"{name} takes an object")
            return self._calls[name](given)
        except (BadCall, IllegalAction, UnreadableState, ValueError) as error:
            return {"error": str(error)}
        except Exception as error:  # a world that was made by hand may be none that the rules can go on from
            return {"error": f"no game can come to this position ({type(error).__name__})"}

    # The calls

    def _load(self, given: Arguments) -> dict[str, Any]:
        text, seat = given.get("world"), _number(given, "seat", None)
        if not isinstance(text, str):
            raise BadCall("load takes a world: the bytes of a question's world in base64")
        return self._keep(World.load(b64decode(text, validate=True), seat))

    def _start(self, given: Arguments) -> dict[str, Any]:
        options = given.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
            raise BadCall("options are an object of texts")
        seats, seed = _number(given, "seats", 2), _number(given, "seed", 0)
        return self._keep(World.start(str(given.get("game")), seats, seed, options, _number(given, "seat", None)))

    def _play(self, given: Arguments) -> dict[str, Any]:
        """Answer for whoever is asked first, one after the other, or once for the seat that is named."""
        world, seat = self._world(given).clone(), _number(given, "seat", None)
        choices = given.get("choices", [given.get("choice")])
        if not isinstance(choices, list) or any(type(choice) is not int for choice in choices):
            raise BadCall("play takes choices: the places of options, from 0")
        if seat is not None and len(choices) != 1:
            raise BadCall("play takes one choice for a seat that is named")
        for choice in choices:
            world.play(choice, seat)
        self._worlds[given["world"]] = world
        return {"waiting": list(world.waiting), "over": world.over}

    def _options(self, given: Arguments) -> dict[str, Any]:
        world = self._world(given)
        found = world.options(_number(given, "seat", None))
        if given.get("messages"):
            return {"options": [_plain(world.message(action)) for action in found]}
        return {"options": [world.say(action) for action in found]}

    def _view(self, given: Arguments) -> dict[str, Any]:
        return {"view": _plain(self._world(given).view(_number(given, "seat", None)))}

    def _rollout(self, given: Arguments) -> dict[str, Any]:
        n, depth, seed = _number(given, "n", 1), _number(given, "depth", None), _number(given, "seed", 0)
        if not 1 <= n <= MOST_ROLLOUTS:
            raise BadCall(f"n is 1 to {MOST_ROLLOUTS}")
        if given.get("policy", "random") != "random":
            raise BadCall("the policy is random")
        outcomes = self._world(given).rollout(None, n, depth, seed, given.get("redeals", True) is not False)
        return {"outcomes": list(map(_outcome, outcomes))}

    def _free(self, given: Arguments) -> dict[str, Any]:
        handles = given.get("worlds")
        if not isinstance(handles, list):
            raise BadCall("free takes worlds: a list of handles")
        found = [handle for handle in handles if isinstance(handle, int) and handle in self._worlds]
        for handle in {*found}:
            del self._worlds[handle]
        return {"freed": len({*found}), "kept": len(self._worlds)}

    # Handles

    def _keep(self, world: World) -> dict[str, Any]:
        if len(self._worlds) >= MOST_WORLDS:
            raise BadCall(f"{MOST_WORLDS} worlds are kept already; free those that are no longer needed")
        self._last += 1
        self._worlds[self._last] = world
        return {"world": self._last}

    def _world(self, given: Arguments) -> World:
        handle = given.get("world")
        if type(handle) is not int or handle not in self._worlds:
            raise BadCall(f"there is no world {handle!r:.20}: it was never made, or has been freed")
        return self._worlds[handle]


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


def _number(given: Arguments, name: str, default: int | None) -> Any:
    value = given.get(name, default)
    if value is not default and (type(value) is not int or not 0 <= value < 1 << 53):
        raise BadCall(f"{name} is a whole number from 0")
    return value


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "points": outcome.points,
        "ranks": outcome.ranks,
        "over": outcome.over,
        "decisions": outcome.decisions,
    }


def _plain(message: Any) -> dict[str, Any]:
    # Only here: it loads gRPC, and a search may do without messages.
    from serai.lines import plain

    return plain(message)


def _line(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def serve(reader: BinaryIO, writer: BinaryIO) -> None:
    """Answer line by line until the input ends. A line that is too long is read to its end, and refused."""
    simulator = Simulator()
    while line := reader.readline(LONGEST + 2):
        while len(line) > LONGEST + 1 and not line.endswith(b"\n"):
            rest = reader.readline(LONGEST)
            if not rest:
                break
            line = line[: LONGEST + 1] + rest[-1:]
        writer.write(simulator.answer(line.rstrip(b"\n")))
        writer.flush()


def main() -> None:
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
