"""Cheops on the wire: the family's messages inside its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any

from serai.referee.catan_rules.assembly import ACTIONS as COMMON_ACTIONS
from serai.referee.catan_rules.events import EVENTS as COMMON_EVENTS
from serai.referee.core.agenda import Action, Event
from serai.referee.games.cheops import events as e
from serai.referee.games.cheops.board import BANKS, LAYOUT, PIECES, PYRAMID, SITE, SITE_VERTICES, TERRAINS, YIELDS
from serai.referee.games.cheops.ports import PortTrade
from serai.referee.games.cheops.pyramid import PLACE_STONE, PlaceStone, PlaceStoneThrough
from serai.referee.games.cheops.rules import RULES
from serai.referee.games.cheops.state import PHARAOH, Cheops
from serai.referee.games.cheops.view import View
from serai.server.codec import catan
from serai.server.codec.base import Codec, read_one_of
from serai.server.codec.wire import field
from serai.v1 import cheops_pb2 as pb

A, E, V = pb.CheopsAction, pb.CheopsEvent, pb.CheopsView


def view(seen: View) -> bytes:
    """The family's view as a section, then the scenario's own."""
    own = _own(seen.gold, seen.started, seen.stones, seen.pyramid, seen.pharaoh_left, seen.segen, seen.fluch)
    return field(V.TABLE_FIELD_NUMBER, catan.view(seen.table)) + own


@lru_cache(1 << 14)
def _own(
    gold: tuple[int, ...],
    started: bool,
    stones: tuple[int, ...],
    pyramid: tuple[int, ...],
    pharaoh_left: int,
    segen: int | None,
    fluch: tuple[int, ...],
) -> bytes:
    owners = [0 if owner == PHARAOH else owner + 1 for owner in pyramid]
    message = V(gold=gold, stones=stones, pyramid=owners, pharaoh_left=pharaoh_left, segen=segen, fluch=fluch)
    message.started = started
    return message.SerializeToString()


_ACTIONS: dict[type[Action], Callable[[Any], pb.CheopsAction]] = {
    PortTrade: lambda a: A(port_trade=A.PortTrade(give=a.give + 1, get=a.get + 1, port=a.port)),
    PlaceStone: lambda a: A(place_stone=A.PlaceStone()),
    PlaceStoneThrough: lambda a: A(place_stone=A.PlaceStone(owner=a.owner)),
}

_READERS: dict[str, Callable[[Any], Action]] = {
    "common": catan.read_action,
    "port_trade": lambda m: PortTrade(m.give - 1, m.get - 1, m.port),
    "place_stone": lambda m: PlaceStoneThrough(m.owner) if m.HasField("owner") else PLACE_STONE,
}

_EVENTS: dict[type[Event], Callable[[Any], pb.CheopsEvent]] = {
    e.FeePaid: lambda v: E(fee_paid=E.FeePaid(seat=v.seat, owner=v.owner, gold=v.gold)),
    e.TradedThroughPort: lambda v: E(
        traded_through_port=E.TradedThroughPort(seat=v.seat, paid=v.paid, give=v.give + 1, get=v.get + 1, port=v.port)
    ),
    e.WorkBegan: lambda v: E(work_began=E.WorkBegan(seat=v.seat)),
    e.StonePlaced: lambda v: E(stone_placed=E.StonePlaced(seat=v.seat, stone=v.stone, level=v.level)),
    e.PharaohBuilt: lambda v: E(pharaoh_built=E.PharaohBuilt(stone=v.stone, level=v.level)),
    e.SegenTaken: lambda v: E(segen_taken=E.SegenTaken(seat=v.seat, stones=v.stones)),
    e.FluchLies: lambda v: E(fluch_lies=E.FluchLies(seats=v.seats)),
}


def action(act: Action) -> bytes:
    if type(act) in COMMON_ACTIONS:
        return field(A.COMMON_FIELD_NUMBER, catan.action(act))
    return _ACTIONS[type(act)](act).SerializeToString()


read_action = partial(read_one_of, _READERS)


def event(told: Event) -> bytes:
    if type(told) in COMMON_EVENTS:
        return field(E.COMMON_FIELD_NUMBER, catan.event(told))
    return _EVENTS[type(told)](told).SerializeToString()


def board(_state: Cheops) -> bytes:
    """The map is the same in every game."""
    return _board()


@cache
def _board() -> bytes:
    return pb.CheopsBoard(
        map=catan.map_message(LAYOUT, TERRAINS, YIELDS),
        target=RULES.target,
        founding_vertices=sorted(BANKS),
        site=SITE,
        site_vertices=SITE_VERTICES,
        levels=PYRAMID.levels,
        stones=PIECES.stones,
    ).SerializeToString()


CODEC = Codec("cheops", view, action, event, board, read_action)
