"""What the players see happen. A stolen card is known to thief and victim, a bought card to its owner (rules 8)."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Event

# Why a game ended; a game with further endings numbers them from here on.
ENDINGS: tuple[str, ...] = ("none", "target", "guard")
BY_TARGET, BY_GUARD = 1, 2


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    form = "turn {turn} of seat {seat}"
    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    form = "seat {seat} rolls {first} and {second}"
    seat: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Received(Event):
    form = "seat {seat} receives {amounts}"
    seat: int
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RanShort(Event):
    form = "too little {resource} for all who are owed"
    resource: int


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    form = "seat {seat} discards {resource}"
    seat: int
    resource: int


@dataclass(frozen=True, slots=True)
class RobberMoved(Event):
    form = "seat {seat} moves the robber to {hex}"
    seat: int
    hex: int


@dataclass(frozen=True, slots=True)
class Stole(Event):
    form = "seat {seat} steals {resource} from seat {victim}"
    secret = ("resource",)
    knower = ("seat", "victim")
    seat: int
    victim: int
    resource: int | None


@dataclass(frozen=True, slots=True)
class Founded(Event):
    form = "seat {seat} founds {vertex}"
    seat: int
    vertex: int


@dataclass(frozen=True, slots=True)
class PlacedRoute(Event):
    """A piece that costs nothing: at the founding, or by a card."""

    form = "seat {seat} places a {piece} on {edge}"
    seat: int
    piece: int
    edge: int


@dataclass(frozen=True, slots=True)
class BuiltRoute(Event):
    form = "seat {seat} builds a {piece} on {edge}"
    seat: int
    piece: int
    edge: int


@dataclass(frozen=True, slots=True)
class BuiltSettlement(Event):
    form = "seat {seat} settles {vertex}"
    seat: int
    vertex: int


@dataclass(frozen=True, slots=True)
class BuiltCity(Event):
    form = "seat {seat} makes {vertex} a city"
    seat: int
    vertex: int


@dataclass(frozen=True, slots=True)
class BoughtCard(Event):
    form = "seat {seat} buys {card}"
    secret = ("card",)
    knower = ("seat",)
    seat: int
    card: int | None


@dataclass(frozen=True, slots=True)
class PlayedCard(Event):
    form = "seat {seat} plays {card}"
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Took(Event):
    form = "seat {seat} takes {resource}"
    seat: int
    resource: int


@dataclass(frozen=True, slots=True)
class Monopolised(Event):
    form = "seat {seat} gathers all {resource}: {amounts} from the seats"
    seat: int
    resource: int
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TradedWithBank(Event):
    form = "seat {seat} trades {paid} {give} for {get} with the bank"
    seat: int
    paid: int
    give: int
    get: int


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """Made to the seats named, or to all."""

    form = "seat {seat} offers {give} for {get} to {to}"
    seat: int
    give: tuple[int, ...]
    get: tuple[int, ...]
    to: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Replied(Event):
    form = "the offer of seat {seat} is accepted by {accepted}"
    seat: int
    accepted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Countered(Event):
    form = "seat {seat} would give {give} for {get}"
    seat: int
    give: tuple[int, ...]
    get: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoundNoPartner(Event):
    form = "seat {seat} trades with nobody"
    seat: int


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    form = "seat {seat} gives {give} to seat {partner} for {get}"
    seat: int
    partner: int
    give: tuple[int, ...]
    get: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LongestRoadTaken(Event):
    form = "seat {seat} has the longest road of {length}"
    seat: int
    length: int


@dataclass(frozen=True, slots=True)
class LongestRoadLost(Event):
    form = "seat {seat} loses the longest road to nobody"
    seat: int


@dataclass(frozen=True, slots=True)
class LargestArmyTaken(Event):
    form = "seat {seat} has the largest army of {knights}"
    seat: int
    knights: int


@dataclass(frozen=True, slots=True)
class LargestArmyLost(Event):
    """Only in a game where soldiers can be spent, which adds it to its events."""

    form = "seat {seat} loses the largest army to nobody"
    seat: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    form = "the game ends by {ending}, won by {winners} with points {points}"
    ending: int
    winners: tuple[int, ...]
    points: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, Rolled, Received, RanShort, Discarded, RobberMoved, Stole, Founded, PlacedRoute, BuiltRoute,
    BuiltSettlement, BuiltCity, BoughtCard, PlayedCard, Took, Monopolised, TradedWithBank, Offered, Replied, Countered,
    FoundNoPartner, Exchanged, LongestRoadTaken, LongestRoadLost, LargestArmyTaken, GameOver,
)  # fmt: skip
