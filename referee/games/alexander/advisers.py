"""The advisers' cards (Alexander's rewards; rules 8): for three chips or more, changing hands with the chips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.state import NOBODY
from serai.referee.core.agenda import Action, Decision
from serai.referee.games.alexander.board import ADVISERS, ADVISERS_OF, CHIPS_NEEDED
from serai.referee.games.alexander.events import AdvisersLeft, AdviserTaken
from serai.referee.games.alexander.state import Alexander, Sale


def chips_won(state: Alexander, seat: int) -> int:
    return sum(state.won[seat])


def advise(state: Alexander, sale: Sale) -> None:
    """After a chip: without a card the best unclaimed one; then it may take one of a holder with fewer chips."""
    if chips_won(state, sale.seat) < CHIPS_NEEDED:
        return
    if sale.seat not in state.advisers and NOBODY in state.advisers:
        take_card(state, sale.seat, state.advisers.index(NOBODY))
    if to_be_had(state, sale.seat):
        state.then(Advisers(sale.seat, sale))


def to_be_had(state: Alexander, seat: int) -> list[int]:
    """The places of the cards whose holders have fewer chips, the best first."""
    holders = enumerate(state.advisers)
    mine = chips_won(state, seat)
    return [place for place, holder in holders if holder != NOBODY and chips_won(state, holder) < mine]


def take_card(state: Alexander, seat: int, place: int) -> None:
    state.advisers = (*state.advisers[:place], seat, *state.advisers[place + 1 :])
    state.tell(AdviserTaken(seat, ADVISERS_OF[len(state.players)][place]))


@dataclass(frozen=True, slots=True)
class TakeAdviser(Action):
    """Take this card from its holder, who gets the own one in exchange, if there is one."""

    form = "take_adviser:{adviser}"
    adviser: int

    def apply(self, state: Alexander, seat: int) -> None:
        place = ADVISERS_OF[len(state.players)].index(self.adviser)
        own = state.advisers.index(seat) if seat in state.advisers else None
        holder = state.advisers[place]
        take_card(state, seat, place)
        if own is not None:
            take_card(state, holder, own)


@dataclass(frozen=True, slots=True)
class LeaveAdvisers(Action):
    """Leave the cards where they are."""

    form = "leave_advisers"

    def apply(self, state: Alexander, seat: int) -> None:
        state.tell(AdvisersLeft(seat))


take_adviser = cache(TakeAdviser)
LEAVE_ADVISERS = LeaveAdvisers()


@dataclass(frozen=True, slots=True)
class Advisers(Decision[Alexander]):
    """Who has more chips than a holder may take that holder's card."""

    seat: int
    sale: Sale

    def options(self, state: Alexander, seat: int) -> list[Action]:
        cards = ADVISERS_OF[len(state.players)]
        return [*(take_adviser(cards[place]) for place in to_be_had(state, seat)), LEAVE_ADVISERS]

    def default(self, state: Alexander, seat: int) -> Action:
        """The best card, unless it is worse than the own one."""
        best, own = to_be_had(state, seat)[0], state.advisers.index(seat) if seat in state.advisers else NOBODY
        return take_adviser(ADVISERS_OF[len(state.players)][best]) if best < own else LEAVE_ADVISERS


def adviser_points(state: Alexander, seat: int) -> int:
    if seat not in state.advisers:
        return 0
    return ADVISERS[ADVISERS_OF[len(state.players)][state.advisers.index(seat)]].points
