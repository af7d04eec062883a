"""Council of Four on the wire. What is an enum there counts from 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any

from serai.referee.core.agenda import Action, Event
from serai.referee.games.council_of_four import events as e
from serai.referee.games.council_of_four.actions import (
    Pay,
    PickCity,
    PickColour,
    PickCouncil,
    PickRegion,
    PickTile,
    pick_city,
    pick_colour,
    pick_council,
    pick_region,
    pick_tile,
)
from serai.referee.games.council_of_four.board import (
    BONUS_TILES,
    CITIES,
    CITIES_ON,
    CITY_NAMES,
    COLOURS,
    COSTS,
    COUNCILS,
    KINDS,
    LOT,
    LOTS,
    PERMIT_NAMES,
    REGION_OF,
    REGION_OF_CITY,
    REGIONS,
    SLOTS,
)
from serai.referee.games.council_of_four.effects import EFFECTS, PERMIT_BONUS, TOKEN_BONUS
from serai.referee.games.council_of_four.state import Council, Variant
from serai.referee.games.council_of_four.turn import END_TURN, MAIN_ACTIONS, QUICK_ACTIONS
from serai.referee.games.council_of_four.view import Pending, Pile, PlayerView, View
from serai.server.codec.base import Codec, read_one_of
from serai.v1 import council_of_four_pb2 as pb

A, B, E, V = pb.CouncilOfFourAction, pb.CouncilOfFourBoard, pb.CouncilOfFourEvent, pb.CouncilOfFourView

TURN_ACTIONS: tuple[Action, ...] = (*MAIN_ACTIONS, *QUICK_ACTIONS, END_TURN)
_TURN_ACTION = {type(action): number for number, action in enumerate(TURN_ACTIONS, 1)}
_SYMBOL = {symbol: number for number, symbol in enumerate(EFFECTS.values(), 1)}
_COINS, _ASSISTANTS, _POINTS, _MAINS = range(1, 5)  # of the enum of symbols


def view(seen: View) -> bytes:
    """A view, joined from sections that are remembered by their values."""
    return b"".join(
        [
            _setup(seen.seat, seen.sides, seen.tokens, seen.neutral),
            _turn(seen.round, seen.active, seen.main_left, seen.mains_done, seen.quick_left, seen.owned),
            _pending(seen.pending, seen.effects, seen.trigger, seen.last_turns),
            _councils(seen.balconies, seen.pool, seen.king),
            *map(_region, _places(seen.face_up), seen.piles),
            _rewards(seen.king_pile, seen.bonus_left, seen.assistant_pool),
            _cards(seen.deck, seen.discard, seen.hand),
            *map(_player, seen.players),
        ]
    )


def _places(face_up: tuple[int | None, ...]) -> list[tuple[int | None, ...]]:
    """The face-up tiles region by region."""
    return [face_up[start : start + SLOTS] for start in range(0, len(face_up), SLOTS)]


@lru_cache(1 << 10)
def _setup(seat: int | None, sides: tuple[int, ...], tokens: tuple[int | None, ...], neutral: tuple[int, ...]) -> bytes:
    return V(seat=seat, sides=sides, tokens=map(_from_1, tokens), neutral=neutral).SerializeToString()


@lru_cache(1 << 14)
def _turn(round_: int, active: int, main_left: int, mains_done: int, quick_left: int, owned: tuple[int, ...]) -> bytes:
    return V(
        round=round_,
        active=active,
        main_left=main_left,
        mains_done=mains_done,
        quick_left=quick_left,
        owned_before=owned,
    ).SerializeToString()


@lru_cache(1 << 14)
def _pending(
    pending: Pending, effects: tuple[tuple[int, int], ...], trigger: int | None, last_turns: tuple[int, ...]
) -> bytes:
    asked = V.Pending(
        phase=pending.phase + 1,  # type: ignore[arg-type]  # an enum's number
        actor=pending.actor,
        council=_from_1(pending.council),  # type: ignore[arg-type]  # an enum's number
        tile=pending.tile,
        city=pending.city,
        quick=pending.quick,
    )
    waiting = [_bonus(symbol + 1, amount) for symbol, amount in effects]
    return V(pending=asked, effects=waiting, trigger=trigger, last_turns=last_turns).SerializeToString()


@lru_cache(1 << 14)
def _councils(balconies: tuple[tuple[int, ...], ...], pool: tuple[int, ...], king: int) -> bytes:
    rows = [V.Balcony(councillors=[colour + 1 for colour in balcony]) for balcony in balconies]  # type: ignore[misc]  # an enum's number
    return V(balconies=rows, pool=pool, king=king).SerializeToString()


@lru_cache(1 << 14)
def _region(face_up: tuple[int | None, ...], pile: Pile) -> bytes:
    region = V.Region(face_up=map(_from_1, face_up), pile=pile.size, unseen=pile.unseen, known_bottom=pile.known_bottom)
    return V(regions=[region]).SerializeToString()


@lru_cache(1 << 12)
def _rewards(king_pile: tuple[int, ...], bonus_left: tuple[int, ...], assistants: int) -> bytes:
    tiles = [tile + 1 for tile in bonus_left]
    return V(king_pile=king_pile, bonus_left=tiles, assistant_pool=assistants).SerializeToString()  # type: ignore[arg-type]  # an enum's number


@lru_cache(1 << 16)
def _cards(deck: int, discard: tuple[int, ...], hand: tuple[int, ...]) -> bytes:
    return V(deck=deck, discard=discard, hand=hand).SerializeToString()


@lru_cache(1 << 16)
def _player(player: PlayerView) -> bytes:
    message = V.Player(
        coins=player.coins,
        assistants=player.assistants,
        points=player.vp,
        nobility=player.nobility,
        cards=player.cards,
        emporia=player.emporia,
        permits_up=player.permits_up,
        permits_down=player.permits_down,
        bonus_tiles=[tile + 1 for tile in player.bonus_tiles],  # type: ignore[misc]  # an enum's number
        king_tiles=player.king_tiles,
    )
    return V(players=[message]).SerializeToString()


def _from_1(number: int | None) -> int:
    return 0 if number is None else number + 1


def _bonus(symbol: int, amount: int) -> pb.CouncilOfFourBonus:
    return pb.CouncilOfFourBonus(symbol=symbol, amount=amount)  # type: ignore[arg-type]  # an enum's number


def _bonuses(symbols: Iterable[Any]) -> list[pb.CouncilOfFourBonus]:
    return [_bonus(_SYMBOL[type(symbol)], symbol.amount) for symbol in symbols]


def _counts(lots: tuple[int, ...]) -> list[int]:
    """Cards by kind."""
    counts = dict(LOTS[lot] for lot in lots)
    return [counts.get(kind, 0) for kind in range(len(KINDS))]


_ACTIONS: dict[type[Action], Callable[[Any], pb.CouncilOfFourAction]] = {
    PickCouncil: lambda a: A(council=A.Council(council=a.council + 1)),
    PickColour: lambda a: A(colour=A.Colour(colour=a.colour + 1)),
    PickRegion: lambda a: A(region=A.Region(region=a.region + 1)),
    PickTile: lambda a: A(tile=A.Tile(tile=a.tile)),
    PickCity: lambda a: A(city=A.City(city=a.city)),
    Pay: lambda a: A(pay=A.Pay(cards=_counts(a.lots))),
}


def _chosen(number: int, names: tuple[Any, ...], first: int = 1) -> int:
    """A number that stands for one of the names; ValueError when it stands for none."""
    if not first <= number < len(names) + first:
        raise ValueError(f"{number} is none of {first} to {len(names) + first - 1}")
    return number - first


def _read_pay(counts: list[int]) -> Pay:
    lots = [(kind, count) for kind, count in enumerate(counts) if count]
    if not lots or any(lot not in LOT for lot in lots):
        raise ValueError(f"{counts} is no payment: some cards of {len(KINDS)} kinds, 4 of a kind at most")
    return Pay(tuple(LOT[lot] for lot in lots))


_READERS: dict[str, Callable[[Any], Action]] = {
    "turn": lambda m: TURN_ACTIONS[_chosen(m.action, TURN_ACTIONS)],
    "council": lambda m: pick_council(_chosen(m.council, COUNCILS)),
    "colour": lambda m: pick_colour(_chosen(m.colour, COLOURS)),
    "region": lambda m: pick_region(_chosen(m.region, REGIONS)),
    "tile": lambda m: pick_tile(_chosen(m.tile, PERMIT_NAMES, first=0)),
    "city": lambda m: pick_city(_chosen(m.city, CITY_NAMES, first=0)),
    "pay": lambda m: _read_pay(list(m.cards)),
}

_EVENTS: dict[type[Event], Callable[[Any], pb.CouncilOfFourEvent]] = {
    e.NeutralTilesDrawn: lambda v: E(neutral_tiles_drawn=E.NeutralTilesDrawn(tiles=v.tiles)),
    e.TurnBegan: lambda v: E(turn_began=E.TurnBegan(round=v.round, seat=v.seat)),
    e.Drew: lambda v: E(drew=E.Drew(seat=v.seat, card=_from_1(v.kind))),  # type: ignore[arg-type]  # an enum's number
    e.DeckReformed: lambda v: E(deck_reformed=E.DeckReformed(cards=v.cards)),
    e.Elected: lambda v: E(
        elected=E.Elected(seat=v.seat, council=v.council + 1, colour=v.colour + 1, fallen=v.fallen + 1)
    ),
    e.Satisfied: lambda v: E(
        satisfied=E.Satisfied(seat=v.seat, council=v.council + 1, cards=_counts(v.lots), coins=v.coins)
    ),
    e.Acquired: lambda v: E(acquired=E.Acquired(seat=v.seat, tile=v.tile)),
    e.TurnedUp: lambda v: E(turned_up=E.TurnedUp(tile=v.tile, place=v.slot)),
    e.TurnedDown: lambda v: E(turned_down=E.TurnedDown(seat=v.seat, tile=v.tile)),
    e.KingMoved: lambda v: E(king_moved=E.KingMoved(seat=v.seat, city=v.city, coins=v.coins)),
    e.Built: lambda v: E(built=E.Built(seat=v.seat, city=v.city, assistants=v.assistants)),
    e.GainedCoins: lambda v: _gained(v, _COINS),
    e.GainedAssistants: lambda v: _gained(v, _ASSISTANTS),
    e.GainedPoints: lambda v: _gained(v, _POINTS),
    e.GainedMainActions: lambda v: _gained(v, _MAINS),
    e.Advanced: lambda v: E(advanced=E.Advanced(seat=v.seat, space=v.space)),
    e.ChoseToken: lambda v: E(chose_token=E.ChoseToken(seat=v.seat, city=v.city)),
    e.Reused: lambda v: E(reused=E.Reused(seat=v.seat, tile=v.tile)),
    e.TookBonusTile: lambda v: E(took_bonus_tile=E.TookBonusTile(seat=v.seat, tile=v.bonus + 1)),
    e.TookKingTile: lambda v: E(took_king_tile=E.TookKingTile(seat=v.seat, points=v.points)),
    e.Hired: lambda v: E(hired=E.Hired(seat=v.seat)),
    e.Swapped: lambda v: E(swapped=E.Swapped(seat=v.seat, region=v.region + 1)),
    e.SentAssistant: lambda v: E(sent_assistant=E.SentAssistant(seat=v.seat)),
    e.BoughtMainAction: lambda v: E(bought_main_action=E.BoughtMainAction(seat=v.seat)),
    e.EndTriggered: lambda v: E(end_triggered=E.EndTriggered(seat=v.seat)),
    e.Scored: lambda v: E(
        scored=E.Scored(
            seat=v.seat,
            track=v.track,
            bonus_tiles=v.bonus_tiles,
            king_tiles=v.king_tiles,
            nobility=v.nobility,
            permits=v.permits,
        )
    ),
}


def _gained(told: Any, symbol: int) -> pb.CouncilOfFourEvent:
    return E(gained=E.Gained(seat=told.seat, symbol=symbol, amount=told.amount))  # type: ignore[arg-type]  # an enum's number


def action(act: Action) -> bytes:
    number = _TURN_ACTION.get(type(act))
    message = A(turn=A.Turn(action=number)) if number else _ACTIONS[type(act)](act)  # type: ignore[arg-type]  # an enum's number
    return message.SerializeToString()


read_action = partial(read_one_of, _READERS)


def event(told: Event) -> bytes:
    return _EVENTS[type(told)](told).SerializeToString()


def board(state: Council) -> bytes:
    """What is printed on the sides in use, with tokens and neutral emporia where they lie."""
    return _board(state.variant, state.tokens, state.neutral)


@lru_cache(1 << 8)
def _board(variant: Variant, tokens: tuple[int | None, ...], neutral: frozenset[int]) -> bytes:
    return B(
        cities=[_city(variant, city, tokens[city], city in neutral) for city in range(len(CITIES))],
        permits=[_permit(tile) for tile in range(len(PERMIT_NAMES))],
        bonus_tiles=[
            B.BonusTile(tile=n + 1, points=tile.points, cities=sorted(variant.kingdom.sets[n]))  # type: ignore[arg-type]  # an enum's number
            for n, tile in enumerate(BONUS_TILES)
        ],
        nobility=[B.Space(bonus=_bonuses(bonus)) for bonus in variant.track],
        council_price=COSTS.council_price,
        coins_cap=variant.coins_cap,
        max_rounds=variant.max_rounds,
    ).SerializeToString()


def _city(variant: Variant, city: int, token: int | None, neutral: bool) -> pb.CouncilOfFourBoard.City:
    return B.City(
        letter=CITIES[city].id,
        name=CITIES[city].name,
        region=REGION_OF_CITY[city] + 1,  # type: ignore[arg-type]  # an enum's number
        colour=variant.kingdom.colours[city],
        neighbours=variant.kingdom.neighbours[city],
        distances=variant.kingdom.distance[city],
        token=() if token is None else _bonuses(TOKEN_BONUS[token]),
        neutral=neutral,
    )


def _permit(tile: int) -> pb.CouncilOfFourBoard.Permit:
    return B.Permit(
        letters=PERMIT_NAMES[tile],
        region=REGION_OF[tile] + 1,  # type: ignore[arg-type]  # an enum's number
        cities=CITIES_ON[tile],
        bonus=_bonuses(PERMIT_BONUS[tile]),
    )


CODEC = Codec("council_of_four", view, action, event, board, read_action)
