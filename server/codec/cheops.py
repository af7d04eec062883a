"""Cheops on the wire: the family's messages inside its own."""

from __future__ import annotations

from serai.referee.games.cheops.board import BANKS, LAYOUT, PIECES, PYRAMID, SITE, SITE_VERTICES, TERRAINS, YIELDS
from serai.referee.games.cheops.game import GAME
from serai.referee.games.cheops.rules import RULES
from serai.referee.games.cheops.state import PHARAOH, Cheops
from serai.referee.games.cheops.view import View
from serai.server.codec import catan
from serai.server.codec.base import Codec
from serai.server.codec.derive import Union
from serai.server.codec.differences import Differences, Odd
from serai.server.codec.form import framed
from serai.server.codec.part import Part
from serai.server.codec.sections import view_writer
from serai.server.codec.wire import packed
from serai.v1 import cheops_pb2 as pb

A, E, V = pb.CheopsAction, pb.CheopsEvent, pb.CheopsView

_ACTIONS = Union(A, GAME.actions.classes, Differences(slots={"PlaceStoneThrough": "place_stone"}), common=catan.ACTIONS)
_EVENTS = Union(E, GAME.events.classes, common=catan.EVENTS)

action = _ACTIONS.write
read_action = _ACTIONS.reader()
event = _EVENTS.write


def _pyramid(owners: tuple[int, ...]) -> bytes:
    return packed(V.PYRAMID_FIELD_NUMBER, bytes(0 if owner == PHARAOH else owner + 1 for owner in owners))


view = view_writer(
    V,
    View,
    (
        Part(("table",), ("table",), framed(V.TABLE_FIELD_NUMBER, catan.view)),
        ("gold", "started", "stones", "pyramid", "pharaoh_left", "segen", "fluch"),
    ),
    Differences(odd={"pyramid": Odd(("pyramid",), _pyramid)}),
)

_BOARD = pb.CheopsBoard(
    map=catan.map_message(LAYOUT, TERRAINS, YIELDS),
    target=RULES.target,
    founding_vertices=sorted(BANKS),
    site=SITE,
    site_vertices=SITE_VERTICES,
    levels=PYRAMID.levels,
    stones=PIECES.stones,
).SerializeToString()


def board(_state: Cheops) -> bytes:
    """The map is the same in every game."""
    return _BOARD


CODEC = Codec("cheops", view, action, event, board, read_action)
