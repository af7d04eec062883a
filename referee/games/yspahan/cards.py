"""The cards (chapter "Cards" and the card sheet; rules 7.9): what is printed is data, what it does is a verb."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from serai.referee.core.agenda import Action, Decision
from serai.referee.games.yspahan.board import BUILDINGS, CARDS, DATA, NEIGHBOURHOODS
from serai.referee.games.yspahan.buildings import Build, affordable, construct, unbuilt
from serai.referee.games.yspahan.caravan import join_caravan, leave_when_full
from serai.referee.games.yspahan.deck import discard
from serai.referee.games.yspahan.events import Exchanged, PlayedCard, SoldCamels, SoldGold, TookCamels, TookGold
from serai.referee.games.yspahan.shops import may_supply, places_anywhere
from serai.referee.games.yspahan.state import Yspahan

PURSE = ("camels", "gold")


class Verb:
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
class Gain(Verb):
    """Camels or gold from the supply (not from the tower: Paddock and Shop do not count)."""

    camels: int = 0
    gold: int = 0

    def happen(self, state: Yspahan, seat: int) -> None:
        state.players[seat].camels += self.camels
        state.players[seat].gold += self.gold
        state.tell(TookCamels(seat, self.camels) if self.camels else TookGold(seat, self.gold))


@dataclass(frozen=True, slots=True)
class ToCamels(Action):
    form = "g2c:{amount}"
    amount: int

    def apply(self, state: Yspahan, seat: int) -> None:
        exchange(state, seat, camels=self.amount)


@dataclass(frozen=True, slots=True)
class ToGold(Action):
    form = "c2g:{amount}"
    amount: int

    def apply(self, state: Yspahan, seat: int) -> None:
        exchange(state, seat, camels=-self.amount)


to_camels = cache(ToCamels)
to_gold = cache(ToGold)


def exchange(state: Yspahan, seat: int, camels: int) -> None:
    state.players[seat].camels += camels
    state.players[seat].gold -= camels
    state.tell(Exchanged(seat, camels, -camels))


@dataclass(frozen=True, slots=True)
class Exchange(Verb):
    """Any number of gold for camels or of camels for gold, one for one, in one direction (R26)."""

    def can(self, state: Yspahan, seat: int) -> bool:
        return bool(state.players[seat].gold or state.players[seat].camels)

    def choices(self, state: Yspahan, seat: int) -> list[Action]:
        me = state.players[seat]
        gold, camels = range(1, me.gold + 1), range(1, me.camels + 1)
        return [*(to_camels(amount) for amount in gold), *(to_gold(amount) for amount in camels)]


@dataclass(frozen=True, slots=True)
class SupplyOne(Verb):
    """A good from the stock in any shop of the city, by the rules of the souks; the Hoist does not count."""

    def can(self, state: Yspahan, seat: int) -> bool:
        return any(may_supply(state, seat, here) for here in range(len(NEIGHBOURHOODS)))

    def choices(self, state: Yspahan, seat: int) -> list[Action]:
        return places_anywhere(state, seat)


@dataclass(frozen=True, slots=True)
class JoinCaravan(Verb):
    """A good from the stock on the next camel, with its points; the Caravanserai draws nothing (R19)."""

    def can(self, state: Yspahan, seat: int) -> bool:
        return state.players[seat].stock > 0

    def happen(self, state: Yspahan, seat: int) -> None:
        state.players[seat].stock -= 1
        join_caravan(state, seat)
        leave_when_full(state)


@dataclass(frozen=True, slots=True)
class SellSome(Action):
    form = "sell:{amount}"
    amount: int


sell_some = cache(SellSome)


@dataclass(frozen=True, slots=True)
class Sell(Verb):
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
        me = state.players[seat]
        setattr(me, self.what, getattr(me, self.what) - action.amount)
        points = action.amount * self.points
        me.score += points
        sold = SoldCamels if self.what == "camels" else SoldGold
        state.tell(sold(seat, action.amount, points))


@dataclass(frozen=True, slots=True)
class BuildForBoth(Action):
    """Construct with both construction cards: nothing is paid (R22)."""

    form = "both:{building}"
    building: int


build_for_both = cache(BuildForBoth)


@dataclass(frozen=True, slots=True)
class Construct(Verb):
    """Construct a building without its camels, or without its gold; one building a turn (R21, R23)."""

    waives: str

    def __post_init__(self) -> None:
        DATA.demand(self.waives in PURSE, f"a card waives {self.waives!r}; it can be {' or '.join(PURSE)}")

    def can(self, state: Yspahan, seat: int) -> bool:
        return not state.built and bool(self.choices(state, seat))

    def choices(self, state: Yspahan, seat: int) -> list[Action]:
        me = state.players[seat]
        alone = affordable(me, camels=self.waives != "camels", gold=self.waives != "gold")
        both: list[Action] = [build_for_both(b) for b in unbuilt(me) if BUILDINGS[b].camels and BUILDINGS[b].gold]
        return alone + both if self.partner() in me.hand else alone

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


def construct_waiving(state: Yspahan, seat: int, building: int, waived: str) -> None:
    """Only the part of the price that is not waived is paid."""
    price = BUILDINGS[building]
    construct(state, seat, building, 0 if waived == "camels" else price.camels, 0 if waived == "gold" else price.gold)


VERBS: dict[str, type[Any]] = {
    verb.__name__: verb for verb in (Gain, Exchange, SupplyOne, JoinCaravan, Sell, Construct)
}


def _bind(kind: int) -> Verb:
    """The verb a card's row names, with its arguments: a misspelt one fails here and not in week three."""
    card = CARDS[kind]
    DATA.demand(card.effect in VERBS, f"card {card.id}: effect {card.effect!r} is none of {', '.join(VERBS)}")
    verb: Verb = DATA.record(VERBS[card.effect], card.arguments, f"card {card.id}")
    return verb


EFFECTS = tuple(_bind(kind) for kind in range(len(CARDS)))
WAIVER = {verb.waives: kind for kind, verb in enumerate(EFFECTS) if isinstance(verb, Construct)}
DATA.demand(WAIVER.keys() == set(PURSE), "[[cards]]: one card builds without camels, one without gold")


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card for its effect: it lies face up at once, then the effect is resolved."""

    form = "play:{kind}"
    kind: int

    def apply(self, state: Yspahan, seat: int) -> None:
        spend_card(state, seat, self.kind)
        effect = EFFECTS[self.kind]
        if effect.choices(state, seat):
            state.then(CardChoice(seat, self.kind))
        else:
            effect.happen(state, seat)


play = cache(Play)


def spend_card(state: Yspahan, seat: int, kind: int) -> None:
    discard(state, seat, kind)
    state.tell(PlayedCard(seat, kind))


def plays(state: Yspahan, seat: int) -> list[Action]:
    """One entry for each kind held that has a legal parameter now (R25)."""
    hand = state.players[seat].hand
    if not hand:
        return []
    kinds = sorted(set(hand) - state.variant.kept_for_constructing)
    return [play(kind) for kind in kinds if EFFECTS[kind].can(state, seat)]


@dataclass(frozen=True, slots=True)
class CardChoice(Decision[Yspahan]):
    """The parameter of a card that has been played; there is no way back."""

    seat: int
    kind: int

    def options(self, state: Yspahan, seat: int) -> list[Action]:
        return EFFECTS[self.kind].choices(state, seat)

    def always_asked(self, state: Yspahan, seat: int) -> bool:
        """A construction card: not asking would tell that the other one is not held (Y-IN-03)."""
        return isinstance(EFFECTS[self.kind], Construct) and bool(state.players[seat].hand)

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        EFFECTS[self.kind].chosen(state, seat, action)


class Window(Decision[Yspahan]):
    """A moment of the own turn when cards may be played (R4, R5); after a card it is open again."""

    __slots__ = ()

    def always_asked(self, state: Yspahan, seat: int) -> bool:
        """Not asking a seat with cards would tell that none of them is playable (Y-IN-03)."""
        return bool(state.players[seat].hand)

    def resolve(self, state: Yspahan, seat: int, action: Action) -> None:
        if isinstance(action, Play):
            state.then(self)
        action.apply(state, seat)
