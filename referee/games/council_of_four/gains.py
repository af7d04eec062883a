"""What the acting player gains and gives back: coins, assistants, points (chapter "Symbols"; rules 6.2)."""

from __future__ import annotations

from serai.referee.games.council_of_four.events import (
    GainedAssistants,
    GainedCoins,
    GainedMainActions,
    GainedPoints,
)
from serai.referee.games.council_of_four.state import Council


def gain_coins(state: Council, amount: int) -> None:
    """Steps forward on the wealth track; what does not fit on it is lost (R1)."""
    me = state.player
    gained = min(amount, state.variant.coins_cap - me.coins)
    me.coins += gained
    state.tell(GainedCoins(state.active, gained))


def gain_assistants(state: Council, amount: int) -> None:
    """From the supply, as far as it lasts (R2)."""
    gained = min(amount, state.assistant_pool)
    state.player.assistants += gained
    state.assistant_pool -= gained
    state.tell(GainedAssistants(state.active, gained))


def return_assistants(state: Council, amount: int) -> None:
    """Back to the supply."""
    state.player.assistants -= amount
    state.assistant_pool += amount


def gain_points(state: Council, amount: int) -> None:
    """Steps forward on the score track, at once."""
    state.player.vp += amount
    state.tell(GainedPoints(state.active, amount))


def gain_main_actions(state: Council, amount: int) -> None:
    """More main actions in this turn, if wanted (R12)."""
    state.main_left += amount
    state.tell(GainedMainActions(state.active, amount))
