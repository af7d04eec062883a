"""Catan on the wire, and what its family shares. Goods, cards, routes and phases are numbered from 1 there."""

from __future__ import annotations

from serai.referee.catan_rules.components import TERRAINS, Terrain
from serai.referee.catan_rules.events import LargestArmyLost
from serai.referee.catan_rules.layout import ROAD, SHIP, Layout
from serai.referee.catan_rules.state import Settlers
from serai.referee.catan_rules.trade import Offer
from serai.referee.catan_rules.view import Own, Pending, PlayerView, View
from serai.referee.core.agenda import Event
from serai.referee.games.catan.board import YIELDS
from serai.referee.games.catan.game import GAME
from serai.referee.games.catan.rules import RULES
from serai.server.codec.base import Codec
from serai.server.codec.derive import Union
from serai.server.codec.differences import Differences, Odd
from serai.server.codec.sections import as_bytes, many, one, view_writer
from serai.server.codec.wire import from_1, number_field
from serai.v1 import catan_pb2 as pb

A, E, M, V = pb.CatanAction, pb.CatanEvent, pb.CatanMap, pb.CatanView

ACTIONS = Union(
    A,
    GAME.actions.classes,
    Differences(slots={"DiscardCard": "discard", "BuyCard": "buy_dev_card"}, names={"piece": "route"}),
)
EVENTS: Union[Event] = Union(
    E,
    (*GAME.events.classes, LargestArmyLost),  # which happens only where soldiers can be spent
    Differences(names={"piece": "route"}, first={"ending": 0}),
)

action = ACTIONS.write
read_action = ACTIONS.reader()
event = EVENTS.write


def _routes(left: tuple[int, ...]) -> bytes:
    """Roads, and ships where there are some."""
    return b"".join(map(number_field, (V.Player.ROADS_FIELD_NUMBER, V.Player.SHIPS_FIELD_NUMBER), left))


def _dice(thrown: tuple[int, int]) -> bytes:
    return b"".join(map(number_field, (V.FIRST_DIE_FIELD_NUMBER, V.SECOND_DIE_FIELD_NUMBER), thrown))


view = view_writer(
    V,
    View,
    (
        ("seat", "turn", "active"),
        one(V, "pending", Pending, Differences(odd={"offer": Odd(("offer",), one(V.Pending, "offer", Offer).write)})),
        ("dice", "robber"),
        as_bytes(V, "vertices"),
        as_bytes(V, "edges"),
        ("bank",),
        many(V, "players", PlayerView, Differences(odd={"routes": Odd(("roads", "ships"), _routes)})),
        ("deck", "longest_road", "largest_army", "card_played", "offers_made"),
        many(V, "refused", Offer),
        ("winners", "ending"),
        one(V, "own", Own),
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
