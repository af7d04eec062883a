"""The format of a tournament: how its schedule comes about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

Kind = Literal["round-robin", "gauntlet", "swiss", "knockout", "ladder"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Format:
    """What is decided when a tournament is created.

    `blocks` is how many a line-up has in a round-robin or gauntlet, a table in a round of a Swiss or knockout, and all
    tables together in a round of a ladder. `limit` is the most line-ups, `hero` who sits at every table of a gauntlet,
    `rounds` how many a Swiss has. `apart` keeps bots of one owner apart.
    """

    kind: Kind = "round-robin"
    blocks: int = 1
    limit: int | None = None
    hero: int | None = None
    rounds: int | None = None
    apart: bool = False

    @property
    def has_rounds(self) -> bool:
        """Return True if the schedule grows by rounds that follow from results."""
        return self.kind in ("swiss", "knockout", "ladder")

    @property
    def ends(self) -> bool:
        """Return True if there is a last round: only the ladder has none."""
        return self.kind != "ladder"

    def as_json(self) -> dict[str, Any]:
        """Return what is said of it, without what does not apply."""
        said = {"kind": self.kind, "blocks": self.blocks, "limit": self.limit, "hero": self.hero, "rounds": self.rounds}
        return {name: value for name, value in said.items() if value is not None} | (
            {"apart": True} if self.apart else {}
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> Format:
        """Return the format; tournaments that were created before there were others are round-robins."""
        return cls(**data) if data is not None else cls()
