"""Alexander the Great on the wire: the family's messages inside its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any

from serai.referee.catan_rules import view as family
from serai.referee.catan_rules.events import GameOver
from serai.referee.catan_rules.state import NOBODY
from serai.referee.core.agenda import Action, Event
from serai.referee.games.alexander import board as b
from serai.referee.games.alexander import events as e
from serai.referee.games.alexander.auction import PASS_BID, Bid, PassBid
from serai.referee.games.alexander.game import GAME
from serai.referee.games.alexander.payment import Pay, UseSoldiers
from serai.referee.games.alexander.rules import RULES
from serai.referee.games.alexander.state import Alexander
from serai.referee.games.alexander.view import AuctionView, View
from serai.server.codec import catan
from serai.server.codec.base import Codec, read_one_of
from serai.server.codec.wire import field
from serai.v1 import alexander_pb2 as pb
from serai.v1.catan_pb2 import CATAN_ENDING_ARRIVAL, CatanAction

ARRIVAL = int(CATAN_ENDING_ARRIVAL)  # on the wire the endings of all scenarios share an enum
A, B, E, V = pb.AlexanderAction, pb.AlexanderBoard, pb.AlexanderEvent, pb.AlexanderView


def view(seen: View) -> bytes:
    """The family's view as a section, then the scenario's own, which change at different times."""
    return b"".join(
        [
            field(V.TABLE_FIELD_NUMBER, catan.view(_table(seen))),
            _piles(seen.position, seen.supply, seen.gold),
            _chips(seen.won, seen.removed, seen.advisers, seen.buried),
            b"" if seen.auction is None else _auction(seen.auction),
        ]
    )


def _table(seen: View) -> family.View:
    return seen.table._replace(ending=ARRIVAL) if seen.table.ending == e.BY_ARRIVAL else seen.table


@lru_cache(1 << 14)
def _piles(position: int, supply: int, gold: tuple[int, ...]) -> bytes:
    return V(position=position, supply=supply, gold=gold).SerializeToString()


@lru_cache(1 << 14)
def _chips(won: tuple[tuple[int, ...], ...], removed: tuple[int, ...], advisers: tuple[int, ...], buried: int) -> bytes:
    message = V(won=[V.Chips(counts=counts) for counts in won], removed=V.Chips(counts=removed), buried=buried)
    message.advisers.extend(V.Adviser() if holder == NOBODY else V.Adviser(holder=holder) for holder in advisers)
    return message.SerializeToString()


@lru_cache(1 << 14)
def _auction(auction: AuctionView) -> bytes:
    message = V.Auction(
        step=auction.step + 1,  # type: ignore[arg-type]  # an enum's number
        event=auction.event + 1,  # type: ignore[arg-type]  # an enum's number
        junction=auction.junction,
        bid=auction.bid,
        leader=auction.leader,
        passed=auction.passed,
        excluded=auction.excluded,
        left=auction.left,
    )
    return V(auction=message).SerializeToString()


_ACTIONS: dict[type[Action], Callable[[Any], pb.AlexanderAction]] = {
    PassBid: lambda a: A(pass_bid=A.PassBid()),
    Bid: lambda a: A(bid=A.Bid(bid=a.bid)),
    UseSoldiers: lambda a: A(use_soldiers=A.UseSoldiers(soldiers=a.soldiers)),
    Pay: lambda a: A(pay=A.Pay(good=a.good + 1)),
}

_KNOWN = frozenset(GAME.actions.classes)


def _read_common(message: CatanAction) -> Action:
    """The family's actions but those of a founding, which this game does not have."""
    act = catan.read_action(message)
    if type(act) not in _KNOWN:
        raise ValueError(f"there is no {type(act).__name__} in this game")
    return act


_READERS: dict[str, Callable[[Any], Action]] = {
    "common": _read_common,
    "pass_bid": lambda m: PASS_BID,
    "bid": lambda m: Bid(m.bid),
    "use_soldiers": lambda m: UseSoldiers(m.soldiers),
    "pay": lambda m: Pay(m.good - 1),
}


def _drawn(event: e.SupplyDrawn) -> pb.AlexanderEvent:
    known = 0 if event.resource is None else event.resource + 1
    return E(supply_drawn=E.SupplyDrawn(seat=event.seat, resource=known))  # type: ignore[arg-type]  # an enum's number


_EVENTS: dict[type[Event], Callable[[Any], pb.AlexanderEvent]] = {
    e.SupplyDrawn: _drawn,
    e.Marched: lambda v: E(marched=E.Marched(junction=v.junction)),
    e.Stayed: lambda v: E(stayed=E.Stayed(arrow=v.arrow)),
    e.TempleBlocked: lambda v: E(temple_blocked=E.TempleBlocked(junction=v.junction)),
    e.AuctionOpened: lambda v: E(auction_opened=E.AuctionOpened(event=v.event + 1, junction=v.junction)),
    e.BidMade: lambda v: E(bid_made=E.BidMade(seat=v.seat, bid=v.bid)),
    e.BidPassed: lambda v: E(bid_passed=E.BidPassed(seat=v.seat)),
    e.NobodyBid: lambda v: E(nobody_bid=E.NobodyBid(event=v.event + 1, junction=v.junction)),
    e.Defaulted: lambda v: E(defaulted=E.Defaulted(seat=v.seat, bid=v.bid)),
    e.AuctionWon: lambda v: E(auction_won=E.AuctionWon(seat=v.seat, bid=v.bid)),
    e.SoldiersSpent: lambda v: E(soldiers_spent=E.SoldiersSpent(seat=v.seat, soldiers=v.soldiers)),
    e.Paid: lambda v: E(paid=E.Paid(seat=v.seat, amount=v.amount, good=v.good + 1)),
    e.ChipKept: lambda v: E(chip_kept=E.ChipKept(seat=v.seat, event=v.event + 1)),
    e.NothingToBuild: lambda v: E(nothing_to_build=E.NothingToBuild(seat=v.seat, junction=v.junction)),
    e.AdviserTaken: lambda v: E(adviser_taken=E.AdviserTaken(seat=v.seat, adviser=v.adviser + 1)),
}

_JUNCTIONS = {
    b.BLANK: pb.ALEXANDER_JUNCTION_KIND_BLANK,
    b.CHIP: pb.ALEXANDER_JUNCTION_KIND_CHIP,
    b.TEMPLE: pb.ALEXANDER_JUNCTION_KIND_TEMPLE,
}
_COLOURS = {
    b.RED: pb.ALEXANDER_ARROW_COLOUR_RED,
    b.GREEN: pb.ALEXANDER_ARROW_COLOUR_GREEN,
    b.PURPLE: pb.ALEXANDER_ARROW_COLOUR_PURPLE,
    b.GOAL: pb.ALEXANDER_ARROW_COLOUR_GOAL,
}


def action(act: Action) -> bytes:
    own = _ACTIONS.get(type(act))
    return own(act).SerializeToString() if own else field(A.COMMON_FIELD_NUMBER, catan.action(act))


read_action = partial(read_one_of, _READERS)


def event(told: Event) -> bytes:
    if isinstance(told, GameOver) and told.ending == e.BY_ARRIVAL:
        told = replace(told, ending=ARRIVAL)
    own = _EVENTS.get(type(told))
    return own(told).SerializeToString() if own else field(E.COMMON_FIELD_NUMBER, catan.event(told))


def board(state: Alexander) -> bytes:
    """The same in every game with so many seats."""
    return _board(len(state.players))


@cache
def _board(seats: int) -> bytes:
    path = [
        B.Stage(vertex=vertex, junction=_JUNCTIONS[kind], name=name, edge=edge, colour=_COLOURS[colour])
        for vertex, kind, name, edge, colour in zip(
            b.PATH[:-1], b.JUNCTIONS, b.TEMPLE_NAMES, b.ARROWS, b.COLOURS, strict=True
        )
    ]
    advisers = [B.Adviser(adviser=n + 1, points=b.ADVISERS[n].points) for n in b.ADVISERS_OF[seats]]  # type: ignore[arg-type]  # an enum's number
    return B(
        map=catan.map_message(b.LAYOUT, b.TERRAINS, b.YIELDS),
        target=RULES.target,
        path=path,
        last_vertex=b.PATH[-1],
        events=map(_event_row, range(len(b.EVENTS))),
        advisers=advisers,
        chips_needed=b.CHIPS_NEEDED,
        max_raise=b.MAX_RAISE,
        hand_limit=RULES.hand_limit,
    ).SerializeToString()


def _event_row(kind: int) -> pb.AlexanderBoard.Event:
    row = b.EVENTS[kind]
    accepts = [good + 1 for good in b.ACCEPTS[kind]]
    return B.Event(kind=kind + 1, accepts=accepts, soldier=row.soldier, chips=row.chips)  # type: ignore[arg-type]  # an enum's number


CODEC = Codec("alexander", view, action, event, board, read_action)
