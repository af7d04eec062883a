"""One contender in a fresh process: `python -m bench.contender NAME`, one JSON object on the last line.

Every contender gives decisions per second; what else it gives is printed beside it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

Result = dict[str, Any]


def contenders() -> dict[str, Callable[[argparse.Namespace], Result]]:
    """All contenders by name; modules are loaded here so that a contender pays for its own imports only."""
    from bench import engine, floors, stack

    return {
        "engine": lambda a: engine.measure(a.game, a.seats, a.seconds, encode=False),
        "engine+view": lambda a: engine.measure(a.game, a.seats, a.seconds, encode=True),
        "stack-1": lambda a: stack.measure(a.game, a.seats, 1, a.warm_up, a.seconds),
        "stack-16": lambda a: stack.measure(a.game, a.seats, 16, a.warm_up, a.seconds),
        "stack-64": lambda a: stack.measure(a.game, a.seats, 64, a.warm_up, a.seconds),
        "stack-256": lambda a: stack.measure(a.game, a.seats, 256, a.warm_up, a.seconds),
        "bare-64": lambda a: stack.measure(a.game, a.seats, 64, a.warm_up, a.seconds, bare=True),
        "grpc-1": lambda a: floors.grpc_stream(1, a.warm_up, a.seconds),
        "grpc-64": lambda a: floors.grpc_stream(64, a.warm_up, a.seconds),
        "socket-1": lambda a: floors.raw_socket(1, a.seconds),
        "socket-64": lambda a: floors.raw_socket(64, a.seconds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.contender")
    parser.add_argument("name")
    parser.add_argument("--game", default="yspahan")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--warm-up", type=float, default=0.6)
    parser.add_argument("--seconds", type=float, default=3.0)
    arguments = parser.parse_args()
    print(json.dumps(contenders()[arguments.name](arguments)))


if __name__ == "__main__":
    main()
