"""Ports of other seats, for one gold an exchange (special rule 5; rules 7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.building import NOTHING
from serai.referee.catan_rules.components import BANK, CARD_KINDS
from serai.referee.catan_rules.goods import gain, give_back, hand_over
from serai.referee.catan_rules.state import NOBODY, OWNER
from serai.referee.core.agenda import Action
from serai.referee.games.cheops.board import COSTS, GOLD, PORTS
from serai.referee.games.cheops.events import FeePaid, TradedThroughPort
from serai.referee.games.cheops.routes import connected
from serai.referee.games.cheops.state import Cheops


@dataclass(frozen=True, slots=True)
class PortTrade(Action):
    """Exchange through a port another seat controls; it cannot refuse."""

    form = "bank_trade:{give}:{get}:{port}"
    give: int
    get: int
    port: int

    def apply(self, state: Cheops, seat: int) -> None:
        port = PORTS[self.port]
        pay_fee(state, seat, controller(state, self.port)[0])
        give_back(state, seat, self.give, port.rate)
        gain(state, seat, self.get, 1)
        state.tell(TradedThroughPort(seat, port.rate, self.give, self.get, self.port))


port_trade = cache(PortTrade)


def pay_fee(state: Cheops, seat: int, owner: int) -> None:
    """One gold for every use, to the owner of what is used."""
    hand_over(state, seat, owner, GOLD, COSTS.fee)
    state.tell(FeePaid(seat, owner, COSTS.fee))


def controller(state: Cheops, port: int) -> tuple[int, int]:
    """Who has a building at the port, and where; nobody's port serves nobody."""
    for vertex in PORTS[port].vertices:
        if state.vertices[vertex]:
            return OWNER[state.vertices[vertex]], vertex
    return NOBODY, 0


def port_choices(state: Cheops, seat: int) -> Sequence[Action]:
    """Listed only if useful: a better rate than the own, paid with the fee, for cards the bank has; never gold."""
    hand = state.players[seat].hand
    if hand[GOLD] < COSTS.fee or max(hand[:CARD_KINDS]) < BANK.special_port_rate:
        return NOTHING
    useful = [
        (give, port)
        for give, ports in enumerate(best_ports(state, seat))
        for port in ports
        if hand[give] >= PORTS[port].rate < state.players[seat].rates[give]
    ]
    return [
        port_trade(give, get, port)
        for give, port in useful
        for get in range(CARD_KINDS)
        if get != give and state.bank[get]
    ]


def best_ports(state: Cheops, seat: int) -> Iterator[list[int]]:
    """For each resource the best connected port of every other controller, the lowest number among equals."""
    usable = []
    for port in range(len(PORTS)):
        owner, vertex = controller(state, port)
        if owner not in (NOBODY, seat) and connected(state, seat, vertex):
            usable.append((port, owner))
    for give in range(CARD_KINDS):
        best: dict[int, int] = {}
        for port, owner in usable:
            serves = PORTS[port].good in (None, give)
            if serves and (owner not in best or PORTS[port].rate < PORTS[best[owner]].rate):
                best[owner] = port
        yield sorted(best.values())
