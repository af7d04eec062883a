"""The same state with all that a seat cannot know dealt anew (rules 10)."""

from __future__ import annotations

from serai.referee.core.agenda import relist_options
from serai.referee.core.luck import Luck
from serai.referee.games.yspahan.state import Player, Yspahan


def redeal(state: Yspahan, seat: int | None, luck: Luck) -> Yspahan:
    """The same state with all that the seat cannot know dealt anew: other hands, the deck, the luck to come.

    Who is choosing a building has a card that makes one possible: a deal without it is no deal that could be.
    """
    copy = state.clone()
    copy.luck = luck
    others = [player for owner, player in enumerate(copy.players) if owner != seat]
    unseen = sorted(copy.deck + [kind for player in others for kind in player.hand])
    _deal(copy, others, unseen)
    while not all(copy.options.values()):
        _deal(copy, others, unseen)
    return copy


def reshuffle(state: Yspahan, luck: Luck) -> None:
    """Put the deck in another order; what the seats know and hold stays."""
    state.deck = luck.shuffled(sorted(state.deck), "reshuffle")


def _deal(state: Yspahan, players: list[Player], unseen: list[int]) -> None:
    """Hands of the same sizes from the unseen cards; the rest is the deck."""
    cards = state.luck.shuffled(unseen, "redeal")
    for player in players:
        player.hand, cards = cards[: len(player.hand)], cards[len(player.hand) :]
    state.deck = cards
    relist_options(state)
