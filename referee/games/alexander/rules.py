"""What Alexander the Great changes in the rules of its family."""

from __future__ import annotations

from serai.referee.catan_rules.assembly import CHOICES, GameRow
from serai.referee.catan_rules.components import COSTS, PIECES, counts
from serai.referee.catan_rules.longest_road import road_built, settlement_built
from serai.referee.catan_rules.robber import discards, robber_moves
from serai.referee.catan_rules.rules import ENDLESS, RESOURCE_SUPPLY, Route, Rules
from serai.referee.catan_rules.scoring import claim_victory, largest_army_points, longest_road_points
from serai.referee.catan_rules.turn import trade_and_build
from serai.referee.games.alexander.advisers import adviser_points, chips_won
from serai.referee.games.alexander.board import DATA, GOODS, SEVEN
from serai.referee.games.alexander.march import dice_from_the_second_turn, march
from serai.referee.games.alexander.soldiers import begin_with_old_cards, knight_bought, knight_played
from serai.referee.games.alexander.supply import draw_supplies

GAME_ROW = DATA.one("game", GameRow)

RULES = Rules(
    goods=GOODS,
    supply=(*RESOURCE_SUPPLY, ENDLESS),
    routes=(Route("road", counts(DATA, COSTS.road, GOODS, "road"), PIECES.roads),),
    hand_limit=SEVEN.hand_limit,
    target=GAME_ROW.target,
    max_turns=GAME_ROW.max_turns,
    turn=(
        begin_with_old_cards,
        draw_supplies,
        claim_victory,
        dice_from_the_second_turn,
        march,
        trade_and_build,
    ),
    seven=(discards, robber_moves),
    choices=CHOICES,
    awards=(longest_road_points, largest_army_points, adviser_points),
    after_route=(road_built,),
    after_settlement=(settlement_built,),
    after_purchase=(knight_bought,),
    after_play=(knight_played,),
    tie_breaks=(chips_won,),
)
