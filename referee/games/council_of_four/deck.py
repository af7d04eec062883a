"""Drawing politics cards (chapter "Phase 1"; rules 6.2)."""

from __future__ import annotations

from serai.referee.games.council_of_four.board import KINDS
from serai.referee.games.council_of_four.events import DeckReformed, Drew
from serai.referee.games.council_of_four.state import Council


def draw_cards(state: Council, seat: int, cards: int) -> None:
    """One card after the other from the top; a deck that runs out is made anew at once, from nothing comes nothing."""
    for _ in range(cards):
        if not state.deck:
            reform(state)
        if state.deck:
            kind = state.deck.pop()
            state.players[seat].hand[kind] += 1
            state.tell(Drew(seat, kind))
        if not state.deck:
            reform(state)


def reform(state: Council) -> None:
    """The discards, kind by kind, are shuffled; each new deck has draws of its own, however many cards came before."""
    if any(state.discard):
        state.reforms += 1
        cards = [kind for kind in range(len(KINDS)) for _ in range(state.discard[kind])]
        state.deck = state.luck.shuffled(cards, f"reform {state.reforms}")
        state.discard = [0] * len(KINDS)
        state.tell(DeckReformed(len(cards)))
