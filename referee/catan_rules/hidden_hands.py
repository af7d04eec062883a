"""What cannot be known of a hand (rules 8). Every card moves face up except a stolen one, which two seats see.

In a game with a pile of cards face down, a card drawn from it is seen by its owner only.

For each viewer (every seat, and last the public) and each hand, `doubts` counts by kind the cards the viewer cannot
be sure of. All other cards of the hand it knows from what happened in the open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from serai.referee.catan_rules.beliefs import (
    CERTAIN,
    LOST,
    Belief,
    after_seen_theft,
    after_theft,
    with_at_least,
    with_exactly,
)
from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.state import Settlers


def settle_doubt(state: Settlers, seat: int, kind: int) -> None:
    """Cards were shown and left the hand: nobody doubts more cards of a kind than are left."""
    held = state.players[seat].hand[kind]
    _doubt_at_most(state, seat * CARD_KINDS + kind, held)
    _believe(state, with_at_least, seat * CARD_KINDS + kind, held)


def show(state: Settlers, seat: int, goods: Sequence[int]) -> None:
    """What a seat said has shown that these are in its hand: nobody doubts them any longer."""
    hand = state.players[seat].hand
    for kind in {*goods}:
        if kind < CARD_KINDS:
            place, others = seat * CARD_KINDS + kind, hand[kind] - goods.count(kind)
            _doubt_at_most(state, place, others)
            _believe(state, with_at_least, place, others)


def show_all(state: Settlers, seat: int, kind: int) -> None:
    """A seat has handed over all its cards of a kind: it has none left, which everybody has seen."""
    _believe(state, with_exactly, seat * CARD_KINDS + kind)


def _believe(state: Settlers, learn: Callable[..., Belief], *shown: int) -> None:
    """All viewers learn the same. Who has lost count but doubts nothing any more is certain again."""
    if any(state.beliefs):
        pairs = zip(state.beliefs, state.doubts, strict=True)
        state.beliefs = tuple([belief and _learnt(belief, row, learn, shown) for belief, row in pairs])


def _learnt(belief: Belief, row: tuple[int, ...], learn: Callable[..., Belief], shown: tuple[int, ...]) -> Belief:
    return CERTAIN if belief == LOST and not any(row) else learn(belief, *shown)


def _doubt_at_most(state: Settlers, place: int, most: int) -> None:
    for row in state.doubts:
        if row[place] > most:
            state.doubts = tuple(_with(row, place, min(row[place], most)) for row in state.doubts)
            return


def drawn(state: Settlers, seat: int, kind: int) -> None:
    """One card came unseen: nobody but its owner can be sure of it."""
    place = seat * CARD_KINDS + kind
    state.doubts = tuple(
        row if viewer == seat else _with(row, place, row[place] + 1) for viewer, row in enumerate(state.doubts)
    )
    state.beliefs = tuple(belief if viewer == seat else LOST for viewer, belief in enumerate(state.beliefs))


def stolen(state: Settlers, thief: int, victim: int, kind: int, before: tuple[int, ...]) -> None:
    """One card went unseen: for all but two it may have been any card of the victim's, and any came to the thief.

    The thief has seen the card, so its own doubts about the victim settle as if the card had been shown.
    """
    rows, beliefs, seats = list(state.doubts), list(state.beliefs), len(state.players)
    for viewer, row in enumerate(rows):
        if viewer not in (thief, victim):
            rows[viewer] = _after_theft(state, row, thief, victim, kind, before)
            beliefs[viewer] = after_theft(beliefs[viewer], seats, thief, victim, kind, before)
    beliefs[thief] = after_seen_theft(beliefs[thief], victim, kind, before)
    state.doubts, state.beliefs = tuple(rows), tuple(beliefs)
    settle_doubt(state, victim, kind)


def _after_theft(
    state: Settlers, row: tuple[int, ...], thief: int, victim: int, kind: int, before: tuple[int, ...]
) -> tuple[int, ...]:
    counts = list(row)
    for resource in range(CARD_KINDS):
        place = victim * CARD_KINDS + resource
        sure = max(0, before[resource] - row[place] - 1)
        counts[place] = state.players[victim].hand[resource] - sure
    counts[thief * CARD_KINDS + kind] += 1
    return tuple(counts)


def _with(row: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*row[:place], value, *row[place + 1 :])
