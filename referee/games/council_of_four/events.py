"""What the players see happen. A drawn card is known to who drew it, and to nobody else; all else is open."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.core.agenda import Event


@dataclass(frozen=True, slots=True)
class NeutralTilesDrawn(Event):
    form = "the tiles {tiles} bring neutral emporia"
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    form = "round {round} turn of seat {seat}"
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    form = "seat {seat} draws {kind}"
    secret = ("kind",)
    knower = ("seat",)
    seat: int
    kind: int | None


@dataclass(frozen=True, slots=True)
class DeckReformed(Event):
    form = "{cards} discards make a new deck"
    cards: int


@dataclass(frozen=True, slots=True)
class Elected(Event):
    form = "seat {seat} elects {colour} to {council} and {fallen} falls"
    seat: int
    council: int
    colour: int
    fallen: int


@dataclass(frozen=True, slots=True)
class Satisfied(Event):
    form = "seat {seat} satisfies {council} with {lots} for {coins} coins"
    seat: int
    council: int
    lots: tuple[int, ...]
    coins: int


@dataclass(frozen=True, slots=True)
class Acquired(Event):
    form = "seat {seat} acquires {tile}"
    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    form = "{tile} is turned up on {slot}"
    tile: int
    slot: int


@dataclass(frozen=True, slots=True)
class TurnedDown(Event):
    form = "seat {seat} uses {tile}"
    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class KingMoved(Event):
    form = "seat {seat} moves the king to {city} for {coins} coins"
    seat: int
    city: int
    coins: int


@dataclass(frozen=True, slots=True)
class Built(Event):
    form = "seat {seat} builds in {city} for {assistants} assistants"
    seat: int
    city: int
    assistants: int


@dataclass(frozen=True, slots=True)
class GainedCoins(Event):
    form = "seat {seat} gains {amount} coins"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class GainedAssistants(Event):
    form = "seat {seat} gains {amount} assistants"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class GainedPoints(Event):
    form = "seat {seat} gains {amount} points"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class GainedMainActions(Event):
    form = "seat {seat} gains {amount} main actions"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    form = "seat {seat} advances to nobility {space}"
    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class ChoseToken(Event):
    form = "seat {seat} chooses the token of {city}"
    seat: int
    city: int


@dataclass(frozen=True, slots=True)
class Reused(Event):
    form = "seat {seat} reuses {tile}"
    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class TookBonusTile(Event):
    form = "seat {seat} takes the bonus tile {bonus}"
    seat: int
    bonus: int


@dataclass(frozen=True, slots=True)
class TookKingTile(Event):
    form = "seat {seat} takes the king's tile {points}"
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Hired(Event):
    form = "seat {seat} hires an assistant"
    seat: int


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    form = "seat {seat} swaps the permits of {region}"
    seat: int
    region: int


@dataclass(frozen=True, slots=True)
class SentAssistant(Event):
    form = "seat {seat} sends an assistant"
    seat: int


@dataclass(frozen=True, slots=True)
class BoughtMainAction(Event):
    form = "seat {seat} gives assistants for a main action"
    seat: int


@dataclass(frozen=True, slots=True)
class EndTriggered(Event):
    form = "seat {seat} triggers the end"
    seat: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    form = "seat {seat} scores {track} and {bonus_tiles} {king_tiles} {nobility} {permits}"
    told = (
        "at the end seat {seat} has {track} on the track, {bonus_tiles} for bonus tiles, "
        "{king_tiles} for king's tiles, {nobility} for nobility and {permits} for permits"
    )
    seat: int
    track: int
    bonus_tiles: int
    king_tiles: int
    nobility: int
    permits: int


EVENTS: tuple[type[Event], ...] = (
    NeutralTilesDrawn, TurnBegan, Drew, DeckReformed, Elected, Satisfied, Acquired, TurnedUp, TurnedDown, KingMoved,
    Built, GainedCoins, GainedAssistants, GainedPoints, GainedMainActions, Advanced, ChoseToken, Reused,
    TookBonusTile, TookKingTile, Hired, Swapped, SentAssistant, BoughtMainAction, EndTriggered, Scored,
)  # fmt: skip
