"""One contender in a fresh process: `python -m bench.contender NAME`, one JSON object on the last line.

Every contender gives decisions or games per second; what else it gives is printed beside it.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

STACKS = {"stack-1": 1, "stack-16": 16, "stack-64": 64, "stack-256": 256, "bare-64": 64, "confined-64": 64}
FLOORS = ("grpc-1", "grpc-64", "socket-1", "socket-64")
EVENTS = tuple(f"{event}-{way}" for event in ("56-line-ups", "one-line-up") for way in ("before", "after"))
THROUGH = {"arena-1": 1, "arena-64": 64}
OWN = ("engine", "engine+view", *STACKS, *THROUGH, *FLOORS, "naive-64", "machine", "help", *EVENTS)
PER_GAME = ("engine", "engine+view", "stack-64", "machine")
WITHOUT_OFFERS = "engine-without-offers@catan"
GAME = "yspahan"  # what a contender plays that names no game


def every_game() -> list[str]:
    """The contenders that show the other games beside it, as CONTENDER@GAME."""
    from serai.referee.games import GAMES

    return [WITHOUT_OFFERS, *(f"{name}@{game}" for game in GAMES if game != GAME for name in PER_GAME)]


def measure(contender: str, warm_up: float, seconds: float) -> dict[str, Any]:
    """Modules are loaded here, so that a contender pays for its own imports only."""
    name, _, other = contender.partition("@")
    game = other or GAME
    if name in STACKS:
        from bench import stack

        kind, _, _ = name.partition("-")
        return stack.measure(game, STACKS[name], warm_up, seconds, bare=kind == "bare", confined=kind == "confined")
    if name in THROUGH:
        from bench import through_arena

        return through_arena.measure(game, THROUGH[name], warm_up, seconds)
    if name in FLOORS:
        from bench import floors

        kind, _, batch = name.partition("-")
        return (
            floors.grpc_stream(int(batch), warm_up, seconds)
            if kind == "grpc"
            else floors.raw_socket(int(batch), seconds)
        )
    if name == "naive-64":
        from bench import naive

        return naive.measure(64, warm_up, seconds)
    if name in EVENTS:
        from bench import round_robin

        event, _, way = name.rpartition("-")
        return round_robin.measure(event, way)
    if name == "machine":
        from bench import machine

        return machine.measure(game)
    if name == "help":
        from bench import help_time

        return help_time.measure(seconds)
    from bench import engine

    if contender == WITHOUT_OFFERS:
        return engine.without_offers(game, seconds)
    return engine.measure(game, seconds, encode=name == "engine+view")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.contender")
    parser.add_argument("name", choices=(*OWN, *every_game()))
    parser.add_argument("--warm-up", type=float, default=0.6)
    parser.add_argument("--seconds", type=float, default=3.0)
    given = parser.parse_args()
    print(json.dumps(measure(given.name, given.warm_up, given.seconds)))


if __name__ == "__main__":
    main()
