"""Phase II, a player's turn: choose a group of dice, act, construct (chapter "Player actions"; rules 7.3, 7.4, 7.8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action, Decision, options
from serai.referee.games.yspahan.board import CAMEL, GOLD, HOIST, PADDOCK, ROWS, STORE
from serai.referee.games.yspahan.buildings import affordable, power
from serai.referee.games.yspahan.cards import END, End, Window, plays
from serai.referee.games.yspahan.deck import cards_left, discard, draw_card
from serai.referee.games.yspahan.events import Threw, TookCamels, TookDice, TookGold
from serai.referee.games.yspahan.shops import Place, may_supply
from serai.referee.games.yspahan.state import Yspahan
from serai.referee.games.yspahan.supervisor import Move
from serai.referee.games.yspahan.supply import RollChoice, remove_yellow_dice


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the group of dice on a row of the tower."""

    form = "take:{row}"
    row: int


@dataclass(frozen=True, slots=True)
class NoDice(Action):
    """No group is left: draw a card instead (R8)."""

    form = "nodice"

    def apply(self, state: Yspahan, seat: int) -> None:
        draw_card(state, seat)


@dataclass(frozen=True, slots=True)
class Main(Action):
    """Use the row: take camels, take gold or supply shops."""

    form = "main"


@dataclass(frozen=True, slots=True)
class MainThrowing(Action):
    """Use the row with one card thrown away for one more die (R27)."""

    form = "main+{kind}"
    kind: int


@dataclass(frozen=True, slots=True)
class Super(Action):
    """Move the Supervisor."""

    form = "super"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw a card, whatever the dice show."""

    form = "draw"

    def apply(self, state: Yspahan, seat: int) -> None:
        draw_card(state, seat)


take = cache(Take)
main_throwing = cache(MainThrowing)
NO_DICE, MAIN, SUPER, DRAW = NoDice(), Main(), Super(), Draw()


@dataclass(frozen=True, slots=True)
class Turn:
    """A step: one player's turn. The day's opening turn begins with the roll (R5); yellow dice serve that turn only."""

    seat: int
    opens_day: bool = False

    def __call__(self, state: Yspahan) -> None:
        state.turn += 1
        state.active = self.seat
        state.built = False
        pick, build = state.variant.pick(self.seat), state.variant.build(self.seat)
        if self.opens_day:
            state.then(RollChoice(self.seat), pick, remove_yellow_dice, build)
        else:
            state.then(pick, build)


@dataclass(frozen=True, slots=True)
class Pick(Window):
    """Taking a group is compulsory when one exists; later players cannot use it."""

    seat: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        groups: list[Action] = [take(row) for row in range(len(ROWS)) if self.count(state, row)]
        return [*(groups or [NO_DICE]), *plays(state, seat)]

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        if isinstance(action, Take):
            self.take(state, action.row)
        else:
            Window.resolve(self, state, seat, action)

    def take(self, state: Yspahan, row: int) -> None:
        group, count = state.tower[row], self.count(state, row)
        assert group is not None
        state.tower[row] = None
        state.tell(TookDice(self.seat, row, group[0], count))
        state.then(self.act(row, group[0], count))

    def count(self, state: Yspahan, row: int) -> int:
        """How many dice of the row this player may count."""
        group = state.tower[row]
        return group[1] + group[2] if group else 0

    def act(self, row: int, value: int, count: int) -> Decision[Yspahan]:
        return Act(self.seat, row, value, count)


@dataclass(frozen=True, slots=True)
class Act(Decision[Yspahan]):
    """The group gives one action out of three; only the first of them depends on the row."""

    seat: int
    row: int
    value: int
    count: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        choices: list[Action] = []
        if self.row in (CAMEL, GOLD) or may_supply(state, seat, self.row - 1):
            choices = [MAIN, *(main_throwing(kind) for kind in sorted(set(state.players[seat].hand)))]
        choices.append(SUPER)
        if cards_left(state):
            choices.append(DRAW)
        return choices

    def default(self, state: Yspahan, seat: int) -> Action:
        """Camels and gold hurt nobody; neither does a card. Without a card to draw, the first option."""
        return DRAW if cards_left(state) and self.row not in (CAMEL, GOLD) else options(state, seat)[0]

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        if isinstance(action, MainThrowing):
            discard(state, seat, action.kind)
            state.tell(Threw(seat, action.kind))
            use_row(state, seat, self.row, self.count + 1)
        elif isinstance(action, Main):
            use_row(state, seat, self.row, self.count)
        elif isinstance(action, Super):
            state.then(Move(seat, self.value))
        else:
            action.apply(state, seat)


def use_row(state: Yspahan, seat: int, row: int, amount: int) -> None:
    """Camels, gold or goods, as many as dice; Paddock, Shop and Hoist add theirs."""
    player = state.players[seat]
    if row == CAMEL:
        amount += power(player, PADDOCK)
        player.camels += amount
        state.tell(TookCamels(seat, amount))
    elif row == GOLD:
        amount += power(player, STORE)
        player.gold += amount
        state.tell(TookGold(seat, amount))
    else:
        state.then(Place(seat, row - 1, amount + power(player, HOIST)))


@dataclass(frozen=True, slots=True)
class BuildChoice(Window):
    """After the dice action: construct one building, play cards, end the turn."""

    seat: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        buildings = [] if state.built else affordable(state.players[seat])
        return [*buildings, *plays(state, seat), END]

    def default(self, state: Yspahan, seat: int) -> Action:
        return END

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        if not isinstance(action, End):
            state.then(self)
        action.apply(state, seat)
