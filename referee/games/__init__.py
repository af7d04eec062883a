"""GAMES: the one list of games, in the order in which they are shown. A game is the folder of its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


class _Games(Mapping[str, Game]):
    """The games by name. Each is imported when it is first asked for: who reads a table needs the rules of none."""

    def __init__(self) -> None:
        self._imported: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        if name not in self._imported:
            if name not in NAMES:
                raise KeyError(name)
            self._imported[name] = import_module(f"serai.referee.games.{name}.game").GAME
        return self._imported[name]

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Mapping[str, Game] = _Games()
