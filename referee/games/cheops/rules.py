"""What Cheops changes in the rules of its family."""

from __future__ import annotations

from serai.referee.catan_rules import components
from serai.referee.catan_rules.assembly import GameRow, founding_orders
from serai.referee.catan_rules.bank import bank_choices
from serai.referee.catan_rules.building import city_choices, road_choices, settlement_choices
from serai.referee.catan_rules.cards import buy_choices, play_choices
from serai.referee.catan_rules.components import counts
from serai.referee.catan_rules.robber import discards, robber_moves
from serai.referee.catan_rules.rules import ENDLESS, RESOURCE_SUPPLY, Route, Rules
from serai.referee.catan_rules.scoring import claim_victory, largest_army_points
from serai.referee.catan_rules.trade import offer_choices
from serai.referee.catan_rules.turn import before_the_roll, trade_and_build
from serai.referee.games.cheops.board import COSTS, DATA, FOUNDING, GOODS, PIECES, SITE
from serai.referee.games.cheops.ports import port_choices
from serai.referee.games.cheops.pyramid import fluch_points, pharaoh_builds, segen_points, stone_choices, work_begins
from serai.referee.games.cheops.routes import forget_webs, ship_choices

GAME_ROW = DATA.one("game", GameRow)

RULES = Rules(
    goods=GOODS,
    supply=(*RESOURCE_SUPPLY, ENDLESS),
    routes=(
        Route("road", counts(DATA, components.COSTS.road, GOODS, "road"), components.PIECES.roads),
        Route("ship", counts(DATA, COSTS.ship, GOODS, "ship"), PIECES.ships),
    ),
    target=GAME_ROW.target,
    max_turns=GAME_ROW.max_turns,
    founding_orders=founding_orders(DATA),
    income_round=FOUNDING.income_round,
    turn=(claim_victory, before_the_roll, trade_and_build),
    seven=(pharaoh_builds, discards, robber_moves),
    choices=(
        road_choices,
        ship_choices,
        settlement_choices,
        city_choices,
        stone_choices,
        buy_choices,
        play_choices,
        bank_choices,
        port_choices,
        offer_choices,
    ),
    awards=(largest_army_points, segen_points, fluch_points),
    after_route=(forget_webs,),
    after_settlement=(work_begins,),
    robber_stays_off=frozenset({SITE}),
)
