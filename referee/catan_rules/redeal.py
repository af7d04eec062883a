"""Deal anew what a seat cannot know: cards in doubt, other development cards, deck, sealed replies, luck to come."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from referee.catan_rules.components import CARD_KINDS, DEV_CARDS
from referee.catan_rules.state import Settlers
from referee.catan_rules.trade import ACCEPT, DECLINE, Partner, Replies
from referee.catan_rules.victory import true_points
from referee.core.agenda import Action, reoffer
from referee.core.luck import Luck

S = TypeVar("S", bound=Settlers)


def redeal(state: S, seat: int | None, luck: Luck) -> S:
    """The same table with other hands that could be there; the cards a seat has seen move stay where it saw them go."""
    copy = state.clone()
    copy.luck = luck
    _deal_hands(copy, seat)
    while not _offer_stands(copy):
        _deal_hands(copy, seat)
    if state.agenda:
        _deal_cards(copy, seat)
        while seat != copy.active and true_points(copy, copy.active) >= copy.rules.target:
            _deal_cards(copy, seat)
    _reseal(copy, seat)
    reoffer(copy)
    return copy


def _deal_hands(state: Settlers, seat: int | None) -> None:
    """The cards in doubt change places; every hand keeps its size."""
    row = state.doubts[len(state.seats) if seat is None else seat]
    unsure = [row[n * CARD_KINDS : (n + 1) * CARD_KINDS] for n in range(len(state.seats))]
    if not any(map(sum, unsure)):
        return
    pile = [kind for counts in unsure for kind, amount in enumerate(counts) for _ in range(amount)]
    pile = state.luck.shuffled(pile, "redeal hands")
    dealt = list(row)
    for number, counts in enumerate(unsure):
        hand, taken = state.seats[number].hand, [pile.pop() for _ in range(sum(counts))]
        for kind in range(CARD_KINDS):
            dealt[number * CARD_KINDS + kind] = taken.count(kind)
            hand[kind] += taken.count(kind) - counts[kind]
    _doubt_the_same_cards(state, tuple(dealt))


def _doubt_the_same_cards(state: Settlers, row: tuple[int, ...]) -> None:
    """What the viewer doubts follows the new hands; of the others' doubts it knows nothing: they take over its own."""
    rows = []
    for viewer in range(len(state.seats) + 1):
        mine = viewer * CARD_KINDS
        known = (*row[:mine], *(0,) * CARD_KINDS, *row[mine + CARD_KINDS :])
        rows.append(known if viewer < len(state.seats) else row)
    state.doubts = tuple(rows)


def _offer_stands(state: Settlers) -> bool:
    """Who has offered holds what was offered; who has openly accepted holds what was asked for."""
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Replies | Partner):
        return True
    offer = top.offer
    accepted = top.accepted if isinstance(top, Partner) else ()
    able = all(state.seats[other].hand[offer.get] >= offer.m for other in accepted)
    return able and state.seats[top.seat].hand[offer.give] >= offer.n


def _deal_cards(state: Settlers, seat: int | None) -> None:
    """Unplayed development cards of the others and the deck are one pile, dealt in the same numbers."""
    others = [player for number, player in enumerate(state.seats) if number != seat]
    kinds = range(len(DEV_CARDS))
    unseen = [*state.deck, *(kind for player in others for kind in kinds for _ in range(player.dev_cards[kind]))]
    pile = state.luck.shuffled(sorted(unseen), "redeal cards")
    for player in others:
        fresh, held = sum(player.fresh), sum(player.dev_cards)
        hand = [pile.pop() for _ in range(held)]
        player.dev_cards = tuple(hand.count(kind) for kind in kinds)
        player.fresh = tuple(hand[:fresh].count(kind) for kind in kinds)
    state.deck = tuple(pile)


def _reseal(state: Settlers, seat: int | None) -> None:
    """A sealed reply of another seat could be either, if its new hand allows both."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Replies) and top.answers:
        answers = tuple((other, old if other == seat else _reply(state, top, other)) for other, old in top.answers)
        state.agenda[-1] = replace(top, answers=answers)


def _reply(state: Settlers, top: Replies, seat: int) -> Action:
    able = state.seats[seat].hand[top.offer.get] >= top.offer.m
    return ACCEPT if able and state.luck.below(2, "redeal replies") else DECLINE
