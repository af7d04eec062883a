"""What the players see happen. A drawn mission and a chosen Marauders card are known to one seat only."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Event

REASONS = (
    "peace_gifts", "prestige", "war_supplies", "tax", "missions", "rare_goods", "attack", "reveal", "private_temple",
    "tower", "buying",
)  # fmt: skip
PEACE_GIFTS, PRESTIGE, WAR, TAX_LOSS, FOR_MISSION, FOR_RARE, ATTACK, REVEAL, PRIVATE_TEMPLE, TOWER, BUYING = range(
    len(REASONS)
)


# What counts at the end, in the order of the rulebook.
ITEMS = ("track", "tower", "missions", "temples", "rare_goods", "tiles")


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    form = "turn {turn} of era {era} begins, order {order}"
    turn: int
    era: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OfferLaid(Event):
    form = "on offer: {tiles}"
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TookTile(Event):
    form = "seat {seat} takes {tile}"
    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    form = "seat {seat} draws the mission {mission}"
    secret = ("mission",)
    knower = ("seat",)
    seat: int
    mission: int | None


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    form = "{cards} discarded missions make a new deck"
    cards: int


@dataclass(frozen=True, slots=True)
class Placed(Event):
    form = "seat {seat} places a {piece} on {place}"
    seat: int
    piece: int
    place: int


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    form = "seat {seat} reveals the marauders of {region}"
    seat: int
    region: int


@dataclass(frozen=True, slots=True)
class Redirected(Event):
    form = "seat {seat} turns the marauders to {region}"
    seat: int
    region: int


@dataclass(frozen=True, slots=True)
class Removed(Event):
    form = "marauders drive seat {seat} from {place}"
    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    form = "seat {seat} swaps {own} with {place}"
    seat: int
    own: int
    place: int


@dataclass(frozen=True, slots=True)
class Picked(Event):
    form = "seat {seat} chooses the marauders of {region}"
    secret = ("region",)
    knower = ("seat",)
    seat: int
    region: int | None


@dataclass(frozen=True, slots=True)
class Declined(Event):
    form = "seat {seat} chooses no marauders"
    seat: int


@dataclass(frozen=True, slots=True)
class Gathered(Event):
    form = "seat {seat} gathers {count} {resource} on {place}"
    seat: int
    place: int
    resource: int
    count: int


@dataclass(frozen=True, slots=True)
class Received(Event):
    form = "seat {seat} receives a {resource}"
    seat: int
    resource: int


@dataclass(frozen=True, slots=True)
class Paid(Event):
    form = "seat {seat} pays {goods}"
    seat: int
    goods: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Traded(Event):
    form = "seat {seat} trades {give} for {get}"
    seat: int
    give: int
    get: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenedMarket(Event):
    form = "seat {seat} opens the market on {place}"
    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    form = "seat {seat} scores {points} for {reason}"
    seat: int
    points: int
    reason: int


@dataclass(frozen=True, slots=True)
class TowerRose(Event):
    form = "the tower of seat {seat} rises to {height}"
    seat: int
    height: int


@dataclass(frozen=True, slots=True)
class TowerFell(Event):
    form = "seat {seat} tears the tower of seat {victim} down to {height}"
    seat: int
    victim: int
    height: int


@dataclass(frozen=True, slots=True)
class TempleRose(Event):
    form = "seat {seat} builds {part} of temple {index}"
    seat: int
    index: int
    part: int


@dataclass(frozen=True, slots=True)
class TookGood(Event):
    form = "seat {seat} acquires {good}"
    seat: int
    good: int


@dataclass(frozen=True, slots=True)
class PileShuffled(Event):
    form = "the {colour} pile is shuffled"
    colour: int


@dataclass(frozen=True, slots=True)
class Fulfilled(Event):
    form = "seat {seat} fulfils {mission}"
    seat: int
    mission: int


@dataclass(frozen=True, slots=True)
class Returned(Event):
    form = "seat {seat} returns {mission}"
    seat: int
    mission: int


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    form = "seat {seat} discards {mission}"
    seat: int
    mission: int


@dataclass(frozen=True, slots=True)
class GainedPiece(Event):
    form = "seat {seat} gains a {piece}"
    seat: int
    piece: int


@dataclass(frozen=True, slots=True)
class PaidTax(Event):
    form = "seat {seat} has no tax to pay any more"
    seat: int


@dataclass(frozen=True, slots=True)
class TookPawn(Event):
    form = "seat {seat} takes the first-player pawn"
    seat: int


@dataclass(frozen=True, slots=True)
class ThrewAway(Event):
    form = "seat {seat} throws a {resource} away"
    seat: int
    resource: int


@dataclass(frozen=True, slots=True)
class Counted(Event):
    form = "at the end seat {seat} has {points} for {item}"
    seat: int
    points: int
    item: int


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, OfferLaid, TookTile, Drew, Reshuffled, Placed, Revealed, Redirected, Removed, Swapped, Picked, Declined,
    Gathered, Received, Paid, Traded, OpenedMarket, Scored, TowerRose, TowerFell, TempleRose, TookGood, PileShuffled,
    Fulfilled, Returned, Discarded, GainedPiece, PaidTax, TookPawn, ThrewAway, Counted,
)  # fmt: skip
