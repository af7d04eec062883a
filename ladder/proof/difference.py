"""A difference that tells a seat what it may not know, with the first place where the two worlds part."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from difflib import unified_diff
from typing import Any

from google.protobuf.message import DecodeError

from serai.ladder.proof.positions import Position
from serai.referee.core.game import Game
from serai.referee.core.saved import slots_of
from serai.referee.saving import save
from serai.v1 import referee_pb2 as pb

MOST_LINES = 12


@dataclass(frozen=True, slots=True)
class Difference:
    """What differed, who could see it, where in which game, and the lines that differ."""

    what: str
    viewer: str
    position: str
    lines: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        return "\n".join([f"{self.what}, {self.viewer}, {self.position}", *(f"  {line}" for line in self.lines)])


class Drawn:
    """A world as a seat would be sent it: two are equal if their bytes are."""

    def __init__(self, game: Game, state: Any) -> None:
        self._state = state
        self._saved = save(game, state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Drawn) and self._saved == other._saved

    def __hash__(self) -> int:
        return hash(self._saved)

    def lines(self) -> list[str]:
        """Return what it holds, each player by itself."""
        parts = {name: getattr(self._state, name) for name in slots_of(type(self._state)) if name != "journal"}
        for seat, player in enumerate(parts.pop("players")):
            parts |= {f"players[{seat}].{name}": getattr(player, name) for name in slots_of(type(player))}
        return [f"{name} = {part!r}" for name, part in parts.items()]


def differing(what: str, viewer: int | None, position: Position, one: Any, other: Any) -> Difference:
    """Return the difference between what was seen in the one world and in the other."""
    who = "public" if viewer is None else f"seat {viewer}"
    return Difference(what, who, str(position), _lines(one, other))


def _lines(one: Any, other: Any) -> tuple[str, ...]:
    found = _changed(_as_lines(one), _as_lines(other))
    if not found and isinstance(one, bytes):
        found = _changed([one.hex(" ")], [other.hex(" ")])
    return tuple(found[:MOST_LINES])


def _changed(one: list[str], other: list[str]) -> list[str]:
    lines = unified_diff(one, other, lineterm="", n=0)
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def _as_lines(value: Any) -> list[str]:
    """Return a message as text, fields of worlds and records a line each, anything else in a line."""
    if isinstance(value, Drawn):
        return value.lines()
    if isinstance(value, bytes):
        try:
            return str(pb.PlayResponse.FromString(value)).splitlines()
        except DecodeError:
            return []
    if hasattr(value, "_fields"):
        return [f"{name} = {part!r}" for name, part in value._asdict().items()]
    return [repr(item) for item in value] if isinstance(value, list) else [repr(value)]
