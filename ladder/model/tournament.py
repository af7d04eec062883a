"""A tournament: all that is played, decided and committed to before its first game."""

from __future__ import annotations

from collections.abc import Mapping
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

    def as_json(self) -> dict[str, Any]:
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
            "blocks": [{"line_up": list(block.line_up), "commitment": block.commitment} for block in self.blocks],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tournament:
        blocks = enumerate(data["blocks"])
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
            blocks=tuple(Block(index, tuple(block["line_up"]), block["commitment"]) for index, block in blocks),
        )
