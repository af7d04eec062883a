"""Alexander the Great, as the list of games knows it: what the scenario changes in the family's rules, its set-up."""

from __future__ import annotations

from pathlib import Path

from serai.referee.catan_rules.assembly import ACTIONS, GameRow, words
from serai.referee.catan_rules.bank import bank_choices
from serai.referee.catan_rules.building import city_choices, road_choices, settlement_choices
from serai.referee.catan_rules.cards import buy_choices, play_choices
from serai.referee.catan_rules.components import COSTS, PIECES, counts
from serai.referee.catan_rules.founding import SetupRoute, SetupSettlement
from serai.referee.catan_rules.longest_road import road_built, settlement_built
from serai.referee.catan_rules.robber import discards, robber_moves
from serai.referee.catan_rules.state import ENDLESS, RESOURCE_SUPPLY, Route, Rules
from serai.referee.catan_rules.trade import offer_choices
from serai.referee.catan_rules.turn import begin_turn, trade_and_build
from serai.referee.catan_rules.victory import claim_victory, largest_army_points, longest_road_points, score
from serai.referee.core.agenda import settle
from serai.referee.core.game import Game, Settings
from serai.referee.core.luck import Luck
from serai.referee.core.notation import Notation
from serai.referee.games.alexander.advisers import adviser_points, chips_won
from serai.referee.games.alexander.auction import Bid, PassBid
from serai.referee.games.alexander.board import ADVISERS, DATA, EVENT_NAMES, GOODS, GRID, SEVEN, SUPPLY_OF
from serai.referee.games.alexander.events import ENDINGS, EVENTS
from serai.referee.games.alexander.march import dice_from_the_second_turn, march
from serai.referee.games.alexander.payment import Pay, UseSoldiers
from serai.referee.games.alexander.picture import picture
from serai.referee.games.alexander.redeal import redeal
from serai.referee.games.alexander.soldiers import begin_with_old_cards, knight_bought, knight_played
from serai.referee.games.alexander.state import Campaign
from serai.referee.games.alexander.supply import deal_hands, draw_supplies
from serai.referee.games.alexander.view import view

GAME_ROW = DATA.one("game", GameRow)

RULES = Rules(
    goods=GOODS,
    supply=(*RESOURCE_SUPPLY, ENDLESS),
    routes=(Route("road", counts(DATA, COSTS.road, GOODS, "road"), PIECES.roads),),
    settlement=counts(DATA, COSTS.settlement, GOODS, "settlement"),
    city=counts(DATA, COSTS.city, GOODS, "city"),
    dev_card=counts(DATA, COSTS.dev_card, GOODS, "dev_card"),
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


def start(seats: int, luck: Luck, _settings: Settings) -> Alexander:
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
    seat_counts=tuple(SUPPLY_OF),
    epoch=1,
    switches=(),
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
