"""The end (chapter "End of the game"; rules 13): what is scored, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from serai.referee.core.game import Items, Score, ranks_by
from serai.referee.games.tadmor.board import CONSTANTS, MISSIONS
from serai.referee.games.tadmor.events import ITEMS, Counted
from serai.referee.games.tadmor.powers import METRICS
from serai.referee.games.tadmor.state import Player, Tadmor
from serai.referee.games.tadmor.works import PART_VALUES, SET_VALUES


class Breakdown(NamedTuple):
    """Where a seat's points come from."""

    track: int
    tower: int
    missions: int
    temples: int
    rare_goods: int
    tiles: int

    @property
    def total(self) -> int:
        return sum(self)


assert Breakdown._fields == ITEMS


def score(state: Tadmor) -> Score:
    """The most points win, then the most rare goods; still equal is shared."""
    totals = tuple(breakdown(state, seat).total for seat in range(len(state.players)))
    keys = tuple(zip(totals, (sum(player.rare) for player in state.players), strict=True))
    return Score(totals, ranks_by(keys))


def breakdown(state: Tadmor, seat: int) -> Breakdown:
    """Resources and missions in hand count nothing."""
    me = state.players[seat]
    return Breakdown(
        track=me.pp,
        tower=CONSTANTS.tower_pp_per_level * me.tower,
        missions=mission_value(me),
        temples=sum(PART_VALUES[part] for part in me.temples),
        rare_goods=sets_value(me.rare),
        tiles=end_bonus(state, seat),
    )


def items(state: Tadmor) -> Items:
    """Where the points come from."""
    rows = zip(*(breakdown(state, seat) for seat in range(len(state.players))), strict=True)
    return {name.replace("_", " "): points for name, points in zip(ITEMS, rows, strict=True)}


def tell_count(state: Tadmor) -> None:
    """What every seat has at the end, item by item."""
    for seat in range(len(state.players)):
        for item, points in enumerate(breakdown(state, seat)):
            state.tell(Counted(seat, points, item))


def mission_value(me: Player) -> int:
    """Fulfilled missions in full, returned ones half (rounded down, A49)."""
    returned = sum(MISSIONS[card].pp // CONSTANTS.returned_mission_divisor for card in me.returned)
    return sum(MISSIONS[card].pp for card in me.done) + returned


def sets_value(rare: list[int]) -> int:
    """The k-th set has a good of every type that is owned at least k times."""
    return sum(SET_VALUES[sum(count >= k for count in rare)] for k in range(1, max(rare) + 1))


MEASURES: dict[str, Callable[[Player], int]] = dict(
    zip(
        METRICS,
        (
            lambda me: me.tower,
            lambda me: sum(me.rare),
            lambda me: len(me.tiles),
            lambda me: PART_VALUES[max(me.temples, default=0)],
            mission_value,
        ),
        strict=True,
    )
)


def end_bonus(state: Tadmor, seat: int) -> int:
    """Each bonus tile pays if its owner has strictly the most; a tie pays nothing."""
    return sum(pp for metric, pp in state.players[seat].powers.end_bonuses if leads(state, seat, MEASURES[metric]))


def leads(state: Tadmor, seat: int, measure: Callable[[Player], int]) -> bool:
    mine = measure(state.players[seat])
    return all(mine > measure(state.players[other]) for other in state.opponents(seat))
