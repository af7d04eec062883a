"""The advisers' cards (Alexander's rewards; rules 8): for three chips or more, changing hands with the chips."""

from __future__ import annotations

from serai.referee.catan_rules.state import NOBODY
from serai.referee.games.alexander.board import ADVISERS, ADVISERS_OF, CHIPS_NEEDED
from serai.referee.games.alexander.events import AdviserTaken
from serai.referee.games.alexander.state import Alexander


def chips_won(state: Alexander, seat: int) -> int:
    return sum(state.won[seat])


def advise(state: Alexander, seat: int) -> None:
    """After a chip: the best unclaimed card, then the best one of a holder with fewer chips, the own in exchange."""
    if chips_won(state, seat) < CHIPS_NEEDED:
        return
    if seat not in state.advisers and NOBODY in state.advisers:
        take_card(state, seat, state.advisers.index(NOBODY))
    own = state.advisers.index(seat) if seat in state.advisers else None
    better = state.advisers[:own]
    weaker = [place for place, holder in enumerate(better) if chips_won(state, holder) < chips_won(state, seat)]
    if weaker:
        other = state.advisers[weaker[0]]
        take_card(state, seat, weaker[0])
        if own is not None:
            take_card(state, other, own)


def take_card(state: Alexander, seat: int, place: int) -> None:
    state.advisers = (*state.advisers[:place], seat, *state.advisers[place + 1 :])
    state.tell(AdviserTaken(seat, ADVISERS_OF[len(state.players)][place]))


def adviser_points(state: Alexander, seat: int) -> int:
    if seat not in state.advisers:
        return 0
    return ADVISERS[ADVISERS_OF[len(state.players)][state.advisers.index(seat)]].points
