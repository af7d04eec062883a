"""The record of what a game of the family fixes: its state holds it, and nothing asks which game it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from serai.referee.catan_rules.components import (
    CARD_KINDS,
    COSTS,
    DATA,
    PIECES,
    RESOURCE_NAMES,
    RESOURCES,
    SEVEN,
    counts,
)
from serai.referee.core.agenda import Action, Step

Cost = tuple[tuple[int, int], ...]  # pairs of good and amount

ENDLESS = 1_000_000  # pieces of a good that never runs out: more than a game can move
RESOURCE_SUPPLY = (RESOURCES.cards_each,) * CARD_KINDS
SETTLEMENT_COST: Cost = counts(DATA, COSTS.settlement, RESOURCE_NAMES, "settlement")
CITY_COST: Cost = counts(DATA, COSTS.city, RESOURCE_NAMES, "city")
DEV_CARD_COST: Cost = counts(DATA, COSTS.dev_card, RESOURCE_NAMES, "dev_card")


@dataclass(frozen=True, slots=True)
class Route:
    """A kind of piece that lies on edges."""

    name: str
    cost: Cost
    pieces: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules:
    """What a game of the family fixes: its numbers, and the steps and choices that make up its turn.

    What stands here with a value is the same in every game that does not say otherwise.
    """

    goods: tuple[str, ...]
    supply: tuple[int, ...]
    routes: tuple[Route, ...]
    settlement: Cost = SETTLEMENT_COST
    city: Cost = CITY_COST
    dev_card: Cost = DEV_CARD_COST
    settlements: int = PIECES.settlements
    cities: int = PIECES.cities
    hand_limit: int = SEVEN.hand_limit
    target: int
    max_turns: int
    founding_orders: dict[int, tuple[int, ...]] = field(default_factory=dict)
    income_round: int = 0
    turn: tuple[Step, ...]
    seven: tuple[Step, ...]
    choices: tuple[Callable[[Any, int], Iterable[Action]], ...]
    awards: tuple[Callable[[Any, int], int], ...]
    after_route: tuple[Callable[[Any, int], None], ...]
    after_settlement: tuple[Callable[[Any, int, int], None], ...]
    robber_stays_off: frozenset[int] = frozenset()
    after_purchase: tuple[Callable[[Any, int], None], ...] = ()
    after_play: tuple[Callable[[Any, int, int], None], ...] = ()
    tie_breaks: tuple[Callable[[Any, int], int], ...] = ()
    purchases: tuple[Cost, ...] = field(init=False)
    route_pieces: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """All that a seat may buy at one time or another, the cheapest first; of every kind of route the pieces."""
        found = (*(route.cost for route in self.routes), self.settlement, self.city, self.dev_card)
        cheapest_first = sorted(found, key=lambda cost: sum(amount for _, amount in cost))
        object.__setattr__(self, "purchases", tuple(cheapest_first))
        object.__setattr__(self, "route_pieces", tuple(route.pieces for route in self.routes))
