"""What is the same wherever a game of the family is put together: its actions, its length, who founds when."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.catan_rules.bank import BankTrade, bank_choices
from serai.referee.catan_rules.building import (
    BuildCity,
    BuildRoute,
    BuildSettlement,
    city_choices,
    road_choices,
    settlement_choices,
)
from serai.referee.catan_rules.cards import BuyCard, Play, PlayMonopoly, buy_choices, play_choices
from serai.referee.catan_rules.effects import PlaceFree, SkipFree, Take
from serai.referee.catan_rules.founding import SetupRoute, SetupSettlement
from serai.referee.catan_rules.robber import DiscardCard, MoveRobber, Steal
from serai.referee.catan_rules.trade import Accept, ChooseNobody, ChoosePartner, Counter, Decline, Offer, offer_choices
from serai.referee.catan_rules.turn import EndTurn, Roll
from serai.referee.core.agenda import Action
from serai.referee.core.data_file import DataFile

ACTIONS: tuple[type[Action], ...] = (
    SetupSettlement, SetupRoute, Roll, DiscardCard, MoveRobber, Steal, BuildSettlement, BuildCity, BuildRoute, BuyCard,
    PlayMonopoly, Play, PlaceFree, SkipFree, Take, BankTrade, Offer, Accept, Decline, Counter, ChoosePartner,
    ChooseNobody, EndTurn,
)  # fmt: skip
# What a seat may do in its turn, in the order of the list; Cheops puts its own between them.
CHOICES = (
    road_choices, settlement_choices, city_choices, buy_choices, play_choices, bank_choices, offer_choices,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameRow:
    """The table [game]: when it is won, and the guard against games without end."""

    target: int
    max_turns: int


@dataclass(frozen=True, slots=True)
class FoundingRow:
    income_round: int


@dataclass(frozen=True, slots=True)
class FoundingOrder:
    seats: int
    order: tuple[int, ...]


def founding_orders(data: DataFile) -> dict[int, tuple[int, ...]]:
    """By number of seats: who founds, settlement by settlement; everybody as often as all others."""
    rows = data.rows("founding_orders", FoundingOrder, key="seats")
    for row in rows:
        evenly = {row.order.count(seat) for seat in range(row.seats)}
        fits = set(row.order) == set(range(row.seats)) and len(evenly) == 1
        data.demand(fits, f"[[founding_orders]] for {row.seats} seats: not everybody founds equally often")
    return {row.seats: row.order for row in rows}
