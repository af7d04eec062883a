"""What missions give when they are returned (appendix "King's Missions"; rules 12): data plus small verbs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.board import CAMEL, DATA, MISSIONS, MOST_PIECES, SHIP
from serai.referee.games.tadmor.deck import DrawMissions, cards_left
from serai.referee.games.tadmor.events import GainedPiece, Returned
from serai.referee.games.tadmor.offer import TakingTile, archive
from serai.referee.games.tadmor.payment import Taking
from serai.referee.games.tadmor.rare_goods import COLOURS, PickingGood, points_for_free
from serai.referee.games.tadmor.state import Tadmor, gain_piece
from serai.referee.games.tadmor.temple import BuildPart, ChoosingTemple, card_left, targets
from serai.referee.games.tadmor.tower import Destroying, raise_tower

TIMINGS = (
    "placement", "marauders_redirect", "marauders_swap", "improvements", "improvements_end", "construction",
    "resolution", "anytime",
)  # fmt: skip


class Benefit:
    """A verb of a mission: whether it can do something now, and what it does."""

    __slots__ = ()

    def can(self, state: Tadmor, seat: int) -> bool:
        return True

    def happen(self, state: Tadmor, seat: int) -> None:
        """The benefit."""


V = TypeVar("V", bound=type[Any])
VERBS: dict[str, type[Any]] = {}


def benefit(name: str) -> Callable[[V], V]:
    """Register a verb under the name the table calls it by."""

    def register(cls: V) -> V:
        VERBS[name] = cls
        return cls

    return register


@benefit("rare_from_pile")
@dataclass(frozen=True, slots=True)
class RareFromPile(Benefit):
    """A good of choice from any pile, free; the pile is shuffled."""

    def can(self, state: Tadmor, seat: int) -> bool:
        return any(state.piles)

    def happen(self, state: Tadmor, seat: int) -> None:
        points = points_for_free(state, seat)
        state.then(PickingGood(seat, tuple(COLOURS), points, shuffles_always=True))


@benefit("temple_next")
@dataclass(frozen=True, slots=True)
class TempleNext(Benefit):
    """The next temple part, or a new basement, free."""

    def can(self, state: Tadmor, seat: int) -> bool:
        return bool(targets(state, seat))

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(ChoosingTemple(seat))


@benefit("temple_new_basement")
@dataclass(frozen=True, slots=True)
class TempleNewBasement(Benefit):
    """The basement of a further temple, free, also beside an unfinished one."""

    def can(self, state: Tadmor, seat: int) -> bool:
        return card_left(state, 1)

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(BuildPart(seat, len(state.players[seat].temples)))


class ExtraPiece(Benefit):
    """The next piece of a kind, without requirement."""

    __slots__ = ()
    piece: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return state.players[seat].owned[self.piece] < MOST_PIECES[self.piece]

    def happen(self, state: Tadmor, seat: int) -> None:
        gain_piece(state, seat, self.piece)
        state.tell(GainedPiece(seat, self.piece))


@benefit("extra_ship")
@dataclass(frozen=True, slots=True)
class ExtraShip(ExtraPiece):
    piece = SHIP


@benefit("extra_camel")
@dataclass(frozen=True, slots=True)
class ExtraCamel(ExtraPiece):
    piece = CAMEL


@benefit("tower_levels")
@dataclass(frozen=True, slots=True)
class TowerLevels(Benefit):
    """Levels, free."""

    levels: int

    def happen(self, state: Tadmor, seat: int) -> None:
        raise_tower(state, seat, self.levels)


@benefit("destroy_tower")
@dataclass(frozen=True, slots=True)
class DestroyTower(Benefit):
    """Any opponent loses levels."""

    levels: int

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(Destroying(seat, self.levels))


@benefit("draw_missions")
@dataclass(frozen=True, slots=True)
class DrawSome(Benefit):
    """More missions."""

    count: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return cards_left(state)

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(DrawMissions(seat, self.count))


@benefit("town_market")
@dataclass(frozen=True, slots=True)
class TownMarket(Benefit):
    """The Town Market for the rest of the stage."""

    def can(self, state: Tadmor, seat: int) -> bool:
        return not state.players[seat].market_open

    def happen(self, state: Tadmor, seat: int) -> None:
        state.players[seat].market_open = True


@benefit("any_resources")
@dataclass(frozen=True, slots=True)
class AnyResources(Benefit):
    """Resources of choice, not to be traded in this turn."""

    count: int

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(Taking(seat, self.count))


@benefit("free_improvements")
@dataclass(frozen=True, slots=True)
class FreeImprovements(Benefit):
    """Tiles of the offer, free."""

    count: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return bool(state.offer)

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(TakingTile(seat, from_offer=True, left=min(self.count, len(state.offer))))


@benefit("archive_improvement")
@dataclass(frozen=True, slots=True)
class ArchiveImprovement(Benefit):
    """Tiles of the box, free."""

    count: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return bool(archive(state))

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(TakingTile(seat, from_offer=False, left=min(self.count, len(archive(state)))))


@benefit("multi_place")
@dataclass(frozen=True, slots=True)
class MultiPlace(Benefit):
    """Several pieces in one placement step; at most one such card a step (A30)."""

    count: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return state.placed == 0 and state.quota == 1 and sum(state.players[seat].reserve) > 1

    def happen(self, state: Tadmor, seat: int) -> None:
        state.quota = self.count


@benefit("marauder_redirect")
@dataclass(frozen=True, slots=True)
class MarauderRedirect(Benefit):
    """Turn the attack: the marauders stage asks which way."""


@benefit("swap_piece")
@dataclass(frozen=True, slots=True)
class SwapPiece(Benefit):
    """Exchange two pieces: the marauders stage asks which."""


def _bind(mission: int) -> Benefit:
    """The verb a mission's row names, with its arguments."""
    row = MISSIONS[mission]
    where = f"[[mission]] {row.id}"
    DATA.index(TIMINGS, row.timing, f"{where}: timing")
    DATA.demand(row.benefit in VERBS, f"{where}: benefit {row.benefit!r} is none of {', '.join(VERBS)}")
    verb: Benefit = DATA.record(VERBS[row.benefit], row.params, where)
    return verb


BENEFITS = tuple(_bind(mission) for mission in range(len(MISSIONS)))
TIMING = tuple(mission.timing for mission in MISSIONS)


@dataclass(frozen=True, slots=True)
class Return(Action):
    """Return a fulfilled mission for its benefit: it lies face down and counts half."""

    form = "return:{mission}"
    mission: int

    def apply(self, state: Tadmor, seat: int) -> None:
        turn_down(state, seat, self.mission)
        BENEFITS[self.mission].happen(state, seat)


return_mission = cache(Return)


def turn_down(state: Tadmor, seat: int, mission: int) -> None:
    me = state.players[seat]
    me.done.remove(mission)
    me.returned.append(mission)
    state.tell(Returned(seat, mission))


def returns(state: Tadmor, seat: int, timings: frozenset[str]) -> list[Action]:
    """The fulfilled missions that may be returned now and can do something."""
    done = state.players[seat].done
    if not done:
        return []
    return [return_mission(k) for k in sorted(done) if TIMING[k] in timings and BENEFITS[k].can(state, seat)]
