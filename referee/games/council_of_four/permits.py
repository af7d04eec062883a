"""Permit tiles (chapter "Acquiring a permit tile", quick action 2; rules 5.3, 5.7, 6.5)."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Action
from serai.referee.games.council_of_four.actions import (
    MainAction,
    Pay,
    PickRegion,
    PickTile,
    QuickAction,
    pick_region,
    pick_tile,
)
from serai.referee.games.council_of_four.board import COSTS, REGIONS, SLOTS
from serai.referee.games.council_of_four.council import affordable, coins_over, satisfy
from serai.referee.games.council_of_four.events import Acquired, Swapped, TurnedUp
from serai.referee.games.council_of_four.gains import return_assistants
from serai.referee.games.council_of_four.state import Choice, Council, HandChoice, Player


def face_up(state: Council, region: int) -> list[int]:
    """The face-up tiles of a region."""
    return [tile for tile in state.face_up[region * SLOTS : region * SLOTS + SLOTS] if tile is not None]


def regions_open(state: Council, me: Player) -> list[int]:
    """Where there is a tile to take and the council can be satisfied."""
    return [region for region in range(len(REGIONS)) if face_up(state, region) and coins_over(state, me, region) >= 0]


@dataclass(frozen=True, slots=True)
class MainPermit(MainAction):
    """Satisfy a region's council and take one of its two face-up tiles."""

    form = "main_permit"

    def possible(self, state: Council, me: Player) -> bool:
        return bool(regions_open(state, me))

    def begin(self, state: Council, seat: int) -> None:
        state.then(PermitRegion(seat))


@dataclass(frozen=True, slots=True)
class PermitRegion(HandChoice):
    """One of the three regions, never the king's council."""

    seat: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_region(region) for region in regions_open(state, state.players[seat])]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickRegion)
        state.then(PermitTile(seat, action.region))


@dataclass(frozen=True, slots=True)
class PermitTile(Choice):
    """One of the face-up tiles of the region."""

    seat: int
    region: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_tile(tile) for tile in face_up(state, self.region)]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickTile)
        state.then(PermitPayment(seat, self.region, action.tile))


@dataclass(frozen=True, slots=True)
class PermitPayment(HandChoice):
    """The tile is known, so every payment can be priced."""

    seat: int
    region: int
    tile: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return affordable(state, state.players[seat], self.region)

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, Pay)
        satisfy(state, seat, self.region, action)
        acquire(state, seat, self.tile)


def acquire(state: Council, seat: int, tile: int) -> None:
    """It lies face up before the player, who gains its bonuses at once; its place stays empty until they are gained."""
    state.face_up[state.face_up.index(tile)] = None
    state.players[seat].permits_up += (tile,)
    state.tell(Acquired(seat, tile))
    state.then(*state.variant.permit_bonus[tile])


def refill(state: Council) -> None:
    """Empty places get the top tiles of their piles; when a pile is used up its places stay empty (R15)."""
    if None in state.face_up:
        for slot, tile in enumerate(state.face_up):
            region = slot // SLOTS
            if tile is None and state.piles[region]:
                turn_up(state, region, slot)


def turn_up(state: Council, region: int, slot: int) -> None:
    """The top tile of the pile, which all see from now on."""
    pile = state.piles[region]
    tile = state.face_up[slot] = pile.pop()
    state.known[region] = min(state.known[region], len(pile))
    state.tell(TurnedUp(tile, slot))


@dataclass(frozen=True, slots=True)
class QuickSwap(QuickAction):
    """Return an assistant and exchange the two face-up tiles of a region."""

    form = "quick_swap"

    def possible(self, state: Council, me: Player) -> bool:
        return me.assistants >= COSTS.swap_assistants and any(state.piles)

    def begin(self, state: Council, seat: int) -> None:
        return_assistants(state, COSTS.swap_assistants)
        state.then(SwapRegion(seat))


@dataclass(frozen=True, slots=True)
class SwapRegion(Choice):
    """A region whose pile is not used up: otherwise nothing would change (R16)."""

    seat: int

    def options(self, state: Council, seat: int) -> list[Action]:
        return [pick_region(region) for region in range(len(REGIONS)) if state.piles[region]]

    def resolve(self, state: Council, seat: int, action: Action) -> None:
        assert isinstance(action, PickRegion)
        swap(state, seat, action.region)


def swap(state: Council, seat: int, region: int) -> None:
    """Both tiles under the pile, the second lowest of all; the refill that ends every action turns up two others."""
    old = face_up(state, region)
    state.tell(Swapped(seat, region))
    state.piles[region][:0] = reversed(old)
    state.known[region] += len(old)
    for slot in range(region * SLOTS, region * SLOTS + SLOTS):
        state.face_up[slot] = None
