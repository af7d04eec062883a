"""The King's Missions as cards (chapter "King's Missions"; rules 8.3, 10.4): drawn, fulfilled, discarded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.board import CONSTANTS, MISSIONS, goods
from serai.referee.games.tadmor.events import FOR_MISSION, Discarded, Drew, Fulfilled, Reshuffled
from serai.referee.games.tadmor.payment import Paying, Price, Taking, score
from serai.referee.games.tadmor.state import Player, Tadmor, take_back

COSTS = tuple(goods(mission.cost, f"[[mission]] {mission.id}: cost") for mission in MISSIONS)


@dataclass(frozen=True, slots=True)
class MissionDraw(Action):
    """Draw a mission."""

    form = "mission_draw:{place}"
    place: int

    def apply(self, state: Tadmor, seat: int) -> None:
        take_back(state, self.place)
        draw_mission(state, seat)


@dataclass(frozen=True, slots=True)
class MissionFulfil(Action):
    """Fulfil a mission of the hand by paying its cost; from now on it lies face up."""

    form = "mission_fulfil:{place}:{mission}"
    place: int
    mission: int

    def apply(self, state: Tadmor, seat: int) -> None:
        take_back(state, self.place)
        me = state.players[seat]
        me.hand.remove(self.mission)
        me.done.append(self.mission)
        state.tell(Fulfilled(seat, self.mission))
        state.then(Paying(seat, price(me, self.mission)), RewardMission(seat))


@dataclass(frozen=True, slots=True)
class DiscardMission(Action):
    """Discard a mission of the hand for a resource of choice: a trade (A8)."""

    form = "discard_mission:{mission}"
    mission: int

    def apply(self, state: Tadmor, seat: int) -> None:
        state.players[seat].hand.remove(self.mission)
        state.discard.append(self.mission)
        state.tell(Discarded(seat, self.mission))
        state.then(Taking(seat, CONSTANTS.mission_discard_resources))


mission_draw = cache(MissionDraw)
mission_fulfil = cache(MissionFulfil)
discard_mission = cache(DiscardMission)


def price(me: Player, mission: int) -> Price:
    return Price.less(COSTS[mission], me.powers.mission_discount)


def mission_options(state: Tadmor, seat: int, place: int) -> list[Action]:
    """Either draw or fulfil, never both."""
    me = state.players[seat]
    draw: list[Action] = [mission_draw(place)] if cards_left(state) else []
    return draw + [mission_fulfil(place, card) for card in sorted(me.hand) if price(me, card).affordable(me)]


@dataclass(frozen=True, slots=True)
class RewardMission:
    """A step: PP of tiles for a mission fulfilled."""

    seat: int

    def __call__(self, state: Tadmor) -> None:
        score(state, self.seat, state.players[self.seat].powers.mission_pp, FOR_MISSION)


@dataclass(frozen=True, slots=True)
class DrawMissions:
    """A step: so many cards, as far as there are any."""

    seat: int
    count: int

    def __call__(self, state: Tadmor) -> None:
        for _ in range(self.count):
            draw_mission(state, self.seat)


def cards_left(state: Tadmor) -> bool:
    return bool(state.deck or state.discard)


def draw_mission(state: Tadmor, seat: int) -> None:
    """From the top; an exhausted deck is renewed from the discards; from nothing comes nothing."""
    if not state.deck and state.discard:
        state.tell(Reshuffled(len(state.discard)))
        state.deck = shuffled_missions(state, state.discard)
        state.discard = []
    if state.deck:
        mission = state.deck.pop()
        state.players[seat].hand.append(mission)
        state.tell(Drew(seat, mission))


def shuffled_missions(state: Tadmor, missions: list[int]) -> list[int]:
    """In canonical order, then shuffled; the first of the shuffle is the top."""
    return state.luck.shuffled(sorted(missions), "missions")[::-1]
