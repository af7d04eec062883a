"""A tournament: all that is played, decided and committed to before its first game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serai.ladder.bots.version import BotVersion
from serai.ladder.model.plan import Plan
from serai.ladder.model.schedule import Block
from serai.referee.clock import TimeControl


@dataclass(frozen=True, slots=True)
class Tournament(Plan):
    """A plan with a name, kept in a store. It never changes."""

    name: str
    created: str

    def header(self) -> dict[str, Any]:
        """Return all of it but the blocks, of which only their number is told."""
        return {
            "name": self.name,
            "created": self.created,
            "game": self.game,
            "epoch": self.epoch,
            "options": dict(self.settings),
            "seats": self.seats,
            "control": str(self.control),
            "in_flight": self.in_flight,
            "bots": [bot.as_json() for bot in self.bots],
            "blocks": len(self.blocks),
        }

    @classmethod
    def from_header(cls, data: Mapping[str, Any], blocks: Sequence[Block]) -> Tournament:
        return cls(
            name=data["name"],
            created=data["created"],
            game=data["game"],
            epoch=data["epoch"],
            settings=data["options"],
            seats=data["seats"],
            control=TimeControl.read(data["control"]),
            in_flight=data["in_flight"],
            bots=tuple(BotVersion.from_json(bot) for bot in data["bots"]),
            blocks=blocks,
        )
