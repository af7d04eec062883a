"""Paying (chapters "Resources" and "Clarifications: markets"; rules 9.1, 9.3): from Traded Goods first, then from the
Warehouse, which is never worse."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.board import RESOURCES, Goods
from serai.referee.games.tadmor.events import Paid, Received, Scored
from serai.referee.games.tadmor.state import Choice, Player, Tadmor


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay exactly these resources."""

    form = "pay:{goods}"
    goods: tuple[int, ...]

    def apply(self, state: Tadmor, seat: int) -> None:
        spend(state, seat, self.goods)


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take a resource of choice into Traded Goods."""

    form = "take:{resource}"
    resource: int


pay = cache(Pay)
take = cache(Take)
TAKES = tuple(take(resource) for resource in range(len(RESOURCES)))


def has(me: Player, cost: Goods) -> bool:
    """Whether Warehouse and Traded Goods together cover a cost."""
    return all(w + t >= c for w, t, c in zip(me.warehouse, me.traded, cost, strict=True))


def within(me: Player, cost: Goods) -> Goods:
    """As much of a cost as the player could pay."""
    return tuple(min(w + t, c) for w, t, c in zip(me.warehouse, me.traded, cost, strict=True))


def spend(state: Tadmor, seat: int, goods: Goods) -> None:
    """Pay; what was traded for goes first."""
    me = state.players[seat]
    for resource, count in enumerate(goods):
        traded = min(count, me.traded[resource])
        me.traded[resource] -= traded
        me.warehouse[resource] -= count - traded
    if any(goods):
        state.tell(Paid(seat, goods))


def score(state: Tadmor, seat: int, points: int, reason: int) -> None:
    """The marker moves; it may go below zero."""
    if points:
        state.players[seat].pp += points
        state.tell(Scored(seat, points, reason))


def receive(state: Tadmor, seat: int, resource: int) -> None:
    """A resource that is no yield of a space: usable at once, not to be traded in this turn."""
    state.players[seat].traded[resource] += 1
    state.tell(Received(seat, resource))


@lru_cache(1 << 12)
def ways(limits: Goods, amount: int) -> tuple[Action, ...]:
    """Every way to take so many resources, at most so many of each kind, in rising order."""
    ranges = (range(min(limit, amount) + 1) for limit in limits)
    return tuple(pay(goods) for goods in product(*ranges) if sum(goods) == amount)


@dataclass(frozen=True, slots=True)
class Price:
    """A cost of which some resources may be left out (of which ones, the payer chooses)."""

    cost: Goods
    amount: int

    @classmethod
    def less(cls, cost: Goods, discount: int) -> Price:
        """A discount is always used in full and never goes below nothing."""
        return cls(cost, max(0, sum(cost) - discount))

    @classmethod
    def any(cls, amount: int) -> Price:
        """So many resources of any kind."""
        return cls((amount,) * len(RESOURCES), amount)

    def affordable(self, me: Player) -> bool:
        return sum(within(me, self.cost)) >= self.amount


@dataclass(frozen=True, slots=True)
class Paying(Choice):
    """Which resources are paid; asked only where there is a choice."""

    seat: int
    price: Price

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return list(ways(within(state.players[seat], self.price.cost), self.price.amount))


@dataclass(frozen=True, slots=True)
class Taking(Choice):
    """Resources of choice, one after the other, in rising order so that each selection is offered once."""

    seat: int
    left: int
    lowest: int = 0

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return list(TAKES[self.lowest :])

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        assert isinstance(action, Take)
        receive(state, seat, action.resource)
        if self.left > 1:
            state.then(Taking(seat, self.left - 1, action.resource))
