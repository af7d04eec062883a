"""Cheops' own table for scenarios."""

from __future__ import annotations

from serai.referee.catan_rules.state import NOBODY
from serai.referee.games import GAMES
from serai.referee.games.cheops.board import GOLD
from serai.referee.games.cheops.pyramid import fluch, pharaoh_builds
from serai.referee.games.cheops.state import PHARAOH
from tests.catan_rules import table

CHEOPS = GAMES["cheops"]
SITE = "q-1r5N"  # a vertex at the pyramid's site


class GameTable(table.GameTable):
    """The map without pieces, everybody with three gold, Anna being asked what she builds."""

    def __init__(self, names: str = table.FOUR) -> None:
        table.GameTable.__init__(self, CHEOPS, names)

    def gold(self, name: str) -> int:
        amount: int = self.seat(name).hand[GOLD]
        return amount

    def stones(self, *counts: int, pharaoh: int = 0) -> None:
        """So many stones of the seats, and of the pharaoh beneath them; the Segen with the first of the most."""
        self.state.started = True
        self.state.stones = counts
        owners = [seat for seat, count in enumerate(counts) for _ in range(count)]
        self.state.pyramid = (*[PHARAOH] * pharaoh, *owners)
        self.state.pharaoh_left -= pharaoh
        self.set(segen=counts.index(max(counts)) if any(counts) else NOBODY)

    def places(self, name: str) -> None:
        """A stone through an own building, paid with a brick and an ore of the bank."""
        self.main(name)
        self.hand(name, f"1 brick 1 ore {self.gold(name)} gold")
        self.seat(name).does("place_stone:own")

    def cursed(self) -> list[str]:
        return [self.names[seat] for seat in fluch(self.state)]

    def pharaoh(self) -> None:
        self.happens(pharaoh_builds)
