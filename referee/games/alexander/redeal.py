"""Deal anew what a seat cannot know: the family's hidden cards, the supply pile, the chips face down."""

from __future__ import annotations

from typing import TypeVar

from serai.referee.catan_rules.components import KNIGHT
from serai.referee.catan_rules.redeal import ANY_NUMBER, Shown, deal_cards, deal_hands, reseal
from serai.referee.catan_rules.state import one_more
from serai.referee.core.agenda import relist_options
from serai.referee.core.luck import Luck
from serai.referee.games.alexander.auction import Penalty
from serai.referee.games.alexander.board import ACCEPTS, EVENTS, GOLD
from serai.referee.games.alexander.payment import Payment, Soldiers
from serai.referee.games.alexander.state import Alexander

S = TypeVar("S", bound=Alexander)


def redeal(state: S, seat: int | None, luck: Luck) -> S:
    """Hands that could be there, the pile in another order, other chips ahead of Alexander."""
    copy = state.clone()
    copy.luck = luck
    copy.supply = deal_hands(copy, seat, copy.supply, shown_by_auction(copy))
    deal_chips(copy)
    deal_unknown_cards(copy, seat)
    reseal(copy, seat)
    relist_options(copy)
    return copy


def reshuffle(state: Alexander, luck: Luck) -> None:
    """Put the piles and the chips ahead of Alexander in another order; what the seats know and hold stays."""
    state.supply = tuple(luck.shuffled(sorted(state.supply), "reshuffle supply"))
    buried, unseen = state.deck[: state.buried], state.deck[state.buried :]
    state.deck = buried + tuple(luck.shuffled(sorted(unseen), "reshuffle"))
    deal_chips(state)


def shown_by_auction(state: Alexander) -> dict[int, Shown]:
    """Who has won can pay, who has defaulted could not."""
    top = state.agenda[-1] if state.agenda else None
    match top:
        case Payment(seat=seat, sale=sale, due=due):
            return {seat: Shown(ACCEPTS[sale.event], due - state.players[seat].hand[GOLD], ANY_NUMBER)}
        case Soldiers(seat=seat, sale=sale):
            me = state.players[seat]
            rest = sale.bid - me.knights * EVENTS[sale.event].soldier - me.hand[GOLD]
            return {seat: Shown(ACCEPTS[sale.event], rest, ANY_NUMBER)}
        case Penalty(seat=seat, sale=sale, most=most):
            return {seat: Shown(ACCEPTS[sale.event], 0, most)}
    return {}


def deal_chips(state: Alexander) -> None:
    """Those on the path and the spare ones are one pile."""
    chips = state.luck.shuffled(sorted([*state.chips, *state.spare]), "redeal chips")
    state.chips, state.spare = tuple(chips[: len(state.chips)]), tuple(chips[len(state.chips) :])


def deal_unknown_cards(state: Alexander, seat: int | None) -> None:
    """Spent knights stay under the deck, and in the hands where everybody saw them go."""
    buried, state.deck = state.deck[: state.buried], state.deck[state.buried :]
    _move_known(state, seat, -1)
    deal_cards(state, seat)
    _move_known(state, seat, 1)
    state.deck = buried + state.deck


def _move_known(state: Alexander, seat: int | None, sign: int) -> None:
    """Take the known knights of the others out of their hands, or put them back."""
    for number, player in enumerate(state.players):
        if number != seat:
            player.dev_cards = one_more(player.dev_cards, KNIGHT, sign * state.known[number])
            fresh = state.known_fresh if number == state.active else 0
            player.fresh = one_more(player.fresh, KNIGHT, sign * fresh)
