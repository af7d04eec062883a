"""Tadmor: every option gets a gain, a rough guess of the points it will bring; the largest gain is chosen.

Pieces are placed where something can be done with what is in store or will be gathered; what is built is worth its
points less what is paid for it. Trades are made when they are missing for something that is worth it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations_with_replacement
from typing import Any

from serai import Table
from serai.v1 import tadmor_pb2 as t

NAMES = ("wood", "stone", "marble", "gold")
WORTH = (0.8, 0.8, 1.2, 1.4)  # a unit of wood, stone, marble, gold
MISSION = 2.0  # a card in hand
PIECE = 2.2  # one more camel or ship, for a turn
TILE = {  # what owning a tile brings in a turn
    "trade": 0.6, "trade_split": 0.5, "pp_trade": 0.8, "mission_pp": 0.8, "mission_discount": 1.0, "rare_pp": 1.0,
    "rare_for_pp": 0.8, "rare_discount": 1.3, "rare_choice": 1.5, "ship_bonus": 0.9, "free_tower_multiple": 0.9,
    "tower_no_wood": 0.6, "tower_prestige": 0.8, "temple_discount": 1.6, "private_action": 1.4, "peace_multiplier": 1.2,
    "tax_immunity": 1.8, "marauder_immunity": 0.5, "end_majority": 1.5,
}  # fmt: skip
BASIC, ADVANCED, GOLD = (0, 1), (2, 3), 3
IDLE = ("end", "pass", "decline", "stop")
MARKET = [
    *((give, (get,)) for give in BASIC for get in ADVANCED),
    *((give, pair) for give in ADVANCED for pair in combinations_with_replacement(BASIC, 2)),
]

Goods = tuple[int, ...]
Trade = tuple[int, tuple[int, ...]]


def choose(table: Table, view: t.TadmorView, options: Sequence[t.TadmorAction]) -> int:
    """The place of the largest gain."""
    return max(range(len(options)), key=gains(table, view, options).__getitem__)


def gains(table: Table, view: t.TadmorView, options: Sequence[t.TadmorAction]) -> list[float]:
    """What each option gains."""
    seat = Seat(table, view, options)
    kinds = [option.WhichOneof("action") or "" for option in options]
    return [seat.gain(kind, getattr(option, kind)) for kind, option in zip(kinds, options, strict=True)]


class Board:
    """What is printed, in a form that is quick to read; tiles and missions by their numbers."""

    def __init__(self, board: t.TadmorBoard) -> None:
        self.places = list(board.places)
        self.yields: dict[tuple[int, int], Goods] = {
            (row.resource - 1, row.piece - 1): tuple(row.by_era) for row in board.yields
        }
        self.bands = [(row.from_level, tuple(row.single), tuple(row.pair)) for row in board.tower_bands]
        self.parts = [(0, (0, 0, 0, 0)), *((part.pp, tuple(part.cost)) for part in board.temple_parts)]
        self.missions = {m.number: (m.pp, tuple(m.cost), m.benefit, arguments(m)) for m in board.missions}
        self.tiles = {tile.number: (tile.effect, arguments(tile)) for tile in board.improvements}
        self.prices: dict[int, Goods] = {good.colour: tuple(good.cost) for good in board.rare_goods}
        self.sets, self.turns = tuple(board.rare_sets), board.turns
        self.tile_cost = tuple(board.improvement_cost_by_era)
        self.traitor = tuple(board.traitor_levels_by_era)
        self.camels = [(row.camel, row.tower, row.missions) for row in board.camel_requirements]
        self.tax, self.loss = tuple(board.tax_gold_by_era), tuple(board.tax_pp_loss_by_era)

    def level(self, height: int, blocks: int) -> Goods:
        """What the next level costs, or the next two."""
        _, single, pair = [band for band in self.bands if band[0] <= height + 1][-1]
        return single if blocks == 1 else pair


def arguments(row: Any) -> dict[str, str]:
    return {parameter.name: parameter.value for parameter in row.parameters}


class Seat:
    """Our seat at one question: what each thing gains."""

    def __init__(self, table: Table, view: t.TadmorView, options: Sequence[t.TadmorAction]) -> None:
        if table.memory is None:
            table.memory = Board(table.board)
        self.board: Board = table.memory
        self.view = view
        self.seat = table.seat
        self.me = view.players[table.seat]
        self.era: int = view.era - 1
        self.left: int = self.board.turns - view.turn
        self.factor: float = min(1.0, self.left / 2)  # what goods are worth that are not needed now
        self.future = max(0, 3 - view.era)  # how often towers will score before the end
        self.tiles = [self.board.tiles[tile] for tile in self.me.tiles]
        self.rare, self.missions = list(self.me.rare), len(self.me.done) + len(self.me.returned)
        self.pieces = [
            (place, (code - 1) & 1) for place, code in enumerate(view.occupied) if (code - 1) >> 1 == table.seat
        ]
        self.store = tuple(w + x for w, x in zip(self.me.warehouse, self.me.traded, strict=True))
        self.offered = [(o.trade.give - 1, tuple(r - 1 for r in o.trade.get)) for o in options if o.HasField("trade")]
        self.plan = self.best_plan() if self.offered else None
        if view.pending.question == t.TADMOR_QUESTION_PLACE:
            self.store = self.planned_store()

    def gain(self, kind: str, action: Any) -> float:
        """What is not listed below is left alone; to end, pass, decline or stop costs nothing."""
        return GAINS[kind](self, action) if kind in GAINS else float(kind in IDLE) - 1.0

    def power(self, effect: str, name: str = "amount") -> int:
        """What our tiles of one kind add up to."""
        return sum(int(given[name]) for kind, given in self.tiles if kind == effect)

    def worth(self, goods: Iterable[int]) -> float:
        return self.factor * sum(count * unit for count, unit in zip(goods, WORTH, strict=True))

    def less(self, cost: Goods, discount: int) -> Goods:
        """A cost of which the dearest goods are left out."""
        left = list(cost)
        for resource in reversed(range(4)):
            saved = min(left[resource], discount)
            left[resource] -= saved
            discount -= saved
        return tuple(left)

    def trades(self) -> list[Trade]:
        """What our tiles and markets allow."""
        if any(self.board.places[place].action == "market" for place, _ in self.pieces):
            return MARKET
        fixed = [given for effect, given in self.tiles if effect == "trade"]
        return [(NAMES.index(given["give"]), (NAMES.index(given["get"]),)) for given in fixed]

    def trades_for(self, cost: Goods, allowed: list[Trade]) -> list[Trade] | None:
        """The trades that make a cost payable; None if they do not suffice."""
        extra = [have - need for have, need in zip(self.store, cost, strict=True)]
        made: list[Trade] = []
        for trade in [trade for trade in allowed for _ in range(8)]:
            give, get = trade
            if extra[give] > 0 and self.me.warehouse[give] and any(extra[resource] < 0 for resource in get):
                extra[give] -= 1
                for resource in get:
                    extra[resource] += 1
                made.append(trade)
        return made if min(extra) >= 0 else None

    def planned_store(self) -> Goods:
        """What will be in store when we build: with what placed pieces gather, without what they will cost."""
        store = list(self.store)
        for place, piece in self.pieces:
            if self.board.places[place].action == "gather":
                store[self.board.places[place].resource - 1] += self.gathers(place, piece)
        self.store = tuple(store)
        for place, _ in self.pieces:
            goal = max(self.goals(place), default=None)
            if goal and goal[0] > 0 and self.trades_for(goal[1], []) is not None:
                self.store = tuple(have - need for have, need in zip(self.store, goal[1], strict=True))
        return self.store

    def gathers(self, place: int, piece: int) -> int:
        resource = self.board.places[place].resource - 1
        bonus: int = sum(
            given.get("resource") == NAMES[resource] for effect, given in self.tiles if effect == "ship_bonus"
        )
        count = self.board.yields[resource, piece][self.era]
        return count + bonus * piece

    def goals(self, place: int) -> list[tuple[float, Goods]]:
        """What a piece on a place could build: the gain, and the cost in goods."""
        action = self.board.places[place].action
        if action in ("tower1", "tower2"):
            return [self.tower(int(action[-1]))]
        if action in ("temple_mission", "temple_or_market", "temple"):
            return [self.temple()]
        if action == "rare":
            return [self.good(self.board.places[place].colour)]
        if action == "mission":
            return [self.mission(card) for card in self.view.hand]
        return []

    def tower(self, blocks: int) -> tuple[float, Goods]:
        """Two points a level now and at each new era; a little for the camels it brings."""
        cost = self.board.level(self.me.tower, blocks)
        if any(effect == "tower_no_wood" for effect, _ in self.tiles):
            cost = (0, *cost[1:])
        return blocks * (2 + 2 * self.future + 0.4) - self.worth(cost), cost

    def temple(self) -> tuple[float, Goods]:
        """The points of the next part, and a little for being nearer to the goods of a complete temple."""
        part = 1 + max((part for part in self.me.temples if part < 4), default=0)
        points = self.board.parts[part][0] - self.board.parts[part - 1][0]
        goods = 8 * max(0, 2 - len(self.view.completions)) if part == 4 else min(4, self.left)
        cost = self.less(self.board.parts[part][1], self.power("temple_discount"))
        return points + goods - self.worth(cost), cost

    def good(self, colour: int) -> tuple[float, Goods]:
        """What the top good of a pile adds to our sets."""
        cost = self.less(self.board.prices[colour], self.power("rare_discount"))
        top = self.view.piles[colour - 1].top
        if not top:
            return 0.0, (99,) * 4
        return self.added(top - 1) + self.power("rare_pp", "pp") - self.worth(cost), cost

    def added(self, good: int) -> float:
        """The value of one more good of a type; being nearer to a large set counts, too."""
        size = sum(count > self.rare[good] for count in self.rare)
        return self.board.sets[size + 1] - self.board.sets[size] + 0.3 * self.left

    def mission(self, card: int) -> tuple[float, Goods]:
        points, cost, _, _ = self.board.missions[card]
        cost = self.less(cost, self.power("mission_discount"))
        return points + 2 + self.power("mission_pp", "pp") - self.worth(cost), cost

    def best_built(self, trades: list[Trade]) -> tuple[float, Trade | None]:
        """The best thing that can be built with these trades, and the first of them that it takes, if any."""
        best, first = 0.0, None
        for place, _ in self.pieces:
            for gain, cost in self.goals(place):
                made = self.trades_for(cost, trades)
                if made is not None and gain - 0.3 * len(made) > best:
                    best, first = gain, made[0] if made else None
        return best, first

    def best_plan(self) -> Trade | None:
        """The first trade towards the best thing that can be built after trading; None if none is needed."""
        _, first = self.best_built(self.offered)
        if self.view.pending.question == t.TADMOR_QUESTION_KINGDOM and self.me.owes > self.store[GOLD]:
            made = self.trades_for((0, 0, 0, self.me.owes), self.offered)
            first = made[0] if made else None
        return first

    def place(self, place: int, piece: int) -> float:
        """What a piece there will bring."""
        space = self.board.places[place]
        goals = [gain for gain, cost in self.goals(place) if self.trades_for(cost, self.trades()) is not None]
        if goals:
            return max(goals)
        if space.action == "gather":
            return self.harvest(space.resource - 1, self.gathers(place, piece))
        return SPACES[space.action](self, space) if space.action in SPACES else 0.1

    def harvest(self, resource: int, count: int) -> float:
        """What is short for a mission, the temple or the tower counts in full, the rest little."""
        costs = [cost for _, cost in (self.temple(), self.tower(1), self.tower(2), *map(self.mission, self.view.hand))]
        wanted = min(count, max(0, *(cost[resource] - self.store[resource] for cost in costs)))
        return WORTH[resource] * (1.3 * wanted + (0.5 if sum(self.store) < 8 else 0.1) * self.factor * (count - wanted))

    def tile(self, number: int) -> float:
        return TILE.get(self.board.tiles[number][0], 0.5) * (self.left + 0.5)

    def improvement(self) -> float:
        """The best tile on offer, if it can be paid."""
        cost = self.board.tile_cost[self.era]
        if sum(self.store) < cost or not self.view.offer:
            return 0.0
        return max(map(self.tile, self.view.offer)) - cost * self.factor

    def draw(self) -> float:
        return MISSION * min(1.0, self.left / 3) / (1 + 0.5 * len(self.view.hand))

    def caravan(self) -> float:
        """A camel for the rest of the game, if the tower and the missions suffice."""
        ways = [(tower, missions) for camel, tower, missions in self.board.camels if camel == self.me.owned[0] + 1]
        met = any(self.me.tower >= tower and self.missions >= missions for tower, missions in ways)
        return PIECE * self.left if met else 0.0

    def market(self, place: int) -> float:
        """Ebla as a market, if its trades allow more than its temple and all else that we could build."""
        elsewhere = [piece for piece in self.pieces if piece[0] != place]
        temple, _ = self.best_built(self.offered)
        self.pieces, kept = elsewhere, self.pieces
        traded, _ = self.best_built([*self.offered, *MARKET[:4]])
        self.pieces = kept
        return 40.0 if traded > temple else -1.0

    def traitor(self) -> float:
        """Levels that a rival loses: the rival who leads is worth it."""
        levels = self.board.traitor[self.era]
        rivals = [player.tower for seat, player in enumerate(self.view.players) if seat != self.seat]
        return 0.7 * levels * (1 + self.future) if max(rivals) >= max(1, self.me.tower) else 0.0

    def victim(self, seat: int) -> float:
        return self.traitor() + 0.01 * self.view.players[seat].pp

    def raid(self) -> float:
        """Marauders: rivals will avoid a region, or lose pieces there."""
        return (1.1 + 0.5 * self.power("marauder_hit_pp", "pp")) * min(1, self.left)

    def attack(self, region: int) -> float:
        """A region with many places hits many."""
        return 0.1 * sum(place.region == region and place.in_play for place in self.board.places)

    def redirect(self, card: int, region: int) -> float:
        """Turn the attack away from our pieces, if they are worth the half of the card."""
        standing: list[int] = [self.board.places[place].region for place, _ in self.pieces]
        saved = standing.count(self.view.marauders.revealed) - standing.count(region)
        return PIECE * saved - self.board.missions[card][0] / 2

    def swap(self, own: int) -> float:
        """The best place of a rival's piece that ours could have instead, less the half of the card."""
        card = min(
            self.board.missions[card][0] for card in self.me.done if self.board.missions[card][2] == "swap_piece"
        )
        mine = self.view.occupied[own]
        theirs = [
            self.place(place, (code - 1) & 1)
            for place, code in enumerate(self.view.occupied)
            if code and (code ^ mine) & 1 == 0 and self.board.places[place].region and place not in dict(self.pieces)
        ]
        return max(theirs) - self.place(own, (mine - 1) & 1) - card / 2

    def discard_card(self) -> float:
        """In the last turn a card may still be one resource that something lacks."""
        if self.left:
            return -1.0
        costs = [cost for place, _ in self.pieces for _, cost in self.goals(place)]
        short = [sum(max(0, need - have) for need, have in zip(cost, self.store, strict=True)) for cost in costs]
        return 3.0 if 1 in short else -1.0

    def returned(self, card: int) -> float:
        """The benefit, less half of the card's points."""
        points, _, benefit, args = self.board.missions[card]
        return (BENEFITS[benefit](self, args) if benefit in BENEFITS else 0.0) - points / 2

    def needed(self, resource: int) -> float:
        """How much one more of a resource is wanted: for what we could build, else for its worth."""
        costs = [cost for place, _ in self.pieces for _, cost in self.goals(place)]
        return WORTH[resource] + 2.0 * any(cost[resource] > self.store[resource] for cost in costs)


SPACES: dict[str, Callable[[Seat, Any], float]] = {
    "improvement": lambda seat, space: seat.improvement() - 0.1 * space.order,
    "mission": lambda seat, space: seat.draw(),
    "caravan": lambda seat, space: seat.caravan(),
    "peace": lambda seat, space: space.pp_by_era[seat.era] * (1 + seat.power("peace_multiplier", "factor") / 2),
    "war_supplies": lambda seat, space: seat.me.tower - min(player.tower for player in seat.view.players),
    "taxman": lambda seat, space: min(seat.board.loss[seat.era], 2.5 * seat.board.tax[seat.era]),
    "market": lambda seat, space: 1.2,
    "traitor": lambda seat, space: seat.traitor(),
    "marauders": lambda seat, space: seat.raid(),
    "first_player": lambda seat, space: 1.0,
}
BENEFITS: dict[str, Callable[[Seat, dict[str, str]], float]] = {
    "rare_from_pile": lambda seat, args: max(map(seat.added, range(9))),
    "temple_next": lambda seat, args: seat.temple()[0] + seat.worth(seat.temple()[1]),
    "extra_ship": lambda seat, args: PIECE * seat.left,
    "extra_camel": lambda seat, args: PIECE * seat.left,
    "tower_levels": lambda seat, args: int(args["levels"]) * (2 + 2 * seat.future),
    "any_resources": lambda seat, args: seat.worth((0, 0, 0, int(args["count"]))),
    "free_improvements": lambda seat, args: int(args["count"]) * max(map(seat.tile, seat.view.offer)),
    "archive_improvement": lambda seat, args: max(map(seat.tile, seat.view.archive)),
}
GAINS: dict[str, Callable[[Seat, Any], float]] = {
    "start_improvement": lambda seat, a: seat.tile(a.tile),
    "place": lambda seat, a: seat.place(a.place, a.piece - 1),
    "return": lambda seat, a: seat.returned(a.mission),
    "traitor": lambda seat, a: seat.victim(a.victim),
    "pick": lambda seat, a: seat.attack(a.region),
    "redirect": lambda seat, a: seat.redirect(a.mission, a.region),
    "swap_own": lambda seat, a: seat.swap(a.place),
    "swap_target": lambda seat, a: seat.place(a.place, (seat.view.occupied[a.place] - 1) & 1),
    "open_market": lambda seat, a: seat.market(a.place),
    "discard_mission": lambda seat, a: seat.discard_card(),
    "trade": lambda seat, a: 50.0 if seat.plan == (a.give - 1, tuple(r - 1 for r in a.get)) else -1.0,
    "gather": lambda seat, a: -1.0 if sum(seat.store) >= seat.board.tile_cost[seat.era] else 20.0,
    "acquire": lambda seat, a: 1.0 + seat.tile(a.tile),
    "pay": lambda seat, a: -seat.worth(a.goods) - 0.01 * a.goods[GOLD],
    "take": lambda seat, a: seat.needed(a.resource - 1),
    "tower": lambda seat, a: seat.tower(a.blocks)[0],
    "build_temple": lambda seat, a: seat.temple()[0],
    "rare": lambda seat, a: seat.good(a.colour)[0],
    "mission_draw": lambda seat, a: seat.draw(),
    "mission_fulfil": lambda seat, a: seat.mission(a.mission)[0],
    "rare_top": lambda seat, a: seat.added(seat.view.piles[a.colour - 1].top - 1),
    "rare_pick": lambda seat, a: seat.added(a.good - 1),
    "tax_pay": lambda seat, a: 9.0,
    "take_pawn": lambda seat, a: 5.0 + WORTH[a.resource - 1],
    "discard": lambda seat, a: -WORTH[a.resource - 1],
}
