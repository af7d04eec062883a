"""A practice: unrated games that the author of a remote bot asked for, against house bots and own ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from serai.ladder.bots.version import BotVersion
from serai.ladder.model.plan import DealOf, Plan, RemoteTerms, casual_plan
from serai.referee.clock import TimeControl

WAIT_SECONDS = 10.0  # for a bot that was connected a moment ago
IN_FLIGHT = 8


@dataclass(frozen=True, slots=True)
class Practice:
    """Who plays what. The deals are drawn by whoever plays it, so that they are nowhere before."""

    game: str
    bots: tuple[BotVersion, ...]
    settings: Mapping[str, str]
    blocks: int

    @property
    def games(self) -> int:
        return self.blocks * len(self.bots)

    def plan(self, deal: bytes) -> tuple[Plan, DealOf]:
        """Return the plan that begins with a deal, and its deals; UserProblem if these bots cannot play so."""
        terms = RemoteTerms(wait=WAIT_SECONDS)
        return casual_plan(
            self.game, self.bots, self.blocks, self.settings, TimeControl(), IN_FLIGHT, deal, remote=terms
        )

    def as_json(self) -> dict[str, Any]:
        bots = [bot.as_json() for bot in self.bots]
        return {"game": self.game, "bots": bots, "settings": dict(self.settings), "blocks": self.blocks}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Practice:
        return cls(data["game"], tuple(map(BotVersion.from_json, data["bots"])), data["settings"], data["blocks"])
