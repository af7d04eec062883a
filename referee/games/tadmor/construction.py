"""The construction phase (chapter "Construction phase"; rules 7.9, 7.10, 8.3): every seat builds, in turn order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.anytime import CHECKS
from serai.referee.games.tadmor.benefits import returns
from serai.referee.games.tadmor.board import ACTION_OF, DATA, EBLA, PHASE_OF
from serai.referee.games.tadmor.deck import MissionDraw, MissionFulfil, mission_options
from serai.referee.games.tadmor.rare_goods import COLOURS, Rare, rare_options
from serai.referee.games.tadmor.resolution import END, End, Window, common_steps
from serai.referee.games.tadmor.state import Tadmor, owner_of, take_back
from serai.referee.games.tadmor.temple import BuildTemple, targets, temple_options
from serai.referee.games.tadmor.tiles import ANY_CONSTRUCTION, PRIVATE_TEMPLES
from serai.referee.games.tadmor.tower import Tower, Traitor, tower_options, traitor_options
from serai.referee.games.tadmor.works import RARE_SPACE_COLOUR

BUILDING = frozenset(("construction", "anytime"))
NO_COLOUR = -1
Kind = tuple[str, int]  # a construction action, and the colour of a rare good
CONSTRUCTIONS = (Tower, Traitor, BuildTemple, Rare, MissionDraw, MissionFulfil)

OPTIONS_OF: dict[str, Callable[[Tadmor, int, int, int], list[Action]]] = {
    "tower1": lambda state, seat, place, colour: tower_options(state, seat, place, 1),
    "tower2": lambda state, seat, place, colour: tower_options(state, seat, place, 2),
    "traitor": lambda state, seat, place, colour: traitor_options(state, seat, place),
    "temple_mission": lambda state, seat, place, colour: temple_options(state, seat, place),
    "temple_or_market": lambda state, seat, place, colour: plain_temple(state, seat, place),
    "mission": lambda state, seat, place, colour: mission_options(state, seat, place),
    "rare": rare_options,
}
DATA.demand(
    {action for action, phase in PHASE_OF.items() if phase == "construction"} == OPTIONS_OF.keys(),
    f"[[action]]: the construction phase has {', '.join(OPTIONS_OF)}",
)
KIND_AT: dict[int, Kind] = {
    place: (action, RARE_SPACE_COLOUR.get(place, NO_COLOUR))
    for place, action in enumerate(ACTION_OF)
    if action in OPTIONS_OF
}
PLACES = (*KIND_AT, *PRIVATE_TEMPLES)
# What the private tile can copy: every construction action, every colour.
COPIED: tuple[Kind, ...] = (
    *((action, NO_COLOUR) for action in OPTIONS_OF if action not in ("rare", "temple_or_market")),
    *(("rare", colour) for colour in COLOURS),
)


def plain_temple(state: Tadmor, seat: int, place: int) -> list[Action]:
    """Ebla's temple, unless its piece is a market already."""
    return [] if state.players[seat].ebla_open else temple_options(state, seat, place)


def construction_phase(state: Tadmor) -> None:
    """Everybody once, in turn order; who kept the private action for later comes once more."""
    state.then(*(Build(seat) for seat in state.order), late_construction)


def late_construction(state: Tadmor) -> None:
    for place in ANY_CONSTRUCTION:
        if state.occupied[place]:
            state.then(BuildLate(owner_of(state.occupied[place])))


def board_options(state: Tadmor, seat: int) -> list[Action]:
    """What own pieces on the board (equal missions once) and on the private temple can do."""
    found: list[Action] = []
    seen_mission = False
    for place, (action, colour) in KIND_AT.items():
        if state.stands(seat, place) and not (action == "mission" and seen_mission):
            seen_mission = seen_mission or action == "mission"
            found += OPTIONS_OF[action](state, seat, place, colour)
    for place in PRIVATE_TEMPLES:
        if state.stands(seat, place):
            found += temple_options(state, seat, place)
    return found


def copy_options(state: Tadmor, seat: int, window: Build) -> list[Action]:
    """What the tile that copies can do: all that no own piece on the board still does itself (D5)."""
    found: list[Action] = []
    for place in ANY_CONSTRUCTION:
        if state.stands(seat, place):
            kinds = window.kinds_of(place)
            own = {KIND_AT[other] for other in KIND_AT if state.stands(seat, other)}
            for action, colour in kinds:
                if (action, colour) not in own:
                    found += OPTIONS_OF[action](state, seat, place, colour)
    return found


Stakes = tuple[tuple[Action, ...], tuple[int, ...], tuple[tuple[int, ...], ...], int]


def stakes(state: Tadmor, seat: int, place: int) -> Stakes:
    """What others can change for who still has a piece on the copying tile; all of it is public (A19)."""
    victims = tuple(traitor_options(state, seat, place))
    tops = tuple(pile[-1:] for pile in map(tuple, state.piles))
    return victims, tuple(targets(state, seat)), tops, len(state.completions)


def waiting_tiles(state: Tadmor, builder: int) -> list[tuple[int, int]]:
    """The copying tiles, with their owners, that wait while a seat later in turn order builds."""
    earlier = state.order[: state.order.index(builder)]
    owners = ((owner_of(state.occupied[place]), place) for place in ANY_CONSTRUCTION if state.occupied[place])
    return [(owner, place) for owner, place in owners if owner in earlier]


@dataclass(frozen=True, slots=True)
class Afterwards:
    """A step: if what another did changes what the copying tile can bring, its owner may use it now or wait."""

    seat: int
    place: int
    before: Stakes

    def __call__(self, state: Tadmor) -> None:
        if stakes(state, self.seat, self.place) != self.before:
            state.then(BuildBetween(self.seat))


@dataclass(frozen=True, slots=True)
class Build(Window):
    """A seat's construction. A tower action stays open, level by level, until another construction or the end."""

    rising: Tower | None = None

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        common = [END, *common_steps(state, seat), *returns(state, seat, BUILDING)]
        return common + board_options(state, seat) + copy_options(state, seat, self)

    def kinds_of(self, place: int) -> tuple[Kind, ...]:
        """What the copying tile may still do: once it builds a tower, only that."""
        if self.rising is None or self.rising.place != place:
            return COPIED
        return ((f"tower{self.rising.blocks}", NO_COLOUR),)

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        if isinstance(action, End):
            self.close(state, seat)
            return
        following = self
        if isinstance(action, CONSTRUCTIONS):
            self.close_tower(state, action)
            following = replace(self, rising=action if isinstance(action, Tower) else None)
        watching = [Afterwards(*tile, stakes(state, *tile)) for tile in waiting_tiles(state, seat)]
        state.then(CHECKS[seat], *watching, following)
        action.apply(state, seat)

    def close_tower(self, state: Tadmor, action: Action) -> None:
        """Another construction action: the piece of the open tower goes home."""
        if self.rising is not None and action != self.rising:
            take_back(state, self.rising.place)

    def close(self, state: Tadmor, seat: int) -> None:
        """Unused pieces go home; Ebla's may stay as a market, and the copying tile's for later unless it is in use."""
        for place in PLACES:
            if place != EBLA and state.stands(seat, place):
                take_back(state, place)
        if self.rising is not None and self.rising.place in ANY_CONSTRUCTION:
            take_back(state, self.rising.place)


@dataclass(frozen=True, slots=True)
class BuildBetween(Build):
    """While a later seat builds: the action of the copying tile, missions, common steps; to end is to wait."""

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return late_options(self, state, seat)


@dataclass(frozen=True, slots=True)
class BuildLate(Build):
    """The phase is still running for who kept the copying tile's piece: its action, missions, common steps."""

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return late_options(self, state, seat)

    def close(self, state: Tadmor, seat: int) -> None:
        for place in ANY_CONSTRUCTION:
            take_back(state, place)


def late_options(window: Build, state: Tadmor, seat: int) -> list[Action]:
    """What the owner of the copying tile may do outside the own construction."""
    common = [END, *common_steps(state, seat), *returns(state, seat, BUILDING)]
    return common + copy_options(state, seat, window)
