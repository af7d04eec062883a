"""How worlds are drawn, compared with an enumeration of all that could be (docs/search-and-learning.md)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb, prod
from typing import Any

import pytest

from serai.referee.catan_rules.components import DEV_CARDS, KNIGHT, VICTORY_POINT
from serai.referee.catan_rules.scoring import true_points
from serai.referee.core.agenda import relist_options
from serai.referee.core.luck import Luck
from serai.referee.games import GAMES
from serai.referee.games.council_of_four import redeal as council_redeal
from serai.referee.games.council_of_four.council import affordable
from serai.referee.games.council_of_four.permits import PermitPayment
from serai.referee.games.tadmor.board import REGIONS
from tests.chances import all_deals, assert_fits, drawn, quantile
from tests.games.catan.table import GameTable as CatanTable
from tests.random_play import deal


def begin(game: str, seats: int) -> Any:
    return GAMES[game].begin(seats, deal(1), {})


def test_chi_square_knows_a_loaded_die() -> None:
    fair, loaded = Counter(dict.fromkeys("abcdef", 250)), Counter({**dict.fromkeys("abcde", 235), "f": 325})
    assert_fits(Counter(fair), dict.fromkeys("abcdef", 1))
    with pytest.raises(AssertionError, match="for 5 degrees of freedom"):
        assert_fits(Counter(loaded), dict.fromkeys("abcdef", 1))
    with pytest.raises(AssertionError, match="impossible"):
        assert_fits(Counter(fair), dict.fromkeys("abcde", 1))
    assert 25 < quantile(5) < 28


def test_yspahan_deals_the_unseen_cards_in_any_order() -> None:
    """Seat 0 sees its own hand; two others hold one and two of six cards, three of which are alike."""
    state = begin("yspahan", 3)
    unseen = [0, 0, 0, 1, 2, 3]
    state.players[1].hand, state.players[2].hand, state.deck = [0], [0, 0], [1, 2, 3]

    def seen(order: Any) -> tuple[Any, ...]:
        return order[0], tuple(sorted(order[1:3])), order[5]

    found = drawn(
        lambda luck: GAMES["yspahan"].redeal(state, 0, luck),
        lambda twin: (twin.players[1].hand[0], tuple(sorted(twin.players[2].hand)), twin.deck[-1]),
    )
    assert_fits(found, all_deals(unseen, seen))


def test_tadmor_deals_missions_and_the_chosen_card_in_any_way() -> None:
    state = begin("tadmor", 3)
    state.players[1].hand, state.players[2].hand, state.deck = [4], [7], [1, 9]
    state.holder, state.held, state.current = 2, 0, 1
    found = drawn(
        lambda luck: GAMES["tadmor"].redeal(state, 0, luck),
        lambda twin: (twin.players[1].hand[0], twin.players[2].hand[0], twin.held),
    )
    others = [region for region in range(len(REGIONS)) if region != state.current]
    assert_fits(found, {(*hands, held): 1 for hands in permutations([1, 4, 7, 9], 2) for held in others})


@pytest.mark.parametrize("tries", [0, 60])
def test_council_deals_every_hand_that_can_pay(monkeypatch: pytest.MonkeyPatch, tries: int) -> None:
    """Both ways give the same chances: to deal again until it fits, and to list all hands that do."""
    monkeypatch.setattr(council_redeal, "TRIES", tries)
    state = begin("council_of_four", 2)
    kinds = len(state.discard)
    state.balconies[0] = (0, 0, 1, 2)
    state.players[0].coins = 7
    state.players[0].hand = [1, 1, 0, 0, 0, 0, 0]
    state.deck = [0, 2, 3, 3, 4, 5, 5, 6]
    state.active = 0
    state.agenda[-1] = PermitPayment(0, 0, state.face_up[0])
    relist_options(state)
    unseen = [state.deck.count(kind) + state.players[0].hand[kind] for kind in range(kinds)]
    weights = {}
    for hand in council_redeal._hands(2, unseen):
        state.player.hand = list(hand)
        if affordable(state, state.player, 0):
            weights[hand] = prod(map(comb, unseen, hand))
    state.players[0].hand = [1, 1, 0, 0, 0, 0, 0]
    assert 1 < len(weights) < len(list(council_redeal._hands(2, unseen)))
    found = drawn(
        lambda luck: GAMES["council_of_four"].redeal(state, 1, luck), lambda twin: tuple(twin.players[0].hand)
    )
    assert_fits(found, weights)


def test_catan_deals_no_card_that_would_have_won() -> None:
    """Anna has nine points to see, in her own turn: she holds no victory point, Ben may."""
    table = CatanTable()
    state = table.state
    anna, ben = state.players[0], state.players[1]
    anna.cities, anna.settlements = 4, 1
    anna.dev_cards = tuple(int(kind == KNIGHT) for kind in range(len(DEV_CARDS)))
    ben.dev_cards = tuple(int(kind == VICTORY_POINT) for kind in range(len(DEV_CARDS)))
    state.deck = (KNIGHT, VICTORY_POINT, 1)
    assert (state.active, true_points(state, 0)) == (0, 9)

    def seen(order: Any) -> tuple[Any, ...] | None:
        return None if order[0] == VICTORY_POINT else (order[0], order[1], order[4])

    def held(player: Any) -> int:
        return next(kind for kind, count in enumerate(player.dev_cards) if count)

    found = drawn(
        lambda luck: GAMES["catan"].redeal(state, 2, luck),
        lambda twin: (held(twin.players[0]), held(twin.players[1]), twin.deck[-1]),
    )
    assert_fits(found, all_deals([KNIGHT, KNIGHT, VICTORY_POINT, VICTORY_POINT, 1], seen))


def test_alexander_lays_chips_in_any_order() -> None:
    state = begin("alexander", 3)
    state.chips, state.spare = (0, 1, 1), (2,)
    found = drawn(lambda luck: GAMES["alexander"].redeal(state, 0, luck), lambda twin: (*twin.chips, *twin.spare))
    assert_fits(found, all_deals([0, 1, 1, 2], tuple))


def test_the_luck_of_a_redeal_is_the_one_it_is_given() -> None:
    state = begin("yspahan", 3)
    assert GAMES["yspahan"].redeal(state, 0, Luck(deal(5))).luck.deal == deal(5)
