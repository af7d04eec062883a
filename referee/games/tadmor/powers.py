"""What tiles can give their owner, and every trade there is (rules 9.2, 11)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from serai.referee.games.tadmor.board import ADVANCED, BASIC, CONSTANTS, RESOURCES

# Every trade: one unit of a resource for one advanced or two basic ones (rules 9.2).
Exchange = tuple[int, tuple[int, ...]]
TRADES: tuple[Exchange, ...] = (
    *((give, (get,)) for give in BASIC for get in ADVANCED),
    *((give, get) for give in ADVANCED for get in combinations_with_replacement(BASIC, 2)),
)
BASIC_TO_ADVANCED = frozenset(trade for trade in TRADES if trade[0] in BASIC)
FULL_MARKET = frozenset(TRADES)
METRICS = ("tower", "rare_goods", "improvements", "best_temple", "missions")


class Powers:
    """What a set of tiles gives its owner. Made once for each set of tiles, then never changed."""

    __slots__ = (
        "end_bonuses", "free_level", "hit_pp", "immune", "mission_discount", "mission_pp", "most_for_pp", "own_immune",
        "peace_factor", "pp_price", "prestige", "private", "rare_choice", "rare_discount", "rare_for_pp",
        "rare_free_pp", "rare_pp", "rare_pp_per_turn", "reveal_gold", "reveal_pp", "ship_bonus", "tax_immune",
        "temple_discount", "tower_waives", "trades", "warehouse_limit",
    )  # fmt: skip

    def __init__(self) -> None:
        self.trades: frozenset[Exchange] = frozenset()
        self.pp_price: list[int] = []
        self.most_for_pp: list[int] = []
        self.mission_pp = 0
        self.mission_discount = 0
        self.rare_pp = 0
        self.rare_free_pp: list[int] = []
        self.rare_for_pp: int | None = None
        self.rare_pp_per_turn = 0
        self.rare_discount = 0
        self.rare_choice = False
        self.ship_bonus = [0] * len(RESOURCES)
        self.free_level = 0
        self.tower_waives: list[int] = []
        self.prestige = 0
        self.temple_discount = 0
        self.own_immune = False
        self.immune = False
        self.hit_pp = 0
        self.reveal_gold = 0
        self.reveal_pp = 0
        self.peace_factor = 1
        self.warehouse_limit = CONSTANTS.warehouse_limit
        self.tax_immune = False
        self.private: list[int] = []
        self.end_bonuses: list[tuple[str, int]] = []
