"""A state that could be, for who sees only part of it (rules 10.4): for looking ahead, and to prove the views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb, prod

from serai.referee.core.agenda import relist_options
from serai.referee.core.luck import Luck
from serai.referee.games.council_of_four.actions import Pay
from serai.referee.games.council_of_four.board import CITIES, KINDS, KING, REGIONS
from serai.referee.games.council_of_four.council import affordable
from serai.referee.games.council_of_four.emporia import buildable
from serai.referee.games.council_of_four.king import KingCity, KingPayment, fare
from serai.referee.games.council_of_four.permits import PermitPayment, PermitRegion, PermitTile, face_up
from serai.referee.games.council_of_four.state import Council

TRIES = 60  # deals at random before all hands with a payment are listed
MOST_TRIES = 100_000  # a larger hand has a payment in far fewer
LISTED_HAND = 12  # cards: of larger hands there are too many to list


def redeal(state: Council, seat: int | None, luck: Luck) -> Council:
    """The state with all that the seat cannot know dealt anew: other hands, deck, piles, the luck to come."""
    copy = state.clone()
    copy.luck = luck
    for region in range(len(REGIONS)):
        known, unseen = copy.piles[region][: copy.known[region]], copy.piles[region][copy.known[region] :]
        copy.piles[region] = known + luck.shuffled(sorted(unseen), f"redeal {REGIONS[region]}")
    _deal_cards(copy, [other for other in range(len(copy.players)) if other != seat])
    relist_options(copy)
    return copy


def reshuffle(state: Council, luck: Luck) -> None:
    """Put the deck and the piles below what is known of them in another order; what the seats know and hold stays."""
    state.deck = luck.shuffled(sorted(state.deck), "reshuffle")
    for region, pile in enumerate(state.piles):
        known, unseen = pile[: state.known[region]], pile[state.known[region] :]
        state.piles[region] = known + luck.shuffled(sorted(unseen), f"reshuffle {REGIONS[region]}")


def _deal_cards(state: Council, strangers: list[int]) -> None:
    """Every deal of the unseen cards is equally likely, if the acting player can pay what it is about to (rules 10.4).

    So deals without a payment are dealt again. Where nearly none has one, the hand is drawn among all that have.
    """
    unseen = _unseen(state, strangers)
    sizes = {seat: sum(state.players[seat].hand) for seat in strangers}
    me = state.active
    if me not in sizes or not _due(state):
        return _deal(state, sizes, unseen, {})
    for number in range(MOST_TRIES):
        _deal(state, sizes, unseen, {})
        if _payments(state):
            return None
        if number == TRIES and sizes[me] <= LISTED_HAND:
            return _deal(state, sizes, unseen, {me: _hand_that_pays(state, sizes[me], unseen)})
    raise ValueError("no deal has the cards for what is being paid")


def _unseen(state: Council, strangers: list[int]) -> list[int]:
    """How many cards of each kind are in the deck and in the strangers' hands."""
    hands = [state.players[seat].hand for seat in strangers]
    return [state.deck.count(kind) + sum(hand[kind] for hand in hands) for kind in range(len(KINDS))]


def _deal(state: Council, sizes: dict[int, int], unseen: list[int], given: dict[int, list[int]]) -> None:
    """Hands of these sizes, some cards of which may be given; the rest is the deck."""
    none = [0] * len(KINDS)
    left = [count - sum(cards[kind] for cards in given.values()) for kind, count in enumerate(unseen)]
    cards = state.luck.shuffled([kind for kind, count in enumerate(left) for _ in range(count)], "redeal")
    for seat, size in sizes.items():
        hand = given.get(seat, none)[:]
        drawn = size - sum(hand)
        for kind in cards[:drawn]:
            hand[kind] += 1
        state.players[seat].hand, cards = hand, cards[drawn:]
    state.deck = cards


def _due(state: Council) -> list[tuple[int, int]]:
    """The councils one of which is about to be satisfied, each with the coins to be paid besides."""
    match state.agenda[-1] if state.agenda else None:
        case PermitRegion():
            return [(region, 0) for region in range(len(REGIONS)) if face_up(state, region)]
        case PermitTile(region=region) | PermitPayment(region=region):
            return [(region, 0)]
        case KingCity():
            me = state.player
            return [(KING, min(fare(state, city) for city in range(len(CITIES)) if buildable(state, me, city)))]
        case KingPayment(city=city):
            return [(KING, fare(state, city))]
    return []


def _payments(state: Council) -> list[Pay]:
    """What the acting player could pay."""
    found = [affordable(state, state.player, council, extra) for council, extra in _due(state)]
    return [pay for pays in found for pay in pays if isinstance(pay, Pay)]


def _hand_that_pays(state: Council, size: int, unseen: list[int]) -> list[int]:
    """One of the hands with a payment, each as likely as there are ways to draw it from the unseen cards."""
    weights: dict[tuple[int, ...], int] = {}
    for hand in _hands(size, unseen):
        state.player.hand = list(hand)
        if _payments(state):
            weights[hand] = prod(map(comb, unseen, hand))
    if not weights:
        raise ValueError("no hand has the cards for what is being paid")
    place = state.luck.below(sum(weights.values()), "redeal payment")
    return list(next(hand for hand, upto in zip(weights, accumulate(weights.values()), strict=True) if place < upto))


def _hands(size: int, unseen: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All hands of so many cards, by the number of each kind."""
    if len(unseen) == 1:
        if size <= unseen[0]:
            yield (size,)
        return
    for count in range(min(size, unseen[0]) + 1):
        for rest in _hands(size - count, unseen[1:]):
            yield (count, *rest)
