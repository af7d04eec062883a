"""The auction of an event (rules 7.1 to 7.4): one record on the agenda, with who speaks, the bid and who leads it.

Every answer raises the bid or takes a seat out, bids are bounded by what lies open, and a default excludes a seat: it
always ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.robber import DiscardCard, discard_card
from serai.referee.catan_rules.state import NOBODY, one_more
from serai.referee.core.agenda import Action, Decision
from serai.referee.core.errors import IllegalAction
from serai.referee.games.alexander.board import ACCEPTS, EVENTS, GOLD, LISTED_BIDS, SETTLEMENT
from serai.referee.games.alexander.events import AuctionOpened, AuctionWon, BidMade, BidPassed, Defaulted, NobodyBid
from serai.referee.games.alexander.payment import collect, public_limit, real_limit
from serai.referee.games.alexander.state import Alexander, Sale


@dataclass(frozen=True, slots=True)
class PassBid(Action):
    """Leave this auction."""

    form = "pass_bid"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Promise so much in all."""

    form = "bid:{bid}"
    bid: int


PASS_BID = PassBid()
make_bid = cache(Bid)


@dataclass(frozen=True, slots=True)
class Opening:
    """A step: an auction begins; the active seat speaks first, or the next one that is not excluded."""

    event: int
    junction: int
    excluded: tuple[int, ...] = ()

    def __call__(self, state: Alexander) -> None:
        state.tell(AuctionOpened(self.event, self.junction))
        speakers = [seat for seat in state.clockwise(state.active) if seat not in self.excluded]
        if speakers:
            state.then(Auction(self.event, self.junction, speakers[0], excluded=self.excluded))
        else:
            nobody_helps(state, self.event, self.junction)


@dataclass(frozen=True, slots=True)
class Auction(Decision[Alexander]):
    """One seat speaks: it bids more, or passes for good. Who can visibly bid no more passes without being asked."""

    event: int
    junction: int
    seat: int
    bid: int = 0
    leader: int = NOBODY
    passed: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()

    open_ended = (Bid,)

    def options(self, state: Alexander, seat: int) -> list[Action]:
        """The next few bids; higher ones are allowed as well."""
        most = min(self.bid + LISTED_BIDS, public_limit(state, seat, self.event))
        return [PASS_BID, *map(make_bid, range(self.bid + 1, most + 1))]

    def check(self, state: Alexander, seat: int, action: Action) -> None:
        if isinstance(action, Bid):
            most = public_limit(state, seat, self.event)
            if not self.bid < action.bid <= most:
                raise IllegalAction(f"a bid is above {self.bid} and up to {most}, not {action.bid}")
        else:
            Decision.check(self, state, seat, action)

    def resolve(self, state: Alexander, seat: int, action: Action) -> None:
        if isinstance(action, Bid):
            state.tell(BidMade(seat, action.bid))
            self.go_on(state, action.bid, seat, self.passed)
        else:
            state.tell(BidPassed(seat))
            self.go_on(state, self.bid, self.leader, (*self.passed, seat))

    def go_on(self, state: Alexander, bid: int, leader: int, passed: tuple[int, ...]) -> None:
        """Clockwise to the next who neither leads nor is out; without one the auction is over."""
        silent = (leader, *passed, *self.excluded)
        for seat in state.others(self.seat):
            if seat not in silent:
                state.then(Auction(self.event, self.junction, seat, bid, leader, passed, self.excluded))
                return
        if leader == NOBODY:
            nobody_helps(state, self.event, self.junction)
        else:
            close(state, Sale(self.event, self.junction, leader, bid, passed, self.excluded))


def close(state: Alexander, sale: Sale) -> None:
    """Who leads pays and is rewarded, or turns out to have promised too much."""
    if real_limit(state, sale.seat, sale.event) < sale.bid:
        default(state, sale)
    else:
        state.tell(AuctionWon(sale.seat, sale.bid))
        collect(state, sale)


def nobody_helps(state: Alexander, event: int, junction: int) -> None:
    """A chip leaves the game; a temple's ground stays free."""
    state.tell(NobodyBid(event, junction))
    if event != SETTLEMENT:
        state.removed = one_more(state.removed, event)


def default(state: Alexander, sale: Sale) -> None:
    """Who cannot pay returns half its cards; then the auction starts again without it (rules 7.4)."""
    me = state.players[sale.seat]
    state.tell(Defaulted(sale.seat, sale.bid))
    state.then(Opening(sale.event, sale.junction, (*sale.excluded, sale.seat)))
    if me.cards // 2:
        most = sale.bid - 1 - me.hand[GOLD] - me.knights * EVENTS[sale.event].soldier
        state.then(Penalty(sale.seat, sale, me.cards // 2, most))


@dataclass(frozen=True, slots=True)
class Penalty(Decision[Alexander]):
    """Cards of the own choice, one by one; gold and soldiers stay. Of accepted kinds it holds `most` at most: it
    could not pay, which everybody knows.
    """

    seat: int
    sale: Sale
    left: int
    most: int

    def options(self, state: Alexander, seat: int) -> list[Action]:
        hand = state.players[seat].hand
        return [discard_card(resource) for resource in range(CARD_KINDS) if hand[resource]]

    def always_asked(self, state: Alexander, seat: int) -> bool:
        """Not being asked would tell that the hand holds one kind only."""
        return True

    def resolve(self, state: Alexander, seat: int, action: Action) -> None:
        assert isinstance(action, DiscardCard)
        if self.left > 1:
            most = self.most - (action.resource in ACCEPTS[self.sale.event])
            state.then(replace(self, left=self.left - 1, most=most))
        action.apply(state, seat)
