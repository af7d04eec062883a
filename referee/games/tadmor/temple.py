"""The temple (chapters "Temple" and "Construction phase"; rules 10.2): four parts in order, one card on top."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action, Step
from serai.referee.games.tadmor.board import spaces_for
from serai.referee.games.tadmor.deck import DrawMissions
from serai.referee.games.tadmor.events import PRIVATE_TEMPLE, TempleRose
from serai.referee.games.tadmor.payment import Paying, Price, score
from serai.referee.games.tadmor.rare_goods import TakeFree
from serai.referee.games.tadmor.state import Choice, Player, Tadmor, take_back
from serai.referee.games.tadmor.tiles import ANY_CONSTRUCTION, PRIVATE
from serai.referee.games.tadmor.works import COMPLETE, COMPLETION_BONUS, PART_COSTS, PARTS

WITH_MISSION = spaces_for("temple_mission")


@dataclass(frozen=True, slots=True)
class BuildTemple(Action):
    """Build the next part of a temple; a new temple has the next number."""

    form = "temple:{place}:{index}"
    place: int
    index: int

    def apply(self, state: Tadmor, seat: int) -> None:
        take_back(state, self.place)
        cost = price(state.players[seat], self.index)
        state.then(Paying(seat, cost), BuildPart(seat, self.index), *extras(state, seat, self.place))


@dataclass(frozen=True, slots=True)
class TempleWhich(Action):
    """Choose the temple that gets the part."""

    form = "temple_which:{index}"
    index: int


build_temple = cache(BuildTemple)
temple_which = cache(TempleWhich)


def next_part(me: Player, index: int) -> int:
    return me.temples[index] + 1 if index < len(me.temples) else 1


def card_left(state: Tadmor, part: int) -> bool:
    """Each part has few cards; every temple shows one."""
    return sum(player.temples.count(part) for player in state.players) < PARTS[part - 1].cards


def targets(state: Tadmor, seat: int) -> list[int]:
    """The unfinished temples, equal ones once; only without any a new one. A part needs a card."""
    temples = state.players[seat].temples
    unfinished = {part: index for index, part in reversed(list(enumerate(temples))) if part < COMPLETE}
    if not unfinished:
        return [len(temples)] if card_left(state, 1) else []
    return sorted(index for part, index in unfinished.items() if card_left(state, part + 1))


def price(me: Player, index: int) -> Price:
    return Price.less(PART_COSTS[next_part(me, index)], me.powers.temple_discount)


def temple_options(state: Tadmor, seat: int, place: int) -> list[Action]:
    me = state.players[seat]
    return [build_temple(place, index) for index in targets(state, seat) if price(me, index).affordable(me)]


def extras(state: Tadmor, seat: int, place: int) -> list[Step]:
    """Palmyra gives a mission card, and so does the tile that copies it (A19); the private temple gives PP."""
    copies = place in ANY_CONSTRUCTION and state.variant.i47_temple_draws_mission
    if copies or place in WITH_MISSION:
        return [DrawMissions(seat, 1)]
    return [PrivateBonus(seat, PRIVATE[place].bonus_pp)] if place in PRIVATE else []


@dataclass(frozen=True, slots=True)
class PrivateBonus:
    """A step: what a private temple scores."""

    seat: int
    points: int

    def __call__(self, state: Tadmor) -> None:
        score(state, self.seat, self.points, PRIVATE_TEMPLE)


@dataclass(frozen=True, slots=True)
class BuildPart:
    """A step: the new card replaces the old one, which goes back to the supply."""

    seat: int
    index: int

    def __call__(self, state: Tadmor) -> None:
        me = state.players[self.seat]
        part = next_part(me, self.index)
        me.temples[self.index : self.index + 1] = [part]
        state.tell(TempleRose(self.seat, self.index, part))
        if part == COMPLETE:
            reward_completion(state, self.seat)


def reward_completion(state: Tadmor, seat: int) -> None:
    """Goods for the first two players who complete a temple, for each the first time (A26)."""
    if seat in state.completions:
        return
    place = len(state.completions)
    state.completions.append(seat)
    if place < len(COMPLETION_BONUS):
        state.then(*[TakeFree(seat)] * COMPLETION_BONUS[place])


@dataclass(frozen=True, slots=True)
class ChoosingTemple(Choice):
    """A free part: for which temple."""

    seat: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [temple_which(index) for index in targets(state, seat)]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        assert isinstance(action, TempleWhich)
        state.then(BuildPart(seat, action.index))
