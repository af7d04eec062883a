"""Rolling a seven, the robber and theft (rules 6.2 and 6.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.events import Discarded, RobberMoved, Stole
from serai.referee.catan_rules.goods import give_back, steal_card
from serai.referee.catan_rules.state import OWNER, Settlers
from serai.referee.core.agenda import Action, Decision, options


@dataclass(frozen=True, slots=True)
class DiscardCard(Action):
    """Return one card to the bank, face up."""

    form = "discard:{resource}"
    resource: int

    def apply(self, state: Settlers, seat: int) -> None:
        give_back(state, seat, self.resource, 1)
        state.tell(Discarded(seat, self.resource))


@dataclass(frozen=True, slots=True)
class MoveRobber(Action):
    """Put the robber on another land hex and steal there."""

    form = "move_robber:{hex}"
    hex: int

    def apply(self, state: Settlers, seat: int) -> None:
        state.robber = self.hex
        state.tell(RobberMoved(seat, self.hex))
        if victims_at(state, seat, self.hex):
            state.then(Victim(seat))


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """Take a card of this seat, each equally likely; the others see only that one moved."""

    form = "steal:{victim}"
    victim: int

    def apply(self, state: Settlers, seat: int) -> None:
        place = state.luck.below(state.players[self.victim].cards, "theft")
        resource = steal_card(state, seat, self.victim, place)
        state.tell(Stole(seat, self.victim, resource))


discard_card = cache(DiscardCard)
move_robber = cache(MoveRobber)
steal = cache(Steal)


def discards(state: Settlers) -> None:
    """Whoever holds too many cards returns half of them, rounded down; the quotas are fixed now."""
    holding = [(seat, state.players[seat].cards) for seat in state.clockwise(state.active)]
    state.then(*(Discard(seat, cards // 2) for seat, cards in holding if cards > state.rules.hand_limit))


def robber_moves(state: Settlers) -> None:
    state.then(Robber(state.active))


@dataclass(frozen=True, slots=True)
class Discard(Decision[Settlers]):
    """One card after the other, so that no list grows long; the same hands can be kept."""

    seat: int
    left: int

    def options(self, state: Settlers, seat: int) -> list[Action]:
        hand = state.players[seat].hand
        return [discard_card(resource) for resource in range(CARD_KINDS) if hand[resource]]

    def always_asked(self, state: Settlers, seat: int) -> bool:
        """Not being asked would tell that the hand holds one kind only."""
        return True

    def resolve(self, state: Settlers, seat: int, action: Action) -> None:
        if self.left > 1:
            state.then(Discard(self.seat, self.left - 1))
        action.apply(state, seat)


@dataclass(frozen=True, slots=True)
class Robber(Decision[Settlers]):
    """He must move, to any other land hex; some games keep hexes free of him."""

    seat: int

    def options(self, state: Settlers, seat: int) -> list[Action]:
        land, free = state.layout.ground.land, state.rules.robber_stays_off
        return [move_robber(h) for h, is_land in enumerate(land) if is_land and h != state.robber and h not in free]

    def default(self, state: Settlers, seat: int) -> Action:
        """Where he hurts nobody, if there is such a hex."""
        corners, moves = state.layout.grid.corners, options(state, seat)
        idle = (a for a in moves if isinstance(a, MoveRobber) and not any(state.vertices[v] for v in corners[a.hex]))
        return next(idle, moves[0])


@dataclass(frozen=True, slots=True)
class Victim(Decision[Settlers]):
    """Whom to rob, of several; a single one is robbed without asking, since all can see who it is."""

    seat: int

    def options(self, state: Settlers, seat: int) -> list[Action]:
        return [steal(victim) for victim in victims_at(state, seat, state.robber)]


def victims_at(state: Settlers, seat: int, hex_: int) -> list[int]:
    """The other seats with a building at the hex and at least one card."""
    there = {OWNER[state.vertices[vertex]] for vertex in state.layout.grid.corners[hex_]}
    return [other for other in state.others(seat) if other in there and state.players[other].cards]
