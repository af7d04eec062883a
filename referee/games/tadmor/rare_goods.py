"""Rare goods (chapter "Rare goods"; rules 10.3): bought from the top of a pile, won with a temple or a mission."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.events import BUYING, FOR_RARE, PileShuffled, TookGood
from serai.referee.games.tadmor.payment import Paying, Price, score
from serai.referee.games.tadmor.state import Choice, Player, Tadmor, take_back
from serai.referee.games.tadmor.works import COLOUR_COSTS, COLOUR_NAMES, COLOUR_OF, GOODS_OF

MEANS = ("resources", "pp")
RESOURCES, PP = range(len(MEANS))
COLOURS = range(len(COLOUR_NAMES))
PILE_PURPOSES = tuple(f"pile_{colour}" for colour in COLOUR_NAMES)


@dataclass(frozen=True, slots=True)
class Rare(Action):
    """Acquire a good of a colour, for resources or (with the tile) for PP."""

    form = "rare:{place}:{colour}:{means}"
    place: int
    colour: int
    means: int

    def apply(self, state: Tadmor, seat: int) -> None:
        take_back(state, self.place)
        me = state.players[seat]
        if self.means == PP:
            assert me.powers.rare_for_pp is not None
            me.rare_for_pp += 1
            score(state, seat, -me.powers.rare_for_pp, BUYING)
            state.then(TakeBought(seat, self.colour))
        else:
            state.then(Paying(seat, price(me, self.colour)), TakeBought(seat, self.colour))


@dataclass(frozen=True, slots=True)
class RareTop(Action):
    """Take the good on top of a pile, free."""

    form = "rare_top:{colour}"
    colour: int


@dataclass(frozen=True, slots=True)
class RarePick(Action):
    """Take a good from inside its pile."""

    form = "rare_pick:{good}"
    good: int


rare = cache(Rare)
rare_top = cache(RareTop)
rare_pick = cache(RarePick)


def price(me: Player, colour: int) -> Price:
    return Price.less(COLOUR_COSTS[colour], me.powers.rare_discount)


def rare_options(state: Tadmor, seat: int, place: int, colour: int) -> list[Action]:
    """An empty pile cannot be used; PP must not go below zero (A23)."""
    if not state.piles[colour]:
        return []
    me = state.players[seat]
    powers = me.powers
    ways: list[Action] = [rare(place, colour, RESOURCES)] if price(me, colour).affordable(me) else []
    if powers.rare_for_pp is not None and me.rare_for_pp < powers.rare_pp_per_turn and me.pp >= powers.rare_for_pp:
        ways.append(rare(place, colour, PP))
    return ways


def shuffle_pile(state: Tadmor, colour: int) -> None:
    """Equal goods together, then shuffled; the first of the shuffle is the top."""
    shuffled = state.luck.shuffled(sorted(state.piles[colour]), PILE_PURPOSES[colour])
    state.piles[colour] = shuffled[::-1]


def full_pile(copies: int, colour: int) -> list[int]:
    return [good for good in GOODS_OF[colour] for _ in range(copies)]


def acquire_top(state: Tadmor, seat: int, colour: int, points: int) -> None:
    acquire(state, seat, state.piles[colour].pop(), points)


def acquire(state: Tadmor, seat: int, good: int, points: int) -> None:
    state.players[seat].rare[good] += 1
    state.tell(TookGood(seat, good))
    score(state, seat, points, FOR_RARE)


def points_for_free(state: Tadmor, seat: int) -> int:
    """A free good counts once for each tile, or once in all (A21)."""
    each = state.players[seat].powers.rare_free_pp
    return sum(each) if state.variant.free_rare_pp_per_tile else max(each, default=0)


@dataclass(frozen=True, slots=True)
class TakeBought:
    """A step: a good that is paid for, from the top or, with the tile, of choice."""

    seat: int
    colour: int

    def __call__(self, state: Tadmor) -> None:
        powers = state.players[self.seat].powers
        if powers.rare_choice:
            state.then(PickingGood(self.seat, (self.colour,), powers.rare_pp))
        else:
            acquire_top(state, self.seat, self.colour, powers.rare_pp)


@dataclass(frozen=True, slots=True)
class TakeFree:
    """A step: a good for a completed temple, if any pile has one."""

    seat: int

    def __call__(self, state: Tadmor) -> None:
        if any(state.piles):
            state.then(TakingTop(self.seat))


@dataclass(frozen=True, slots=True)
class TakingTop(Choice):
    """A free good comes from the top of a pile (A22; a switch lets the choosing tile work here too)."""

    seat: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [rare_top(colour) for colour in COLOURS if state.piles[colour]]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        assert isinstance(action, RareTop)
        points = points_for_free(state, seat)
        if state.variant.rare_choice_on_free_goods and state.players[seat].powers.rare_choice:
            state.then(PickingGood(seat, (action.colour,), points))
        else:
            acquire_top(state, seat, action.colour, points)


@dataclass(frozen=True, slots=True)
class PickingGood(Choice):
    """A good of choice from a pile, which is then shuffled; taking the top one may leave it as it is (A22)."""

    seat: int
    colours: tuple[int, ...]
    points: int
    shuffles_always: bool = False

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [rare_pick(good) for colour in self.colours for good in sorted(set(state.piles[colour]))]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        assert isinstance(action, RarePick)
        colour = COLOUR_OF[action.good]
        if state.piles[colour][-1] == action.good and not self.shuffles_always:
            acquire_top(state, seat, colour, self.points)
            return
        state.piles[colour].remove(action.good)
        acquire(state, seat, action.good, self.points)
        shuffle_pile(state, colour)
        state.tell(PileShuffled(colour))
