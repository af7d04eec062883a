"""The deck and the discard pile (chapter "Drawing a card"; rules 7.10)."""

from __future__ import annotations

from serai.referee.games.yspahan.events import Drew, PlayedCard, Reshuffled
from serai.referee.games.yspahan.state import Yspahan


def cards_left(state: Yspahan) -> bool:
    """Whether there is a card to draw, in the deck or in the discard pile."""
    return bool(state.deck or state.discard)


def draw_card(state: Yspahan, seat: int) -> None:
    """The top card goes to the hand; a used-up deck is made anew from the discards; from nothing comes nothing."""
    if not state.deck:
        _reshuffle(state)
    if state.deck:
        kind = state.deck.pop()
        state.players[seat].hand.append(kind)
        state.tell(Drew(seat, kind))


def discard(state: Yspahan, seat: int, kind: int) -> None:
    """A played or thrown card lies face up on the pile at once."""
    state.players[seat].hand.remove(kind)
    state.discard.append(kind)


def spend_card(state: Yspahan, seat: int, kind: int) -> None:
    """A card is played for its effect: everybody sees which."""
    discard(state, seat, kind)
    state.tell(PlayedCard(seat, kind))


def _reshuffle(state: Yspahan) -> None:
    """Equal kinds together, then shuffled: the order of the pile does not matter."""
    if state.discard:
        state.deck = state.luck.shuffled(sorted(state.discard), "reshuffle")
        state.tell(Reshuffled(len(state.deck)))
        state.discard = []
