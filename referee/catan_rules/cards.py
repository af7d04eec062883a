"""Development cards (rules 6.4 and 6.5): what is printed is in data.toml, what a card does is a verb here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import signature
from typing import Any, NamedTuple

from serai.referee.catan_rules.building import NOTHING, place_route, route_places
from serai.referee.catan_rules.components import (
    CARD_KINDS,
    DATA,
    DEV_CARD_NAMES,
    DEV_CARDS,
    VICTORY,
    VICTORY_POINT,
    DevCard,
)
from serai.referee.catan_rules.events import (
    BoughtCard,
    LargestArmyLost,
    LargestArmyTaken,
    Monopolised,
    PlacedRoute,
    PlayedCard,
    Took,
)
from serai.referee.catan_rules.goods import can_pay, gain, hand_over, pay
from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.state import NO_CARDS, NOBODY, Settlers, best_of, one_more
from serai.referee.catan_rules.victory import claim_victory
from serai.referee.core.agenda import Action, Decision

MONOPOLY = DATA.index(DEV_CARD_NAMES, "monopoly", "card")


class Verb(NamedTuple):
    """What a card does, and when it may be played."""

    do: Callable[..., None]
    playable: Callable[[Any, int], bool]


VERBS: dict[str, Verb] = {}


def effect(playable: Callable[[Any, int], bool]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Enter a function as a verb under its own name."""

    def enter(do: Callable[..., None]) -> Callable[..., None]:
        VERBS[do.__name__] = Verb(do, playable)
        return do

    return enter


def at_any_time(_state: Settlers, _seat: int) -> bool:
    return True


def never(_state: Settlers, _seat: int) -> bool:
    return False


def with_a_place_for_a_route(state: Settlers, seat: int) -> bool:
    return any(route_places(state, seat, piece) for piece in range(len(state.rules.routes)))


def with_cards_in_the_bank(state: Settlers, _seat: int) -> bool:
    return any(state.bank[:CARD_KINDS])


@effect(playable=never)
def keep(_state: Settlers, _seat: int) -> None:
    """A victory point is never played: it counts for its owner all the time and stays hidden."""


@effect(playable=at_any_time)
def knight(state: Settlers, seat: int) -> None:
    """He joins the army, then the robber moves as on a seven, without discards. A winning knight moves nobody."""
    state.then(Robber(seat))
    state.players[seat].knights += 1
    award_largest_army(state)
    claim_victory(state)


@effect(playable=with_a_place_for_a_route)
def build_routes(state: Settlers, seat: int, pieces: int) -> None:
    """Free pieces under the rules of building; the first must be placed, the others may be."""
    state.then(FreeRoute(seat, pieces, is_first=True))


@effect(playable=with_cards_in_the_bank)
def take_cards(state: Settlers, seat: int, cards: int) -> None:
    """Cards of the own choice from what the bank has."""
    state.then(TakeCard(seat, cards))


@effect(playable=at_any_time)
def monopolise(state: Settlers, seat: int, resource: int) -> None:
    """All other seats hand over all their cards of one kind."""
    amounts = tuple(0 if other == seat else player.hand[resource] for other, player in enumerate(state.players))
    for other, amount in enumerate(amounts):
        if amount:
            hand_over(state, other, seat, resource, amount)
    state.tell(Monopolised(seat, resource, amounts))


@dataclass(frozen=True, slots=True)
class BuyCard(Action):
    """Pay for the top card of the deck; only its owner sees it."""

    form = "buy_dev_card"

    def apply(self, state: Settlers, seat: int) -> None:
        pay(state, seat, state.rules.dev_card)
        card = state.deck[-1]
        state.deck = state.deck[:-1]
        me = state.players[seat]
        me.dev_cards = one_more(me.dev_cards, card)
        me.fresh = one_more(me.fresh, card)
        state.tell(BoughtCard(seat, card))
        for then in state.rules.after_purchase:
            then(state, seat)
        if card == VICTORY_POINT:
            claim_victory(state)


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card that needs nothing said about it."""

    form = "play_{card}"
    card: int

    def apply(self, state: Settlers, seat: int) -> None:
        spend(state, seat, self.card)
        VERB_OF[self.card].do(state, seat, **DEV_CARDS[self.card].arguments)


@dataclass(frozen=True, slots=True)
class PlayMonopoly(Action):
    """Play a monopoly and name the kind."""

    form = "play_monopoly:{resource}"
    resource: int

    def apply(self, state: Settlers, seat: int) -> None:
        spend(state, seat, MONOPOLY)
        monopolise(state, seat, self.resource)


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


BUY_CARD, SKIP_FREE = BuyCard(), SkipFree()
place_free = cache(PlaceFree)
take = cache(Take)


def verb_of(card: DevCard) -> Verb:
    """The verb a card names; an effect or argument that does not exist fails here, when the table is read."""
    DATA.demand(
        card.effect in VERBS, f"card {card.id}: effect {card.effect!r} is unknown; known are {', '.join(VERBS)}"
    )
    known = signature(VERBS[card.effect].do).parameters
    DATA.demand(card.arguments.keys() <= known.keys(), f"card {card.id}: {card.effect} takes no {card.arguments}")
    return VERBS[card.effect]


VERB_OF = tuple(map(verb_of, DEV_CARDS))
PLAYS: tuple[tuple[Action, ...], ...] = tuple(
    tuple(map(PlayMonopoly, range(CARD_KINDS))) if card == MONOPOLY else (Play(card),) for card in range(len(DEV_CARDS))
)


def spend(state: Settlers, seat: int, card: int) -> None:
    """One card a turn; it leaves the game, except a knight, who stays face up."""
    me = state.players[seat]
    me.dev_cards = one_more(me.dev_cards, card, -1)
    state.card_played = True
    state.tell(PlayedCard(seat, card))
    for then in state.rules.after_play:
        then(state, seat, card)


def buy_choices(state: Settlers, seat: int) -> Sequence[Action]:
    if state.deck and can_pay(state.players[seat].hand, state.rules.dev_card):
        return (BUY_CARD,)
    return NOTHING


def play_choices(state: Settlers, seat: int) -> Sequence[Action]:
    """Every kind of which an older card than this turn's is held, if no card has been played this turn."""
    me = state.players[seat]
    if state.card_played or me.dev_cards == NO_CARDS:
        return NOTHING
    return [
        play
        for card, held in enumerate(me.dev_cards)
        if held > me.fresh[card] and VERB_OF[card].playable(state, seat)
        for play in PLAYS[card]
    ]


def award_largest_army(state: Settlers) -> None:
    """The holder of three or more keeps the card while nobody has more; a single largest takes it (rules 6.9)."""
    armies = [player.knights for player in state.players]
    most, holder = max(armies), state.largest_army
    taker = best_of(armies, holder) if most >= VICTORY.largest_army_min else NOBODY
    if taker != holder:
        state.largest_army = taker
        state.tell(LargestArmyLost(holder) if taker == NOBODY else LargestArmyTaken(taker, most))


@dataclass(frozen=True, slots=True)
class FreeRoute(Decision[Settlers]):
    """A free piece, as long as a piece and an edge are there; all but the first may be left."""

    seat: int
    left: int
    is_first: bool = False

    def waiting(self, state: Settlers) -> tuple[int, ...]:
        return (self.seat,) if with_a_place_for_a_route(state, self.seat) else ()

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
        return (self.seat,) if with_cards_in_the_bank(state, self.seat) else ()

    def options(self, state: Settlers, seat: int) -> list[Action]:
        return [take(resource) for resource in range(CARD_KINDS) if state.bank[resource]]

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        if self.left > 1:
            state.then(TakeCard(self.seat, self.left - 1))
        action.apply(state, seat)
