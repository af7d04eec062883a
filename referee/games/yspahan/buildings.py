"""Constructing a building, and its power (chapters "Constructing", "Victory points"; rules 7.8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.yspahan.board import BUILDINGS, LADDER
from serai.referee.games.yspahan.events import Constructed
from serai.referee.games.yspahan.state import Player, Yspahan


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Construct a building and pay its price."""

    form = "build:{building}"
    building: int

    def apply(self, state: Yspahan, seat: int) -> None:
        price = BUILDINGS[self.building]
        construct(state, seat, self.building, price.camels, price.gold)


build = cache(Build)


def power(player: Player, building: int) -> int:
    """What a building adds, from the moment of its construction."""
    return BUILDINGS[building].amount if building in player.buildings else 0


def unbuilt(player: Player) -> list[int]:
    """Each building only once per player, in any order."""
    return [building for building in range(len(BUILDINGS)) if building not in player.buildings]


def affordable(player: Player, camels: bool = True, gold: bool = True) -> list[Action]:
    """The buildings whose camels and gold (as far as they are to be paid) the player has."""
    return [
        build(building)
        for building in unbuilt(player)
        if (not camels or player.camels >= BUILDINGS[building].camels)
        and (not gold or player.gold >= BUILDINGS[building].gold)
    ]


def construct(state: Yspahan, seat: int, building: int, camels: int, gold: int) -> None:
    """Pay, put it up, score the ladder: 0, 0, 5, 5, 5, 10 for the first to the sixth; one building a turn (R21)."""
    player = state.players[seat]
    player.camels -= camels
    player.gold -= gold
    points = LADDER[len(player.buildings)]
    player.buildings.append(building)
    player.score += points
    state.built = True
    state.tell(Constructed(seat, building, points))
