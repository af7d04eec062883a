"""The two-player variant (the publisher's two-player sheet; rules 14): differences only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action, Decision
from serai.referee.games.yspahan.board import DICE, SLOTS_PER_ROW
from serai.referee.games.yspahan.buildings import Build, affordable, construct
from serai.referee.games.yspahan.calendar import by_rising_score
from serai.referee.games.yspahan.cards import END, plays
from serai.referee.games.yspahan.deck import spend_card
from serai.referee.games.yspahan.effects import WAIVER, BuildForBoth, construct_waiving, free_with_both
from serai.referee.games.yspahan.state import Variant, Yspahan
from serai.referee.games.yspahan.turn import Act, BuildChoice, Pick


@dataclass(frozen=True, slots=True)
class Constructing(Action):
    """Use the dice to construct a building."""

    form = "construct"


@dataclass(frozen=True, slots=True)
class BuildWithCard(Action):
    """Construct with one construction card: its part of the price is not paid."""

    form = "build:{building}+{kind}"
    building: int
    kind: int


CONSTRUCTING = Constructing()
build_with_card = cache(BuildWithCard)


def first_second_first(state: Yspahan) -> tuple[int, ...]:
    """Three action turns a day."""
    return (state.first, state.left_of(state.first), state.first)


def lower_score_first(state: Yspahan) -> tuple[int, ...]:
    """The last day: the lower score is first, with equal scores the normal alternation."""
    lower, higher = by_rising_score(state)
    return (lower, higher, lower)


@dataclass(frozen=True, slots=True)
class PickOfTwo(Pick):
    """Yellow dice stay all day and count for the first player only; a row of yellow dice is nothing to the second."""

    def count(self, state: Yspahan, row: int) -> int:
        group = state.tower[row]
        if group is None:
            return 0
        return group[1] + group[2] if self.seat == state.first else group[1]

    def act(self, row: int, value: int, count: int) -> Decision[Yspahan]:
        return ActOfTwo(self.seat, row, value, count)


@dataclass(frozen=True, slots=True)
class ActOfTwo(Act):
    """Constructing is a fourth choice and uses up the group."""

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        choices = Act.options(self, state, seat)
        return [*choices, CONSTRUCTING] if constructions(state, seat) else choices

    def always_asked(self, state: Yspahan, seat: int) -> bool:
        """Whether constructing is possible may depend on the hand."""
        return bool(state.players[seat].hand)

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        if action == CONSTRUCTING:
            state.then(ConstructChoice(seat))
        else:
            Act.resolve(self, state, seat, action)


def constructions(state: Yspahan, seat: int) -> list[Action]:
    """Every building at full price, with one construction card, or with both."""
    player = state.players[seat]
    held = {waived: kind for waived, kind in WAIVER.items() if kind in player.hand}
    choices = affordable(player)
    for waived, kind in held.items():
        without = affordable(player, camels=waived != "camels", gold=waived != "gold")
        choices += [build_with_card(option.building, kind) for option in without if isinstance(option, Build)]
    if len(held) == len(WAIVER):
        choices += free_with_both(player)
    return choices


@dataclass(frozen=True, slots=True)
class ConstructChoice(Decision[Yspahan]):
    """Which building, and with which construction cards."""

    seat: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        return constructions(state, seat)

    def always_asked(self, state: Yspahan, seat: int) -> bool:
        """What can be chosen may depend on the hand."""
        return bool(state.players[seat].hand)

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        if isinstance(action, BuildWithCard):
            spend_card(state, seat, action.kind)
            waived = next(waived for waived, kind in WAIVER.items() if kind == action.kind)
            construct_waiving(state, seat, action.building, waived)
        elif isinstance(action, BuildForBoth):
            for kind in WAIVER.values():
                spend_card(state, seat, kind)
            construct(state, seat, action.building, 0, 0)
        else:
            action.apply(state, seat)


@dataclass(frozen=True, slots=True)
class BuildChoiceOfTwo(BuildChoice):
    """Cards and the end of the turn: there is no building here."""

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        return [*plays(state, seat), END]


TWO = Variant(
    white_dice=DICE.white_for_two,
    slots_per_row=SLOTS_PER_ROW[2],
    yellow_dice_stay=True,
    kept_for_constructing=frozenset(WAIVER.values()),
    order=first_second_first,
    last_order=lower_score_first,
    pick=PickOfTwo,
    build=BuildChoiceOfTwo,
)
