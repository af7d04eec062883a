"""What a seat may see, built up from nothing (rules 8): everything public, and its own hand and cards.

Named tuples, filled by position, which is faster: a view is made for every question. A game with more to see puts this
view into its own.
"""

from __future__ import annotations

from operator import sub
from typing import NamedTuple

from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.effects import FreeRoute, TakeCard
from serai.referee.catan_rules.founding import FirstRoute, Found
from serai.referee.catan_rules.layout import Layout
from serai.referee.catan_rules.robber import Discard, Robber, Victim
from serai.referee.catan_rules.scoring import public_points, true_points
from serai.referee.catan_rules.state import NOBODY, Proposal, Refused, Settlers
from serai.referee.catan_rules.trade import Offer, Partner, Replies
from serai.referee.catan_rules.turn import Main, PreRoll
from serai.referee.core.agenda import Decision, waiting

PHASES = (
    "over", "setup_settlement", "setup_route", "pre_roll", "discard", "move_robber",
    "steal", "main", "free_route", "take", "trade_reply", "trade_pick", "scenario",
)  # fmt: skip

SCENARIO = PHASES.index("scenario")  # a decision that only one game has: its own part of the view says more


class Pending(NamedTuple):
    """What is being decided: the phase, who is asked, and what is settled of it so far.

    Once all have replied to an offer, who has accepted it and who would trade otherwise.
    """

    phase: int
    asked: tuple[int, ...] = ()
    left: int = 0
    vertex: int | None = None
    offer: Offer | None = None
    accepted: tuple[int, ...] = ()
    counters: tuple[Proposal, ...] = ()


class PlayerView(NamedTuple):
    """What everybody sees of a player; the points are the true ones when the game is over."""

    points: int
    cards: int
    dev_cards: int
    knights: int
    road_length: int
    settlements: int
    cities: int
    routes: tuple[int, ...]
    rates: tuple[int, ...]
    played: tuple[int, ...]


class Own(NamedTuple):
    """What a seat alone knows: its goods, its unplayed cards by kind, those bought this turn, its true points."""

    hand: tuple[int, ...]
    dev_cards: tuple[int, ...]
    fresh: tuple[int, ...]
    points: int


class View(NamedTuple):
    """The game as one seat sees it (seat None: the public)."""

    seat: int | None
    layout: Layout
    turn: int
    active: int
    pending: Pending
    dice: tuple[int, int]
    robber: int
    vertices: bytes
    edges: bytes
    bank: tuple[int, ...]
    players: tuple[PlayerView, ...]
    deck: int
    longest_road: int | None
    largest_army: int | None
    card_played: bool
    offers_made: int
    refused: tuple[Refused, ...]
    refused_counters: tuple[Proposal, ...]
    winners: tuple[int, ...]
    ending: int
    own: Own | None


def view(state: Settlers, seat: int | None) -> View:
    """All that is public, and what the seat itself holds."""
    return View(
        seat,
        state.layout,
        state.turn,
        state.active,
        pending(state),
        state.dice,
        state.robber,
        bytes(state.vertices),
        bytes(state.edges),
        tuple(state.bank[:CARD_KINDS]),
        tuple([player(state, other) for other in range(len(state.players))]),
        len(state.deck),
        None if state.longest_road == NOBODY else state.longest_road,
        None if state.largest_army == NOBODY else state.largest_army,
        state.card_played,
        state.offers_made,
        state.refused,
        state.refused_counters,
        state.winners,
        state.ending,
        None if seat is None else own(state, seat),
    )


def player(state: Settlers, seat: int) -> PlayerView:
    """What everybody sees of a seat: counts, pieces still to be had, rates at the bank."""
    me, rules = state.players[seat], state.rules
    return PlayerView(
        public_points(state, seat) if state.agenda else true_points(state, seat),
        me.cards,
        sum(me.dev_cards),
        me.knights,
        me.road_length,
        rules.settlements - me.settlements,
        rules.cities - me.cities,
        tuple(map(sub, rules.route_pieces, me.routes)),
        me.rates,
        me.played,
    )


def own(state: Settlers, seat: int) -> Own:
    me = state.players[seat]
    return Own(tuple(me.hand), me.dev_cards, me.fresh, true_points(state, seat))


def pending(state: Settlers) -> Pending:
    """What the game waits for, from the decision on top of the agenda."""
    if not state.agenda:
        return Pending(0)
    top = state.agenda[-1]
    assert isinstance(top, Decision)
    phase, asked = PHASE_OF.get(type(top), SCENARIO), waiting(state)
    match top:
        case Discard() | FreeRoute() | TakeCard():
            return Pending(phase, asked, left=top.left)
        case FirstRoute():
            return Pending(phase, asked, vertex=top.vertex)
        case Replies():
            return Pending(phase, asked, offer=top.offer)
        case Partner():
            return Pending(phase, asked, offer=top.offer, accepted=top.accepted, counters=top.counters)
    return Pending(phase, asked)


PHASE_OF: dict[type[Decision[Settlers]], int] = {
    cls: PHASES.index(phase)
    for cls, phase in (
        (Found, "setup_settlement"),
        (FirstRoute, "setup_route"),
        (PreRoll, "pre_roll"),
        (Discard, "discard"),
        (Robber, "move_robber"),
        (Victim, "steal"),
        (Main, "main"),
        (FreeRoute, "free_route"),
        (TakeCard, "take"),
        (Replies, "trade_reply"),
        (Partner, "trade_pick"),
    )
}
