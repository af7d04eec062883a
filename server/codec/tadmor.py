"""Tadmor on the wire. Fields are called the same on both sides; what has a name of its own is numbered from 1 there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import lru_cache, partial
from typing import Any

from serai.referee.core.agenda import Action, Event
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
from serai.referee.games.tadmor.events import EVENTS
from serai.referee.games.tadmor.game import ACTIONS
from serai.referee.games.tadmor.state import Tadmor
from serai.referee.games.tadmor.tiles import PRIVATE
from serai.referee.games.tadmor.view import Marauders, Pending, Pile, PlayerView, View
from serai.referee.games.tadmor.works import (
    BAND_COSTS,
    BANDS,
    COLOUR_COSTS,
    COLOUR_OF,
    PART_COSTS,
    PARTS,
    RARE_SPACE_COLOUR,
    SET_VALUES,
)
from serai.server.codec.base import Codec, read_one_of
from serai.server.codec.wire import tag, varint
from serai.v1 import tadmor_pb2 as pb

A, B, E, V = pb.TadmorAction, pb.TadmorBoard, pb.TadmorEvent, pb.TadmorView

# Fields whose numbers are those of an enum, of a tile or of a mission: from 1 on the wire, 0 where nothing is known.
FROM_1 = frozenset(
    (
        "resource",
        "give",
        "get",
        "piece",
        "region",
        "tile",
        "tiles",
        "mission",
        "colour",
        "good",
        "means",
        "duty",
        "reason",
    )
)


def view(seen: View) -> bytes:
    """A view, joined from sections that are remembered by their values."""
    return b"".join(
        [
            _calendar(seen.seat, seen.turn, seen.era, seen.stage, seen.first, seen.order),
            _pending(seen.pending),
            _OCCUPIED,
            seen.occupied,
            _tiles(seen.offer, seen.archive),
            *map(_pile, seen.piles),
            _missions(seen.deck, seen.discard),
            _marauders(seen.marauders, seen.completions),
            *map(_player, seen.players),
            _hand(seen.hand),
        ]
    )


_OCCUPIED = tag(V.OCCUPIED_FIELD_NUMBER) + varint(len(PLACE_NAMES))


def _from_1(numbers: Iterable[int]) -> list[int]:
    return [number + 1 for number in numbers]


def _or_0(number: int | None) -> Any:
    return 0 if number is None else number + 1


@lru_cache(1 << 12)
def _calendar(seat: int | None, turn: int, era: int, stage: int, first: int, order: tuple[int, ...]) -> bytes:
    return V(seat=seat, turn=turn, era=era, stage=_or_0(stage), first=first, order=order).SerializeToString()


@lru_cache(1 << 14)
def _pending(pending: Pending) -> bytes:
    message = V.Pending(
        question=_or_0(pending.question),
        actor=pending.actor,
        place=pending.place,
        amount=pending.amount,
        colour=_or_0(pending.colour),
    )
    return V(pending=message).SerializeToString()


@lru_cache(1 << 14)
def _tiles(offer: tuple[int, ...], archive: tuple[int, ...]) -> bytes:
    return V(offer=_from_1(offer), archive=_from_1(archive)).SerializeToString()


@lru_cache(1 << 14)
def _pile(pile: Pile) -> bytes:
    return V(piles=[V.Pile(top=_or_0(pile.top), goods=pile.goods)]).SerializeToString()


@lru_cache(1 << 14)
def _missions(deck: int, discard: tuple[int, ...]) -> bytes:
    return V(deck=deck, discard=_from_1(discard)).SerializeToString()


@lru_cache(1 << 14)
def _marauders(marauders: Marauders, completions: tuple[int, ...]) -> bytes:
    message = V.Marauders(
        current=_or_0(marauders.current),
        revealed=_or_0(marauders.revealed),
        revealer=marauders.revealer,
        holder=marauders.holder,
        held=_or_0(marauders.held),
    )
    return V(marauders=message, completions=completions).SerializeToString()


@lru_cache(1 << 16)
def _player(player: PlayerView) -> bytes:
    values = player._asdict()
    for name in ("done", "returned", "tiles"):
        values[name] = _from_1(values[name])
    return V(players=[V.Player(**values)]).SerializeToString()


@lru_cache(1 << 14)
def _hand(missions: tuple[int, ...]) -> bytes:
    return V(hand=_from_1(missions)).SerializeToString()


# --- actions and events: one message for each class, called as the class


def _writer(cls: type[Any], union: Any) -> Callable[[Any], Any]:
    """How things of a class are written into a message that is one of many."""
    message, slot = getattr(union, cls.__name__), re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
    names = [field.name for field in fields(cls)]

    def write(thing: Any) -> Any:
        return union(**{slot: message(**{name: _to_wire(name, getattr(thing, name)) for name in names})})

    return write


def _to_wire(name: str, value: Any) -> Any:
    if name not in FROM_1:
        return value
    return _from_1(value) if isinstance(value, tuple) else _or_0(value)


def _from_wire(name: str, value: Any) -> Any:
    repeated = not isinstance(value, int)
    shift = 1 if name in FROM_1 else 0
    return tuple(number - shift for number in value) if repeated else value - shift


_ACTIONS: dict[type[Action], Callable[[Any], Any]] = {cls: _writer(cls, A) for cls in ACTIONS}
_EVENTS: dict[type[Event], Callable[[Any], Any]] = {cls: _writer(cls, E) for cls in EVENTS}
_CLASSES: dict[str, type[Any]] = {cls.__name__: cls for cls in ACTIONS}


def action(act: Action) -> bytes:
    encoded: bytes = _ACTIONS[type(act)](act).SerializeToString()
    return encoded


def _read(said: Any) -> Action:
    values = {field.name: _from_wire(field.name, getattr(said, field.name)) for field in said.DESCRIPTOR.fields}
    read: Action = _CLASSES[said.DESCRIPTOR.name](**values)
    return read


_READERS = {slot.name: _read for slot in pb.TadmorAction.DESCRIPTOR.oneofs_by_name["action"].fields}
read_action = partial(read_one_of, _READERS)


def event(told: Event) -> bytes:
    encoded: bytes = _EVENTS[type(told)](told).SerializeToString()
    return encoded


# --- the board


def board(state: Tadmor) -> bytes:
    """What is printed, for this number of players."""
    return _board(len(state.players))


@lru_cache
def _board(players: int) -> bytes:
    return B(
        places=[*_spaces(COUNTS[players].board_side), *_private_tiles(players)],
        improvements=_printed_improvements(players),
        missions=_printed_missions(),
        yields=[B.Yield(resource=_or_0(r), piece=_or_0(piece), by_era=row) for (r, piece), row in YIELDS.items()],
        tower_bands=_tower_bands(),
        temple_parts=[B.TemplePart(part=_or_0(n), pp=part.pp, cost=PART_COSTS[n + 1]) for n, part in enumerate(PARTS)],
        rare_goods=[B.RareGood(good=_or_0(g), colour=_or_0(c), cost=COLOUR_COSTS[c]) for g, c in enumerate(COLOUR_OF)],
        rare_sets=SET_VALUES,
        improvement_cost_by_era=CONST.improvement_cost_by_era,
        tax_gold_by_era=TAX.gold_by_era,
        tax_pp_loss_by_era=TAX.pp_loss_by_era,
        turns=CONST.turns,
        warehouse_limit=CONST.warehouse_limit,
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


def _parameters(params: Mapping[str, Any]) -> list[pb.TadmorBoard.Parameter]:
    return [B.Parameter(name=name, value=str(value)) for name, value in params.items()]


def _is_in_play(tile: int, players: int) -> bool:
    return players > 2 or IMPROVEMENTS[tile].two_player


def _spaces(side: str) -> list[pb.TadmorBoard.Place]:
    return [
        B.Place(
            name=space.id,
            region=_or_0(REGION_OF[number]),
            in_play=side in space.sides,
            takes_camel=space.piece != PIECES[1],
            takes_ship=space.piece != PIECES[0],
            action=space.action,
            resource=_or_0(RESOURCES.index(space.resource) if space.resource else None),
            colour=_or_0(RARE_SPACE_COLOUR.get(number)),
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
            timing=_or_0(TIMINGS.index(mission.timing)),
            benefit=mission.benefit,
            parameters=_parameters(mission.params),
        )
        for number, mission in enumerate(MISSIONS, 1)
    ]


CODEC = Codec("tadmor", view, action, event, board, read_action)
