"""What holds in every state of Cheops: the laws of the family and those of gold, ships and pyramid (rules 13)."""

from __future__ import annotations

from serai.referee.catan_rules.rules import ENDLESS
from serai.referee.catan_rules.state import NOBODY
from serai.referee.games.cheops.board import GOLD, PIECES, SITE_VERTICES, STONES_IN_ALL
from serai.referee.games.cheops.pyramid import fluch
from serai.referee.games.cheops.state import PHARAOH, Cheops
from tests.catan_rules import invariants

REVEALS = invariants.REVEALS


def check(state: Cheops) -> None:
    invariants.check(state)
    gold_is_counted(state)
    the_pyramid_is_counted(state)
    segen_and_fluch_lie_right(state)
    assert state.longest_road == NOBODY


def gold_is_counted(state: Cheops) -> None:
    """Gold moves only between the endless supply and the seats."""
    assert state.bank[GOLD] + sum(player.hand[GOLD] for player in state.players) == ENDLESS


def the_pyramid_is_counted(state: Cheops) -> None:
    """Every stone is a seat's or the pharaoh's, within their pieces; none before a building stands at the site."""
    assert state.started == any(state.vertices[vertex] for vertex in SITE_VERTICES)
    assert state.started or not state.pyramid
    assert state.pyramid.count(PHARAOH) == PIECES.pharaoh_stones - state.pharaoh_left
    assert tuple(state.pyramid.count(seat) for seat in range(len(state.players))) == state.stones
    assert len(state.pyramid) <= STONES_IN_ALL
    assert max(state.stones) <= PIECES.stones


def segen_and_fluch_lie_right(state: Cheops) -> None:
    """The Segen with the most stones, a Fluch with the fewest, both only once a seat has placed a stone."""
    cursed = fluch(state)
    assert (state.segen == NOBODY) == (sum(state.stones) == 0)
    assert len(cursed) < len(state.players)
    if state.segen != NOBODY:
        assert state.stones[state.segen] == max(state.stones)
        assert state.segen not in cursed
    assert all(state.stones[seat] == min(state.stones) < max(state.stones) for seat in cursed)
