"""What is the same wherever a game of the family is put together: actions, words, founding orders."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.catan_rules.bank import BankTrade
from serai.referee.catan_rules.building import BuildCity, BuildRoute, BuildSettlement
from serai.referee.catan_rules.cards import BuyCard, PlaceFree, Play, PlayMonopoly, SkipFree, Take
from serai.referee.catan_rules.components import DEV_CARD_NAMES, RESOURCE_NAMES
from serai.referee.catan_rules.founding import SetupRoute, SetupSettlement
from serai.referee.catan_rules.geometry import Grid
from serai.referee.catan_rules.robber import DiscardCard, MoveRobber, Steal
from serai.referee.catan_rules.state import Rules
from serai.referee.catan_rules.trade import Accept, ChoosePartner, Decline, Offer
from serai.referee.catan_rules.turn import EndTurn, Roll
from serai.referee.core.agenda import Action
from serai.referee.core.data_file import DataFile

ACTIONS: tuple[type[Action], ...] = (
    SetupSettlement, SetupRoute, Roll, DiscardCard, MoveRobber, Steal, BuildSettlement, BuildCity, BuildRoute, BuyCard,
    PlayMonopoly, Play, PlaceFree, SkipFree, Take, BankTrade, Offer, Accept, Decline, ChoosePartner, EndTurn,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameRow:
    """The table [game]: when it is won, and the guard against games without end."""

    target: int
    max_turns: int


@dataclass(frozen=True, slots=True)
class Founding:
    income_round: int


@dataclass(frozen=True, slots=True)
class FoundingOrder:
    seats: int
    order: tuple[int, ...]


def founding_orders(tables: DataFile) -> dict[int, tuple[int, ...]]:
    """By number of seats: who founds, settlement by settlement; everybody as often as all others."""
    rows = tables.rows("founding_orders", FoundingOrder, key="seats")
    for row in rows:
        evenly = {row.order.count(seat) for seat in range(row.seats)}
        fits = set(row.order) == set(range(row.seats)) and len(evenly) == 1
        tables.demand(fits, f"[[founding_orders]] for {row.seats} seats: not everybody founds equally often")
    return {row.seats: row.order for row in rows}


def words(rules: Rules, grid: Grid, endings: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What the numbers in text forms stand for."""
    return {
        "hex": grid.hex_names,
        "vertex": grid.vertex_names,
        "edge": grid.edge_names,
        "piece": tuple(route.name for route in rules.routes),
        "card": DEV_CARD_NAMES,
        "resource": RESOURCE_NAMES,
        "give": rules.goods,
        "get": rules.goods,
        "good": rules.goods,
        "ending": endings,
    }
