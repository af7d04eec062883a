"""Quick actions 1 and 4 (chapter "Quick actions"; rules 5.7); swapping is in permits.py, electing in election.py."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.games.council_of_four.actions import QuickAction
from serai.referee.games.council_of_four.board import COSTS, GAINS
from serai.referee.games.council_of_four.events import BoughtMainAction, Hired
from serai.referee.games.council_of_four.gains import gain_assistants, return_assistants
from serai.referee.games.council_of_four.state import Council, Player


@dataclass(frozen=True, slots=True)
class QuickHire(QuickAction):
    """Pay 3 coins and take an assistant, as long as the supply has one."""

    form = "quick_hire"

    def possible(self, state: Council, me: Player) -> bool:
        return me.coins >= COSTS.hire_coins and state.assistant_pool >= GAINS.hire_assistants

    def begin(self, state: Council, seat: int) -> None:
        state.player.coins -= COSTS.hire_coins
        state.tell(Hired(seat))
        gain_assistants(state, GAINS.hire_assistants)


@dataclass(frozen=True, slots=True)
class QuickExtra(QuickAction):
    """Return 3 assistants for one main action more, of any kind, before or after the first."""

    form = "quick_extra"

    def possible(self, state: Council, me: Player) -> bool:
        return me.assistants >= COSTS.extra_assistants

    def begin(self, state: Council, seat: int) -> None:
        return_assistants(state, COSTS.extra_assistants)
        state.main_left += 1
        state.tell(BoughtMainAction(seat))
