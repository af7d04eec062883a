"""What the cards do (the card sheet; rules 7.9): data.toml calls the classes by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.yspahan.board import BUILDINGS, CARDS, DATA, NEIGHBOURHOODS
from serai.referee.games.yspahan.buildings import Build, affordable, construct, unbuilt
from serai.referee.games.yspahan.caravan import join_caravan, leave_when_full
from serai.referee.games.yspahan.deck import spend_card
from serai.referee.games.yspahan.events import Exchanged, SoldCamels, SoldGold, TookCamels, TookGold
from serai.referee.games.yspahan.shops import may_supply, places_anywhere
from serai.referee.games.yspahan.state import Player, Yspahan

PURSE = ("camels", "gold")


class Effect:
    """What a kind of card does: when it can be played, what there is to choose, what happens when there is nothing."""

    __slots__ = ()

    def can(self, state: Yspahan, seat: int) -> bool:
        return True

    def choices(self, state: Yspahan, seat: int) -> list[Action]:
        """The parameters; a card without any takes effect at once."""
        return []

    def chosen(self, state: Yspahan, seat: int, action: Action) -> None:
        action.apply(state, seat)

    def happen(self, state: Yspahan, seat: int) -> None:
        """The effect of a card without parameters."""


@dataclass(frozen=True, slots=True)
class Gain(Effect):
    """Camels or gold from the supply (not from the tower: Paddock and Shop do not count)."""

    camels: int = 0
    gold: int = 0

    def happen(self, state: Yspahan, seat: int) -> None:
        state.players[seat].camels += self.camels
        state.players[seat].gold += self.gold
        state.tell(TookCamels(seat, self.camels) if self.camels else TookGold(seat, self.gold))


@dataclass(frozen=True, slots=True)
class ToCamels(Action):
    """Exchange gold for camels."""

    form = "g2c:{amount}"
    amount: int

    def apply(self, state: Yspahan, seat: int) -> None:
        exchange(state, seat, camels=self.amount)


@dataclass(frozen=True, slots=True)
class ToGold(Action):
    """Exchange camels for gold."""

    form = "c2g:{amount}"
    amount: int

    def apply(self, state: Yspahan, seat: int) -> None:
        exchange(state, seat, camels=-self.amount)


to_camels = cache(ToCamels)
to_gold = cache(ToGold)


def exchange(state: Yspahan, seat: int, camels: int) -> None:
    """So many camels more and as much gold less, or the other way round."""
    state.players[seat].camels += camels
    state.players[seat].gold -= camels
    state.tell(Exchanged(seat, camels, -camels))


@dataclass(frozen=True, slots=True)
class Exchange(Effect):
    """Any number of gold for camels or of camels for gold, one for one, in one direction (R26)."""

    def can(self, state: Yspahan, seat: int) -> bool:
        return bool(state.players[seat].gold or state.players[seat].camels)

    def choices(self, state: Yspahan, seat: int) -> list[Action]:
        player = state.players[seat]
        gold, camels = range(1, player.gold + 1), range(1, player.camels + 1)
        return [*(to_camels(amount) for amount in gold), *(to_gold(amount) for amount in camels)]


@dataclass(frozen=True, slots=True)
class SupplyOne(Effect):
    """A good from the stock in any shop of the city, by the rules of the souks; the Hoist does not count."""

    def can(self, state: Yspahan, seat: int) -> bool:
        return any(may_supply(state, seat, here) for here in range(len(NEIGHBOURHOODS)))

    def choices(self, state: Yspahan, seat: int) -> list[Action]:
        return places_anywhere(state, seat)


@dataclass(frozen=True, slots=True)
class JoinCaravan(Effect):
    """A good from the stock on the next camel, with its points; the Caravanserai draws nothing (R19)."""

    def can(self, state: Yspahan, seat: int) -> bool:
        return state.players[seat].stock > 0

    def happen(self, state: Yspahan, seat: int) -> None:
        state.players[seat].stock -= 1
        join_caravan(state, seat)
        leave_when_full(state)


@dataclass(frozen=True, slots=True)
class SellSome(Action):
    """Sell so many of what the card buys."""

    form = "sell:{amount}"
    amount: int


sell_some = cache(SellSome)


@dataclass(frozen=True, slots=True)
class Sell(Effect):
    """Camels or gold for points, up to a limit."""

    what: str
    most: int
    points: int

    def __post_init__(self) -> None:
        DATA.demand(self.what in PURSE, f"a card sells {self.what!r}; it can be {' or '.join(PURSE)}")

    def can(self, state: Yspahan, seat: int) -> bool:
        return bool(getattr(state.players[seat], self.what))

    def choices(self, state: Yspahan, seat: int) -> list[Action]:
        held: int = getattr(state.players[seat], self.what)
        return [sell_some(amount) for amount in range(1, min(self.most, held) + 1)]

    def chosen(self, state: Yspahan, seat: int, action: Action) -> None:
        assert isinstance(action, SellSome)
        player = state.players[seat]
        setattr(player, self.what, getattr(player, self.what) - action.amount)
        points = action.amount * self.points
        player.score += points
        sold = SoldCamels if self.what == "camels" else SoldGold
        state.tell(sold(seat, action.amount, points))


@dataclass(frozen=True, slots=True)
class BuildForBoth(Action):
    """Construct with both construction cards: nothing is paid (R22)."""

    form = "both:{building}"
    building: int


build_for_both = cache(BuildForBoth)


@dataclass(frozen=True, slots=True)
class Construct(Effect):
    """Construct a building without its camels, or without its gold; one building a turn (R21, R23)."""

    waives: str

    def __post_init__(self) -> None:
        DATA.demand(self.waives in PURSE, f"a card waives {self.waives!r}; it can be {' or '.join(PURSE)}")

    def can(self, state: Yspahan, seat: int) -> bool:
        return not state.built and bool(self.choices(state, seat))

    def choices(self, state: Yspahan, seat: int) -> list[Action]:
        player = state.players[seat]
        alone = affordable(player, camels=self.waives != "camels", gold=self.waives != "gold")
        return alone + free_with_both(player) if self.partner() in player.hand else alone

    def chosen(self, state: Yspahan, seat: int, action: Action) -> None:
        if isinstance(action, BuildForBoth):
            spend_card(state, seat, self.partner())
            construct(state, seat, action.building, 0, 0)
        else:
            assert isinstance(action, Build)
            construct_waiving(state, seat, action.building, self.waives)

    def partner(self) -> int:
        """The other construction card."""
        return WAIVER["gold" if self.waives == "camels" else "camels"]


def free_with_both(player: Player) -> list[Action]:
    """Both construction cards on one building that costs camels and gold (R22)."""
    return [build_for_both(b) for b in unbuilt(player) if BUILDINGS[b].camels and BUILDINGS[b].gold]


def construct_waiving(state: Yspahan, seat: int, building: int, waived: str) -> None:
    """Only the part of the price that is not waived is paid."""
    price = BUILDINGS[building]
    construct(state, seat, building, 0 if waived == "camels" else price.camels, 0 if waived == "gold" else price.gold)


EFFECTS: dict[str, type[Effect]] = {
    effect.__name__: effect for effect in (Gain, Exchange, SupplyOne, JoinCaravan, Sell, Construct)
}
EFFECT_OF = tuple(DATA.bind(EFFECTS, card.effect, card.arguments, f"card {card.id}") for card in CARDS)
# The two construction cards, by what each of them saves.
WAIVER = {effect.waives: kind for kind, effect in enumerate(EFFECT_OF) if isinstance(effect, Construct)}
DATA.demand(WAIVER.keys() == set(PURSE), "[[cards]]: one card builds without camels, one without gold")
