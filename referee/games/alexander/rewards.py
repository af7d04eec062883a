"""What the winner of an auction gets (Alexander's rewards; rules 7.7): a settlement at the temple, or the chip."""

from __future__ import annotations

from dataclasses import dataclass

from serai.referee.catan_rules.building import place_settlement
from serai.referee.catan_rules.events import Founded
from serai.referee.catan_rules.scoring import claim_victory
from serai.referee.catan_rules.state import one_more
from serai.referee.core.agenda import Action, Decision
from serai.referee.games.alexander.advisers import advise
from serai.referee.games.alexander.board import PATH, SETTLEMENT
from serai.referee.games.alexander.events import ChipKept, NothingToBuild, TempleLeft
from serai.referee.games.alexander.state import Alexander, Sale


def reward(state: Alexander, sale: Sale) -> None:
    """Then the active seat may have won the game, whoever was rewarded."""
    state.then(claim_victory)
    if sale.event != SETTLEMENT:
        keep_chip(state, sale)
    elif state.players[sale.seat].settlements < state.rules.settlements:
        state.then(Temple(sale.seat, sale))
    else:
        state.tell(NothingToBuild(sale.seat, sale.junction))


def keep_chip(state: Alexander, sale: Sale) -> None:
    """Face up; it may bring an adviser's card."""
    mine = one_more(state.won[sale.seat], sale.event)
    state.won = (*state.won[: sale.seat], mine, *state.won[sale.seat + 1 :])
    state.tell(ChipKept(sale.seat, sale.event))
    advise(state, sale)


@dataclass(frozen=True, slots=True)
class SettleTemple(Action):
    """Build the settlement, without a road and without further cost."""

    form = "settle_temple"


@dataclass(frozen=True, slots=True)
class LeaveTemple(Action):
    """Build nothing; the ground stays free for everybody."""

    form = "leave_temple"


SETTLE_TEMPLE, LEAVE_TEMPLE = SettleTemple(), LeaveTemple()


@dataclass(frozen=True, slots=True)
class Temple(Decision[Alexander]):
    """The winner of a temple may build there."""

    seat: int
    sale: Sale

    def options(self, state: Alexander, seat: int) -> list[Action]:
        return [SETTLE_TEMPLE, LEAVE_TEMPLE]

    def resolve(self, state: Alexander, seat: int, action: Action) -> None:
        junction = self.sale.junction
        if isinstance(action, SettleTemple):
            state.tell(Founded(seat, PATH[junction]))
            place_settlement(state, seat, PATH[junction])
        else:
            state.tell(TempleLeft(seat, junction))
