"""GAMES: the one list of games, in the order in which they are shown. A game is the folder of its name."""

from __future__ import annotations

from importlib import import_module

from serai.referee.core.game import Game

NAMES = (
    "yspahan",
    "council_of_four",
    "tadmor",
    "catan",
    "cheops",
    "alexander",
)


def _game(name: str) -> Game:
    game: Game = import_module(f"serai.referee.games.{name}.game").GAME
    return game


GAMES: dict[str, Game] = {name: _game(name) for name in NAMES}
