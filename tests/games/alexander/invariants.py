"""What holds in every state of the campaign: the laws of the family, and of path, chips and advisers (rules 14)."""

from __future__ import annotations

from collections import Counter

from serai.referee.catan_rules.components import KNIGHT
from serai.referee.catan_rules.events import BY_TARGET
from serai.referee.catan_rules.rules import ENDLESS
from serai.referee.catan_rules.state import NOBODY
from serai.referee.core.agenda import over
from serai.referee.games.alexander.advisers import chips_won
from serai.referee.games.alexander.auction import Auction, Penalty
from serai.referee.games.alexander.board import (
    CHIP,
    CHIPS,
    CHIPS_NEEDED,
    COLOURS,
    GOAL,
    GOLD,
    JUNCTIONS,
    PATH,
    SETTLEMENT,
)
from serai.referee.games.alexander.events import AuctionOpened, AuctionWon, Defaulted
from serai.referee.games.alexander.payment import Payment, Soldiers, real_limit
from serai.referee.games.alexander.state import Alexander
from tests.catan_rules import invariants

REVEALS = invariants.REVEALS | {AuctionOpened, AuctionWon, Defaulted}


def check(state: Alexander) -> None:
    invariants.check(state, state.supply)
    gold_is_counted(state)
    chips_are_counted(state)
    nobody_settles_ahead(state)
    advisers_have_enough_chips(state)
    spent_knights_lie_at_the_bottom(state)
    an_auction_is_in_order(state)


def gold_is_counted(state: Alexander) -> None:
    """Gold moves only between the endless supply and the seats."""
    assert state.bank[GOLD] + sum(player.hand[GOLD] for player in state.players) == ENDLESS


def chips_are_counted(state: Alexander) -> None:
    """On the path, won, removed, spare and the one in auction are all of them, kind by kind."""
    chips = [*state.chips, *state.spare]
    chips += [kind for counts in (*state.won, state.removed) for kind, n in enumerate(counts) for _ in range(n)]
    event = in_auction(state)
    chips += [] if event in (None, SETTLEMENT) else [event]
    missing = Counter(CHIPS)
    missing.subtract(chips)
    assert min(missing.values()) >= 0
    assert missing.total() <= ended_in_an_auction(state)
    assert len(state.chips) == JUNCTIONS[state.position + 1 :].count(CHIP)
    assert 0 <= state.position < len(JUNCTIONS)
    assert COLOURS[state.position] != GOAL or over(state)


def ended_in_an_auction(state: Alexander) -> bool:
    """Soldiers sent by another can make the active seat win before the chip is paid for."""
    return over(state) and state.ending == BY_TARGET


def in_auction(state: Alexander) -> int | None:
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Auction):
        return top.event
    return top.sale.event if isinstance(top, Penalty | Soldiers | Payment) else None


def nobody_settles_ahead(state: Alexander) -> None:
    """Neither a building nor open ground where Alexander has not passed."""
    ahead = PATH[state.position + 1 :]
    assert not any(state.vertices[vertex] or state.open[vertex] for vertex in ahead)


def advisers_have_enough_chips(state: Alexander) -> None:
    """At most one card each, for three chips or more; an unclaimed card means that nobody else has enough for it."""
    holders = [holder for holder in state.advisers if holder != NOBODY]
    assert len(set(holders)) == len(holders)
    assert list(state.advisers[: len(holders)]) == holders, "a worse card is taken before a better one"
    chips = [chips_won(state, holder) for holder in holders]
    assert all(count >= CHIPS_NEEDED for count in chips)
    others = [chips_won(state, seat) for seat in range(len(state.players)) if seat not in holders]
    assert NOBODY not in state.advisers or max(others, default=0) < CHIPS_NEEDED


def spent_knights_lie_at_the_bottom(state: Alexander) -> None:
    assert 0 <= state.buried <= len(state.deck)
    assert set(state.deck[: state.buried]) <= {KNIGHT}
    assert all(known <= player.dev_cards[KNIGHT] for known, player in zip(state.known, state.players, strict=True))
    assert state.known_fresh <= min(state.known[state.active], state.players[state.active].fresh[KNIGHT])


def an_auction_is_in_order(state: Alexander) -> None:
    """A bid has a leader, who is not out of it; who pays can pay."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Auction):
        assert (top.bid == 0) == (top.leader == NOBODY)
        assert not {top.leader, top.seat} & {*top.passed, *top.excluded}
        assert top.leader != top.seat
    if isinstance(top, Soldiers):
        assert real_limit(state, top.seat, top.sale.event) >= top.sale.bid
