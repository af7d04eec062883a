"""The caravan (chapter "The caravan"; rules 7.7 and 8)."""

from __future__ import annotations

from serai.referee.games.yspahan.board import CARAVAN_ROWS, CARAVANSERAI
from serai.referee.games.yspahan.deck import draw_card
from serai.referee.games.yspahan.events import CaravanEmptied, CaravanScored, JoinedCaravan
from serai.referee.games.yspahan.state import Yspahan


def join_caravan(state: Yspahan, owner: int) -> None:
    """A good takes the next free camel and scores 2, 1 or 0 for its row; a full caravan is scored and emptied."""
    slot = len(state.caravan)
    points = CARAVAN_ROWS[slot // state.variant.slots_per_row].placed
    state.caravan.append(owner)
    state.players[owner].score += points
    state.tell(JoinedCaravan(owner, slot, points))


def send_to_caravan(state: Yspahan, owner: int) -> None:
    """A good sent by the Supervisor: with a Caravanserai its owner draws a card, from shop or stock (R19)."""
    join_caravan(state, owner)
    if CARAVANSERAI in state.players[owner].buildings:
        draw_card(state, owner)
    leave_when_full(state)


def leave_when_full(state: Yspahan) -> None:
    """As soon as it is full it is scored for everybody, and the goods go back to their owners' stocks."""
    if len(state.caravan) == state.variant.caravan_slots:
        score_caravan(state)
        for owner in state.caravan:
            state.players[owner].stock += 1
        state.caravan = []
        state.tell(CaravanEmptied())


def score_caravan(state: Yspahan) -> None:
    """Each player: the number of his goods times the highest row with one of them."""
    points = tuple(_worth(state, seat) for seat in range(len(state.players)))
    for player, gained in zip(state.players, points, strict=True):
        player.score += gained
    state.tell(CaravanScored(points))


def _worth(state: Yspahan, seat: int) -> int:
    slots = [slot for slot, owner in enumerate(state.caravan) if owner == seat]
    return len(slots) * CARAVAN_ROWS[slots[-1] // state.variant.slots_per_row].multiplier if slots else 0
