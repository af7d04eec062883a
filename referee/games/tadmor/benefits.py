"""Returning fulfilled missions for their benefits (chapter "King's Missions"; rules 10.4, 12): which, when, and how."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.board import DATA, MISSIONS, Mission
from serai.referee.games.tadmor.events import Returned
from serai.referee.games.tadmor.mission_effects import EFFECTS, MissionEffect
from serai.referee.games.tadmor.state import Tadmor

TIMINGS = (
    "placement", "marauders_redirect", "marauders_swap", "improvements", "improvements_end", "construction",
    "resolution", "anytime",
)  # fmt: skip


def _bind(mission: Mission) -> MissionEffect:
    """The effect that the row of a mission names, with its arguments."""
    where = f"[[mission]] {mission.id}"
    DATA.index(TIMINGS, mission.timing, f"{where}: timing")
    # Said here and not by bind, because the row calls its effect a benefit.
    known = mission.benefit in EFFECTS
    DATA.demand(known, f"{where}: benefit {mission.benefit!r} is none of {', '.join(EFFECTS)}")
    return DATA.bind(EFFECTS, mission.benefit, mission.params, where)


BENEFITS = tuple(map(_bind, MISSIONS))
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
