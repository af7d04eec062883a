"""What holds whenever somebody decides and when the game is over (rules 15, no. 1 to 5)."""

from __future__ import annotations

from serai.referee.games.yspahan.board import BUILDINGS, DECK, EMPTY, GOODS, SHOPS_OF
from serai.referee.games.yspahan.state import Yspahan


def check(state: Yspahan) -> None:
    """All of them."""
    no_card_is_lost(state)
    no_good_is_lost(state)
    no_souk_holds_two_colours(state)
    the_caravan_has_a_free_slot(state)
    buildings_differ(state)


def no_card_is_lost(state: Yspahan) -> None:
    """No. 1: deck, discard pile and hands are the 18 cards."""
    held = [kind for player in state.players for kind in player.hand]
    assert sorted([*state.deck, *state.discard, *held]) == list(DECK)


def no_good_is_lost(state: Yspahan) -> None:
    """No. 2: 25 for each player, and nothing is owed."""
    for seat, player in enumerate(state.players):
        assert player.stock + state.shops.count(seat) + state.caravan.count(seat) == GOODS
        assert min(player.stock, player.gold, player.camels) >= 0


def no_souk_holds_two_colours(state: Yspahan) -> None:
    """No. 3."""
    for shops in SHOPS_OF:
        assert len({state.shops[shop] for shop in shops} - {EMPTY}) <= 1


def the_caravan_has_a_free_slot(state: Yspahan) -> None:
    """No. 4: a full one is emptied before anybody decides again."""
    assert len(state.caravan) < state.variant.caravan_slots
    assert set(state.caravan) <= set(range(len(state.players)))


def buildings_differ(state: Yspahan) -> None:
    """No. 5: each of them at most once."""
    for player in state.players:
        assert len(set(player.buildings)) == len(player.buildings) <= len(BUILDINGS)
