"""The resolution stage (chapters "Resolution stage" and "Clarifications: markets"; rules 7.4, 9.2).

What may be done in every window of it: trading, buying with PP, discarding missions, opening Ebla's market, and
returning the missions whose time is the whole stage.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.anytime import CHECKS
from serai.referee.games.tadmor.benefits import returns
from serai.referee.games.tadmor.board import ACTIONS, DATA, EBLA, GRADE, RESOURCES, TOWN_MARKETS
from serai.referee.games.tadmor.deck import discard_mission
from serai.referee.games.tadmor.events import BUYING, OpenedMarket, Traded
from serai.referee.games.tadmor.payment import receive, score
from serai.referee.games.tadmor.powers import BASIC_TO_ADVANCED, FULL_MARKET, TRADES, Exchange
from serai.referee.games.tadmor.state import Choice, Ending, Player, Tadmor
from serai.referee.games.tadmor.tiles import PRIVATE_MARKETS

RESOLUTION = frozenset(("resolution",))
MARKETS = {"full": FULL_MARKET, "basic_to_advanced": BASIC_TO_ADVANCED}
MARKET_OF = {
    action.id: MARKETS[tuple(MARKETS)[DATA.index(tuple(MARKETS), action.market, f"[[action]] {action.id}: market")]]
    for action in ACTIONS
    if action.market
}
DATA.demand(
    {"market", "temple_or_market"} <= MARKET_OF.keys(), "[[action]]: market and temple_or_market say which market"
)
TOWN_MARKET, EBLA_MARKET = MARKET_OF["market"], MARKET_OF["temple_or_market"]


@dataclass(frozen=True, slots=True)
class End(Ending):
    """Nothing more."""

    form = "end"


@dataclass(frozen=True, slots=True)
class Trade(Action):
    """One unit from the Warehouse for others, which lie in Traded Goods for the rest of the turn."""

    form = "trade:{give}:{get}"
    give: int
    get: tuple[int, ...]

    def apply(self, state: Tadmor, seat: int) -> None:
        me = state.players[seat]
        me.warehouse[self.give] -= 1
        for resource in self.get:
            me.traded[resource] += 1
        state.tell(Traded(seat, self.give, self.get))


@dataclass(frozen=True, slots=True)
class TradePp(Action):
    """A resource for PP."""

    form = "trade_pp:{resource}"
    resource: int

    def apply(self, state: Tadmor, seat: int) -> None:
        me = state.players[seat]
        grade = GRADE[self.resource]
        me.bought[grade] += 1
        score(state, seat, -me.powers.pp_price[grade], BUYING)
        receive(state, seat, self.resource)


@dataclass(frozen=True, slots=True)
class OpenMarket(Action):
    """The piece in Ebla is a market for the rest of the stage, and builds no temple (A6)."""

    form = "open_market:{place}"
    place: int

    def apply(self, state: Tadmor, seat: int) -> None:
        state.players[seat].ebla_open = True
        state.tell(OpenedMarket(seat, self.place))


END = End()
trade = cache(Trade)
trade_pp = cache(TradePp)
OPEN_EBLA = OpenMarket(EBLA)


@lru_cache(1 << 12)
def trades_with(allowed: frozenset[Exchange], held: tuple[bool, ...]) -> tuple[Action, ...]:
    return tuple(trade(give, get) for give, get in TRADES if held[give] and (give, get) in allowed)


def allowed_trades(state: Tadmor, seat: int) -> frozenset[Exchange]:
    """What tiles, markets with an own piece and the market mission allow together."""
    me = state.players[seat]
    if me.market_open or any(state.stands(seat, place) for place in (*TOWN_MARKETS, *PRIVATE_MARKETS)):
        return TOWN_MARKET | me.powers.trades
    return EBLA_MARKET | me.powers.trades if me.ebla_open else me.powers.trades


def pp_trades(me: Player) -> list[Action]:
    """Each grade so often in a turn; PP may go below zero (A23)."""
    most = me.powers.most_for_pp
    if not most:
        return []
    return [trade_pp(r) for r in range(len(RESOURCES)) if me.bought[GRADE[r]] < most[GRADE[r]]]


def common_steps(state: Tadmor, seat: int) -> list[Action]:
    """What every window of the stage offers."""
    me = state.players[seat]
    steps: list[Action] = []
    allowed = allowed_trades(state, seat)
    if allowed:
        steps += trades_with(allowed, tuple(map(bool, me.warehouse)))
    steps += pp_trades(me)
    steps += [discard_mission(card) for card in sorted(me.hand)]
    if state.stands(seat, EBLA) and not me.ebla_open:
        steps.append(OPEN_EBLA)
    return steps + returns(state, seat, RESOLUTION)


@dataclass(frozen=True, slots=True)
class Window(Choice):
    """A run of decisions of one seat; after each step the checks, then it is open again, until the seat ends it."""

    seat: int

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        if isinstance(action, End):
            self.close(state, seat)
        else:
            state.then(CHECKS[seat], self)
            action.apply(state, seat)

    def close(self, state: Tadmor, seat: int) -> None:
        """What comes of ending it."""
