"""What happens in Cheops beyond the family's events. All of it is public (rules 10)."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.catan_rules import events
from serai.referee.core.agenda import Event

ENDINGS = (*events.ENDINGS, "pyramid", "pharaoh")
BY_PYRAMID, BY_PHARAOH = range(len(events.ENDINGS), len(ENDINGS))


@dataclass(frozen=True, slots=True)
class FeePaid(Event):
    form = "seat {seat} pays {gold} gold to seat {owner}"
    seat: int
    owner: int
    gold: int


@dataclass(frozen=True, slots=True)
class TradedThroughPort(Event):
    form = "seat {seat} trades {paid} {give} for {get} through {port}"
    seat: int
    paid: int
    give: int
    get: int
    port: int


@dataclass(frozen=True, slots=True)
class WorkBegan(Event):
    form = "work at the pyramid begins with a building of seat {seat}"
    seat: int


@dataclass(frozen=True, slots=True)
class StonePlaced(Event):
    form = "seat {seat} places stone {stone} on level {level}"
    seat: int
    stone: int
    level: int


@dataclass(frozen=True, slots=True)
class PharaohBuilt(Event):
    form = "the pharaoh places stone {stone} on level {level}"
    stone: int
    level: int


@dataclass(frozen=True, slots=True)
class SegenTaken(Event):
    form = "seat {seat} takes the segen with {stones} stones"
    seat: int
    stones: int


@dataclass(frozen=True, slots=True)
class FluchLies(Event):
    form = "the fluch lies with {seats}"
    seats: tuple[int, ...]


NOT_HERE = (events.LongestRoadTaken, events.LongestRoadLost)  # special rule 2
EVENTS: tuple[type[Event], ...] = (
    *(event for event in events.EVENTS if event not in NOT_HERE),
    *(FeePaid, TradedThroughPort, WorkBegan, StonePlaced, PharaohBuilt, SegenTaken, FluchLies),
)
