"""Catan on the wire, and what its family shares. Goods, cards, routes and phases are numbered from 1 there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from serai.referee.catan_rules import events as e
from serai.referee.catan_rules.bank import BankTrade
from serai.referee.catan_rules.building import BuildCity, BuildRoute, BuildSettlement
from serai.referee.catan_rules.cards import BUY_CARD, BuyCard, Play, PlayMonopoly
from serai.referee.catan_rules.components import TERRAINS, Terrain
from serai.referee.catan_rules.effects import SKIP_FREE, PlaceFree, SkipFree, Take
from serai.referee.catan_rules.founding import SetupRoute, SetupSettlement
from serai.referee.catan_rules.layout import ROAD, SHIP, Layout
from serai.referee.catan_rules.robber import DiscardCard, MoveRobber, Steal
from serai.referee.catan_rules.state import Settlers
from serai.referee.catan_rules.trade import ACCEPT, DECLINE, Accept, ChoosePartner, Decline, Offer
from serai.referee.catan_rules.turn import END_TURN, ROLL, EndTurn, Roll
from serai.referee.catan_rules.view import Own, Pending, PlayerView, View
from serai.referee.core.agenda import Action, Event
from serai.referee.games.catan.board import YIELDS
from serai.referee.games.catan.rules import RULES
from serai.server.codec.base import Codec, read_one_of
from serai.server.codec.wire import field
from serai.v1 import catan_pb2 as pb

A, E, M, V = pb.CatanAction, pb.CatanEvent, pb.CatanMap, pb.CatanView


def view(seen: View) -> bytes:
    """A view, joined from sections that are remembered by their values, in the order of the fields."""
    return b"".join(
        [
            _turn(seen.seat, seen.turn, seen.active),
            _pending(seen.pending),
            _dice(seen.dice, seen.robber),
            field(V.VERTICES_FIELD_NUMBER, seen.vertices),
            field(V.EDGES_FIELD_NUMBER, seen.edges),
            field(V.BANK_FIELD_NUMBER, bytes(seen.bank)),
            *map(_player, seen.players),
            _common(seen.deck, seen.longest_road, seen.largest_army, seen.card_played, seen.offers_made),
            *map(_refused, seen.refused),
            _result(seen.winners, seen.ending),
            b"" if seen.own is None else _own(seen.own),
        ]
    )


@lru_cache(1 << 14)
def _turn(seat: int | None, turn: int, active: int) -> bytes:
    return V(seat=seat, turn=turn, active=active).SerializeToString()


@lru_cache(1 << 14)
def _pending(pending: Pending) -> bytes:
    message = V.Pending(phase=pending.phase + 1, asked=pending.asked, left=pending.left, vertex=pending.vertex)  # type: ignore[arg-type]  # an enum's number
    if pending.offer:
        message.offer.CopyFrom(_offer(pending.offer))
    return V(pending=message).SerializeToString()


@lru_cache(1 << 14)
def _dice(dice: tuple[int, int], robber: int) -> bytes:
    return V(first_die=dice[0], second_die=dice[1], robber=robber).SerializeToString()


@lru_cache(1 << 16)
def _player(player: PlayerView) -> bytes:
    roads, ships = (*player.routes, 0)[:2]
    message = V.Player(
        points=player.points,
        cards=player.cards,
        dev_cards=player.dev_cards,
        knights=player.knights,
        road_length=player.road_length,
        settlements=player.settlements,
        cities=player.cities,
        roads=roads,
        ships=ships,
        rates=player.rates,
    )
    return V(players=[message]).SerializeToString()


@lru_cache(1 << 14)
def _common(deck: int, longest_road: int | None, largest_army: int | None, card_played: bool, made: int) -> bytes:
    message = V(deck=deck, longest_road=longest_road, largest_army=largest_army)
    message.card_played = card_played
    message.offers_made = made
    return message.SerializeToString()


@lru_cache(1 << 10)
def _refused(offer: Offer) -> bytes:
    return V(refused=[_offer(offer)]).SerializeToString()


@lru_cache(1 << 8)
def _result(winners: tuple[int, ...], ending: int) -> bytes:
    return V(winners=winners, ending=ending).SerializeToString()  # type: ignore[arg-type]  # an enum's number


@lru_cache(1 << 16)
def _own(own: Own) -> bytes:
    message = V.Own(hand=own.hand, dev_cards=own.dev_cards, fresh=own.fresh, points=own.points)
    return V(own=message).SerializeToString()


def _offer(offer: Any) -> pb.CatanOffer:
    """An offer, or an event that tells of one."""
    return pb.CatanOffer(give=offer.give + 1, n=offer.n, get=offer.get + 1, m=offer.m)


def _from_1(number: int | None) -> int:
    return 0 if number is None else number + 1


_ACTIONS: dict[type[Action], Callable[[Any], pb.CatanAction]] = {
    SetupSettlement: lambda a: A(setup_settlement=A.SetupSettlement(vertex=a.vertex)),
    SetupRoute: lambda a: A(setup_route=A.SetupRoute(route=a.piece + 1, edge=a.edge)),
    Roll: lambda a: A(roll=A.Roll()),
    DiscardCard: lambda a: A(discard=A.Discard(resource=a.resource + 1)),
    MoveRobber: lambda a: A(move_robber=A.MoveRobber(hex=a.hex)),
    Steal: lambda a: A(steal=A.Steal(victim=a.victim)),
    BuildRoute: lambda a: A(build_route=A.BuildRoute(route=a.piece + 1, edge=a.edge)),
    BuildSettlement: lambda a: A(build_settlement=A.BuildSettlement(vertex=a.vertex)),
    BuildCity: lambda a: A(build_city=A.BuildCity(vertex=a.vertex)),
    BuyCard: lambda a: A(buy_dev_card=A.BuyDevCard()),
    Play: lambda a: A(play=A.Play(card=a.card + 1)),
    PlayMonopoly: lambda a: A(play_monopoly=A.PlayMonopoly(resource=a.resource + 1)),
    PlaceFree: lambda a: A(place_free=A.PlaceFree(route=a.piece + 1, edge=a.edge)),
    SkipFree: lambda a: A(skip_free=A.SkipFree()),
    Take: lambda a: A(take=A.Take(resource=a.resource + 1)),
    BankTrade: lambda a: A(bank_trade=A.BankTrade(give=a.give + 1, get=a.get + 1)),
    Offer: lambda a: A(offer=_offer(a)),
    Accept: lambda a: A(accept=A.Accept()),
    Decline: lambda a: A(decline=A.Decline()),
    ChoosePartner: lambda a: A(choose_partner=A.ChoosePartner(partner=a.partner)),
    EndTurn: lambda a: A(end_turn=A.EndTurn()),
}

_READERS: dict[str, Callable[[Any], Action]] = {
    "setup_settlement": lambda m: SetupSettlement(m.vertex),
    "setup_route": lambda m: SetupRoute(m.route - 1, m.edge),
    "roll": lambda m: ROLL,
    "discard": lambda m: DiscardCard(m.resource - 1),
    "move_robber": lambda m: MoveRobber(m.hex),
    "steal": lambda m: Steal(m.victim),
    "build_route": lambda m: BuildRoute(m.route - 1, m.edge),
    "build_settlement": lambda m: BuildSettlement(m.vertex),
    "build_city": lambda m: BuildCity(m.vertex),
    "buy_dev_card": lambda m: BUY_CARD,
    "play": lambda m: Play(m.card - 1),
    "play_monopoly": lambda m: PlayMonopoly(m.resource - 1),
    "place_free": lambda m: PlaceFree(m.route - 1, m.edge),
    "skip_free": lambda m: SKIP_FREE,
    "take": lambda m: Take(m.resource - 1),
    "bank_trade": lambda m: BankTrade(m.give - 1, m.get - 1),
    "offer": lambda m: Offer(m.give - 1, m.n, m.get - 1, m.m),
    "accept": lambda m: ACCEPT,
    "decline": lambda m: DECLINE,
    "choose_partner": lambda m: ChoosePartner(m.partner),
    "end_turn": lambda m: END_TURN,
}

_EVENTS: dict[type[Event], Callable[[Any], pb.CatanEvent]] = {
    e.TurnBegan: lambda v: E(turn_began=E.TurnBegan(turn=v.turn, seat=v.seat)),
    e.Rolled: lambda v: E(rolled=E.Rolled(seat=v.seat, first=v.first, second=v.second)),
    e.Received: lambda v: E(received=E.Received(seat=v.seat, amounts=v.amounts)),
    e.RanShort: lambda v: E(ran_short=E.RanShort(resource=v.resource + 1)),
    e.Discarded: lambda v: E(discarded=E.Discarded(seat=v.seat, resource=v.resource + 1)),
    e.RobberMoved: lambda v: E(robber_moved=E.RobberMoved(seat=v.seat, hex=v.hex)),
    e.Stole: lambda v: E(stole=E.Stole(seat=v.seat, victim=v.victim, resource=_from_1(v.resource))),  # type: ignore[arg-type]  # an enum's number
    e.Founded: lambda v: E(founded=E.Founded(seat=v.seat, vertex=v.vertex)),
    e.PlacedRoute: lambda v: E(placed_route=E.PlacedRoute(seat=v.seat, route=v.piece + 1, edge=v.edge)),
    e.BuiltRoute: lambda v: E(built_route=E.BuiltRoute(seat=v.seat, route=v.piece + 1, edge=v.edge)),
    e.BuiltSettlement: lambda v: E(built_settlement=E.BuiltSettlement(seat=v.seat, vertex=v.vertex)),
    e.BuiltCity: lambda v: E(built_city=E.BuiltCity(seat=v.seat, vertex=v.vertex)),
    e.BoughtCard: lambda v: E(bought_card=E.BoughtCard(seat=v.seat, card=_from_1(v.card))),  # type: ignore[arg-type]  # an enum's number
    e.PlayedCard: lambda v: E(played_card=E.PlayedCard(seat=v.seat, card=v.card + 1)),
    e.Took: lambda v: E(took=E.Took(seat=v.seat, resource=v.resource + 1)),
    e.Monopolised: lambda v: E(monopolised=E.Monopolised(seat=v.seat, resource=v.resource + 1, amounts=v.amounts)),
    e.TradedWithBank: lambda v: E(
        traded_with_bank=E.TradedWithBank(seat=v.seat, paid=v.paid, give=v.give + 1, get=v.get + 1)
    ),
    e.Offered: lambda v: E(offered=E.Offered(seat=v.seat, offer=_offer(v))),
    e.Replied: lambda v: E(replied=E.Replied(seat=v.seat, accepted=v.accepted)),
    e.Exchanged: lambda v: E(exchanged=E.Exchanged(seat=v.seat, partner=v.partner, offer=_offer(v))),
    e.LongestRoadTaken: lambda v: E(longest_road_taken=E.LongestRoadTaken(seat=v.seat, length=v.length)),
    e.LongestRoadLost: lambda v: E(longest_road_lost=E.LongestRoadLost(seat=v.seat)),
    e.LargestArmyTaken: lambda v: E(largest_army_taken=E.LargestArmyTaken(seat=v.seat, knights=v.knights)),
    e.LargestArmyLost: lambda v: E(largest_army_lost=E.LargestArmyLost(seat=v.seat)),
    e.GameOver: lambda v: E(game_over=E.GameOver(ending=v.ending, winners=v.winners, points=v.points)),
}


def action(act: Action) -> bytes:
    return _ACTIONS[type(act)](act).SerializeToString()


read_action = partial(read_one_of, _READERS)


def event(told: Event) -> bytes:
    return _EVENTS[type(told)](told).SerializeToString()


def map_message(layout: Layout, terrains: tuple[Terrain, ...], goods: tuple[int | None, ...]) -> pb.CatanMap:
    """The map, with what touches what."""
    grid, ground = layout.grid, layout.ground
    hexes = [
        M.Hex(q=q, r=r, terrain=terrains[kind].id, yields=_from_1(goods[kind]), number=number, vertices=corners)  # type: ignore[arg-type]  # an enum's number
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
        M.Port(name=port.id, good=_from_1(port.good), rate=port.rate, edge=port.edge, vertices=port.vertices)  # type: ignore[arg-type]  # an enum's number
        for port in layout.ports
    ]
    return M(hexes=hexes, vertices=vertices, edges=edges, ports=ports)


def board(state: Settlers) -> bytes:
    """The board as it was dealt, and the points that win."""
    return pb.CatanBoard(map=map_message(state.layout, TERRAINS, YIELDS), target=RULES.target).SerializeToString()


CODEC = Codec("catan", view, action, event, board, read_action)
