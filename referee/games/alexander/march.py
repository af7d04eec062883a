"""Alexander's march (moving Alexander; rules 6.4): one arrow a turn, on purple ones only on a seven."""

from __future__ import annotations

from serai.referee.catan_rules.scoring import end_by_points
from serai.referee.catan_rules.turn import before_the_roll
from serai.referee.games.alexander.auction import Opening
from serai.referee.games.alexander.board import BLANK, COLOURS, GOAL, JUNCTIONS, PATH, PURPLE, SETTLEMENT, TEMPLE
from serai.referee.games.alexander.events import BY_ARRIVAL, Marched, Stayed, TempleBlocked
from serai.referee.games.alexander.state import Alexander

SEVEN = 7


def dice_from_the_second_turn(state: Alexander) -> None:
    """Nobody has a building in the first turn, so no dice are rolled."""
    if state.turn > 1:
        before_the_roll(state)


def march(state: Alexander) -> None:
    """To the next arrow, past the junction between; whoever enters the goal ends the game."""
    if COLOURS[state.position] == PURPLE and sum(state.dice) != SEVEN:
        state.tell(Stayed(state.position))
        return
    state.position += 1
    state.tell(Marched(state.position))
    if COLOURS[state.position] == GOAL:
        end_by_points(state, BY_ARRIVAL)
    else:
        pass_junction(state)


def pass_junction(state: Alexander) -> None:
    """Ground behind him may be settled; a temple or a chip starts an auction."""
    junction = state.position
    vertex, kind = PATH[junction], JUNCTIONS[junction]
    is_free = not any(state.vertices[near] for near in state.layout.grid.beside[vertex])
    state.open[vertex] = is_free
    if kind == BLANK:
        return
    if kind != TEMPLE:
        event, *left = state.chips
        state.chips = tuple(left)
        state.then(Opening(event, junction))
    elif is_free:
        state.then(Opening(SETTLEMENT, junction))
    else:
        state.tell(TempleBlocked(junction))
