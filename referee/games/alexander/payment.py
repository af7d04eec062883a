"""Paying a bid (the auction; rules 7.5): first soldiers in a battle, then accepted cards and gold one by one.

What everybody can see to be forced is done without asking; all else is asked, also where only one answer is possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.goods import give_back
from serai.referee.core.agenda import Action, Decision
from serai.referee.games.alexander.board import ACCEPTS, EVENTS, GOLD
from serai.referee.games.alexander.events import Paid
from serai.referee.games.alexander.rewards import reward
from serai.referee.games.alexander.soldiers import spend_soldiers
from serai.referee.games.alexander.state import Alexander, Sale


@dataclass(frozen=True, slots=True)
class UseSoldiers(Action):
    """Send so many soldiers into the battle."""

    form = "use_soldiers:{soldiers}"
    soldiers: int


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay one card or one piece of gold."""

    form = "pay:{good}"
    good: int

    def apply(self, state: Alexander, seat: int) -> None:
        hand_in(state, seat, self.good, 1)


use_soldiers = cache(UseSoldiers)
pay_one = cache(Pay)


def public_limit(state: Alexander, seat: int, event: int) -> int:
    """The most a seat could pay as far as everybody can see: any card may be of an accepted kind (rules 7.2)."""
    me = state.players[seat]
    return me.cards + me.hand[GOLD] + me.knights * EVENTS[event].soldier


def real_limit(state: Alexander, seat: int, event: int) -> int:
    """The most a seat can pay (rules 7.4)."""
    return in_goods(state, seat, event) + state.players[seat].knights * EVENTS[event].soldier


def in_goods(state: Alexander, seat: int, event: int) -> int:
    """What its accepted cards and its gold are worth."""
    hand = state.players[seat].hand
    return hand[GOLD] + sum(hand[kind] for kind in ACCEPTS[event])


def fewest_soldiers(bid: int, in_goods: int, worth: int) -> int:
    """So many are needed when the rest is paid in goods."""
    return max(0, -((in_goods - bid) // worth))


def collect(state: Alexander, sale: Sale) -> None:
    """The winner decides about its soldiers, unless all can see that there is nothing to decide."""
    me, worth = state.players[sale.seat], EVENTS[sale.event].soldier
    if not worth or not me.knights:
        state.then(Collect(sale, sale.bid))
        return
    most = most_soldiers(state, sale)
    if fewest_soldiers(sale.bid, me.cards + me.hand[GOLD], worth) < most:
        state.then(Soldiers(sale.seat, sale))
    else:
        send(state, sale, most)


def most_soldiers(state: Alexander, sale: Sale) -> int:
    """None may be superfluous; the last one may be worth more than what is still due."""
    return min(state.players[sale.seat].knights, fewest_soldiers(sale.bid, 0, EVENTS[sale.event].soldier))


def send(state: Alexander, sale: Sale, soldiers: int) -> None:
    """The rest is due; no change is given."""
    state.then(Collect(sale, max(0, sale.bid - soldiers * EVENTS[sale.event].soldier)))
    if soldiers:
        spend_soldiers(state, sale.seat, soldiers)


def hand_in(state: Alexander, seat: int, good: int, amount: int) -> None:
    """Cards go to the open stacks, gold to the supply."""
    give_back(state, seat, good, amount)
    state.tell(Paid(seat, amount, good))


@dataclass(frozen=True, slots=True)
class Collect:
    """A step: what is due is paid as far as everybody can see how, or asked for; then comes the reward."""

    sale: Sale
    due: int

    def __call__(self, state: Alexander) -> None:
        sale, me = self.sale, state.players[self.sale.seat]
        if self.due and me.cards and self.due < me.cards + me.hand[GOLD]:
            state.then(Payment(sale.seat, sale, self.due))
            return
        self.take_what_is_there(state)
        reward(state, sale)

    def take_what_is_there(self, state: Alexander) -> None:
        """Nothing if nothing is due; else gold only, or all that the winner has."""
        seat, hand = self.sale.seat, state.players[self.sale.seat].hand
        for good in (*ACCEPTS[self.sale.event], GOLD):
            amount = min(hand[good], self.due)
            if amount:
                hand_in(state, seat, good, amount)


@dataclass(frozen=True, slots=True)
class Soldiers(Decision[Alexander]):
    """How many to send: as many as the goods leave open, up to all that are not superfluous."""

    seat: int
    sale: Sale

    def options(self, state: Alexander, seat: int) -> list[Action]:
        sale = self.sale
        fewest = fewest_soldiers(sale.bid, in_goods(state, seat, sale.event), EVENTS[sale.event].soldier)
        return [use_soldiers(soldiers) for soldiers in range(fewest, most_soldiers(state, sale) + 1)]

    def always_asked(self, state: Alexander, seat: int) -> bool:
        """Not being asked would tell how many cards are accepted."""
        return True

    def resolve(self, state: Alexander, seat: int, action: Action) -> None:
        assert isinstance(action, UseSoldiers)
        send(state, self.sale, action.soldiers)


@dataclass(frozen=True, slots=True)
class Payment(Decision[Alexander]):
    """An accepted card or a piece of gold, until nothing is due."""

    seat: int
    sale: Sale
    due: int

    def options(self, state: Alexander, seat: int) -> list[Action]:
        hand = state.players[seat].hand
        return [pay_one(good) for good in (*ACCEPTS[self.sale.event], GOLD) if hand[good]]

    def always_asked(self, state: Alexander, seat: int) -> bool:
        """Not being asked would tell that only one good can be paid."""
        return True

    def resolve(self, state: Alexander, seat: int, action: Action) -> None:
        state.then(Collect(self.sale, self.due - 1))
        action.apply(state, seat)
