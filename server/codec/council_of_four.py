"""Council of Four on the wire. What is an enum there counts from 1."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

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
from serai.referee.games.council_of_four.game import GAME
from serai.referee.games.council_of_four.nobility import TRACK_SYMBOLS
from serai.referee.games.council_of_four.state import Council, Variant
from serai.referee.games.council_of_four.symbols import PERMIT_BONUS, TOKEN_BONUS, Symbol
from serai.referee.games.council_of_four.turn import END_TURN, MAIN_ACTIONS, QUICK_ACTIONS
from serai.referee.games.council_of_four.view import Pending, Pile, PlayerView, View
from serai.server.codec.base import Codec
from serai.server.codec.cache import Memo
from serai.server.codec.derive import Union, records, section
from serai.server.codec.differences import Differences, Odd
from serai.server.codec.wire import from_1, packed
from serai.v1 import council_of_four_pb2 as pb

A, B, E, V = pb.CouncilOfFourAction, pb.CouncilOfFourBoard, pb.CouncilOfFourEvent, pb.CouncilOfFourView

TURN_ACTIONS: tuple[Action, ...] = (*MAIN_ACTIONS, *QUICK_ACTIONS, END_TURN)
_TURN = [type(action).__name__ for action in TURN_ACTIONS]
_SYMBOL = {symbol: number for number, symbol in enumerate(TRACK_SYMBOLS.values())}
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


def _lots(cards: Iterable[int]) -> tuple[int, ...]:
    """Cards by kind as lots; IllegalAction when there are none, more than a council takes, or an unknown kind."""
    counts = list(cards)
    lots = [(kind, count) for kind, count in enumerate(counts) if count]
    if not lots or any(lot not in LOT for lot in lots):
        raise IllegalAction(f"{counts} is no payment: some cards of {len(KINDS)} kinds, 4 of a kind at most")
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
    return V(balconies=[V.Balcony(councillors=map(from_1, balcony)) for balcony in balconies]).SerializeToString()


def _region(tiles: tuple[tuple[int | None, ...], Pile]) -> bytes:
    face_up, pile = tiles
    region = V.Region(face_up=map(from_1, face_up), pile=pile.size, unseen=pile.unseen, known_bottom=pile.known_bottom)
    return V(regions=[region]).SerializeToString()


_SETUP = section(V, View, "seat", "sides", "tokens", "neutral", differences=Differences(first={"tokens": 1}))
_CALENDAR = section(
    V,
    View,
    *("round", "active", "main_left", "mains_done", "quick_left", "owned"),
    differences=Differences(names={"owned": "owned_before"}),
)
_PENDING = records(V, "pending", Pending)
_COMING = section(
    V,
    View,
    *("effects", "trigger", "last_turns"),
    differences=Differences(odd={"effects": Odd(("effects",), _effects)}),
)
_COUNCILS = section(
    V,
    View,
    *("king", "balconies", "pool"),
    differences=Differences(odd={"balconies": Odd(("balconies",), _balconies)}),
)
_REGIONS = Memo(_region)
_REWARDS = section(V, View, "king_pile", "bonus_left", "assistant_pool")
_CARDS = section(V, View, "deck", "discard", "hand")
_PLAYERS = records(V, "players", PlayerView, Differences(names={"vp": "points"}))


def view(seen: View) -> bytes:
    """A view, joined from sections that are remembered by their values, in the order of the fields."""
    return b"".join(
        [
            _SETUP(seen),
            _CALENDAR(seen),
            _PENDING[seen.pending],
            _COMING(seen),
            _COUNCILS(seen),
            *map(_REGIONS.__getitem__, zip(_places(seen.face_up), seen.piles, strict=True)),
            _REWARDS(seen),
            _CARDS(seen),
            *map(_PLAYERS.__getitem__, seen.players),
        ]
    )


def _places(face_up: tuple[int | None, ...]) -> list[tuple[int | None, ...]]:
    """The face-up tiles region by region."""
    return [face_up[start : start + SLOTS] for start in range(0, len(face_up), SLOTS)]


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


def _bonuses(symbols: Iterable[Symbol]) -> list[pb.CouncilOfFourBonus]:
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
