"""Yspahan on the wire. Owners are seat + 1 there."""

from __future__ import annotations

from serai.referee.games.yspahan.board import (
    BUILDINGS,
    CARAVAN_ROWS,
    EMPTY,
    LADDER,
    NEIGHBOURHOOD_OF_SOUK,
    SHOP_NAMES,
    SHOPS_AT,
    SHOPS_OF,
    SOUKS,
    SQUARES,
    STEPS,
)
from serai.referee.games.yspahan.game import GAME
from serai.referee.games.yspahan.state import Group, Yspahan
from serai.referee.games.yspahan.view import Pending, PlayerView, View
from serai.server.codec.base import Codec
from serai.server.codec.cache import Memo
from serai.server.codec.derive import Union
from serai.server.codec.differences import Differences, Odd
from serai.server.codec.part import Part
from serai.server.codec.sections import many, one, view_writer
from serai.server.codec.wire import from_1, packed, tag, varint
from serai.v1 import yspahan_pb2 as pb

A, B, E, V = pb.YspahanAction, pb.YspahanBoard, pb.YspahanEvent, pb.YspahanView

_ACTIONS = Union(
    A,
    GAME.actions.classes,
    Differences(
        slots={
            "MainThrowing": "main",
            "BuildWithCard": "build",
            "ToCamels": "exchange",
            "ToGold": "exchange",
            "SellSome": "sell",
            "Constructing": "construct",
        },
        names={
            "dice": "yellow_dice",
            "kind": "card",
            "MainThrowing.kind": "thrown",
            "ToCamels.amount": "gold",
            "ToGold.amount": "camels",
        },
    ),
)
_EVENTS = Union(E, GAME.events.classes, Differences(names={"kind": "card"}))

action = _ACTIONS.write
read_action = _ACTIONS.reader()
event = _EVENTS.write

_ALL_SHOPS = tag(V.SHOPS_FIELD_NUMBER) + varint(len(SHOP_NAMES))
_OWNERS = bytes(0 if owner == EMPTY else owner + 1 & 0xFF for owner in range(256))


def _shops(owners: bytes) -> bytes:
    return _ALL_SHOPS + owners.translate(_OWNERS)


def _caravan(owners: bytes) -> bytes:
    return packed(V.CARAVAN_FIELD_NUMBER, owners.translate(_OWNERS))


def _group(place: tuple[int, Group]) -> bytes:
    row, (value, white, yellow) = place
    return V(tower=[V.Group(row=from_1(row), value=value, white=white, yellow=yellow)]).SerializeToString()


def _tower(tower: tuple[Group | None, ...]) -> bytes:
    return b"".join([_GROUPS[row, group] for row, group in enumerate(tower) if group])


_GROUPS = Memo(_group)
_TOWERS = Memo(_tower)

view = view_writer(
    V,
    View,
    (
        ("seat", "week", "day", "order", "active", "built"),
        one(V, "pending", Pending, Differences(names={"amount": "count", "kind": "card"})),
        Part(("tower",), ("tower",), _TOWERS),
        Part(("shops",), ("shops",), _shops),
        ("supervisor",),
        ("caravan",),
        many(V, "players", PlayerView),
        ("deck",),
        ("discard",),
        ("hand",),
    ),
    Differences(odd={"caravan": Odd(("caravan",), _caravan)}),
    unsent=("caravan_slots",),
)


def board(state: Yspahan) -> bytes:
    """What is printed; only the caravan depends on the number of players."""
    return _BOARDS[state.variant.slots_per_row]


def _board(slots_per_row: int) -> bytes:
    souks = [
        B.Souk(name=souk.id, neighbourhood=from_1(NEIGHBOURHOOD_OF_SOUK[n] + 1), value=souk.value, shops=SHOPS_OF[n])
        for n, souk in enumerate(SOUKS)
    ]
    squares = [B.Square(name=square.id, shops=SHOPS_AT[n], steps=STEPS[n]) for n, square in enumerate(SQUARES)]
    buildings = [
        B.Building(building=from_1(n), camels=price.camels, gold=price.gold) for n, price in enumerate(BUILDINGS)
    ]
    return B(
        shops=SHOP_NAMES,
        souks=souks,
        squares=squares,
        buildings=buildings,
        ladder=LADDER,
        caravan_slots_per_row=slots_per_row,
        caravan_placed=[row.placed for row in CARAVAN_ROWS],
    ).SerializeToString()


_BOARDS = Memo(_board)

CODEC = Codec("yspahan", view, action, event, board, read_action)
