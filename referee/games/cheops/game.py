"""Cheops, as the list of games knows it: what the scenario changes in the family's rules, and its set-up (rules 4)."""

from __future__ import annotations

from pathlib import Path

from serai.referee.catan_rules.assembly import ACTIONS, GameRow, founding_orders, words
from serai.referee.catan_rules.bank import bank_choices
from serai.referee.catan_rules.building import city_choices, road_choices, settlement_choices
from serai.referee.catan_rules.cards import buy_choices, play_choices
from serai.referee.catan_rules.components import COSTS as BASE_COSTS
from serai.referee.catan_rules.components import PIECES as BASE_PIECES
from serai.referee.catan_rules.components import SEVEN, counts
from serai.referee.catan_rules.founding import found
from serai.referee.catan_rules.redeal import redeal
from serai.referee.catan_rules.robber import discards, robber_moves
from serai.referee.catan_rules.state import ENDLESS, RESOURCE_SUPPLY, Route, Rules
from serai.referee.catan_rules.trade import offer_choices
from serai.referee.catan_rules.turn import before_the_roll, trade_and_build
from serai.referee.catan_rules.victory import claim_victory, largest_army_points, score
from serai.referee.core.agenda import settle
from serai.referee.core.game import Game, Settings
from serai.referee.core.luck import Luck
from serai.referee.core.notation import Notation
from serai.referee.games.cheops.board import BANKS, COSTS, DATA, FOUNDING, GOODS, GRID, PIECES, PORTS, SITE
from serai.referee.games.cheops.events import ENDINGS, EVENTS
from serai.referee.games.cheops.picture import picture
from serai.referee.games.cheops.ports import PortTrade, port_choices
from serai.referee.games.cheops.pyramid import (
    PlaceStone,
    PlaceStoneThrough,
    fluch_points,
    pharaoh_builds,
    segen_points,
    stone_choices,
    work_begins,
)
from serai.referee.games.cheops.routes import forget_webs, ship_choices
from serai.referee.games.cheops.state import River
from serai.referee.games.cheops.view import view

GAME_ROW = DATA.one("game", GameRow)

RULES = Rules(
    goods=GOODS,
    supply=(*RESOURCE_SUPPLY, ENDLESS),
    routes=(
        Route("road", counts(DATA, BASE_COSTS.road, GOODS, "road"), BASE_PIECES.roads),
        Route("ship", counts(DATA, COSTS.ship, GOODS, "ship"), PIECES.ships),
    ),
    settlement=counts(DATA, BASE_COSTS.settlement, GOODS, "settlement"),
    city=counts(DATA, BASE_COSTS.city, GOODS, "city"),
    dev_card=counts(DATA, BASE_COSTS.dev_card, GOODS, "dev_card"),
    settlements=BASE_PIECES.settlements,
    cities=BASE_PIECES.cities,
    hand_limit=SEVEN.hand_limit,
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


class Cheops(River):
    """A game of Cheops."""

    __slots__ = ()
    rules = RULES


def start(seats: int, luck: Luck, _settings: Settings) -> Cheops:
    """Three gold each, the deck shuffled, the robber on a desert; then the founding on the banks of the river."""
    state = Cheops(seats, luck)
    found(state, BANKS)
    settle(state)
    return state


WORDS = {**words(RULES, GRID, ENDINGS), "port": tuple(port.id for port in PORTS)}

GAME = Game(
    name="cheops",
    title="Cheops",
    edition="Klaus Teuber, Kosmos, scenario of the Historical Scenarios I",
    seat_counts=(3, 4),
    epoch=1,
    switches=(),
    start=start,
    clone=Cheops.clone,
    view=view,
    redeal=redeal,
    score=score,
    picture=picture,
    actions=Notation((*ACTIONS, PortTrade, PlaceStone, PlaceStoneThrough), WORDS),
    events=Notation(EVENTS, WORDS),
    folder=Path(__file__).parent,
)
