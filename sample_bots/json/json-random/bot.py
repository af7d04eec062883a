"""Any option, drawn from the luck that the referee gives it: the same on every run, and nobody else knows it.

`serai bridge` speaks with the referee; this program reads and writes lines of JSON and needs no library. It is a
pattern for any language: write it again in yours, and let `run` in bot.toml start that program after the `--`.
"""

import json
import sys
from typing import Any, NoReturn

NAME = "json-random"
GAMES = ["*"]  # the bridge puts the names of all games in place of the star; a bot that plays only some names them

Item = dict[str, Any]
games: dict[int, Item] = {}  # as they began, by their handle: game, seat, seats, options, board
luck: dict[int, int] = {}


def choose(game: Item, question: Item) -> int:
    """The place of an option in the list. What the seat sees is in question["view"][game["game"]]."""
    drawn = luck[game["game_handle"]] * 48271 % 2147483647
    luck[game["game_handle"]] = drawn
    return drawn % len(question["options"])


def start(game: Item) -> None:
    handle = game["game_handle"]
    games[handle] = game
    luck[handle] = int(game["luck"][:7], 16) % 2147483646 + 1


def answer(question: Item) -> None:
    handle, number = question["game_handle"], question["question_id"]
    if handle not in games or not question["options"]:
        give_up(f"question {number} of game {handle}: there is no such game, or it has no options")
    place = choose(games[handle], question)
    say({"answers": [{"question_id": number, "option": place}]})


def end(result: Item) -> None:
    handle = result["game_handle"]
    del games[handle], luck[handle]


def blame(fault: Item) -> None:
    """A fault with a game handle costs the seat there, and the other games go on; without one it ends everything."""
    why = f"{fault['cause']}: {fault['text']}"
    if "game_handle" not in fault:
        give_up(why)
    print(f"{NAME}: retired in game {fault['game_handle']}: {why}", file=sys.stderr)


def give_up(why: str) -> NoReturn:
    """Nothing sensible can be done: say why, where the author will find it, and leave."""
    print(f"{NAME}: {why}", file=sys.stderr)
    sys.exit(1)


def say(message: Item) -> None:
    """At once: the referee waits for it."""
    print(json.dumps(message), flush=True)


HEARD = {"games_started": start, "questions": answer, "games_ended": end, "faults": blame}

if __name__ == "__main__":
    say({"hello": {"name": NAME, "games": GAMES, "max_games": 64}})
    for line in sys.stdin:
        for kind, items in json.loads(line).items():
            if kind != "welcome":
                for item in items:
                    HEARD[kind](item)
