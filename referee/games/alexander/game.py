"""Alexander the Great, as the list of games knows it: what the scenario changes in the family's rules, its set-up."""

from __future__ import annotations

from pathlib import Path

from referee.catan_rules.bank import bank_choices
from referee.catan_rules.building import city_choices, road_choices, settlement_choices
from referee.catan_rules.cards import buy_choices, play_choices
from referee.catan_rules.components import COSTS, PIECES, counts
from referee.catan_rules.family import ACTIONS, GameRow, words
from referee.catan_rules.founding import SetupRoute, SetupSettlement
from referee.catan_rules.longest_road import road_built, settlement_built
from referee.catan_rules.robber import discards, robber_moves
from referee.catan_rules.state import ENDLESS, RESOURCE_SUPPLY, Route, Rules
from referee.catan_rules.trade import offer_choices
from referee.catan_rules.turn import begin_turn, trade_and_build
from referee.catan_rules.victory import claim_victory, largest_army_points, longest_road_points, score
from referee.core.agenda import settle
from referee.core.game import Game, Options
from referee.core.luck import Luck
from referee.core.notation import Notation
from referee.games.alexander.advisers import adviser_points, chips_won
from referee.games.alexander.auction import Bid, PassBid
from referee.games.alexander.board import ADVISERS, EVENT_NAMES, GOODS, GRID, SEVEN, SUPPLY_OF, TABLES
from referee.games.alexander.events import ENDINGS, EVENTS
from referee.games.alexander.march import dice_from_the_second_turn, march
from referee.games.alexander.payment import Pay, UseSoldiers
from referee.games.alexander.picture import picture
from referee.games.alexander.redeal import redeal
from referee.games.alexander.soldiers import begin_with_old_cards, knight_bought, knight_played
from referee.games.alexander.state import Campaign
from referee.games.alexander.supply import deal_hands, draw_supplies
from referee.games.alexander.view import view

GAME_ROW = TABLES.one("game", GameRow)

RULES = Rules(
    goods=GOODS,
    supply=(*RESOURCE_SUPPLY, ENDLESS),
    routes=(Route("road", counts(TABLES, COSTS.road, GOODS, "road"), PIECES.roads),),
    settlement=counts(TABLES, COSTS.settlement, GOODS, "settlement"),
    city=counts(TABLES, COSTS.city, GOODS, "city"),
    dev_card=counts(TABLES, COSTS.dev_card, GOODS, "dev_card"),
    settlements=PIECES.settlements,
    cities=PIECES.cities,
    hand_limit=SEVEN.hand_limit,
    target=GAME_ROW.target,
    max_turns=GAME_ROW.max_turns,
    founding_orders={},
    income_round=0,
    turn=(
        begin_with_old_cards,
        draw_supplies,
        claim_victory,
        dice_from_the_second_turn,
        march,
        trade_and_build,
    ),
    seven=(discards, robber_moves),
    choices=(
        road_choices,
        settlement_choices,
        city_choices,
        buy_choices,
        play_choices,
        bank_choices,
        offer_choices,
    ),
    awards=(longest_road_points, largest_army_points, adviser_points),
    after_route=(road_built,),
    after_settlement=(settlement_built,),
    after_purchase=(knight_bought,),
    after_play=(knight_played,),
    tie_breaks=(chips_won,),
)


class Alexander(Campaign):
    """A game of Alexander the Great."""

    __slots__ = ()
    rules = RULES


def start(seats: int, luck: Luck, _options: Options) -> Alexander:
    """Deck, supply pile and chips shuffled, five cards and eight gold each; there is no founding (rules 4)."""
    state = Alexander(seats, luck)
    deal_hands(state)
    begin_turn(state)
    settle(state)
    return state


WORDS = {
    **words(RULES, GRID, ENDINGS),
    "event": EVENT_NAMES,
    "adviser": tuple(adviser.id for adviser in ADVISERS),
}

_COMMON = tuple(action for action in ACTIONS if action not in (SetupSettlement, SetupRoute))

GAME = Game(
    name="alexander",
    title="Alexander the Great",
    edition="Klaus Teuber, Kosmos, scenario of the Historical Scenarios I",
    seats=tuple(SUPPLY_OF),
    epoch=1,
    options=(),
    start=start,
    clone=Alexander.clone,
    view=view,
    redeal=redeal,
    score=score,
    picture=picture,
    actions=Notation((*_COMMON, PassBid, Bid, UseSoldiers, Pay), WORDS),
    events=Notation(EVENTS, WORDS),
    folder=Path(__file__).parent,
)
