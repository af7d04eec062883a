"""Development cards (rules 6.4 and 6.5): deck, buying and playing. What is printed is data, what it does an effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from serai.referee.catan_rules.building import NOTHING
from serai.referee.catan_rules.components import (
    CARD_KINDS,
    DATA,
    DECK,
    DEV_CARD_NAMES,
    DEV_CARDS,
    DevCard,
)
from serai.referee.catan_rules.effects import EFFECTS, Effect, monopolise
from serai.referee.catan_rules.events import BoughtCard, PlayedCard
from serai.referee.catan_rules.goods import can_pay, pay
from serai.referee.catan_rules.scoring import claim_victory
from serai.referee.catan_rules.state import NO_CARDS, Settlers, one_more
from serai.referee.core.agenda import Action


def effect_of(card: DevCard) -> Effect:
    """The effect a card names, with its arguments; raises DataError for one that does not exist."""
    return DATA.bind(EFFECTS, card.effect, card.arguments, f"card {card.id}")


EFFECT_OF = tuple(map(effect_of, DEV_CARDS))
MONOPOLY = DATA.index(DEV_CARD_NAMES, "monopoly", "card")


def shuffle_deck(state: Settlers) -> None:
    """All development cards, face down (rules 3.2)."""
    state.deck = tuple(state.luck.shuffled(DECK, "deck"))


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
        claim_victory(state)


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card that needs nothing said about it."""

    form = "play_{card}"
    card: int

    def apply(self, state: Settlers, seat: int) -> None:
        spend(state, seat, self.card)
        EFFECT_OF[self.card].happen(state, seat)


@dataclass(frozen=True, slots=True)
class PlayMonopoly(Action):
    """Play a monopoly and name the kind."""

    form = "play_monopoly:{resource}"
    resource: int

    def apply(self, state: Settlers, seat: int) -> None:
        spend(state, seat, MONOPOLY)
        monopolise(state, seat, self.resource)


BUY_CARD = BuyCard()
PLAYS: tuple[tuple[Action, ...], ...] = tuple(
    tuple(map(PlayMonopoly, range(CARD_KINDS))) if card == MONOPOLY else (Play(card),) for card in range(len(DEV_CARDS))
)


def spend(state: Settlers, seat: int, card: int) -> None:
    """One card a turn; it leaves the game, except a knight, who stays face up."""
    me = state.players[seat]
    me.dev_cards = one_more(me.dev_cards, card, -1)
    me.played = one_more(me.played, card)
    state.card_played = True
    state.tell(PlayedCard(seat, card))
    for then in state.rules.after_play:
        then(state, seat, card)


def buy_choices(state: Settlers, seat: int) -> Sequence[Action]:
    """The top card, if there is one and it can be paid."""
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
        if held > me.fresh[card] and EFFECT_OF[card].can(state, seat)
        for play in PLAYS[card]
    ]
