"""What holds in every state of Council of Four, whoever decided what (RULES.md, section 13)."""

from __future__ import annotations

from serai.referee.core.agenda import Event, decision, options, over, waiting
from serai.referee.games.council_of_four.board import (
    BONUS_TILES,
    COPIES,
    COUNCILLORS,
    EMPORIA,
    KINDS,
    KING_TILES,
    PERMITS,
    POOL,
    REGION_OF,
    SLOTS,
    TRACKS,
)
from serai.referee.games.council_of_four.events import TurnedUp
from serai.referee.games.council_of_four.state import Council
from serai.referee.games.council_of_four.view import PHASES, effects, pending

REVEALS: frozenset[type[Event]] = frozenset({TurnedUp})

ALL_CARDS = list(COPIES)
ALL_PERMITS = list(range(len(PERMITS)))

# The longest list each decision can have; None: as many as the acting player owns tiles.
BOUNDS: dict[str, int | None] = {
    "turn": 9,
    "elect_council": 4,
    "elect_colour": 6,
    "permit_region": 3,
    "permit_tile": 2,
    "payment": 47,
    "build_tile": None,
    "build_city": 3,
    "king_city": 15,
    "swap_region": 3,
    "token": 10,
    "token_first": 9,
    "free_permit": 6,
    "reuse_permit": None,
}


def check(state: Council) -> None:
    councillors(state)
    cards(state)
    permits(state)
    assistants(state)
    tracks(state)
    emporia(state)
    rewards(state)
    king(state)
    turn(state)
    choices(state)


def councillors(state: Council) -> None:
    """No. 1: 24, four of each colour; four in every balcony, eight beside the board."""
    sitting = [colour for balcony in state.balconies for colour in balcony]
    for colour, beside in enumerate(state.pool):
        assert beside >= 0
        assert sitting.count(colour) + beside == COUNCILLORS.per_colour
    assert {len(balcony) for balcony in state.balconies} == {COUNCILLORS.per_balcony}
    assert sum(state.pool) == POOL


def cards(state: Council) -> None:
    """No. 2: 90, 13 of each colour and 12 wild cards."""
    held = [player.hand for player in state.players]
    assert min(map(min, held)) >= 0
    assert list(map(sum, zip(*held, state.discard, map(state.deck.count, range(len(KINDS))), strict=True))) == ALL_CARDS


def permits(state: Council) -> None:
    """No. 3: every tile exists once, in its region; no empty place above a pile while nothing is pending."""
    owned = [tile for player in state.players for tile in player.permits]
    lying = [tile for tile in state.face_up if tile is not None]
    piled = [tile for pile in state.piles for tile in pile]
    assert sorted(owned + lying + piled) == ALL_PERMITS
    assert all(REGION_OF[tile] == slot // SLOTS for slot, tile in enumerate(state.face_up) if tile is not None)
    assert all(REGION_OF[tile] == region for region, pile in enumerate(state.piles) for tile in pile[:1])
    assert all(0 <= known <= len(pile) for known, pile in zip(state.known, state.piles, strict=True))
    if None in state.face_up and (over(state) or PHASES[pending(state).phase] == "turn"):
        empty = {slot // SLOTS for slot, tile in enumerate(state.face_up) if tile is None}
        assert not any(state.piles[region] for region in empty)


def assistants(state: Council) -> None:
    """No. 4: 48 together (or as many as the option says)."""
    held = [player.assistants for player in state.players]
    assert state.assistant_pool + sum(held) == state.variant.assistants
    assert min(*held, state.assistant_pool) >= 0


def tracks(state: Council) -> None:
    """No. 5: nobody leaves the tracks."""
    for player in state.players:
        assert 0 <= player.coins <= state.variant.coins_cap
        assert 0 <= player.nobility <= TRACKS.nobility
        assert player.vp >= 0


def emporia(state: Council) -> None:
    """No. 6 and 7: ten at most; a permit turned down stands for one each; neutral ones with two players only."""
    for player in state.players:
        assert len(player.emporia) <= EMPORIA
        assert len(player.permits_down) <= len(player.emporia)
    if len(state.players) == 2:
        assert 3 <= len(state.neutral) <= 9
    else:
        assert not state.neutral


def rewards(state: Council) -> None:
    """No. 8: every bonus tile once; the king's tiles go from the top, one with each bonus tile."""
    taken = [tile for player in state.players for tile in player.bonus_tiles]
    assert sorted([*state.bonus_left, *taken]) == list(range(len(BONUS_TILES)))
    kings = [value for player in state.players for value in player.king_tiles]
    assert len(kings) == min(len(KING_TILES), len(taken))
    assert sorted(kings, reverse=True) == list(KING_TILES[: len(kings)])
    assert state.king_pile == KING_TILES[len(kings) :]


def king(state: Council) -> None:
    """No. 9: he stands on the purple city, or where somebody built."""
    assert state.king == state.variant.kingdom.king_city or any(
        state.king in player.emporia for player in state.players
    )


def turn(state: Council) -> None:
    """No. 10: the turn's counters; a turn that is over had its main action."""
    assert state.main_left >= 0
    assert state.quick_left in (0, 1)
    assert not over(state) or state.mains_done > 0
    assert 1 <= state.round <= state.variant.max_rounds
    assert (state.trigger is None) == all(len(player.emporia) < EMPORIA for player in state.players)


def choices(state: Council) -> None:
    """No. 11: somebody is asked unless the game is over; the list is short and has nothing twice."""
    if over(state):
        return
    assert waiting(state) == (state.active,)
    listed = options(state, state.active)
    assert listed, decision(state)
    assert len(set(listed)) == len(listed)
    bound = BOUNDS[PHASES[pending(state).phase]]
    assert len(listed) <= (len(state.player.permits) if bound is None else bound)
    assert PHASES[pending(state).phase] != "turn" or not effects(state)
