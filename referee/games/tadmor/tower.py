"""The tower (chapters "Tower" and "Construction phase"; rules 10.1) and who tears it down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.board import CONSTANTS, Goods
from serai.referee.games.tadmor.events import TowerFell, TowerRose
from serai.referee.games.tadmor.payment import has, spend
from serai.referee.games.tadmor.state import Choice, Player, Tadmor, take_back
from serai.referee.games.tadmor.works import cost_of_level


@dataclass(frozen=True, slots=True)
class Tower(Action):
    """Build one block, or a pair of blocks; the piece stays, more may follow."""

    form = "tower{blocks}:{place}"
    blocks: int
    place: int

    def apply(self, state: Tadmor, seat: int) -> None:
        spend(state, seat, cost(state.players[seat], self.blocks))
        raise_tower(state, seat, self.blocks)


@dataclass(frozen=True, slots=True)
class Traitor(Action):
    """Tear down levels of an opponent's tower that is at least as high as the own one."""

    form = "traitor:{place}:{victim}"
    place: int
    victim: int

    def apply(self, state: Tadmor, seat: int) -> None:
        take_back(state, self.place)
        tear_down(state, seat, self.victim, CONSTANTS.traitor_levels_by_era[state.era - 1])


@dataclass(frozen=True, slots=True)
class Destroy(Action):
    """Choose whose tower is torn down."""

    form = "destroy:{victim}"
    victim: int


tower = cache(Tower)
traitor = cache(Traitor)
destroy = cache(Destroy)


@lru_cache(1 << 12)
def _cost(level: int, blocks: int, waived: tuple[int, ...]) -> Goods:
    return tuple(0 if r in waived else count for r, count in enumerate(cost_of_level(level, blocks)))


def cost(me: Player, blocks: int) -> Goods:
    """The band of the next level decides, for a pair the band of the lower one."""
    waived = me.powers.tower_waives
    return _cost(me.tower + 1, blocks, tuple(waived)) if waived else cost_of_level(me.tower + 1, blocks)


def tower_options(state: Tadmor, seat: int, place: int, blocks: int) -> list[Action]:
    me = state.players[seat]
    return [tower(blocks, place)] if has(me, cost(me, blocks)) else []


def traitor_options(state: Tadmor, seat: int, place: int) -> list[Action]:
    """Nobody can be betrayed in era I, nor who has no tower."""
    if not CONSTANTS.traitor_levels_by_era[state.era - 1]:
        return []
    least = max(1, state.players[seat].tower)
    return [traitor(place, other) for other in state.opponents(seat) if state.players[other].tower >= least]


def raise_tower(state: Tadmor, seat: int, levels: int) -> None:
    """Level by level, each followed by what is free."""
    me = state.players[seat]
    for _ in range(levels):
        me.tower += 1
        free_level(me)
    state.tell(TowerRose(seat, me.tower))


def free_level(me: Player) -> bool:
    """Whoever has the tile never rests below a multiple (A24)."""
    multiple = me.powers.free_level
    if multiple and me.tower % multiple == multiple - 1:
        me.tower += 1
        return True
    return False


def tear_down(state: Tadmor, seat: int, victim: int, levels: int) -> None:
    """Not below the ground; what is free comes back at once."""
    loser = state.players[victim]
    loser.tower = max(0, loser.tower - levels)
    free_level(loser)
    state.tell(TowerFell(seat, victim, loser.tower))


@dataclass(frozen=True, slots=True)
class Destroying(Choice):
    """Any opponent, however high his tower is."""

    seat: int
    levels: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [destroy(other) for other in state.opponents(seat)]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        assert isinstance(action, Destroy)
        tear_down(state, seat, action.victim, self.levels)
