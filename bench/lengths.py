"""`./dev bench lengths`: how long random games are, and how much of them is trade: every one of them has to end."""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Sequence
from typing import Any

from serai.referee.core.agenda import options, over, push, waiting
from serai.referee.core.game import Game
from serai.referee.games import GAMES

LONGEST = 100_000  # decisions: a game that takes more does not end


def main(given: Sequence[str]) -> None:
    asked = arguments(given)
    rows = []
    for name in asked.games or GAMES:
        for seats in GAMES[name].seat_counts:
            rows.append(measure(GAMES[name], seats, asked.count))
            if not asked.json:
                show(rows[-1], is_first=len(rows) == 1)
    if asked.json:
        print(json.dumps(rows))
    sys.exit(any(row["ended"] < asked.count for row in rows))


def arguments(given: Sequence[str]) -> argparse.Namespace:
    epilog = "example: ./dev bench lengths catan cheops alexander --count 1000"
    parser = argparse.ArgumentParser(prog="./dev bench lengths", description=__doc__, epilog=epilog)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], metavar="GAME", help="all games if none is named")
    parser.add_argument("--count", type=int, default=100, help="games for each number of seats")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(given)


def measure(game: Game, seats: int, count: int) -> dict[str, Any]:
    """So many random games: how many ended, decisions in a game, and the share that earned no time: the trade."""
    ended = decisions = trade = 0
    for number in range(count):
        state = game.begin(seats, hashlib.sha256(f"length {number}".encode()).digest(), {})
        chance, made = random.Random(number), 0
        while not over(state) and made < LONGEST:
            seat = waiting(state)[0]
            action = chance.choice(options(state, seat))
            made += 1
            trade += not action.earns_time
            push(state, seat, action)
        ended += over(state)
        decisions += made
    return {
        "game": game.name,
        "seats": seats,
        "games": count,
        "ended": ended,
        "decisions_per_game": decisions / count,
        "trade_share": trade / decisions,
    }


def show(row: dict[str, Any], is_first: bool) -> None:
    if is_first:
        print("game             seats  games  ended  decisions a game  trade")
    per_game = f"{row['decisions_per_game']:17.0f}"
    print(
        f"{row['game']:16} {row['seats']:5}  {row['games']:5}  {row['ended']:5} {per_game}  {row['trade_share']:5.1%}"
    )
    sys.stdout.flush()
