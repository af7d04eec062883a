"""What happens in Alexander's campaign beyond the family's events. Only a card drawn from the supply is secret."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.catan_rules import events
from serai.referee.core.agenda import Event

ENDINGS = (*events.ENDINGS, "arrival")
BY_ARRIVAL = ENDINGS.index("arrival")


@dataclass(frozen=True, slots=True)
class SupplyDrawn(Event):
    form = "seat {seat} draws {resource} from the supply"
    secret = ("resource",)
    knower = ("seat",)
    seat: int
    resource: int | None


@dataclass(frozen=True, slots=True)
class Marched(Event):
    form = "Alexander passes junction {junction}"
    junction: int


@dataclass(frozen=True, slots=True)
class Stayed(Event):
    form = "Alexander waits for a seven on arrow {arrow}"
    arrow: int


@dataclass(frozen=True, slots=True)
class TempleBlocked(Event):
    form = "the temple of junction {junction} is too near to a building"
    junction: int


@dataclass(frozen=True, slots=True)
class AuctionOpened(Event):
    """At a chip this is what its turning shows; after a default it is told again."""

    form = "Alexander asks for {event} at junction {junction}"
    event: int
    junction: int


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    form = "seat {seat} bids {bid}"
    seat: int
    bid: int


@dataclass(frozen=True, slots=True)
class BidPassed(Event):
    form = "seat {seat} passes"
    seat: int


@dataclass(frozen=True, slots=True)
class NobodyBid(Event):
    form = "nobody helps with {event} at junction {junction}"
    event: int
    junction: int


@dataclass(frozen=True, slots=True)
class Defaulted(Event):
    form = "seat {seat} cannot pay {bid}"
    seat: int
    bid: int


@dataclass(frozen=True, slots=True)
class AuctionWon(Event):
    form = "seat {seat} wins with {bid}"
    seat: int
    bid: int


@dataclass(frozen=True, slots=True)
class SoldiersSpent(Event):
    form = "seat {seat} sends {soldiers} soldiers"
    seat: int
    soldiers: int


@dataclass(frozen=True, slots=True)
class Paid(Event):
    form = "seat {seat} pays {amount} {good}"
    seat: int
    amount: int
    good: int


@dataclass(frozen=True, slots=True)
class ChipKept(Event):
    form = "seat {seat} keeps the chip with {event}"
    seat: int
    event: int


@dataclass(frozen=True, slots=True)
class NothingToBuild(Event):
    form = "seat {seat} has no settlement left for junction {junction}"
    seat: int
    junction: int


@dataclass(frozen=True, slots=True)
class TempleLeft(Event):
    form = "seat {seat} builds nothing at junction {junction}"
    seat: int
    junction: int


@dataclass(frozen=True, slots=True)
class AdvisersLeft(Event):
    form = "seat {seat} leaves the advisers as they are"
    seat: int


@dataclass(frozen=True, slots=True)
class AdviserTaken(Event):
    form = "seat {seat} is {adviser} adviser"
    seat: int
    adviser: int


EVENTS: tuple[type[Event], ...] = (
    *events.EVENTS, events.LargestArmyLost, SupplyDrawn, Marched, Stayed, TempleBlocked, AuctionOpened, BidMade,
    BidPassed, NobodyBid, Defaulted, AuctionWon, SoldiersSpent, Paid, ChipKept, NothingToBuild, AdviserTaken,
    TempleLeft, AdvisersLeft,
)  # fmt: skip
