"""A tournament: what is played, by whom and in which format, with a commitment to every deal before its first game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from serai.ladder.bots.version import BotVersion
from serai.ladder.model.format import Format
from serai.ladder.model.plan import Plan, RemoteTerms
from serai.ladder.model.schedule import Block
from serai.referee.clock import TimeControl

_ROUND_ROBIN = Format()


@dataclass(frozen=True, slots=True)
class Tournament(Plan):
    """A plan with a name, kept in a store, as it stands at one moment: bots and blocks may be added behind the others.

    `committed` is what was published of the secret that all deals are made from, which commits to those of blocks that
    are added later; None in tournaments of an older Serai.
    """

    name: str
    created: str
    format: Format = _ROUND_ROBIN
    committed: str | None = None

    def header(self) -> dict[str, Any]:
        """Return all of it but the blocks, of which only their number is told."""
        header = {
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
        # An older Serai has written neither: what it wrote stays as it was.
        since: dict[str, Any] = {"format": self.format.as_json(), "committed": self.committed}
        if self.own:
            since["own"] = {str(bot): str(control) for bot, control in self.own.items()}
        if self.remote != RemoteTerms():
            since["remote"] = asdict(self.remote)
        if self.own_deals:
            since["own_deals"] = True
        if not self.worlds:
            since["worlds"] = False
        return header if self.committed is None else header | since

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
            format=Format.from_json(data.get("format")),
            committed=data.get("committed"),
            own={int(bot): TimeControl.read(text) for bot, text in data.get("own", {}).items()},
            remote=RemoteTerms(**data.get("remote", {})),
            own_deals=data.get("own_deals", False),
            worlds=data.get("worlds", True),
        )
