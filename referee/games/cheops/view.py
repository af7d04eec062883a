"""What a seat may see of Cheops: the family's view, and the scenario's own things, all public (rules 10)."""

from __future__ import annotations

from typing import NamedTuple

from serai.referee.catan_rules import view as family
from serai.referee.catan_rules.state import NOBODY
from serai.referee.games.cheops.board import GOLD
from serai.referee.games.cheops.pyramid import fluch
from serai.referee.games.cheops.state import Cheops


class View(NamedTuple):
    """The game as one seat sees it, the pyramid stone by stone, and by seat gold and stones."""

    table: family.View
    gold: tuple[int, ...]
    started: bool
    stones: tuple[int, ...]
    pyramid: tuple[int, ...]
    pharaoh_left: int
    segen: int | None
    fluch: tuple[int, ...]


def view(state: Cheops, seat: int | None) -> View:
    return View(
        family.view(state, seat),
        tuple([player.hand[GOLD] for player in state.players]),
        state.started,
        state.stones,
        state.pyramid,
        state.pharaoh_left,
        None if state.segen == NOBODY else state.segen,
        fluch(state),
    )
