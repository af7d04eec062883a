"""What the winner of an auction gets (Alexander's rewards; rules 7.7): a settlement at the temple, or the chip."""

from __future__ import annotations

from serai.referee.catan_rules.building import place_settlement
from serai.referee.catan_rules.events import Founded
from serai.referee.catan_rules.scoring import claim_victory
from serai.referee.catan_rules.state import one_more
from serai.referee.games.alexander.advisers import advise
from serai.referee.games.alexander.board import PATH, SETTLEMENT
from serai.referee.games.alexander.events import ChipKept, NothingToBuild
from serai.referee.games.alexander.state import Alexander


def reward(state: Alexander, seat: int, event: int, junction: int) -> None:
    """Then the active seat may have won the game, whoever was rewarded."""
    if event == SETTLEMENT:
        settle_at_temple(state, seat, junction)
    else:
        keep_chip(state, seat, event)
    claim_victory(state)


def settle_at_temple(state: Alexander, seat: int, junction: int) -> None:
    """Without a road and without further cost; who has no piece left gets nothing."""
    if state.players[seat].settlements < state.rules.settlements:
        state.tell(Founded(seat, PATH[junction]))
        place_settlement(state, seat, PATH[junction])
    else:
        state.tell(NothingToBuild(seat, junction))


def keep_chip(state: Alexander, seat: int, event: int) -> None:
    """Face up; it may bring an adviser's card."""
    mine = one_more(state.won[seat], event)
    state.won = (*state.won[:seat], mine, *state.won[seat + 1 :])
    state.tell(ChipKept(seat, event))
    advise(state, seat)
