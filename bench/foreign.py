"""Foreign anchors: run by an interpreter that has them, with nothing of ours. `PYTHON bench/foreign.py NAME SECONDS`.

They are installed by whoever wants the comparison, in environments of their own; Serai neither ships nor needs them.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def catanatron(seconds: float) -> dict[str, Any]:
    """Four random players in process, as its own simulator runs them: ticks and games per CPU second."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]  # installed by who wants it

    colours = [Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE]
    games = ticks = seed = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        game = Game([RandomPlayer(colour) for colour in colours], seed=seed)
        game.play()
        games, seed = games + 1, seed + 1
        ticks += len(_ticks(game.state))
    spent = time.process_time() - began
    rates = {"decisions_per_second": ticks / spent, "games_per_second": games / spent}
    return {**rates, "cpu_us": spent / ticks * 1e6, "clone_us": _copy_us(game)}


def catanatron_playouts(seconds: float) -> dict[str, Any]:
    """Copies of positions spread over one random game, each played to its end: playouts per CPU second."""
    from catanatron import Color, Game, RandomPlayer

    game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)], seed=0)
    met = []
    while game.winning_color() is None:
        met.append(game.copy())
        game.play_tick()
    positions = [met[len(met) * number // 24] for number in range(24)]
    played = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        positions[played % len(positions)].copy().play()
        played += 1
    return {"rollouts_per_second": played / (time.process_time() - began)}


def _ticks(state: Any) -> list[Any]:
    """What has been decided, under the name its releases have used."""
    return list(getattr(state, "action_records", None) or state.actions)


def _copy_us(game: Any) -> float:
    began = time.process_time()
    for _ in range(500):
        game.copy()
    return (time.process_time() - began) / 500 * 1e6


def kaggle(seconds: float) -> dict[str, Any]:
    """kaggle-environments: connectx between two random agents."""
    from kaggle_environments import make  # type: ignore[import-not-found]  # installed by who wants it

    games = steps = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        environment = make("connectx")
        steps += len(environment.run(["random", "random"])) - 1
        games += 1
    spent = time.process_time() - began
    return {"decisions_per_second": steps / spent, "games_per_second": games / spent, "cpu_us": spent / steps * 1e6}


if __name__ == "__main__":
    known = {"catanatron": catanatron, "catanatron-playouts": catanatron_playouts, "kaggle": kaggle}
    measure = known[sys.argv[1]]
    print(json.dumps(measure(float(sys.argv[2]))))
