"""Catan on the wire, and what its family shares. Goods, cards, routes and phases are numbered from 1 there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from google.protobuf.message import Message

from serai.referee.catan_rules.components import TERRAINS, Terrain
from serai.referee.catan_rules.events import LargestArmyLost
from serai.referee.catan_rules.layout import ROAD, SHIP, Layout
from serai.referee.catan_rules.state import Proposal, Refused, Settlers
from serai.referee.catan_rules.trade import Offer
from serai.referee.catan_rules.view import Own, Pending, PlayerView, View
from serai.referee.core.agenda import Event
from serai.referee.core.errors import IllegalAction
from serai.referee.games.catan.board import YIELDS
from serai.referee.games.catan.game import GAME
from serai.referee.games.catan.rules import RULES
from serai.server.codec.base import Codec
from serai.server.codec.derive import Union
from serai.server.codec.differences import Differences, Odd, Write
from serai.server.codec.form import descriptor, field_writer
from serai.server.codec.sections import as_bytes, many, one, view_writer
from serai.server.codec.wire import from_1, number_field
from serai.v1 import catan_pb2 as pb

A, E, M, V = pb.CatanAction, pb.CatanEvent, pb.CatanMap, pb.CatanView

MOST_GOODS = 100  # on one side of a trade: more than anybody could hold
TERMS = {"give": "gives", "get": "gets"}


def _terms(message: type[Message], cls: str) -> dict[str, Odd]:
    """Both sides of a trade, which a bot may list in any order."""
    described = descriptor(message).fields_by_name
    return {f"{cls}.{side}": Odd((name,), field_writer(described[name]), _goods) for side, name in TERMS.items()}


def _goods(listed: Sequence[int]) -> tuple[int, ...]:
    if len(listed) > MOST_GOODS:
        raise IllegalAction(f"{len(listed)} goods on one side of a trade are more than anybody could hold")
    return tuple(sorted(number - 1 for number in listed))


def _names(*classes: str) -> dict[str, str]:
    return {f"{cls}.{side}": name for cls in classes for side, name in TERMS.items()}


ACTIONS = Union(
    A,
    GAME.actions.classes,
    Differences(
        slots={"DiscardCard": "discard", "BuyCard": "buy_dev_card"},
        names={"piece": "route"},
        odd=_terms(pb.CatanOffer, "Offer") | _terms(A.Counter, "Counter"),
    ),
)
EVENTS: Union[Event] = Union(
    E,
    (*GAME.events.classes, LargestArmyLost),  # which happens only where soldiers can be spent
    Differences(names={"piece": "route"} | _names("Offered", "Exchanged", "Countered"), first={"ending": 0}),
)

action = ACTIONS.write
read_action = ACTIONS.reader()
event = EVENTS.write


def _routes(left: tuple[int, ...]) -> bytes:
    """Roads, and ships where there are some."""
    return b"".join(map(number_field, (V.Player.ROADS_FIELD_NUMBER, V.Player.SHIPS_FIELD_NUMBER), left))


def _dice(thrown: tuple[int, int]) -> bytes:
    return b"".join(map(number_field, (V.FIRST_DIE_FIELD_NUMBER, V.SECOND_DIE_FIELD_NUMBER), thrown))


_PROPOSAL = cast(Write, many(V.Pending, "counters", Proposal, Differences(names=TERMS)).write)
_PENDING = {
    "offer": Odd(("offer",), one(V.Pending, "offer", Offer, Differences(names=TERMS)).write),
    "counters": Odd(("counters",), lambda made: b"".join(map(_PROPOSAL, made))),
}

view = view_writer(
    V,
    View,
    (
        ("seat", "turn", "active"),
        one(V, "pending", Pending, Differences(odd=_PENDING)),
        ("dice", "robber"),
        as_bytes(V, "vertices"),
        as_bytes(V, "edges"),
        ("bank",),
        many(V, "players", PlayerView, Differences(odd={"routes": Odd(("roads", "ships"), _routes)})),
        ("deck", "longest_road", "largest_army", "card_played", "offers_made"),
        many(V, "refused", Refused, Differences(names=TERMS)),
        ("winners", "ending"),
        one(V, "own", Own),
        many(V, "refused_counters", Proposal, Differences(names=TERMS)),
    ),
    Differences(first={"ending": 0}, odd={"dice": Odd(("first_die", "second_die"), _dice)}),
    unsent=("layout",),
)


def map_message(layout: Layout, terrains: tuple[Terrain, ...], goods: tuple[int | None, ...]) -> pb.CatanMap:
    """The map, with what touches what."""
    grid, ground = layout.grid, layout.ground
    hexes = [
        M.Hex(q=q, r=r, terrain=terrains[kind].id, yields=from_1(goods[kind]), number=number, vertices=corners)
        for (q, r), kind, number, corners in zip(grid.hexes, layout.terrain, layout.numbers, grid.corners, strict=True)
    ]
    vertices = [M.Vertex(name=name, buildable=bool(ground.buildable[n])) for n, name in enumerate(grid.vertex_names)]
    edges = [
        M.Edge(
            name=name,
            vertices=grid.ends[n],
            takes_roads=n in ground.takes[ROAD],
            takes_ships=n in ground.takes[SHIP],
        )
        for n, name in enumerate(grid.edge_names)
    ]
    ports = [
        M.Port(name=port.id, good=from_1(port.good), rate=port.rate, edge=port.edge, vertices=port.vertices)
        for port in layout.ports
    ]
    return M(hexes=hexes, vertices=vertices, edges=edges, ports=ports)


def board(state: Settlers) -> bytes:
    """The board as it was dealt, and the points that win."""
    return pb.CatanBoard(map=map_message(state.layout, TERRAINS, YIELDS), target=RULES.target).SerializeToString()


CODEC = Codec("catan", view, action, event, board, read_action)
