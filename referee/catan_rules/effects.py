"""What development cards do (rules 6.5): classes that data.toml calls by name, and the questions they ask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.building import place_route, route_places
from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.events import Monopolised, PlacedRoute, Took
from serai.referee.catan_rules.goods import gain, hand_over
from serai.referee.catan_rules.hidden_hands import show_all
from serai.referee.catan_rules.largest_army import award_largest_army
from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.scoring import claim_victory
from serai.referee.catan_rules.state import Settlers
from serai.referee.core.agenda import Action, Decision


class Effect:
    """What a card does, and whether it can be played now."""

    __slots__ = ()

    def can(self, state: Settlers, seat: int) -> bool:
        """Whether the seat may play the card, if it holds one that is old enough."""
        return True

    def happen(self, state: Settlers, seat: int) -> None:
        """What comes of a card about which nothing has to be said."""


@dataclass(frozen=True, slots=True)
class Keep(Effect):
    """A victory point is never played: it counts for its owner all the time and stays hidden."""

    def can(self, state: Settlers, seat: int) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Knight(Effect):
    """He joins the army, then the robber moves as on a seven, without discards. A winning knight moves nobody."""

    def happen(self, state: Settlers, seat: int) -> None:
        state.then(Robber(seat))
        state.players[seat].knights += 1
        award_largest_army(state)
        claim_victory(state)


@dataclass(frozen=True, slots=True)
class BuildRoutes(Effect):
    """Free pieces under the rules of building; the first must be placed, the others may be."""

    pieces: int

    def can(self, state: Settlers, seat: int) -> bool:
        return has_place_for_route(state, seat)

    def happen(self, state: Settlers, seat: int) -> None:
        state.then(FreeRoute(seat, self.pieces, is_first=True))


@dataclass(frozen=True, slots=True)
class TakeCards(Effect):
    """Cards of the own choice from what the bank has."""

    cards: int

    def can(self, state: Settlers, seat: int) -> bool:
        return bank_has_cards(state)

    def happen(self, state: Settlers, seat: int) -> None:
        state.then(TakeCard(seat, self.cards))


@dataclass(frozen=True, slots=True)
class Monopolise(Effect):
    """The kind is named when the card is played: see `monopolise`."""


EFFECTS: dict[str, type[Effect]] = {
    "keep": Keep,
    "knight": Knight,
    "build_routes": BuildRoutes,
    "take_cards": TakeCards,
    "monopolise": Monopolise,
}


def monopolise(state: Settlers, seat: int, resource: int) -> None:
    """All other seats hand over all their cards of one kind."""
    amounts = tuple(0 if other == seat else player.hand[resource] for other, player in enumerate(state.players))
    for other, amount in enumerate(amounts):
        hand_over(state, other, seat, resource, amount)
        if other != seat:
            show_all(state, other, resource)
    state.tell(Monopolised(seat, resource, amounts))


def has_place_for_route(state: Settlers, seat: int) -> bool:
    """Whether the seat has a piece of any kind left and an edge to place it on."""
    return any(route_places(state, seat, piece) for piece in range(len(state.rules.routes)))


def bank_has_cards(state: Settlers) -> bool:
    """Whether the bank has a card of any kind."""
    return any(state.bank[:CARD_KINDS])


@dataclass(frozen=True, slots=True)
class PlaceFree(Action):
    """Place a piece that costs nothing."""

    form = "place_free_{piece}:{edge}"
    piece: int
    edge: int

    def apply(self, state: Settlers, seat: int) -> None:
        state.tell(PlacedRoute(seat, self.piece, self.edge))
        place_route(state, seat, self.piece, self.edge)
        claim_victory(state)


@dataclass(frozen=True, slots=True)
class SkipFree(Action):
    """Leave the second free piece."""

    form = "skip_free_road"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take one card of this kind from the bank."""

    form = "take:{resource}"
    resource: int

    def apply(self, state: Settlers, seat: int) -> None:
        gain(state, seat, self.resource, 1)
        state.tell(Took(seat, self.resource))


SKIP_FREE = SkipFree()
place_free = cache(PlaceFree)
take = cache(Take)


@dataclass(frozen=True, slots=True)
class FreeRoute(Decision[Settlers]):
    """A free piece; all but the first may be left, and are where there is no piece or no edge for them."""

    seat: int
    left: int
    is_first: bool = False

    def options(self, state: Settlers, seat: int) -> list[Action]:
        kinds = range(len(state.rules.routes))
        places: list[Action] = [place_free(kind, edge) for kind in kinds for edge in route_places(state, seat, kind)]
        return places if self.is_first else [*places, SKIP_FREE]

    def default(self, state: Settlers, seat: int) -> Action:
        return self.options(state, seat)[0] if self.is_first else SKIP_FREE

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        if self.left > 1 and action != SKIP_FREE:
            state.then(FreeRoute(self.seat, self.left - 1))
        action.apply(state, seat)


@dataclass(frozen=True, slots=True)
class TakeCard(Decision[Settlers]):
    """A card of any kind the bank still has; with an empty bank the card ends."""

    seat: int
    left: int

    def waiting(self, state: Settlers) -> tuple[int, ...]:
        return (self.seat,) if bank_has_cards(state) else ()

    def options(self, state: Settlers, seat: int) -> list[Action]:
        return [take(resource) for resource in range(CARD_KINDS) if state.bank[resource]]

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        if self.left > 1:
            state.then(TakeCard(self.seat, self.left - 1))
        action.apply(state, seat)
