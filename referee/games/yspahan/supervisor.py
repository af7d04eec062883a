"""Moving the Supervisor and sending goods (chapter "Moving the Supervisor"; rules 7.6 and 7.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action, Decision, Step
from serai.referee.games.yspahan.board import EMPTY, HAMMAM, SHOPS_AT, STEPS
from serai.referee.games.yspahan.buildings import power
from serai.referee.games.yspahan.caravan import send_to_caravan
from serai.referee.games.yspahan.cards import END, Window, plays
from serai.referee.games.yspahan.events import LeftShop, Ransomed, SupervisorMoved
from serai.referee.games.yspahan.state import Yspahan


@dataclass(frozen=True, slots=True)
class Go(Action):
    """Move the Supervisor to a square; each step more or less than the dice's value costs one gold."""

    form = "go:{square}"
    square: int


@dataclass(frozen=True, slots=True)
class First(Action):
    """Let the good in this shop be sent first."""

    form = "first:{shop}"
    shop: int


@dataclass(frozen=True, slots=True)
class Send(Action):
    """Let the good in the shop go."""

    form = "send"


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Give up a camel: the good in the shop stays, one from the stock travels instead."""

    form = "pay"


go = cache(Go)
first = cache(First)
SEND, PAY = Send(), Pay()


def free_steps(state: Yspahan, seat: int) -> int:
    """With a Hammam the move may be changed by up to three squares for free (R13)."""
    return power(state.players[seat], HAMMAM)


@cache
def squares_within(start: int, value: int, change: int) -> tuple[Action, ...]:
    """The squares whose distance differs from the value by at most `change`; the tree makes each route unique (R15)."""
    return tuple(go(square) for square, steps in enumerate(STEPS[start]) if abs(steps - value) <= change)


@dataclass(frozen=True, slots=True)
class Move(Decision[Yspahan]):
    """Exactly as many squares as the value of the dice, or as much more or less as is paid for."""

    seat: int
    value: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        change = free_steps(state, seat) + state.players[seat].gold
        return list(squares_within(state.supervisor, self.value, change))

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        assert isinstance(action, Go)
        change = abs(STEPS[state.supervisor][action.square] - self.value)
        cost = max(0, change - free_steps(state, seat))
        state.players[seat].gold -= cost
        state.supervisor = action.square
        state.tell(SupervisorMoved(seat, action.square, cost))
        send_goods(state, seat)


def send_goods(state: Yspahan, mover: int) -> None:
    """All goods in the shops touched by the Supervisor's square are sent, whoever owns them."""
    shops = tuple(shop for shop in SHOPS_AT[state.supervisor] if state.shops[shop] != EMPTY)
    if len({state.shops[shop] for shop in shops}) > 1:
        state.then(Order(mover, shops))
    else:
        send_in_order(state, mover, shops)


def send_in_order(state: Yspahan, mover: int, shops: Sequence[int]) -> None:
    """One after the other; between two of them the mover may play cards (R4)."""
    steps: list[Step | Decision[Yspahan]] = []
    for shop in shops:
        steps += [SendGood(shop), Between(mover)]
    state.then(*steps[:-1])


@dataclass(frozen=True, slots=True)
class Between(Window):
    """At any moment of the own turn, so also here: a card just drawn, a camel to keep the next good."""

    seat: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        return [*plays(state, seat), END]

    def default(self, state: Yspahan, seat: int) -> Action:
        return END


@dataclass(frozen=True, slots=True)
class Order(Decision[Yspahan]):
    """With goods of two owners the mover chooses the order (R16)."""

    seat: int
    shops: tuple[int, ...]

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        return [first(shop) for shop in self.shops]

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        assert isinstance(action, First)
        send_in_order(state, seat, sorted(self.shops, key=lambda shop: shop != action.shop))


@dataclass(frozen=True, slots=True)
class SendGood:
    """A step: one good is sent, completely, before the next one is looked at (R16, R20)."""

    shop: int

    def __call__(self, state: Yspahan) -> None:
        owner = state.shops[self.shop]
        if state.players[owner].camels and state.players[owner].stock:
            state.then(Ransom(owner, self.shop))
        else:
            leave_shop(state, owner, self.shop)


@dataclass(frozen=True, slots=True)
class Ransom(Decision[Yspahan]):
    """The owner may keep his good in the shop for a camel, also out of turn (R17, R18)."""

    seat: int
    shop: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        return [SEND, PAY]

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        (leave_shop if action == SEND else ransom)(state, seat, self.shop)


def leave_shop(state: Yspahan, owner: int, shop: int) -> None:
    """The good in the shop goes to the caravan."""
    state.shops[shop] = EMPTY
    state.tell(LeftShop(owner, shop))
    send_to_caravan(state, owner)


def ransom(state: Yspahan, owner: int, shop: int) -> None:
    """A camel is given up and a good from the stock goes to the caravan."""
    state.players[owner].camels -= 1
    state.players[owner].stock -= 1
    state.tell(Ransomed(owner, shop))
    send_to_caravan(state, owner)
