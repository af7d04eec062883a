"""Set-up (chapters "Setup", "3 players" and "4 players"; rules 4)."""

from __future__ import annotations

from dataclasses import replace

from serai.referee.core.agenda import settle
from serai.referee.core.game import Settings
from serai.referee.core.luck import Luck
from serai.referee.core.saved import Shared
from serai.referee.games.yspahan.board import DECK, DICE, SLOTS_PER_ROW
from serai.referee.games.yspahan.calendar import begin_day, by_rising_score, clockwise
from serai.referee.games.yspahan.state import Variant, Yspahan
from serai.referee.games.yspahan.turn import BuildChoice, Pick
from serai.referee.games.yspahan.two_players import TWO

THREE = Variant(
    white_dice=DICE.white,
    slots_per_row=SLOTS_PER_ROW[3],
    yellow_dice_stay=False,
    kept_for_constructing=frozenset(),
    order=clockwise,
    last_order=clockwise,
    pick=Pick,
    build=BuildChoice,
)
FOUR = replace(THREE, slots_per_row=SLOTS_PER_ROW[4], last_order=by_rising_score)
VARIANT_FOR = {2: TWO, 3: THREE, 4: FOUR}
_SEATS_OF = {variant: seats for seats, variant in VARIANT_FOR.items()}
SHARED = {Variant: Shared(int, _SEATS_OF.__getitem__, VARIANT_FOR.__getitem__)}


def start(seats: int, luck: Luck, settings: Settings) -> Yspahan:
    """Two gold each, an empty city, the Supervisor on the hub, a shuffled deck; seat 0 or the chosen one first (R3)."""
    state = Yspahan(seats, luck, VARIANT_FOR[seats], first=int(settings["first_player"]) % seats)
    state.deck = luck.shuffled(DECK, "deck")
    state.then(begin_day)
    settle(state)
    return state


def seat_counts_for(settings: Settings) -> tuple[int, ...]:
    """Three or four seats, and exactly two in the two-player variant."""
    return (2,) if settings["two_players"] == "on" else (3, 4)
