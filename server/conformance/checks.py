"""The list of checks: names that never change, what each means, and what to do when it fails."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serai.referee.core.game import Game
from serai.referee.games import GAMES
from serai.server.conformance.decision_kinds import check_name, kinds, meaning

_LEGAL = "Answer with the place of one of the options, counted from 0, or with an action that is one of them."
_TO_THE_END = "Play it with serai play and --replays, then look at the game with serai replay show."


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its name, what it wants in one line, and a hint for the author of a bot that fails it."""

    name: str
    meaning: str
    hint: str

    @property
    def subject(self) -> str:
        return self.name.partition(".")[0]


@cache
def general() -> tuple[Check, ...]:
    """The checks for every bot, whatever it plays."""
    table = tomllib.loads(Path(__file__).with_name("checks.toml").read_text(encoding="utf-8"))
    return tuple(Check(name, **entry) for name, entry in table.items())


def of_game(game: Game) -> Iterator[Check]:
    """The checks for one game."""
    for kind in kinds(game.name):
        yield Check(check_name(game.name, kind), meaning(game, kind), _LEGAL)
    yield Check(whole_game(game.name), "A whole game against random seats, to its end.", _TO_THE_END)


def whole_game(game: str) -> str:
    return f"{game}.whole_game"


def checks(games: Iterable[str]) -> list[Check]:
    """All checks for a bot that plays these games."""
    return [*general(), *(check for name in dict.fromkeys(games) if name in GAMES for check in of_game(GAMES[name]))]
