"""What the players see happen. A drawn card is known to who drew it, and to nobody else."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Event


@dataclass(frozen=True, slots=True)
class DayBegan(Event):
    form = "day {week}.{day} order {order}"
    week: int
    day: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    form = "seat {seat} rolls {white} yellow {yellow}"
    seat: int
    white: tuple[int, ...]
    yellow: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class YellowDiceRemoved(Event):
    form = "yellow dice leave the tower"


@dataclass(frozen=True, slots=True)
class TookDice(Event):
    form = "seat {seat} takes {count} dice of value {value} from {row}"
    seat: int
    row: int
    value: int
    count: int


@dataclass(frozen=True, slots=True)
class Threw(Event):
    form = "seat {seat} throws {kind} for one more die"
    seat: int
    kind: int


@dataclass(frozen=True, slots=True)
class TookCamels(Event):
    form = "seat {seat} takes {amount} camels"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class TookGold(Event):
    form = "seat {seat} takes {amount} gold"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    form = "seat {seat} draws {kind}"
    secret = ("kind",)
    knower = ("seat",)
    seat: int
    kind: int | None


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    form = "{cards} discards make a new deck"
    cards: int


@dataclass(frozen=True, slots=True)
class Supplied(Event):
    form = "seat {seat} supplies {shop}"
    seat: int
    shop: int


@dataclass(frozen=True, slots=True)
class SupervisorMoved(Event):
    form = "seat {seat} moves the supervisor to {square} for {gold} gold"
    seat: int
    square: int
    gold: int


@dataclass(frozen=True, slots=True)
class LeftShop(Event):
    form = "the good of seat {seat} leaves {shop}"
    seat: int
    shop: int


@dataclass(frozen=True, slots=True)
class Ransomed(Event):
    form = "seat {seat} gives a camel, the good in {shop} stays"
    seat: int
    shop: int


@dataclass(frozen=True, slots=True)
class JoinedCaravan(Event):
    form = "a good of seat {seat} joins the caravan on {slot} for {points} points"
    seat: int
    slot: int
    points: int


@dataclass(frozen=True, slots=True)
class CaravanScored(Event):
    form = "the caravan scores {points}"
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CaravanEmptied(Event):
    form = "the caravan is emptied"


@dataclass(frozen=True, slots=True)
class Constructed(Event):
    form = "seat {seat} constructs {building} for {points} points"
    seat: int
    building: int
    points: int


@dataclass(frozen=True, slots=True)
class PlayedCard(Event):
    form = "seat {seat} plays {kind}"
    seat: int
    kind: int


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    form = "seat {seat} exchanges: camels {camels}, gold {gold}"
    seat: int
    camels: int
    gold: int


@dataclass(frozen=True, slots=True)
class SoldCamels(Event):
    form = "seat {seat} sells {amount} camels for {points} points"
    seat: int
    amount: int
    points: int


@dataclass(frozen=True, slots=True)
class SoldGold(Event):
    form = "seat {seat} sells {amount} gold for {points} points"
    seat: int
    amount: int
    points: int


@dataclass(frozen=True, slots=True)
class SoukScored(Event):
    form = "{souk} scores {points} for seat {seat}"
    seat: int
    souk: int
    points: int


@dataclass(frozen=True, slots=True)
class WeekEnded(Event):
    form = "week {week} ends"
    week: int


EVENTS: tuple[type[Event], ...] = (
    DayBegan, Rolled, YellowDiceRemoved, TookDice, Threw, TookCamels, TookGold, Drew, Reshuffled, Supplied,
    SupervisorMoved, LeftShop, Ransomed, JoinedCaravan, CaravanScored, CaravanEmptied, Constructed, PlayedCard,
    Exchanged, SoldCamels, SoldGold, SoukScored, WeekEnded,
)  # fmt: skip
