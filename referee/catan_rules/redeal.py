"""Deal anew what a seat cannot know: cards in doubt, other development cards, deck, sealed replies, luck to come.

A game with more that is hidden puts its own redeal together from the same parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple, TypeVar

from serai.referee.catan_rules.beliefs import CERTAIN, LOST, from_seat, seen_from
from serai.referee.catan_rules.components import CARD_KINDS, DEV_CARDS
from serai.referee.catan_rules.scoring import true_points
from serai.referee.catan_rules.state import Settlers
from serai.referee.catan_rules.trade import Replies
from serai.referee.core.agenda import Action, relist_options
from serai.referee.core.luck import Luck

S = TypeVar("S", bound=Settlers)

ANY_NUMBER = 1_000


class Shown(NamedTuple):
    """What everybody knows of a hand from what its owner has just done: how many cards of these kinds are in it."""

    kinds: tuple[int, ...]
    least: int
    most: int


def redeal(state: S, seat: int | None, luck: Luck) -> S:
    """The same state with other hands that could be there; the cards a seat has seen move stay where it saw them go."""
    copy = state.clone()
    copy.luck = luck
    if copy.beliefs[_viewer(copy, seat)] == LOST:
        deal_hands(copy, seat, (), {})
    else:
        choose_hands(copy, seat)
    deal_cards(copy, seat)
    reseal(copy, seat)
    relist_options(copy)
    return copy


def reshuffle(state: Settlers, luck: Luck) -> None:
    """Put the deck in another order; what the seats know and hold stays."""
    state.deck = tuple(luck.shuffled(sorted(state.deck), "reshuffle"))


def _viewer(state: Settlers, seat: int | None) -> int:
    """The place of a seat among viewers; the public is the last."""
    return len(state.players) if seat is None else seat


def choose_hands(state: Settlers, seat: int | None) -> None:
    """The hands become one of those that the viewer holds for possible, as likely as it is."""
    belief, row = state.beliefs[_viewer(state, seat)], state.doubts[_viewer(state, seat)]
    if belief != CERTAIN:
        place = state.luck.below(sum(each[0] for each in belief), "redeal thefts")
        weights = accumulate(each[0] for each in belief)
        chosen = next(each for each, upto in zip(belief, weights, strict=True) if place < upto)
        belief = seen_from(belief, chosen)
        for number, more in enumerate(chosen[1:]):
            state.players[number // CARD_KINDS].hand[number % CARD_KINDS] += more
        row = tuple(doubt + more for doubt, more in zip(row, chosen[1:], strict=True))
    state.beliefs = (*(from_seat(belief, other) for other in range(len(state.players))), belief)
    state.doubts = _as_doubted_by_all(row, len(state.players))


def deal_hands(state: Settlers, seat: int | None, aside: Sequence[int], shown: Mapping[int, Shown]) -> tuple[int, ...]:
    """The cards in doubt and those aside change places; every hand keeps its size. What lies aside then is returned.

    Who has shown something gets first what it must hold, then its other cards; in what is left there are no bounds.
    """
    row = state.doubts[_viewer(state, seat)]
    unsure = [row[n * CARD_KINDS : (n + 1) * CARD_KINDS] for n in range(len(state.players))]
    pile = [kind for counts in unsure for kind, amount in enumerate(counts) for _ in range(amount)]
    pile = state.luck.shuffled(sorted([*pile, *aside]), "redeal hands")
    taken: list[list[int]] = [[] for _ in state.players]
    for number, known in shown.items():
        missing = known.least - _sure(state, number, unsure[number], known.kinds)
        taken[number] = _take(pile, missing, _others(known.kinds), 0)
    for number, known in shown.items():
        room = known.most - _sure(state, number, unsure[number], known.kinds) - len(taken[number])
        taken[number] += _take(pile, sum(unsure[number]) - len(taken[number]), known.kinds, room)
    for number, counts in enumerate(unsure):
        taken[number] += _take(pile, sum(counts) - len(taken[number]), (), 0)
    _hand_out(state, unsure, taken)
    return tuple(pile)


def _sure(state: Settlers, seat: int, unsure: tuple[int, ...], kinds: Sequence[int]) -> int:
    """The cards of these kinds that the viewer knows to be in the hand."""
    return sum(state.players[seat].hand[kind] - unsure[kind] for kind in kinds)


def _others(kinds: Sequence[int]) -> tuple[int, ...]:
    return tuple(kind for kind in range(CARD_KINDS) if kind not in kinds)


def _take(pile: list[int], wanted: int, bounded: Sequence[int], room: int) -> list[int]:
    """So many cards from the top of the pile, of the bounded kinds no more than there is room for."""
    taken: list[int] = []
    left: list[int] = []
    for card in pile:
        fits = len(taken) < wanted and (card not in bounded or room > 0)
        (taken if fits else left).append(card)
        room -= fits and card in bounded
    pile[:] = left
    return taken


def _hand_out(state: Settlers, unsure: list[tuple[int, ...]], taken: list[list[int]]) -> None:
    """The cards in doubt are now those taken. What others doubt is not known: they take over what the viewer doubts."""
    row: list[int] = []
    for player, counts, cards in zip(state.players, unsure, taken, strict=True):
        for kind in range(CARD_KINDS):
            row.append(cards.count(kind))
            player.hand[kind] += row[-1] - counts[kind]
    state.doubts = _as_doubted_by_all(tuple(row), len(state.players))
    state.beliefs = tuple(LOST if any(each) else CERTAIN for each in state.doubts)


def _as_doubted_by_all(row: tuple[int, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """Every seat doubts what the viewer doubts, but for its own hand."""
    none = (0,) * CARD_KINDS
    own = [slice(viewer * CARD_KINDS, (viewer + 1) * CARD_KINDS) for viewer in range(seats)]
    return (*((*row[: mine.start], *none, *row[mine.stop :]) for mine in own), row)


def deal_cards(state: Settlers, seat: int | None) -> None:
    """Nothing that would have ended the game is dealt; when it is over, all cards have been shown."""
    if not state.agenda:
        return
    _deal_cards(state, seat)
    while seat != state.active and true_points(state, state.active) >= state.rules.target:
        _deal_cards(state, seat)


def _deal_cards(state: Settlers, seat: int | None) -> None:
    """Unplayed development cards of the others and the deck are one pile, dealt in the same numbers."""
    others = [player for number, player in enumerate(state.players) if number != seat]
    kinds = range(len(DEV_CARDS))
    unseen = [*state.deck, *(kind for player in others for kind in kinds for _ in range(player.dev_cards[kind]))]
    pile = state.luck.shuffled(sorted(unseen), "redeal cards")
    for player in others:
        fresh, held = sum(player.fresh), sum(player.dev_cards)
        hand = [pile.pop() for _ in range(held)]
        player.dev_cards = tuple(hand.count(kind) for kind in kinds)
        player.fresh = tuple(hand[:fresh].count(kind) for kind in kinds)
    state.deck = tuple(pile)


def reseal(state: Settlers, seat: int | None) -> None:
    """A sealed reply of another seat could be whatever its new hand allows."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Replies) and top.answers:
        given = sorted(top.answers, key=itemgetter(0))  # in which order they came is nobody's business
        answers = tuple((other, old if other == seat else _reply(state, top, other)) for other, old in given)
        state.agenda[-1] = replace(top, answers=answers)


def _reply(state: Settlers, top: Replies, seat: int) -> Action:
    replies = top.options(state, seat)
    return replies[state.luck.below(len(replies), "redeal replies")]
