"""The pyramid: access and stones, the pharaoh's stones on a seven, Segen and Fluch (special rules 6 to 8; rules 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.building import NOTHING
from serai.referee.catan_rules.goods import can_pay, pay
from serai.referee.catan_rules.scoring import claim_victory, end_by_points
from serai.referee.catan_rules.state import NOBODY, OWNER, one_more
from serai.referee.core.agenda import Action
from serai.referee.games.cheops.board import (
    COSTS,
    GOLD,
    PIECES,
    SITE_VERTICES,
    SPECIAL_CARDS,
    STONE_COST,
    STONES_IN_ALL,
    level_of,
)
from serai.referee.games.cheops.events import (
    BY_PHARAOH,
    BY_PYRAMID,
    FluchLies,
    PharaohBuilt,
    SegenTaken,
    StonePlaced,
    WorkBegan,
)
from serai.referee.games.cheops.ports import pay_fee
from serai.referee.games.cheops.routes import connected
from serai.referee.games.cheops.state import PHARAOH, Cheops


@dataclass(frozen=True, slots=True)
class PlaceStone(Action):
    """Place a stone through an own building at the site, free of charge."""

    form = "place_stone:own"

    def apply(self, state: Cheops, seat: int) -> None:
        pay(state, seat, STONE_COST)
        place_stone(state, seat)


@dataclass(frozen=True, slots=True)
class PlaceStoneThrough(Action):
    """Place a stone through another seat's building, for one gold to its owner."""

    form = "place_stone:{owner}"
    owner: int

    def apply(self, state: Cheops, seat: int) -> None:
        pay_fee(state, seat, self.owner)
        pay(state, seat, STONE_COST)
        place_stone(state, seat)


PLACE_STONE = PlaceStone()
place_stone_through = cache(PlaceStoneThrough)


def work_begins(state: Cheops, seat: int, vertex: int) -> None:
    """With the first building at the site; before that nobody places a stone (rules 8.1)."""
    if vertex in SITE_VERTICES and not state.started:
        state.started = True
        state.tell(WorkBegan(seat))


def stone_choices(state: Cheops, seat: int) -> Sequence[Action]:
    """With own access nothing else is listed; otherwise every connected owner, if the fee can be paid (rules 8.3)."""
    me = state.players[seat]
    if not state.started or state.stones[seat] >= PIECES.stones or not can_pay(me.hand, STONE_COST):
        return NOTHING
    if any(OWNER[state.vertices[vertex]] == seat for vertex in SITE_VERTICES):
        return (PLACE_STONE,)
    if me.hand[GOLD] < COSTS.fee:
        return NOTHING
    return [place_stone_through(other) for other in state.others(seat) if _access_through(state, seat, other)]


def _access_through(state: Cheops, seat: int, other: int) -> bool:
    return any(OWNER[state.vertices[v]] == other and connected(state, seat, v) for v in SITE_VERTICES)


def place_stone(state: Cheops, seat: int) -> None:
    """Place, then Segen and Fluch, then the end of the game: by the target before by the pyramid (rules 8.3, 9)."""
    before = fluch(state)
    state.stones = one_more(state.stones, seat)
    state.pyramid = (*state.pyramid, seat)
    state.tell(StonePlaced(seat, len(state.pyramid), level_of(len(state.pyramid))))
    award_segen(state, seat)
    if fluch(state) != before:
        state.tell(FluchLies(fluch(state)))
    claim_victory(state)
    if is_full(state) and not state.winners:
        end_by_points(state, BY_PYRAMID)


def is_full(state: Cheops) -> bool:
    """Whether the last stone lies."""
    return len(state.pyramid) >= STONES_IN_ALL


def award_segen(state: Cheops, seat: int) -> None:
    """The first stone takes the card; it moves only to a seat with more stones than its holder (rules 8.5)."""
    holder = state.segen
    if holder == NOBODY or (holder != seat and state.stones[seat] > state.stones[holder]):
        state.segen = seat
        state.tell(SegenTaken(seat, state.stones[seat]))


def fluch(state: Cheops) -> tuple[int, ...]:
    """All seats with the fewest stones, unless all are level (rules 8.5)."""
    return _behind(state.stones)


@cache
def _behind(stones: tuple[int, ...]) -> tuple[int, ...]:
    """A pure function of few values, so each is worked out once."""
    fewest, most = min(stones), max(stones)
    return () if fewest == most else tuple(seat for seat, own in enumerate(stones) if own == fewest)


def pharaoh_builds(state: Cheops) -> None:
    """On every seven once work has begun; his stones count for neither card (rules 8.4)."""
    if not state.started or not state.pharaoh_left or is_full(state):
        return
    state.pharaoh_left -= 1
    state.pyramid = (*state.pyramid, PHARAOH)
    state.tell(PharaohBuilt(len(state.pyramid), level_of(len(state.pyramid))))
    if not state.pharaoh_left:
        end_by_points(state, BY_PHARAOH)
    elif is_full(state):
        end_by_points(state, BY_PYRAMID)


def segen_points(state: Cheops, seat: int) -> int:
    return SPECIAL_CARDS.segen if state.segen == seat else 0


def fluch_points(state: Cheops, seat: int) -> int:
    return SPECIAL_CARDS.fluch if seat in fluch(state) else 0
