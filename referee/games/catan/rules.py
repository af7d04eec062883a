"""What Catan fixes in the rules of its family."""

from __future__ import annotations

from serai.referee.catan_rules.assembly import CHOICES, FoundingRow, GameRow, founding_orders
from serai.referee.catan_rules.components import COSTS, PIECES, RESOURCE_NAMES, counts
from serai.referee.catan_rules.longest_road import road_built, settlement_built
from serai.referee.catan_rules.robber import discards, robber_moves
from serai.referee.catan_rules.rules import RESOURCE_SUPPLY, Route, Rules
from serai.referee.catan_rules.scoring import claim_victory, largest_army_points, longest_road_points
from serai.referee.catan_rules.turn import before_the_roll, trade_and_build
from serai.referee.games.catan.board import DATA

GAME_ROW = DATA.one("game", GameRow)

RULES = Rules(
    goods=RESOURCE_NAMES,
    supply=RESOURCE_SUPPLY,
    routes=(Route("road", counts(DATA, COSTS.road, RESOURCE_NAMES, "road"), PIECES.roads),),
    target=GAME_ROW.target,
    max_turns=GAME_ROW.max_turns,
    founding_orders=founding_orders(DATA),
    income_round=DATA.one("founding", FoundingRow).income_round,
    turn=(claim_victory, before_the_roll, trade_and_build),
    seven=(discards, robber_moves),
    choices=CHOICES,
    awards=(longest_road_points, largest_army_points),
    after_route=(road_built,),
    after_settlement=(settlement_built,),
)
