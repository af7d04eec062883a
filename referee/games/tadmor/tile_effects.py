"""What the improvements do (appendix "List of improvements"; rules 11): classes data.toml calls by name.

An effect adds to the powers of whoever owns the tile; the chapters ask the powers and never for a tile's number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from serai.referee.games.tadmor.board import DATA, GRADE, resource
from serai.referee.games.tadmor.powers import FULL_MARKET, METRICS, TRADES, Powers
from serai.referee.games.tadmor.works import BAND_COSTS


class TileEffect:
    """What a kind of improvement does."""

    __slots__ = ()

    def add(self, powers: Powers) -> None:
        """Add what owning the tile gives; raise DataError when its arguments make no sense."""


@dataclass(frozen=True, slots=True)
class Trade(TileEffect):
    """One fixed basic for one fixed advanced resource, any number of times."""

    give: str
    get: str

    def add(self, powers: Powers) -> None:
        trade = (resource(self.give, "a trade"), (resource(self.get, "a trade"),))
        DATA.demand(trade in FULL_MARKET, f"a tile trades {self.give} for {self.get}; it should be basic for advanced")
        powers.trades |= {trade}


@dataclass(frozen=True, slots=True)
class TradeSplit(TileEffect):
    """One fixed advanced resource for two basic ones, any number of times."""

    give: str

    def add(self, powers: Powers) -> None:
        give = resource(self.give, "a trade")
        DATA.demand(GRADE[give] == 1, f"a tile splits {self.give}; it should be an advanced resource")
        powers.trades |= {trade for trade in TRADES if trade[0] == give}


@dataclass(frozen=True, slots=True)
class PpTrade(TileEffect):
    """A basic and an advanced resource for PP, each so often in a turn."""

    basic_pp: int
    advanced_pp: int
    max_basic_per_turn: int
    max_advanced_per_turn: int

    def add(self, powers: Powers) -> None:
        powers.pp_price = [self.basic_pp, self.advanced_pp]
        powers.most_for_pp = [self.max_basic_per_turn, self.max_advanced_per_turn]


@dataclass(frozen=True, slots=True)
class MissionPp(TileEffect):
    """PP for each mission fulfilled."""

    pp: int

    def add(self, powers: Powers) -> None:
        powers.mission_pp += self.pp


@dataclass(frozen=True, slots=True)
class MissionDiscount(TileEffect):
    """A mission costs less."""

    amount: int

    def add(self, powers: Powers) -> None:
        powers.mission_discount += self.amount


@dataclass(frozen=True, slots=True)
class RarePp(TileEffect):
    """PP for each rare good acquired with an action, less for a free one."""

    pp: int
    free_pp: int

    def add(self, powers: Powers) -> None:
        powers.rare_pp += self.pp
        powers.rare_free_pp.append(self.free_pp)


@dataclass(frozen=True, slots=True)
class RareForPp(TileEffect):
    """So often in a turn a rare good for PP instead of resources."""

    pp: int
    per_turn: int

    def add(self, powers: Powers) -> None:
        powers.rare_for_pp = self.pp
        powers.rare_pp_per_turn += self.per_turn


@dataclass(frozen=True, slots=True)
class RareDiscount(TileEffect):
    """A rare good costs less."""

    amount: int

    def add(self, powers: Powers) -> None:
        powers.rare_discount += self.amount


@dataclass(frozen=True, slots=True)
class RareChoice(TileEffect):
    """A bought good may be chosen inside its pile."""

    def add(self, powers: Powers) -> None:
        powers.rare_choice = True


@dataclass(frozen=True, slots=True)
class ShipBonus(TileEffect):
    """More of a resource each time a ship gathers it."""

    resource: str
    amount: int

    def add(self, powers: Powers) -> None:
        powers.ship_bonus[resource(self.resource, "a ship bonus")] += self.amount


@dataclass(frozen=True, slots=True)
class FreeTowerMultiple(TileEffect):
    """Every level that is a multiple is free; a second tile of the kind adds nothing."""

    multiple: int

    def add(self, powers: Powers) -> None:
        powers.free_level = self.multiple


@dataclass(frozen=True, slots=True)
class TowerNoWood(TileEffect):
    """The tower costs nothing of a resource."""

    resource: str

    def add(self, powers: Powers) -> None:
        waived = resource(self.resource, "a tower without a resource")
        costs = [cost for band in BAND_COSTS for cost in band]
        paid = all(sum(cost) > cost[waived] for cost in costs)
        DATA.demand(paid, f"[[tower_band]]: a level should cost something besides {self.resource}, which a tile waives")
        powers.tower_waives.append(waived)


@dataclass(frozen=True, slots=True)
class TowerPrestige(TileEffect):
    """PP in the kingdom phase for the tallest tower."""

    pp: int

    def add(self, powers: Powers) -> None:
        powers.prestige += self.pp


@dataclass(frozen=True, slots=True)
class TempleDiscount(TileEffect):
    """A temple part costs less."""

    amount: int

    def add(self, powers: Powers) -> None:
        powers.temple_discount += self.amount


@dataclass(frozen=True, slots=True)
class MarauderSelfImmunity(TileEffect):
    """The revealer's own pieces stay."""

    def add(self, powers: Powers) -> None:
        powers.own_immune = True


@dataclass(frozen=True, slots=True)
class MarauderImmunity(TileEffect):
    """Own pieces are never removed."""

    def add(self, powers: Powers) -> None:
        powers.immune = True


@dataclass(frozen=True, slots=True)
class MarauderHitPp(TileEffect):
    """PP for the revealer when an opponent's piece is removed."""

    pp: int

    def add(self, powers: Powers) -> None:
        powers.hit_pp += self.pp


@dataclass(frozen=True, slots=True)
class MarauderRevealGift(TileEffect):
    """Gold and PP for revealing."""

    gold: int
    pp: int

    def add(self, powers: Powers) -> None:
        powers.reveal_gold += self.gold
        powers.reveal_pp += self.pp


@dataclass(frozen=True, slots=True)
class PeaceMultiplier(TileEffect):
    """Peace Gifts count so many times."""

    factor: int

    def add(self, powers: Powers) -> None:
        powers.peace_factor *= self.factor


@dataclass(frozen=True, slots=True)
class WarehouseLimit(TileEffect):
    """More resources may be kept."""

    limit: int

    def add(self, powers: Powers) -> None:
        powers.warehouse_limit = max(powers.warehouse_limit, self.limit)


@dataclass(frozen=True, slots=True)
class TaxImmunity(TileEffect):
    """No tax, no loss."""

    def add(self, powers: Powers) -> None:
        powers.tax_immune = True


@dataclass(frozen=True, slots=True)
class EndMajority(TileEffect):
    """PP at the end for strictly the most of something."""

    metric: str
    pp: int

    def add(self, powers: Powers) -> None:
        DATA.index(METRICS, self.metric, "an end bonus: metric")
        powers.end_bonuses.append((self.metric, self.pp))


@dataclass(frozen=True, slots=True)
class PrivateAction(TileEffect):
    """A place for an own piece: an action of its own, out of the marauders' reach."""

    action: str
    piece: str
    bonus_pp: int
    kinds: ClassVar[tuple[str, ...]] = ("market", "temple", "any_construction", "any_kingdom")

    def add(self, powers: Powers) -> None:
        DATA.index(self.kinds, self.action, "a private action: action")
        DATA.index(("camel", "ship", "either"), self.piece, "a private action: piece")


# By the name that data.toml calls it.
EFFECTS: dict[str, type[TileEffect]] = {
    "trade": Trade,
    "trade_split": TradeSplit,
    "pp_trade": PpTrade,
    "mission_pp": MissionPp,
    "mission_discount": MissionDiscount,
    "rare_pp": RarePp,
    "rare_for_pp": RareForPp,
    "rare_discount": RareDiscount,
    "rare_choice": RareChoice,
    "ship_bonus": ShipBonus,
    "free_tower_multiple": FreeTowerMultiple,
    "tower_no_wood": TowerNoWood,
    "tower_prestige": TowerPrestige,
    "temple_discount": TempleDiscount,
    "marauder_self_immunity": MarauderSelfImmunity,
    "marauder_immunity": MarauderImmunity,
    "marauder_hit_pp": MarauderHitPp,
    "marauder_reveal_gift": MarauderRevealGift,
    "peace_multiplier": PeaceMultiplier,
    "warehouse_limit": WarehouseLimit,
    "tax_immunity": TaxImmunity,
    "end_majority": EndMajority,
    "private_action": PrivateAction,
}
