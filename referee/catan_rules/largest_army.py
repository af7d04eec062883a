"""The Largest Army (rules 6.9): the most knights face up."""

from __future__ import annotations

from serai.referee.catan_rules.components import VICTORY
from serai.referee.catan_rules.events import LargestArmyLost, LargestArmyTaken
from serai.referee.catan_rules.state import NOBODY, Settlers, best_of


def award_largest_army(state: Settlers) -> None:
    """The holder of three or more keeps the card while nobody has more; a single largest takes it (rules 6.9)."""
    armies = [player.knights for player in state.players]
    most, holder = max(armies), state.largest_army
    taker = best_of(armies, holder) if most >= VICTORY.largest_army_min else NOBODY
    if taker != holder:
        state.largest_army = taker
        state.tell(LargestArmyLost(holder) if taker == NOBODY else LargestArmyTaken(taker, most))
