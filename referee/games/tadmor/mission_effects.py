"""What missions give when they are returned (appendix "King's Missions"; rules 12): classes data.toml calls by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from serai.referee.games.tadmor.board import CAMEL, MOST_PIECES, SHIP
from serai.referee.games.tadmor.deck import DrawMissions, cards_left
from serai.referee.games.tadmor.events import GainedPiece
from serai.referee.games.tadmor.offer import TakingTile, archive
from serai.referee.games.tadmor.payment import Taking
from serai.referee.games.tadmor.rare_goods import COLOURS, PickingGood, points_for_free
from serai.referee.games.tadmor.state import Tadmor, gain_piece
from serai.referee.games.tadmor.temple import BuildPart, ChoosingTemple, card_left, targets
from serai.referee.games.tadmor.tower import Destroying, raise_tower


class MissionEffect:
    """What a kind of mission does: whether it can do something now, and what happens."""

    __slots__ = ()

    def can(self, state: Tadmor, seat: int) -> bool:
        return True

    def happen(self, state: Tadmor, seat: int) -> None:
        """The benefit."""


@dataclass(frozen=True, slots=True)
class RareFromPile(MissionEffect):
    """A good of choice from any pile, free; the pile is shuffled."""

    def can(self, state: Tadmor, seat: int) -> bool:
        return any(state.piles)

    def happen(self, state: Tadmor, seat: int) -> None:
        points = points_for_free(state, seat)
        state.then(PickingGood(seat, tuple(COLOURS), points, shuffles_always=True))


@dataclass(frozen=True, slots=True)
class TempleNext(MissionEffect):
    """The next temple part, or a new basement, free."""

    def can(self, state: Tadmor, seat: int) -> bool:
        return bool(targets(state, seat))

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(ChoosingTemple(seat))


@dataclass(frozen=True, slots=True)
class TempleNewBasement(MissionEffect):
    """The basement of a further temple, free, also beside an unfinished one."""

    def can(self, state: Tadmor, seat: int) -> bool:
        return card_left(state, 1)

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(BuildPart(seat, len(state.players[seat].temples)))


class ExtraPiece(MissionEffect):
    """The next piece of a kind, without requirement."""

    __slots__ = ()
    piece: ClassVar[int]

    def can(self, state: Tadmor, seat: int) -> bool:
        return state.players[seat].owned[self.piece] < MOST_PIECES[self.piece]

    def happen(self, state: Tadmor, seat: int) -> None:
        gain_piece(state, seat, self.piece)
        state.tell(GainedPiece(seat, self.piece))


@dataclass(frozen=True, slots=True)
class ExtraShip(ExtraPiece):
    piece = SHIP


@dataclass(frozen=True, slots=True)
class ExtraCamel(ExtraPiece):
    piece = CAMEL


@dataclass(frozen=True, slots=True)
class TowerLevels(MissionEffect):
    """Levels, free."""

    levels: int

    def happen(self, state: Tadmor, seat: int) -> None:
        raise_tower(state, seat, self.levels)


@dataclass(frozen=True, slots=True)
class DestroyTower(MissionEffect):
    """Any opponent loses levels."""

    levels: int

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(Destroying(seat, self.levels))


@dataclass(frozen=True, slots=True)
class DrawMore(MissionEffect):
    """More missions."""

    count: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return cards_left(state)

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(DrawMissions(seat, self.count))


@dataclass(frozen=True, slots=True)
class TownMarket(MissionEffect):
    """The Town Market for the rest of the stage."""

    def can(self, state: Tadmor, seat: int) -> bool:
        return not state.players[seat].market_open

    def happen(self, state: Tadmor, seat: int) -> None:
        state.players[seat].market_open = True


@dataclass(frozen=True, slots=True)
class AnyResources(MissionEffect):
    """Resources of choice, not to be traded in this turn."""

    count: int

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(Taking(seat, self.count))


@dataclass(frozen=True, slots=True)
class FreeImprovements(MissionEffect):
    """Tiles of the offer, free."""

    count: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return bool(state.offer)

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(TakingTile(seat, from_offer=True, left=min(self.count, len(state.offer))))


@dataclass(frozen=True, slots=True)
class ArchiveImprovement(MissionEffect):
    """Tiles of the box, free."""

    count: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return bool(archive(state))

    def happen(self, state: Tadmor, seat: int) -> None:
        state.then(TakingTile(seat, from_offer=False, left=min(self.count, len(archive(state)))))


@dataclass(frozen=True, slots=True)
class MultiPlace(MissionEffect):
    """Several pieces in one placement step; at most one such card a step (A30)."""

    count: int

    def can(self, state: Tadmor, seat: int) -> bool:
        return state.placed == 0 and state.quota == 1 and sum(state.players[seat].reserve) > 1

    def happen(self, state: Tadmor, seat: int) -> None:
        state.quota = self.count


@dataclass(frozen=True, slots=True)
class MarauderRedirect(MissionEffect):
    """Turn the attack: the marauders stage asks which way."""


@dataclass(frozen=True, slots=True)
class SwapPiece(MissionEffect):
    """Exchange two pieces: the marauders stage asks which."""


# By the name that data.toml calls it.
EFFECTS: dict[str, type[MissionEffect]] = {
    "rare_from_pile": RareFromPile,
    "temple_next": TempleNext,
    "temple_new_basement": TempleNewBasement,
    "extra_ship": ExtraShip,
    "extra_camel": ExtraCamel,
    "tower_levels": TowerLevels,
    "destroy_tower": DestroyTower,
    "draw_missions": DrawMore,
    "town_market": TownMarket,
    "any_resources": AnyResources,
    "free_improvements": FreeImprovements,
    "archive_improvement": ArchiveImprovement,
    "multi_place": MultiPlace,
    "marauder_redirect": MarauderRedirect,
    "swap_piece": SwapPiece,
}
