"""Council of Four on the wire. What is an enum there counts from 1."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from serai.referee.core.agenda import Action
from serai.referee.core.errors import IllegalAction
from serai.referee.games.council_of_four.board import (
    BONUS_TILES,
    CITIES,
    CITIES_ON,
    COSTS,
    KINDS,
    LOT,
    LOTS,
    PERMIT_NAMES,
    REGION_OF,
    REGION_OF_CITY,
    SLOTS,
)
from serai.referee.games.council_of_four.effects import EFFECTS, PERMIT_BONUS, TOKEN_BONUS
from serai.referee.games.council_of_four.game import GAME
from serai.referee.games.council_of_four.state import Council, Variant
from serai.referee.games.council_of_four.turn import END_TURN, MAIN_ACTIONS, QUICK_ACTIONS
from serai.referee.games.council_of_four.view import Pending, Pile, PlayerView, View
from serai.server.codec.base import Codec
from serai.server.codec.cache import Memo
from serai.server.codec.derive import Union
from serai.server.codec.differences import Differences, Odd
from serai.server.codec.part import Part
from serai.server.codec.sections import many, one, view_writer
from serai.server.codec.wire import field, from_1, number_field, packed
from serai.v1 import council_of_four_pb2 as pb

A, B, E, V = pb.CouncilOfFourAction, pb.CouncilOfFourBoard, pb.CouncilOfFourEvent, pb.CouncilOfFourView

TURN_ACTIONS: tuple[Action, ...] = (*MAIN_ACTIONS, *QUICK_ACTIONS, END_TURN)
_TURN = [type(action).__name__ for action in TURN_ACTIONS]
_SYMBOL = {symbol: number for number, symbol in enumerate(EFFECTS.values())}
_GAINED = {
    "GainedCoins": pb.COUNCIL_OF_FOUR_SYMBOL_COINS,
    "GainedAssistants": pb.COUNCIL_OF_FOUR_SYMBOL_ASSISTANTS,
    "GainedPoints": pb.COUNCIL_OF_FOUR_SYMBOL_POINTS,
    "GainedMainActions": pb.COUNCIL_OF_FOUR_SYMBOL_MAIN_ACTIONS,
}


def _cards(number: int, lots: tuple[int, ...]) -> bytes:
    """Lots as a field of cards by kind."""
    counts = dict(LOTS[lot] for lot in lots)
    return packed(number, bytes(counts.get(kind, 0) for kind in range(len(KINDS))))


def _lots(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Cards by kind as lots; IllegalAction when there are none, more than a council takes, or an unknown kind."""
    lots = [(kind, count) for kind, count in enumerate(counts) if count]
    if not lots or any(lot not in LOT for lot in lots):
        raise IllegalAction(f"{[*counts]} is no payment: some cards of {len(KINDS)} kinds, 4 of a kind at most")
    return tuple(LOT[lot] for lot in lots)


_ACTIONS = Union(
    A,
    GAME.actions.classes,
    Differences(
        slots={
            **dict.fromkeys(_TURN, "turn"),
            "PickCouncil": "council",
            "PickColour": "colour",
            "PickRegion": "region",
            "PickTile": "tile",
            "PickCity": "city",
        },
        constants={f"{name}.action": number for number, name in enumerate(_TURN, 1)},
        odd={"lots": Odd(("cards",), partial(_cards, A.Pay.CARDS_FIELD_NUMBER), _lots)},
    ),
)
_EVENTS = Union(
    E,
    GAME.events.classes,
    Differences(
        slots=dict.fromkeys(_GAINED, "gained"),
        names={"kind": "card", "slot": "place", "bonus": "tile"},
        constants={f"{name}.symbol": number for name, number in _GAINED.items()},
        odd={"lots": Odd(("cards",), partial(_cards, E.Satisfied.CARDS_FIELD_NUMBER))},
    ),
)

action = _ACTIONS.write
read_action = _ACTIONS.reader()
event = _EVENTS.write


def _bonus(symbol: int, amount: int) -> pb.CouncilOfFourBonus:
    return pb.CouncilOfFourBonus(symbol=from_1(symbol), amount=amount)


def _effects(waiting: tuple[tuple[int, int], ...]) -> bytes:
    return V(effects=[_bonus(symbol, amount) for symbol, amount in waiting]).SerializeToString()


def _balconies(balconies: tuple[tuple[int, ...], ...]) -> bytes:
    return b"".join(map(_BALCONIES.__getitem__, balconies))


def _balcony(councillors: tuple[int, ...]) -> bytes:
    return field(V.BALCONIES_FIELD_NUMBER, _numbers(V.Balcony.COUNCILLORS_FIELD_NUMBER, map(from_1, councillors)))


def _regions(tiles: tuple[tuple[int | None, ...], tuple[Pile, ...]]) -> bytes:
    """The permit tiles region by region: those face up, and the pile."""
    face_up, piles = tiles
    return b"".join([_REGIONS[face_up[n * SLOTS : (n + 1) * SLOTS], pile] for n, pile in enumerate(piles)])


def _region(tiles: tuple[tuple[int | None, ...], Pile]) -> bytes:
    face_up, pile = tiles
    region = (
        _numbers(V.Region.FACE_UP_FIELD_NUMBER, map(from_1, face_up)),
        number_field(V.Region.PILE_FIELD_NUMBER, pile.size),
        _numbers(V.Region.UNSEEN_FIELD_NUMBER, pile.unseen),
        _numbers(V.Region.KNOWN_BOTTOM_FIELD_NUMBER, pile.known_bottom),
    )
    return field(V.REGIONS_FIELD_NUMBER, b"".join(region))


def _numbers(number: int, values: Iterable[int]) -> bytes:
    """Colours or permit tiles: there are fewer than 128 of each."""
    return packed(number, bytes(values))


_BALCONIES = Memo(_balcony)
_REGIONS = Memo(_region)


view = view_writer(
    V,
    View,
    (
        ("seat", "sides", "tokens", "neutral"),
        ("round", "active", "main_left", "mains_done", "quick_left"),
        ("owned",),
        one(V, "pending", Pending),
        ("effects", "trigger", "last_turns"),
        ("king",),
        ("balconies",),
        ("pool",),
        Part(("face_up", "piles"), ("regions",), Memo(_regions)),
        ("king_pile", "bonus_left", "assistant_pool"),
        ("deck",),
        ("discard",),
        ("hand",),
        many(V, "players", PlayerView, Differences(names={"vp": "points"})),
    ),
    Differences(
        names={"owned": "owned_before"},
        first={"tokens": 1},
        odd={"effects": Odd(("effects",), _effects), "balconies": Odd(("balconies",), _balconies)},
    ),
)


def board(state: Council) -> bytes:
    """What is printed on the sides in use, with tokens and neutral emporia where they lie."""
    return _BOARDS[state.variant, state.tokens, state.neutral]


def _board(dealt: tuple[Variant, tuple[int | None, ...], frozenset[int]]) -> bytes:
    variant, tokens, neutral = dealt
    return B(
        cities=[_city(variant, city, tokens[city], city in neutral) for city in range(len(CITIES))],
        permits=[_permit(tile) for tile in range(len(PERMIT_NAMES))],
        bonus_tiles=[
            B.BonusTile(tile=from_1(n), points=tile.points, cities=sorted(variant.kingdom.sets[n]))
            for n, tile in enumerate(BONUS_TILES)
        ],
        nobility=[B.Space(bonus=_bonuses(bonus)) for bonus in variant.track],
        council_price=COSTS.council_price,
        coins_cap=variant.coins_cap,
        max_rounds=variant.max_rounds,
    ).SerializeToString()


def _bonuses(symbols: Iterable[Any]) -> list[pb.CouncilOfFourBonus]:
    return [_bonus(_SYMBOL[type(symbol)], symbol.amount) for symbol in symbols]


def _city(variant: Variant, city: int, token: int | None, neutral: bool) -> pb.CouncilOfFourBoard.City:
    return B.City(
        letter=CITIES[city].id,
        name=CITIES[city].name,
        region=from_1(REGION_OF_CITY[city]),
        colour=variant.kingdom.colours[city],
        neighbours=variant.kingdom.neighbours[city],
        distances=variant.kingdom.distance[city],
        token=() if token is None else _bonuses(TOKEN_BONUS[token]),
        neutral=neutral,
    )


def _permit(tile: int) -> pb.CouncilOfFourBoard.Permit:
    return B.Permit(
        letters=PERMIT_NAMES[tile],
        region=from_1(REGION_OF[tile]),
        cities=CITIES_ON[tile],
        bonus=_bonuses(PERMIT_BONUS[tile]),
    )


_BOARDS = Memo(_board)

CODEC = Codec("council_of_four", view, action, event, board, read_action)
