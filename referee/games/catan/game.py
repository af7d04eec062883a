"""Catan, as the list of games knows it: what the game fixes, its set-up (rules 3) and its options."""

from __future__ import annotations

from pathlib import Path

from serai.referee.catan_rules.assembly import ACTIONS, Founding, GameRow, founding_orders, words
from serai.referee.catan_rules.bank import bank_choices
from serai.referee.catan_rules.building import city_choices, road_choices, settlement_choices
from serai.referee.catan_rules.cards import buy_choices, play_choices
from serai.referee.catan_rules.components import COSTS, PIECES, RESOURCE_NAMES, SEVEN, TERRAINS, counts
from serai.referee.catan_rules.events import ENDINGS, EVENTS
from serai.referee.catan_rules.founding import found
from serai.referee.catan_rules.longest_road import road_built, settlement_built
from serai.referee.catan_rules.picture import picture as draw
from serai.referee.catan_rules.redeal import redeal
from serai.referee.catan_rules.robber import discards, robber_moves
from serai.referee.catan_rules.state import RESOURCE_SUPPLY, Route, Rules, Settlers
from serai.referee.catan_rules.trade import offer_choices
from serai.referee.catan_rules.turn import before_the_roll, trade_and_build
from serai.referee.catan_rules.victory import claim_victory, largest_army_points, longest_road_points, score
from serai.referee.catan_rules.view import View, view
from serai.referee.core.agenda import settle
from serai.referee.core.game import Game, Settings, Switch
from serai.referee.core.luck import Luck
from serai.referee.core.notation import Notation
from serai.referee.games.catan.board import DATA, DESERT, GRID, GROUND, LAYOUTS

GAME_ROW = DATA.one("game", GameRow)

RULES = Rules(
    goods=RESOURCE_NAMES,
    supply=RESOURCE_SUPPLY,
    routes=(Route("road", counts(DATA, COSTS.road, RESOURCE_NAMES, "road"), PIECES.roads),),
    settlement=counts(DATA, COSTS.settlement, RESOURCE_NAMES, "settlement"),
    city=counts(DATA, COSTS.city, RESOURCE_NAMES, "city"),
    dev_card=counts(DATA, COSTS.dev_card, RESOURCE_NAMES, "dev_card"),
    settlements=PIECES.settlements,
    cities=PIECES.cities,
    hand_limit=SEVEN.hand_limit,
    target=GAME_ROW.target,
    max_turns=GAME_ROW.max_turns,
    founding_orders=founding_orders(DATA),
    income_round=DATA.one("founding", Founding).income_round,
    turn=(claim_victory, before_the_roll, trade_and_build),
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
    awards=(longest_road_points, largest_army_points),
    after_route=(road_built,),
    after_settlement=(settlement_built,),
)


class Catan(Settlers):
    """A game of Catan."""

    __slots__ = ()
    rules = RULES


def start(seats: int, luck: Luck, settings: Settings) -> Catan:
    """The board of the chosen layout, the robber on its desert, the deck shuffled, the bank full; then the founding."""
    layout = LAYOUTS[settings["layout"]](luck)
    state = Catan(seats, luck, layout, robber=layout.terrain.index(DESERT))
    found(state, ANYWHERE)
    settle(state)
    return state


def picture(seen: View) -> str:
    return draw(seen, TERRAINS, RESOURCE_NAMES)


ANYWHERE = frozenset(vertex for vertex, is_land in enumerate(GROUND.buildable) if is_land)
WORDS = words(RULES, GRID, ENDINGS)

GAME = Game(
    name="catan",
    title="Catan",
    edition="Klaus Teuber, Kosmos 1995, base game in the current rules",
    seat_counts=(2, 3, 4),
    epoch=1,
    switches=(
        Switch(
            "layout",
            tuple(LAYOUTS),
            "beginner",
            "the board: fixed for beginners; variable, tokens along the spiral so that 6 and 8 stay apart; all random",
        ),
    ),
    start=start,
    clone=Catan.clone,
    view=view,
    redeal=redeal,
    score=score,
    picture=picture,
    actions=Notation(ACTIONS, WORDS),
    events=Notation(EVENTS, WORDS),
    folder=Path(__file__).parent,
)
