"""Trade with the bank at the own best rate (rules 6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.building import NOTHING
from serai.referee.catan_rules.components import BANK
from serai.referee.catan_rules.events import TradedWithBank
from serai.referee.catan_rules.goods import gain, give_back
from serai.referee.catan_rules.state import Settlers
from serai.referee.core.agenda import Action


@dataclass(frozen=True, slots=True)
class BankTrade(Action):
    """Pay as many of one good as the own best port asks, take one of another."""

    form = "bank_trade:{give}:{get}"
    give: int
    get: int

    def apply(self, state: Settlers, seat: int) -> None:
        rate = state.players[seat].rates[self.give]
        give_back(state, seat, self.give, rate)
        gain(state, seat, self.get, 1)
        state.tell(TradedWithBank(seat, rate, self.give, self.get))


bank_trade = cache(BankTrade)


def bank_choices(state: Settlers, seat: int) -> Sequence[Action]:
    """Every good held often enough for every other good that the bank has."""
    me = state.players[seat]
    if max(me.hand) < BANK.special_port_rate:
        return NOTHING
    given, good = 0, 1
    for held, rate in zip(me.hand, me.rates, strict=True):
        if held >= rate:
            given |= good
        good <<= 1
    return _trades(given, *map(bool, state.bank))


@cache
def _trades(given: int, *there: bool) -> tuple[Action, ...]:
    """All trades of the goods in the set `given`; a pure function of few values, so each list is made once."""
    goods = range(len(there))
    return tuple(bank_trade(a, b) for a in goods if given >> a & 1 for b in goods if a != b and there[b])
