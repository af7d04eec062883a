"""Tadmor on the wire. Fields are called the same on both sides; what has a name of its own is numbered from 1 there."""

from __future__ import annotations

from collections.abc import Mapping

from serai.referee.games.tadmor.benefits import TIMINGS
from serai.referee.games.tadmor.board import CONSTANTS as CONST
from serai.referee.games.tadmor.board import (
    COUNTS,
    IMPROVEMENTS,
    MISSIONS,
    PIECES,
    PLACE_NAMES,
    PRIVATE_TILES,
    REGION_OF,
    RESOURCES,
    SPACES,
    TAX,
    YIELDS,
)
from serai.referee.games.tadmor.deck import COSTS
from serai.referee.games.tadmor.game import GAME
from serai.referee.games.tadmor.state import Tadmor
from serai.referee.games.tadmor.tiles import PRIVATE
from serai.referee.games.tadmor.view import Marauders, Pending, Pile, PlayerView, View
from serai.referee.games.tadmor.works import (
    BAND_COSTS,
    BANDS,
    CAMEL_REQUIREMENTS,
    COLOUR_COSTS,
    COLOUR_OF,
    COMPLETION_BONUS,
    PART_COSTS,
    PARTS,
    RARE_SPACE_COLOUR,
    SET_VALUES,
    SHIP_REQUIREMENTS,
)
from serai.server.codec.base import Codec
from serai.server.codec.cache import Memo
from serai.server.codec.derive import Union
from serai.server.codec.differences import Differences
from serai.server.codec.sections import as_bytes, many, one, view_writer
from serai.server.codec.wire import from_1
from serai.v1 import tadmor_pb2 as pb

A, B, E, V = pb.TadmorAction, pb.TadmorBoard, pb.TadmorEvent, pb.TadmorView

# Tiles and missions have their printed numbers, I1 and K1 are 1; a temple's part is how many it has, in the rules too.
_ACTIONS = Union(A, GAME.actions.classes, Differences(first={"tile": 1, "mission": 1}))
_EVENTS = Union(E, GAME.events.classes, Differences(first={"tile": 1, "tiles": 1, "mission": 1, "part": 0}))

action = _ACTIONS.write
read_action = _ACTIONS.reader()
event = _EVENTS.write

view = view_writer(
    V,
    View,
    (
        ("seat", "turn", "era", "stage", "first", "order"),
        one(V, "pending", Pending),
        as_bytes(V, "occupied"),
        ("offer", "archive"),
        many(V, "piles", Pile),
        ("deck", "discard"),
        one(V, "marauders", Marauders),
        ("completions",),
        many(V, "players", PlayerView, Differences(first={"done": 1, "returned": 1, "tiles": 1, "temples": 0})),
        ("hand",),
    ),
    Differences(first={"offer": 1, "archive": 1, "discard": 1, "hand": 1}),
)


def board(state: Tadmor) -> bytes:
    """What is printed, for this number of players."""
    return _BOARDS[len(state.players)]


def _board(players: int) -> bytes:
    return B(
        places=[*_spaces(COUNTS[players].board_side), *_private_tiles(players)],
        improvements=_printed_improvements(players),
        missions=_printed_missions(),
        yields=[B.Yield(resource=from_1(r), piece=from_1(piece), by_era=row) for (r, piece), row in YIELDS.items()],
        tower_bands=_tower_bands(),
        temple_parts=[
            B.TemplePart(part=from_1(n), pp=part.pp, cost=PART_COSTS[n + 1], cards=part.cards)
            for n, part in enumerate(PARTS)
        ],
        rare_goods=[
            B.RareGood(good=from_1(g), colour=from_1(c), cost=COLOUR_COSTS[c]) for g, c in enumerate(COLOUR_OF)
        ],
        rare_sets=SET_VALUES,
        improvement_cost_by_era=CONST.improvement_cost_by_era,
        tax_gold_by_era=TAX.gold_by_era,
        tax_pp_loss_by_era=TAX.pp_loss_by_era,
        turns=CONST.turns,
        warehouse_limit=CONST.warehouse_limit,
        traitor_levels_by_era=CONST.traitor_levels_by_era,
        camel_requirements=[
            B.CamelRequirement(camel=camel, tower=tower, missions=missions)
            for camel, ways in CAMEL_REQUIREMENTS.items()
            for tower, missions in ways
        ],
        ship_requirements=[B.ShipRequirement(ship=n, rare_per_colour=goods) for n, goods in SHIP_REQUIREMENTS.items()],
        completion_bonus=COMPLETION_BONUS,
        tower_pp_per_level=CONST.tower_pp_per_level,
        max_camels=CONST.max_camels,
        max_ships=CONST.max_ships,
    ).SerializeToString()


def _printed_improvements(players: int) -> list[pb.TadmorBoard.Improvement]:
    return [
        B.Improvement(
            number=number,
            era=tile.era,
            start=tile.start,
            in_play=_is_in_play(number - 1, players),
            effect=tile.effect,
            label=tile.label,
            parameters=_parameters(tile.params),
        )
        for number, tile in enumerate(IMPROVEMENTS, 1)
    ]


def _tower_bands() -> list[pb.TadmorBoard.TowerBand]:
    bands = zip(BANDS, BAND_COSTS, strict=True)
    return [B.TowerBand(from_level=band.from_level, single=single, pair=pair) for band, (single, pair) in bands]


def _parameters(params: Mapping[str, object]) -> list[pb.TadmorBoard.Parameter]:
    return [B.Parameter(name=name, value=str(value)) for name, value in params.items()]


def _is_in_play(tile: int, players: int) -> bool:
    return players > 2 or IMPROVEMENTS[tile].two_player


def _spaces(side: str) -> list[pb.TadmorBoard.Place]:
    return [
        B.Place(
            name=space.id,
            region=from_1(REGION_OF[number]),
            in_play=side in space.sides,
            takes_camel=space.piece != PIECES[1],
            takes_ship=space.piece != PIECES[0],
            action=space.action,
            resource=from_1(RESOURCES.index(space.resource) if space.resource else None),
            colour=from_1(RARE_SPACE_COLOUR.get(number)),
            order=space.order,
            pp_by_era=space.pp_by_era,
        )
        for number, space in enumerate(SPACES)
    ]


def _private_tiles(players: int) -> list[pb.TadmorBoard.Place]:
    places = range(len(SPACES), len(PLACE_NAMES))
    return [
        B.Place(
            name=PLACE_NAMES[place],
            in_play=_is_in_play(tile, players),
            takes_camel=PRIVATE[place].piece != PIECES[1],
            takes_ship=PRIVATE[place].piece != PIECES[0],
            action=PRIVATE[place].action,
            tile=tile + 1,
        )
        for place, tile in zip(places, PRIVATE_TILES, strict=True)
    ]


def _printed_missions() -> list[pb.TadmorBoard.Mission]:
    return [
        B.Mission(
            number=number,
            pp=mission.pp,
            cost=COSTS[number - 1],
            timing=from_1(TIMINGS.index(mission.timing)),
            benefit=mission.benefit,
            parameters=_parameters(mission.params),
        )
        for number, mission in enumerate(MISSIONS, 1)
    ]


_BOARDS = Memo(_board)

CODEC = Codec("tadmor", view, action, event, board, read_action)
