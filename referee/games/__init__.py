"""GAMES: the one list of games, in the order in which they are shown. A game is the folder of its name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from serai.referee.core.game import Game
from serai.referee.core.on_demand import OnDemand

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


GAMES: Mapping[str, Game] = OnDemand(NAMES, _game)
