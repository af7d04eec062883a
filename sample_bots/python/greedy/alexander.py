"""Alexander the Great: Catan's gains, with bids for temples and chips added, and payment with what hurts least.

It never bids more than it can pay, nor more than the thing is worth to it, and always the least that leads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from serai import Table
from serai.sample_bots.python.greedy import catan
from serai.sample_bots.python.greedy.catan import ARMY_MINIMUM
from serai.v1 import alexander_pb2 as a
from serai.v1.catan_pb2 import CatanAction

GOLD = 5
TEMPLE = 4.0  # what a settlement is worth in cards, before what it yields
CHIP = 2.5
PER_POINT = 2.0  # in cards, for the adviser a chip would bring
SOLDIER = 1.5  # what a soldier is worth in cards when no army depends on it
ARMY = 6.0


def choose(table: Table, view: a.AlexanderView, options: Sequence[a.AlexanderAction]) -> a.AlexanderAction:
    """The largest gain: an option, or an offer of our own."""
    seat = Seat(table, view)
    own = [a.AlexanderAction(common=CatanAction(offer=offer)) for offer in seat.own_offers()]
    return catan.best(seat, [*options, *own])


def gains(table: Table, view: a.AlexanderView, options: Sequence[a.AlexanderAction]) -> list[float]:
    """What each option gains."""
    seat = Seat(table, view)
    return [seat.gain(option) for option in options]


class Seat(catan.Seat):
    """Our seat at one question: what each option gains."""

    def __init__(self, table: Table, view: a.AlexanderView) -> None:
        self.board: a.AlexanderBoard = table.board
        self.campaign, self.auction = view, view.auction
        self.ahead = {*(stage.vertex for stage in self.board.path[view.position + 1 :]), self.board.last_vertex}
        super().__init__(table, view.table, self.board.map)

    def gain(self, option: Any) -> float:
        kind = option.WhichOneof("action")
        if kind == "common":
            return super().gain(option.common)
        return OWN_GAINS[kind](self, getattr(option, kind))

    def is_open(self, vertex: int) -> bool:
        """Nobody settles ahead of Alexander."""
        return vertex not in self.ahead and super().is_open(vertex)

    def prices(self) -> list[tuple[float, dict[int, int]]]:
        """Without a building only cards can be bought; what is left over is for the auctions."""
        if not self.mine:
            return [(3.0, catan.DEV_CARD)]
        return super().prices()

    # --- auctions

    def event(self) -> a.AlexanderBoard.Event:
        return next(event for event in self.board.events if event.kind == self.auction.event)

    def means(self) -> int:
        """All that we could pay."""
        event = self.event()
        goods = sum(self.hand[good - 1] for good in event.accepts) + self.hand[GOLD]
        return goods + self.me.knights * event.soldier

    def limit(self) -> float:
        """The most we would pay."""
        if self.auction.event == a.ALEXANDER_EVENT_KIND_SETTLEMENT:
            worth = TEMPLE + self.place(self.board.path[self.auction.junction].vertex)
            worth = worth if self.me.settlements else 0.0
        else:
            worth = CHIP + PER_POINT * self.advantage()
        return min(float(self.means()), worth)

    def advantage(self) -> int:
        """Points by the adviser's card that one more chip would bring."""
        chips = [sum(won.counts) for won in self.campaign.won]
        chips[self.seat] += 1
        if chips[self.seat] < self.board.chips_needed:
            return 0
        cards = list(zip(self.board.advisers, self.campaign.advisers, strict=True))
        own = [card.points for card, held in cards if held.HasField("holder") and held.holder == self.seat]
        best = [
            card.points
            for card, held in cards
            if not held.HasField("holder") or chips[held.holder] < chips[self.seat] or held.holder == self.seat
        ]
        return max(best, default=0) - sum(own)

    def adviser(self, adviser: int) -> float:
        """What this card has more than our own."""
        points = {int(card.adviser): card.points for card in self.board.advisers}
        cards = zip(self.board.advisers, self.campaign.advisers, strict=True)
        own = [card.points for card, held in cards if held.HasField("holder") and held.holder == self.seat]
        return float(points[adviser] - sum(own))

    def bid(self, bid: int) -> float:
        """Less is better, as long as it is not too much."""
        return 1.0 / bid if bid <= self.limit() else -1.0

    def soldiers(self, sent: int) -> float:
        """What is left to pay in goods, what the soldiers are worth, and the army they may be."""
        due = max(0, self.auction.bid - sent * self.event().soldier)
        others = max(player.knights for seat, player in enumerate(self.view.players) if seat != self.seat)
        holds = self.view.HasField("largest_army") and self.view.largest_army == self.seat
        left = self.me.knights - sent
        lost = holds and (left < ARMY_MINIMUM or left < others)
        return -due - SOLDIER * sent - (ARMY if lost else 0.0)


OWN_GAINS: dict[str, Callable[[Seat, Any], float]] = {
    "pass_bid": lambda seat, action: 0.0,
    "bid": lambda seat, action: seat.bid(action.bid),
    "use_soldiers": lambda seat, action: seat.soldiers(action.soldiers),
    "pay": lambda seat, action: seat.more((action.good - 1, -1)),
    "settle_temple": lambda seat, action: 1.0,
    "leave_temple": lambda seat, action: 0.0,
    "take_adviser": lambda seat, action: seat.adviser(action.adviser),
    "leave_advisers": lambda seat, action: 0.0,
}
