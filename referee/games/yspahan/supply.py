"""Phase I, supply: the first player rolls, the groups go into the tower (chapter "Supply"; rules 5 and 7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.yspahan.board import CAMEL, DICE, GOLD, ROWS
from serai.referee.games.yspahan.cards import Window, plays
from serai.referee.games.yspahan.events import Rolled, YellowDiceRemoved
from serai.referee.games.yspahan.state import Group, Yspahan


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll the white dice and as many yellow ones as are paid for, 1 gold each."""

    form = "roll:{dice}"
    dice: int

    def apply(self, state: Yspahan, seat: int) -> None:
        state.players[seat].gold -= self.dice
        white = _dice(state, state.variant.white_dice, "white dice")
        # All yellow dice are drawn every day, bought or not: what was bought earlier never changes later dice.
        yellow = _dice(state, DICE.yellow, "yellow dice")[: self.dice]
        state.tell(Rolled(seat, white, yellow))
        state.tower = tower(white, yellow)


roll = cache(Roll)


def _dice(state: Yspahan, count: int, purpose: str) -> tuple[int, ...]:
    return tuple(1 + state.luck.below(DICE.faces, purpose) for _ in range(count))


def tower(white: Sequence[int], yellow: Sequence[int]) -> list[Group | None]:
    """Groups by rising value from the bottom, whatever their colour; the highest value on the gold row."""
    values = sorted({*white, *yellow})
    rows = list(range(len(values)))
    if len(values) > 1:
        rows[-1] = GOLD
    groups: list[Group | None] = [None] * len(ROWS)
    for row, value in zip(rows, values, strict=True):
        groups[row] = (value, white.count(value), yellow.count(value))
    assert groups[CAMEL] is not None
    return groups


@dataclass(frozen=True, slots=True)
class RollChoice(Window):
    """The first player may play cards, buys up to three yellow dice and rolls."""

    seat: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        affordable = min(DICE.yellow, state.players[seat].gold)
        return [*(roll(dice) for dice in range(affordable + 1)), *plays(state, seat)]


def remove_yellow_dice(state: Yspahan) -> None:
    """After the first player's action the yellow dice leave the tower; nothing moves to another row (R29)."""
    if not state.variant.yellow_dice_stay and any(group and group[2] for group in state.tower):
        state.tower = [(group[0], group[1], 0) if group and group[1] else None for group in state.tower]
        state.tell(YellowDiceRemoved())
