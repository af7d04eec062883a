"""What a seat may see of the campaign: the family's view, and the scenario's own things, all public (rules 11)."""

from __future__ import annotations

from typing import NamedTuple

from serai.referee.catan_rules import view as family
from serai.referee.catan_rules.state import NOBODY
from serai.referee.games.alexander.advisers import Advisers
from serai.referee.games.alexander.auction import Auction, Penalty
from serai.referee.games.alexander.board import GOLD
from serai.referee.games.alexander.payment import Payment, Soldiers
from serai.referee.games.alexander.rewards import Temple
from serai.referee.games.alexander.state import Alexander, Sale

STEPS = ("bid", "penalty", "soldiers", "pay", "temple", "advisers")
BID, PENALTY, SOLDIERS, PAY, TEMPLE, ADVISERS = range(len(STEPS))


class AuctionView(NamedTuple):
    """An auction that runs, is being paid or rewarded; `left` are cards to be returned, or what is still due."""

    step: int
    event: int
    junction: int
    bid: int
    leader: int | None
    passed: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    left: int = 0


class View(NamedTuple):
    """The game as one seat sees it; by seat gold and chips won by event; advisers in use, the best first.

    `known` counts by seat the unplayed cards that everybody knows to be knights.
    """

    table: family.View
    position: int
    supply: int
    gold: tuple[int, ...]
    won: tuple[tuple[int, ...], ...]
    removed: tuple[int, ...]
    advisers: tuple[int, ...]
    buried: int
    auction: AuctionView | None
    known: tuple[int, ...]


def view(state: Alexander, seat: int | None) -> View:
    return View(
        family.view(state, seat),
        state.position,
        len(state.supply),
        tuple([player.hand[GOLD] for player in state.players]),
        state.won,
        state.removed,
        state.advisers,
        state.buried,
        auction(state),
        state.known,
    )


def auction(state: Alexander) -> AuctionView | None:
    """What is public of it: everything but the hands."""
    top = state.agenda[-1] if state.agenda else None
    match top:
        case Auction():
            leader = None if top.leader == NOBODY else top.leader
            return AuctionView(BID, top.event, top.junction, top.bid, leader, top.passed, top.excluded)
        case Penalty():
            return sold(PENALTY, top.sale, top.left)
        case Soldiers():
            return sold(SOLDIERS, top.sale, top.sale.bid)
        case Payment():
            return sold(PAY, top.sale, top.due)
        case Temple():
            return sold(TEMPLE, top.sale, 0)
        case Advisers():
            return sold(ADVISERS, top.sale, 0)
    return None


def sold(step: int, sale: Sale, left: int) -> AuctionView:
    """What is still to be decided after the bidding."""
    return AuctionView(step, sale.event, sale.junction, sale.bid, sale.seat, sale.passed, sale.excluded, left)
