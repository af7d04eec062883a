"""Yspahan on the wire. Rows, buildings and cards are numbered from 1 there, owners are seat + 1."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from serai.referee.core.agenda import Action, Event
from serai.referee.games.yspahan import events as e
from serai.referee.games.yspahan.board import (
    BUILDINGS,
    CARAVAN_ROWS,
    DECK,
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
from serai.referee.games.yspahan.buildings import Build, build
from serai.referee.games.yspahan.cards import Play, play
from serai.referee.games.yspahan.effects import (
    BuildForBoth,
    SellSome,
    ToCamels,
    ToGold,
    build_for_both,
    sell_some,
    to_camels,
    to_gold,
)
from serai.referee.games.yspahan.shops import Put, put
from serai.referee.games.yspahan.state import Group, Yspahan
from serai.referee.games.yspahan.supervisor import PAY, SEND, First, Go, Pay, Send, first, go
from serai.referee.games.yspahan.supply import Roll, roll
from serai.referee.games.yspahan.turn import (
    DRAW,
    END,
    MAIN,
    NO_DICE,
    SUPER,
    Draw,
    End,
    Main,
    MainThrowing,
    NoDice,
    Super,
    Take,
    main_throwing,
    take,
)
from serai.referee.games.yspahan.two_players import CONSTRUCTING, BuildWithCard, Constructing, build_with_card
from serai.referee.games.yspahan.view import Pending, PlayerView, View
from serai.server.codec.base import Codec, read_one_of
from serai.server.codec.cache import Memo
from serai.server.codec.wire import field, number_field, packed, tag, varint
from serai.v1 import yspahan_pb2 as pb

A, B, E, V = pb.YspahanAction, pb.YspahanBoard, pb.YspahanEvent, pb.YspahanView

# Owners on the wire: seat + 1, 0 for nobody.
_OWNERS = bytes(0 if owner == EMPTY else owner + 1 & 0xFF for owner in range(256))
_NUMBERED_FROM_1 = bytes(number + 1 & 0xFF for number in range(256))


def view(seen: View) -> bytes:
    """A view, joined from sections; those that come again are remembered by their values, the others are put together
    by hand: a message object costs ten times as much."""
    return b"".join(
        [
            _CALENDARS[seen[:6]],
            _PENDING[seen.pending],
            _TOWERS[seen.tower],
            _SHOPS,
            seen.shops.translate(_OWNERS),
            _SUPERVISOR[seen.supervisor],
            _CARAVANS[seen.caravan],
            *map(_PLAYERS.__getitem__, seen.players),
            _DECKS[seen.deck],
            _DISCARDS[seen.discard],
            _HANDS[seen.hand],
        ]
    )


_SHOPS = tag(V.SHOPS_FIELD_NUMBER) + varint(len(SHOP_NAMES))


def _calendar(head: tuple[Any, ...]) -> bytes:
    seat, week, day, order, active, built = head
    return V(seat=seat, week=week, day=day, order=order, active=active, built=built).SerializeToString()


def _pending(pending: Pending) -> bytes:
    message = V.Pending(phase=pending.phase + 1, actor=pending.actor, value=pending.value, count=pending.amount)  # type: ignore[arg-type]  # an enum's number
    message.row = _from_1(pending.row)  # type: ignore[assignment]  # an enum's number
    message.card = _from_1(pending.kind)  # type: ignore[assignment]  # an enum's number
    if pending.shop is not None:
        message.shop = pending.shop
    return V(pending=message).SerializeToString()


def _group(place: tuple[int, Group]) -> bytes:
    row, group = place
    message = V.Group(row=row + 1, value=group[0], white=group[1], yellow=group[2])  # type: ignore[arg-type]  # an enum's number
    return V(tower=[message]).SerializeToString()


def _tower(tower: tuple[Group | None, ...]) -> bytes:
    return b"".join([_GROUPS[row, group] for row, group in enumerate(tower) if group])


def _player(player: PlayerView) -> bytes:
    body = b"".join(
        [
            number_field(V.Player.SCORE_FIELD_NUMBER, player.score),
            number_field(V.Player.GOLD_FIELD_NUMBER, player.gold),
            number_field(V.Player.CAMELS_FIELD_NUMBER, player.camels),
            number_field(V.Player.STOCK_FIELD_NUMBER, player.stock),
            number_field(V.Player.CARDS_FIELD_NUMBER, player.cards),
            packed(V.Player.BUILDINGS_FIELD_NUMBER, bytes(player.buildings).translate(_NUMBERED_FROM_1)),
        ]
    )
    return field(V.PLAYERS_FIELD_NUMBER, body)


def _caravan(owners: bytes) -> bytes:
    return packed(V.CARAVAN_FIELD_NUMBER, owners.translate(_OWNERS))


def _discard(kinds: tuple[int, ...]) -> bytes:
    return packed(V.DISCARD_FIELD_NUMBER, bytes(kinds).translate(_NUMBERED_FROM_1))


def _hand(kinds: tuple[int, ...]) -> bytes:
    return packed(V.HAND_FIELD_NUMBER, bytes(kinds).translate(_NUMBERED_FROM_1))


_SUPERVISOR = [number_field(V.SUPERVISOR_FIELD_NUMBER, square) for square in range(len(SQUARES))]
_DECKS = [number_field(V.DECK_FIELD_NUMBER, cards) for cards in range(len(DECK) + 1)]
_CALENDARS = Memo(_calendar)
_CARAVANS = Memo(_caravan)
_DISCARDS = Memo(_discard)
_HANDS = Memo(_hand)
_PENDING = Memo(_pending)
_GROUPS = Memo(_group)
_TOWERS = Memo(_tower)
_PLAYERS = Memo(_player)


def _from_1(number: int | None) -> int:
    return 0 if number is None else number + 1


_ACTIONS: dict[type[Action], Callable[[Any], pb.YspahanAction]] = {
    Roll: lambda a: A(roll=A.Roll(yellow_dice=a.dice)),
    Take: lambda a: A(take=A.Take(row=a.row + 1)),
    NoDice: lambda a: A(no_dice=A.NoDice()),
    Main: lambda a: A(main=A.Main()),
    MainThrowing: lambda a: A(main=A.Main(thrown=a.kind + 1)),
    Super: lambda a: A(super=A.Super()),
    Draw: lambda a: A(draw=A.Draw()),
    Put: lambda a: A(put=A.Put(shop=a.shop)),
    Go: lambda a: A(go=A.Go(square=a.square)),
    First: lambda a: A(first=A.First(shop=a.shop)),
    Send: lambda a: A(send=A.Send()),
    Pay: lambda a: A(pay=A.Pay()),
    Build: lambda a: A(build=A.Build(building=a.building + 1)),
    BuildWithCard: lambda a: A(build=A.Build(building=a.building + 1, card=a.kind + 1)),
    End: lambda a: A(end=A.End()),
    Play: lambda a: A(play=A.Play(card=a.kind + 1)),
    ToCamels: lambda a: A(exchange=A.Exchange(gold=a.amount)),
    ToGold: lambda a: A(exchange=A.Exchange(camels=a.amount)),
    SellSome: lambda a: A(sell=A.Sell(amount=a.amount)),
    BuildForBoth: lambda a: A(build_for_both=A.BuildForBoth(building=a.building + 1)),
    Constructing: lambda a: A(construct=A.Construct()),
}

_READERS: dict[str, Callable[[Any], Action]] = {
    "roll": lambda m: roll(m.yellow_dice),
    "take": lambda m: take(m.row - 1),
    "no_dice": lambda m: NO_DICE,
    "main": lambda m: main_throwing(m.thrown - 1) if m.thrown else MAIN,
    "super": lambda m: SUPER,
    "draw": lambda m: DRAW,
    "put": lambda m: put(m.shop),
    "go": lambda m: go(m.square),
    "first": lambda m: first(m.shop),
    "send": lambda m: SEND,
    "pay": lambda m: PAY,
    "build": lambda m: build_with_card(m.building - 1, m.card - 1) if m.card else build(m.building - 1),
    "end": lambda m: END,
    "play": lambda m: play(m.card - 1),
    "exchange": lambda m: to_camels(m.gold) if m.gold else to_gold(m.camels),
    "sell": lambda m: sell_some(m.amount),
    "build_for_both": lambda m: build_for_both(m.building - 1),
    "construct": lambda m: CONSTRUCTING,
}

_EVENTS: dict[type[Event], Callable[[Any], pb.YspahanEvent]] = {
    e.DayBegan: lambda v: E(day_began=E.DayBegan(week=v.week, day=v.day, order=v.order)),
    e.Rolled: lambda v: E(rolled=E.Rolled(seat=v.seat, white=v.white, yellow=v.yellow)),
    e.YellowDiceRemoved: lambda v: E(yellow_dice_removed=E.YellowDiceRemoved()),
    e.TookDice: lambda v: E(took_dice=E.TookDice(seat=v.seat, row=v.row + 1, value=v.value, count=v.count)),
    e.Threw: lambda v: E(threw=E.Threw(seat=v.seat, card=v.kind + 1)),
    e.TookCamels: lambda v: E(took_camels=E.TookCamels(seat=v.seat, amount=v.amount)),
    e.TookGold: lambda v: E(took_gold=E.TookGold(seat=v.seat, amount=v.amount)),
    e.Drew: lambda v: E(drew=E.Drew(seat=v.seat, card=_from_1(v.kind))),  # type: ignore[arg-type]  # an enum's number
    e.Reshuffled: lambda v: E(reshuffled=E.Reshuffled(cards=v.cards)),
    e.Supplied: lambda v: E(supplied=E.Supplied(seat=v.seat, shop=v.shop)),
    e.SupervisorMoved: lambda v: E(supervisor_moved=E.SupervisorMoved(seat=v.seat, square=v.square, gold=v.gold)),
    e.LeftShop: lambda v: E(left_shop=E.LeftShop(seat=v.seat, shop=v.shop)),
    e.Ransomed: lambda v: E(ransomed=E.Ransomed(seat=v.seat, shop=v.shop)),
    e.JoinedCaravan: lambda v: E(joined_caravan=E.JoinedCaravan(seat=v.seat, slot=v.slot, points=v.points)),
    e.CaravanScored: lambda v: E(caravan_scored=E.CaravanScored(points=v.points)),
    e.CaravanEmptied: lambda v: E(caravan_emptied=E.CaravanEmptied()),
    e.Constructed: lambda v: E(constructed=E.Constructed(seat=v.seat, building=v.building + 1, points=v.points)),
    e.PlayedCard: lambda v: E(played_card=E.PlayedCard(seat=v.seat, card=v.kind + 1)),
    e.Exchanged: lambda v: E(exchanged=E.Exchanged(seat=v.seat, camels=v.camels, gold=v.gold)),
    e.SoldCamels: lambda v: E(sold_camels=E.SoldCamels(seat=v.seat, amount=v.amount, points=v.points)),
    e.SoldGold: lambda v: E(sold_gold=E.SoldGold(seat=v.seat, amount=v.amount, points=v.points)),
    e.SoukScored: lambda v: E(souk_scored=E.SoukScored(seat=v.seat, souk=v.souk, points=v.points)),
    e.WeekEnded: lambda v: E(week_ended=E.WeekEnded(week=v.week)),
}


def action(act: Action) -> bytes:
    return _ACTIONS[type(act)](act).SerializeToString()


read_action = partial(read_one_of, _READERS)


def event(told: Event) -> bytes:
    return _EVENTS[type(told)](told).SerializeToString()


def board(state: Yspahan) -> bytes:
    """What is printed; only the caravan depends on the number of players."""
    return _board(state.variant.slots_per_row)


@lru_cache
def _board(slots_per_row: int) -> bytes:
    souks = [
        B.Souk(name=souk.id, neighbourhood=NEIGHBOURHOOD_OF_SOUK[n] + 2, value=souk.value, shops=SHOPS_OF[n])  # type: ignore[arg-type]  # an enum's number
        for n, souk in enumerate(SOUKS)
    ]
    squares = [B.Square(name=square.id, shops=SHOPS_AT[n], steps=STEPS[n]) for n, square in enumerate(SQUARES)]
    buildings = [
        B.Building(building=n + 1, camels=price.camels, gold=price.gold)  # type: ignore[arg-type]  # an enum's number
        for n, price in enumerate(BUILDINGS)
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


CODEC = Codec("yspahan", view, action, event, board, read_action)
