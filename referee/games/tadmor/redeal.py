"""The same state with all that a seat cannot know dealt anew."""

from __future__ import annotations

from serai.referee.core.agenda import relist_options
from serai.referee.core.luck import Luck
from serai.referee.games.tadmor.board import REGIONS
from serai.referee.games.tadmor.rare_goods import COLOURS
from serai.referee.games.tadmor.state import NOBODY, Tadmor


def redeal(state: Tadmor, seat: int | None, luck: Luck) -> Tadmor:
    """Return a copy in which other hands, the deck, the order of the piles below their tops, the chosen Marauders card
    and the luck to come are dealt anew."""
    copy = state.clone()
    copy.luck = luck
    _deal_missions(copy, seat)
    for colour in COLOURS:
        pile = copy.piles[colour]
        copy.piles[colour] = [*luck.shuffled(sorted(pile[:-1]), "redeal piles"), *pile[-1:]]
    if copy.holder not in (NOBODY, seat):
        candidates = [region for region in range(len(REGIONS)) if region != copy.current]
        copy.held = candidates[luck.below(len(candidates), "redeal marauders")]
    relist_options(copy)
    return copy


def reshuffle(state: Tadmor, luck: Luck) -> None:
    """Put the deck and the piles below their tops in another order; what the seats know and hold stays."""
    state.deck = luck.shuffled(sorted(state.deck), "reshuffle")
    for colour in COLOURS:
        pile = state.piles[colour]
        state.piles[colour] = [*luck.shuffled(sorted(pile[:-1]), "reshuffle piles"), *pile[-1:]]


def _deal_missions(state: Tadmor, seat: int | None) -> None:
    """Hands of the same sizes from the unseen cards; the rest is the deck."""
    others = [player for index, player in enumerate(state.players) if index != seat]
    unseen = sorted(state.deck + [card for player in others for card in player.hand])
    cards = state.luck.shuffled(unseen, "redeal missions")
    for player in others:
        player.hand, cards = cards[: len(player.hand)], cards[len(player.hand) :]
    state.deck = cards
