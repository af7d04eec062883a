"""The kingdom phase (chapter "Kingdom phase"; rules 7.11): prestige, war supplies, taxes, the first-player pawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action, options
from serai.referee.games.tadmor.board import (
    BASIC,
    CONSTANTS,
    FIRST_PLAYER,
    GOLD,
    RESOURCES,
    TAX,
    TAXMAN,
    WAR_SUPPLIES,
    Goods,
)
from serai.referee.games.tadmor.events import PRESTIGE, TAX_LOSS, WAR, PaidTax, Received, TookPawn
from serai.referee.games.tadmor.payment import has, score, spend
from serai.referee.games.tadmor.resolution import END, End, Window, common_steps
from serai.referee.games.tadmor.state import KINGDOM, Tadmor, take_back
from serai.referee.games.tadmor.tiles import ANY_KINGDOM

DUTIES = ("taxman", "war_supplies")
DUTY_SPACES = (TAXMAN, WAR_SUPPLIES)


@dataclass(frozen=True, slots=True)
class TaxPay(Action):
    """Pay the tax in gold, all of it."""

    form = "tax_pay"

    def apply(self, state: Tadmor, seat: int) -> None:
        spend(state, seat, tax(state.players[seat].owes))
        settle_tax(state, seat)


@dataclass(frozen=True, slots=True)
class TakePawn(Action):
    """Take the first-player pawn and a basic resource."""

    form = "first_player:{place}:{resource}"
    place: int
    resource: int

    def apply(self, state: Tadmor, seat: int) -> None:
        """The order of this turn stays; the pawn counts from the next turn on (A18)."""
        take_back(state, self.place)
        state.first = seat
        state.tell(TookPawn(seat))
        state.players[seat].warehouse[self.resource] += CONSTANTS.first_player_basic_gain
        state.tell(Received(seat, self.resource))


@dataclass(frozen=True, slots=True)
class Serve(Action):
    """Be the taxman's friend, or the army's supplier, with the private tile."""

    form = "kingdom:{place}:{duty}"
    place: int
    duty: int

    def apply(self, state: Tadmor, seat: int) -> None:
        take_back(state, self.place)
        SERVICES[self.duty](state, seat)


TAX_PAY = TaxPay()
take_pawn = cache(TakePawn)
serve = cache(Serve)


@cache
def tax(gold: int) -> Goods:
    return tuple(gold if resource == GOLD else 0 for resource in range(len(RESOURCES)))


def settle_tax(state: Tadmor, seat: int) -> None:
    state.players[seat].owes = 0
    state.tell(PaidTax(seat))


def supply_war(state: Tadmor, seat: int) -> None:
    """The own height above the lowest tower."""
    lowest = min(player.tower for player in state.players)
    score(state, seat, state.players[seat].tower - lowest, WAR)


SERVICES: tuple[Callable[[Tadmor, int], None], ...] = (settle_tax, supply_war)


def kingdom_phase(state: Tadmor) -> None:
    """What happens by itself, then those in turn order who owe, take the pawn or use the private tile."""
    state.stage = KINGDOM
    prestige(state)
    had = [tuple(place for place in DUTY_SPACES if state.stands(seat, place)) for seat in range(len(state.players))]
    war_supplies(state)
    taxes(state)
    has_pawn = {seat for seat in state.order if state.stands(seat, FIRST_PLAYER)}
    state.then(
        *(
            Kingdom(seat, had[seat] + ((FIRST_PLAYER,) if seat in has_pawn else ()))
            for seat in state.order
            if state.players[seat].owes or seat in has_pawn or any(state.stands(seat, place) for place in ANY_KINGDOM)
        )
    )


def prestige(state: Tadmor) -> None:
    """Only a single tallest tower counts."""
    heights = [player.tower for player in state.players]
    tallest = max(heights)
    if heights.count(tallest) == 1:
        seat = heights.index(tallest)
        score(state, seat, state.players[seat].powers.prestige, PRESTIGE)


def war_supplies(state: Tadmor) -> None:
    for seat in state.order:
        if state.stands(seat, WAR_SUPPLIES):
            take_back(state, WAR_SUPPLIES)
            supply_war(state, seat)


def taxes(state: Tadmor) -> None:
    """Everybody owes, except who stands with the taxman or is immune."""
    gold = TAX.gold_by_era[state.era - 1]
    for seat, player in enumerate(state.players):
        exempt = state.stands(seat, TAXMAN) or player.powers.tax_immune
        player.owes = 0 if exempt else gold
    take_back(state, TAXMAN)


@dataclass(frozen=True, slots=True)
class Kingdom(Window):
    """`had` are the kingdom spaces of the board the seat stood on when the phase began: not to be copied (A20).

    Who chose the First Player space on the board receives the pawn: the window does not end before (A54).
    """

    had: tuple[int, ...]

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        me = state.players[seat]
        pays: list[Action] = [TAX_PAY] if me.owes and has(me, tax(me.owes)) else []
        chosen = state.stands(seat, FIRST_PLAYER)
        sources = [FIRST_PLAYER] if chosen else []
        copying = [place for place in ANY_KINGDOM if state.stands(seat, place)]
        if FIRST_PLAYER not in self.had:
            sources += copying
        pawns = [take_pawn(place, resource) for place in sources for resource in BASIC]
        duties = [serve(place, duty) for place in copying for duty in self.duties(me.owes)]
        end: list[Action] = [] if chosen else [END]
        return [*end, *common_steps(state, seat), *pays, *pawns, *duties]

    def default(self, state: Tadmor, seat: int) -> Action:
        """A retired seat takes the pawn if it has to, and does nothing else."""
        return next(action for action in options(state, seat) if isinstance(action, End | TakePawn))

    def duties(self, owes: int) -> list[int]:
        """What the private tile can copy: not what the seat did on the board, no taxman without debt."""
        useful = (bool(owes), True)
        return [duty for duty, space in enumerate(DUTY_SPACES) if space not in self.had and useful[duty]]

    def close(self, state: Tadmor, seat: int) -> None:
        """Who still owes loses PP."""
        if state.players[seat].owes:
            state.players[seat].owes = 0
            score(state, seat, -TAX.pp_loss_by_era[state.era - 1], TAX_LOSS)
