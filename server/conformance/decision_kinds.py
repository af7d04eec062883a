"""The kinds of decision every game has, and random games that are known to meet all of them.

Both are listed in `decisions/<game>.toml`. A change of the rules may move them; the tests say so. Kinds that random
play does not reach are left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from serai.referee.core.agenda import Action, Decision, State, decision, over, push
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SENTENCE = re.compile(r"(?<=[.])\s+[A-Z].*")
_LIKED, _SHUNNED = 1e6, 0.01


@dataclass(frozen=True, slots=True)
class Ground:
    """Random games at one kind of table; what is liked is done whenever it can be, what is shunned hardly ever."""

    seats: int
    deals: tuple[int, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    likes: tuple[str, ...] = ()
    shuns: tuple[str, ...] = ()


@cache
def _list(game: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("decisions").joinpath(f"{game}.toml").read_text(encoding="utf-8"))


def kinds(game: str) -> tuple[str, ...]:
    """The names of the classes of all decisions that can be asked in a game."""
    return tuple(_list(game)["kinds"])


def grounds(game: str) -> list[Ground]:
    """Where those decisions are met."""
    return [_ground(**entry) for entry in _list(game)["ground"]]


def _ground(seats: int, deals: list[int], **rest: Any) -> Ground:
    likes, shuns = (tuple(rest.pop(key, ())) for key in ("likes", "shuns"))
    return Ground(seats, tuple(deals), likes=likes, shuns=shuns, **rest)


def check_name(game: str, kind: str) -> str:
    """Return the name of the check for a kind of decision: `PickOfTwo` in Yspahan is `yspahan.pick_of_two`.

    A kind that has got another name in the rules keeps that of its check.
    """
    kept: dict[str, str] = _list(game).get("check_names", {})
    return f"{game}.{kept.get(kind) or _WORD.sub('_', kind).lower()}"


def meaning(game: Game, kind: str) -> str:
    """What is decided, in the words of the rules."""
    classes = {cls.__name__: cls for cls in _families(game, Decision)}
    said = _SENTENCE.sub("", " ".join((classes[kind].__doc__ or "").split()))
    # What a dataclass writes when nobody wrote anything says nothing to a reader.
    return f"A decision of the kind {kind}." if said.startswith(f"{kind}(") else said


def _families(game: Game, above: type[Any]) -> Iterator[type[Any]]:
    """All classes below one that belong to a game: its own, and those it shares with its family."""
    for cls in above.__subclasses__():
        place = cls.__module__
        if place.startswith(f"serai.referee.games.{game.name}.") or not place.startswith("serai.referee.games."):
            yield cls
        yield from _families(game, cls)


def walk(game: Game, ground: Ground, number: int) -> Iterator[State]:
    """One random game of a ground: its state at every decision. The same in every run."""
    state = game.begin(ground.seats, number.to_bytes(DEAL_BYTES, "big"), ground.settings)
    leaning = Leaning(ground, number)
    while not over(state):
        yield state
        seat = next(iter(state.options))
        push(state, seat, leaning.choose(state.options[seat]))


class Leaning:
    """How one random game is played: some sorts of action more readily than others, drawn once for the game."""

    def __init__(self, ground: Ground, number: int) -> None:
        self._chance = Random(number)
        self._weights = dict.fromkeys(ground.likes, _LIKED) | dict.fromkeys(ground.shuns, _SHUNNED)

    def choose(self, options: list[Action]) -> Action:
        return self._chance.choices(options, [self._weight(type(option).__name__) for option in options])[0]

    def _weight(self, name: str) -> float:
        if name not in self._weights:
            self._weights[name] = 4.0 ** self._chance.gauss(0, 1)
        return self._weights[name]


def kind_of(state: State) -> str:
    """The kind of the decision a game waits for."""
    return type(decision(state)).__name__
