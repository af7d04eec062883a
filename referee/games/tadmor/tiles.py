"""The improvements (appendix "List of improvements"; rules 11): what is printed is data, what it does is a verb.

A verb adds to the powers of whoever owns the tile; the chapters ask the powers and never for a tile's number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from serai.referee.games.tadmor.board import DATA, GRADE, IMPROVEMENTS, PLACE_OF_TILE, resource
from serai.referee.games.tadmor.powers import FULL_MARKET, METRICS, TRADES, Powers
from serai.referee.games.tadmor.works import BAND_COSTS


class Effect:
    """A verb of an improvement. `place` is where a piece can stand on the tile, if it is a private action."""

    __slots__ = ()

    def add(self, powers: Powers) -> None:
        """What owning the tile adds."""


V = TypeVar("V", bound=type[Any])
VERBS: dict[str, type[Any]] = {}


def effect(name: str) -> Callable[[V], V]:
    """Register a verb under the name the table calls it by."""

    def register(cls: V) -> V:
        VERBS[name] = cls
        return cls

    return register


@effect("trade")
@dataclass(frozen=True, slots=True)
class Trade(Effect):
    """One fixed basic for one fixed advanced resource, any number of times."""

    give: str
    get: str

    def add(self, powers: Powers) -> None:
        trade = (resource(self.give, "a trade"), (resource(self.get, "a trade"),))
        DATA.demand(trade in FULL_MARKET, f"a tile trades {self.give} for {self.get}; it should be basic for advanced")
        powers.trades |= {trade}


@effect("trade_split")
@dataclass(frozen=True, slots=True)
class TradeSplit(Effect):
    """One fixed advanced resource for two basic ones, any number of times."""

    give: str

    def add(self, powers: Powers) -> None:
        give = resource(self.give, "a trade")
        DATA.demand(GRADE[give] == 1, f"a tile splits {self.give}; it should be an advanced resource")
        powers.trades |= {trade for trade in TRADES if trade[0] == give}


@effect("pp_trade")
@dataclass(frozen=True, slots=True)
class PpTrade(Effect):
    """A basic and an advanced resource for PP, each so often in a turn."""

    basic_pp: int
    advanced_pp: int
    max_basic_per_turn: int
    max_advanced_per_turn: int

    def add(self, powers: Powers) -> None:
        powers.pp_price = [self.basic_pp, self.advanced_pp]
        powers.most_for_pp = [self.max_basic_per_turn, self.max_advanced_per_turn]


@effect("mission_pp")
@dataclass(frozen=True, slots=True)
class MissionPp(Effect):
    """PP for each mission fulfilled."""

    pp: int

    def add(self, powers: Powers) -> None:
        powers.mission_pp += self.pp


@effect("mission_discount")
@dataclass(frozen=True, slots=True)
class MissionDiscount(Effect):
    """A mission costs less."""

    amount: int

    def add(self, powers: Powers) -> None:
        powers.mission_discount += self.amount


@effect("rare_pp")
@dataclass(frozen=True, slots=True)
class RarePp(Effect):
    """PP for each rare good acquired with an action, less for a free one."""

    pp: int
    free_pp: int

    def add(self, powers: Powers) -> None:
        powers.rare_pp += self.pp
        powers.rare_free_pp.append(self.free_pp)


@effect("rare_for_pp")
@dataclass(frozen=True, slots=True)
class RareForPp(Effect):
    """So often in a turn a rare good for PP instead of resources."""

    pp: int
    per_turn: int

    def add(self, powers: Powers) -> None:
        powers.rare_for_pp = self.pp
        powers.rare_pp_per_turn += self.per_turn


@effect("rare_discount")
@dataclass(frozen=True, slots=True)
class RareDiscount(Effect):
    """A rare good costs less."""

    amount: int

    def add(self, powers: Powers) -> None:
        powers.rare_discount += self.amount


@effect("rare_choice")
@dataclass(frozen=True, slots=True)
class RareChoice(Effect):
    """A bought good may be chosen inside its pile."""

    def add(self, powers: Powers) -> None:
        powers.rare_choice = True


@effect("ship_bonus")
@dataclass(frozen=True, slots=True)
class ShipBonus(Effect):
    """More of a resource each time a ship gathers it."""

    resource: str
    amount: int

    def add(self, powers: Powers) -> None:
        powers.ship_bonus[resource(self.resource, "a ship bonus")] += self.amount


@effect("free_tower_multiple")
@dataclass(frozen=True, slots=True)
class FreeTowerMultiple(Effect):
    """Every level that is a multiple is free; a second tile of the kind adds nothing."""

    multiple: int

    def add(self, powers: Powers) -> None:
        powers.free_level = self.multiple


@effect("tower_no_wood")
@dataclass(frozen=True, slots=True)
class TowerNoWood(Effect):
    """The tower costs nothing of a resource."""

    resource: str

    def add(self, powers: Powers) -> None:
        waived = resource(self.resource, "a tower without a resource")
        costs = [cost for band in BAND_COSTS for cost in band]
        paid = all(sum(cost) > cost[waived] for cost in costs)
        DATA.demand(paid, f"[[tower_band]]: a level should cost something besides {self.resource}, which a tile waives")
        powers.tower_waives.append(waived)


@effect("tower_prestige")
@dataclass(frozen=True, slots=True)
class TowerPrestige(Effect):
    """PP in the kingdom phase for the tallest tower."""

    pp: int

    def add(self, powers: Powers) -> None:
        powers.prestige += self.pp


@effect("temple_discount")
@dataclass(frozen=True, slots=True)
class TempleDiscount(Effect):
    """A temple part costs less."""

    amount: int

    def add(self, powers: Powers) -> None:
        powers.temple_discount += self.amount


@effect("marauder_self_immunity")
@dataclass(frozen=True, slots=True)
class MarauderSelfImmunity(Effect):
    """The revealer's own pieces stay."""

    def add(self, powers: Powers) -> None:
        powers.own_immune = True


@effect("marauder_immunity")
@dataclass(frozen=True, slots=True)
class MarauderImmunity(Effect):
    """Own pieces are never removed."""

    def add(self, powers: Powers) -> None:
        powers.immune = True


@effect("marauder_hit_pp")
@dataclass(frozen=True, slots=True)
class MarauderHitPp(Effect):
    """PP for the revealer when an opponent's piece is removed."""

    pp: int

    def add(self, powers: Powers) -> None:
        powers.hit_pp += self.pp


@effect("marauder_reveal_gift")
@dataclass(frozen=True, slots=True)
class MarauderRevealGift(Effect):
    """Gold and PP for revealing."""

    gold: int
    pp: int

    def add(self, powers: Powers) -> None:
        powers.reveal_gold += self.gold
        powers.reveal_pp += self.pp


@effect("peace_multiplier")
@dataclass(frozen=True, slots=True)
class PeaceMultiplier(Effect):
    """Peace Gifts count so many times."""

    factor: int

    def add(self, powers: Powers) -> None:
        powers.peace_factor *= self.factor


@effect("warehouse_limit")
@dataclass(frozen=True, slots=True)
class WarehouseLimit(Effect):
    """More resources may be kept."""

    limit: int

    def add(self, powers: Powers) -> None:
        powers.warehouse_limit = max(powers.warehouse_limit, self.limit)


@effect("tax_immunity")
@dataclass(frozen=True, slots=True)
class TaxImmunity(Effect):
    """No tax, no loss."""

    def add(self, powers: Powers) -> None:
        powers.tax_immune = True


@effect("end_majority")
@dataclass(frozen=True, slots=True)
class EndMajority(Effect):
    """PP at the end for strictly the most of something."""

    metric: str
    pp: int

    def add(self, powers: Powers) -> None:
        DATA.index(METRICS, self.metric, "an end bonus: metric")
        powers.end_bonuses.append((self.metric, self.pp))


@effect("private_action")
@dataclass(frozen=True, slots=True)
class PrivateAction(Effect):
    """A place for an own piece: an action of its own, out of the marauders' reach."""

    action: str
    piece: str
    bonus_pp: int
    kinds: ClassVar[tuple[str, ...]] = ("market", "temple", "any_construction", "any_kingdom")

    def add(self, powers: Powers) -> None:
        DATA.index(self.kinds, self.action, "a private action: action")
        DATA.index(("camel", "ship", "either"), self.piece, "a private action: piece")


def _bind(tile: int) -> Effect:
    """The verb a tile's row names, with its arguments: a misspelt one fails here and not in era three."""
    row = IMPROVEMENTS[tile]
    where = f"[[improvement]] {row.id}"
    DATA.demand(row.effect in VERBS, f"{where}: effect {row.effect!r} is none of {', '.join(VERBS)}")
    verb: Effect = DATA.record(VERBS[row.effect], row.params, where)
    verb.add(Powers())
    return verb


EFFECTS = tuple(_bind(tile) for tile in range(len(IMPROVEMENTS)))
PRIVATE = {PLACE_OF_TILE[tile]: verb for tile, verb in enumerate(EFFECTS) if isinstance(verb, PrivateAction)}
PRIVATE_MARKETS, PRIVATE_TEMPLES, ANY_CONSTRUCTION, ANY_KINGDOM = (
    tuple(place for place, verb in PRIVATE.items() if verb.action == kind) for kind in PrivateAction.kinds
)


@lru_cache(1 << 14)
def powers_of(tiles: tuple[int, ...]) -> Powers:
    """All that these tiles give together."""
    powers = Powers()
    for tile in tiles:
        EFFECTS[tile].add(powers)
        if tile in PLACE_OF_TILE:
            powers.private.append(PLACE_OF_TILE[tile])
    return powers


def in_play(players: int, era: int) -> tuple[int, ...]:
    """The tiles of an era that are used with so many players."""
    rows = enumerate(IMPROVEMENTS)
    return tuple(n for n, tile in rows if tile.era == era and (players > 2 or tile.two_player))


START_TILES = tuple(n for n, tile in enumerate(IMPROVEMENTS) if tile.start)
DATA.demand(len(START_TILES) >= 4, "[[improvement]]: a START tile for each of four players is needed")
