"""What holds whenever somebody decides and when the game is over (rules 17, no. 1 to 8 and 13)."""

from __future__ import annotations

from collections import Counter

from serai.referee.core.agenda import Event, over
from serai.referee.games.tadmor.board import (
    CAMEL,
    CONSTANTS,
    COUNTS,
    IMPROVEMENTS,
    MISSIONS,
    MOST_PIECES,
    PIECES,
    PLACE_OF_TILE,
    REGIONS,
    SHIP,
    SPACES,
)
from serai.referee.games.tadmor.events import Revealed, TookGood
from serai.referee.games.tadmor.scoring import breakdown, score
from serai.referee.games.tadmor.state import FREE, IMPROVING, KINGDOM, NOBODY, Tadmor, owner_of, piece_of
from serai.referee.games.tadmor.works import COMPLETE, COMPLETION_BONUS, PARTS

K19 = 18
# The card comes to light by being shown, the next good of a pile by taking the one above it.
REVEALS: frozenset[type[Event]] = frozenset({Revealed, TookGood})


def check(state: Tadmor) -> None:
    """All of them."""
    goods_are_where_they_belong(state)
    pieces_are_where_they_belong(state)
    no_piece_is_lost(state)
    no_mission_is_lost(state)
    no_tile_is_twice(state)
    no_rare_good_is_lost(state)
    temples_have_cards(state)
    towers_stand(state)
    every_marauders_card_is_in_one_place(state)
    the_score_is_the_sum_of_its_parts(state)


def goods_are_where_they_belong(state: Tadmor) -> None:
    """No. 1: nothing below zero, Traded Goods only in the resolution stage, the limit kept when a turn begins."""
    for player in state.players:
        assert min(*player.warehouse, *player.traded) >= 0
        if not IMPROVING <= state.stage <= KINGDOM:
            assert sum(player.traded) == 0
        if state.stage == 1 and state.turn > 1:
            assert sum(player.warehouse) <= player.powers.warehouse_limit


def pieces_are_where_they_belong(state: Tadmor) -> None:
    """No. 2: a space of this side takes the piece on it, a private tile its owner's."""
    side = COUNTS[len(state.players)].board_side
    for space, code in enumerate(state.occupied[: len(SPACES)]):
        if code != FREE:
            assert SPACES[space].piece in (PIECES[piece_of(code)], "either")
            assert side in SPACES[space].sides
    for tile, place in PLACE_OF_TILE.items():
        if state.occupied[place] != FREE:
            assert tile in state.players[owner_of(state.occupied[place])].tiles


def no_piece_is_lost(state: Tadmor) -> None:
    """No. 2: on the board, on tiles and in reserve are all that a player owns."""
    placed = Counter((owner_of(code), piece_of(code)) for code in state.occupied if code != FREE)
    for seat, player in enumerate(state.players):
        for piece in (CAMEL, SHIP):
            assert placed[seat, piece] + player.reserve[piece] == player.owned[piece] <= MOST_PIECES[piece]
        assert player.owned[CAMEL] >= CONSTANTS.start_camels
        assert player.owned[SHIP] >= CONSTANTS.start_ships


def no_mission_is_lost(state: Tadmor) -> None:
    """No. 3: each of the 26 is in exactly one place."""
    held = [card for player in state.players for card in (*player.hand, *player.done, *player.returned)]
    assert sorted([*state.deck, *state.discard, *held]) == list(range(len(MISSIONS)))


def no_tile_is_twice(state: Tadmor) -> None:
    """No. 4: on offer or with one player; the others are in the box. Excluded tiles never appear."""
    out = [*state.offer, *(tile for player in state.players for tile in player.tiles)]
    assert len(set(out)) == len(out)
    assert len(state.players) > 2 or all(IMPROVEMENTS[tile].two_player for tile in out)
    assert all(IMPROVEMENTS[tile].era <= state.era for tile in out)


def no_rare_good_is_lost(state: Tadmor) -> None:
    """No. 5: nine types, as many of each as the number of players says."""
    counts = Counter(good for pile in state.piles for good in pile)
    for player in state.players:
        counts.update(dict(enumerate(player.rare)))
    assert set(counts.values()) == {COUNTS[len(state.players)].rare_copies_per_type}


def temples_have_cards(state: Tadmor) -> None:
    """No. 6: few cards of each part; one unfinished temple, unless the shrine mission was returned."""
    shown = Counter(part for player in state.players for part in player.temples)
    assert all(shown[part.index] <= part.cards for part in PARTS)
    for player in state.players:
        unfinished = sum(part < COMPLETE for part in player.temples)
        assert unfinished <= 1 + (K19 in player.returned)
    assert len(set(state.completions)) == len(state.completions)
    assert sum(COMPLETION_BONUS) == 3


def towers_stand(state: Tadmor) -> None:
    """No. 7: never below the ground, and nobody with the tile rests below a multiple."""
    for player in state.players:
        assert player.tower >= 0
        multiple = player.powers.free_level
        assert not multiple or player.tower % multiple != multiple - 1


def every_marauders_card_is_in_one_place(state: Tadmor) -> None:
    """No. 8: what is neither Current nor held nor revealed is the deck; no card is in two of these places."""
    away = [region for region in (state.current, state.held, state.revealed) if region != NOBODY]
    assert len(set(away)) == len(away)
    assert set(away) <= set(range(len(REGIONS)))
    assert (state.held == NOBODY) == (state.holder == NOBODY)


def the_score_is_the_sum_of_its_parts(state: Tadmor) -> None:
    """No. 13: exactly those with the most points, then the most rare goods, win."""
    if over(state):
        result = score(state)
        assert list(result.points) == [sum(breakdown(state, seat)) for seat in range(len(state.players))]
        keys = [(points, sum(player.rare)) for points, player in zip(result.points, state.players, strict=True)]
        assert [rank == 1 for rank in result.ranks] == [key == max(keys) for key in keys]
