"""The marauders stage (chapter "Marauders stage"; rules 7.3): reveal, redirect, remove, swap, choose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from serai.referee.core.agenda import Action
from serai.referee.games.tadmor.benefits import TIMING, turn_down
from serai.referee.games.tadmor.board import CONSTANTS, GOLD, MARAUDERS, REGION_OF, REGIONS, SPACES
from serai.referee.games.tadmor.events import (
    ATTACK,
    REVEAL,
    Declined,
    Picked,
    Received,
    Redirected,
    Removed,
    Revealed,
    Swapped,
)
from serai.referee.games.tadmor.payment import score
from serai.referee.games.tadmor.state import (
    FREE,
    MARAUDING,
    NOBODY,
    Choice,
    Ending,
    Tadmor,
    owner_of,
    piece_of,
    take_back,
)

ALL_SPACES = range(len(SPACES))


@dataclass(frozen=True, slots=True)
class Pass(Ending):
    """Leave it as it is."""

    form = "pass"


@dataclass(frozen=True, slots=True)
class Redirect(Action):
    """Return a mission to turn the attack to another region of the deck."""

    form = "redirect:{mission}:{region}"
    mission: int
    region: int


@dataclass(frozen=True, slots=True)
class SwapOwn(Action):
    """Return a mission to exchange this own piece."""

    form = "swap_own:{place}"
    place: int


@dataclass(frozen=True, slots=True)
class SwapTarget(Action):
    """Exchange it with the piece that stands here."""

    form = "swap_target:{place}"
    place: int


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Choose, unseen, the region that will be attacked in the next turn."""

    form = "pick:{region}"
    region: int


@dataclass(frozen=True, slots=True)
class Decline(Ending):
    """Choose none."""

    form = "decline"


PASS, DECLINE = Pass(), Decline()
redirect = cache(Redirect)
swap_own = cache(SwapOwn)
swap_target = cache(SwapTarget)
pick = cache(Pick)


def marauders_stage(state: Tadmor) -> None:
    """Without a chosen card nothing is attacked, and the Current card stays (A14)."""
    state.stage = MARAUDING
    if state.holder == NOBODY:
        state.then(SwapStage(revealed=False), pick_stage)
    else:
        state.then(reveal, redirection, removal, SwapStage(revealed=True), pick_stage)


def reveal(state: Tadmor) -> None:
    """Whoever chose a card last turn shows it; a tile may reward him."""
    seat, region = state.holder, state.held
    state.revealer, state.revealed = seat, region
    state.holder = state.held = NOBODY
    state.tell(Revealed(seat, region))
    powers = state.players[seat].powers
    for _ in range(powers.reveal_gold):
        state.players[seat].warehouse[GOLD] += 1
        state.tell(Received(seat, GOLD))
    score(state, seat, powers.reveal_pp, REVEAL)


def deck(state: Tadmor) -> list[int]:
    """The Marauders cards that are neither Current nor in anybody's hand nor just revealed."""
    away = (state.current, state.held, state.revealed)
    return [region for region in range(len(REGIONS)) if region not in away]


def cards_for(state: Tadmor, seat: int, timing: str) -> list[int]:
    return [card for card in sorted(state.players[seat].done) if TIMING[card] == timing]


def redirection(state: Tadmor) -> None:
    """All who could turn the attack get a chance, from the first seat on."""
    holders = (seat for seat in state.order if cards_for(state, seat, "marauders_redirect"))
    state.then(*(Redirecting(seat) for seat in holders))


@dataclass(frozen=True, slots=True)
class Redirecting(Choice):
    """After a redirection everybody who could answer it gets a new chance."""

    seat: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        cards = cards_for(state, seat, "marauders_redirect")
        return [PASS, *(redirect(card, region) for card in cards for region in deck(state))]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        if isinstance(action, Redirect):
            turn_down(state, seat, action.mission)
            state.revealed = action.region
            state.tell(Redirected(seat, action.region))
            while isinstance(state.agenda[-1], Redirecting):
                state.agenda.pop()
            redirection(state)


def removal(state: Tadmor) -> None:
    """Pieces in the region go home, except immune ones; the card goes to the Current space, the old one to the deck."""
    revealer, region = state.revealer, state.revealed
    hit = False
    for place in ALL_SPACES:
        code = state.occupied[place]
        if code != FREE and REGION_OF[place] == region and not immune(state, owner_of(code)):
            hit = hit or owner_of(code) != revealer
            take_back(state, place)
            state.tell(Removed(owner_of(code), place))
    if hit:
        score(state, revealer, state.players[revealer].powers.hit_pp, ATTACK)
    state.current = region
    state.revealed = state.revealer = NOBODY


def immune(state: Tadmor, seat: int) -> bool:
    powers = state.players[seat].powers
    return powers.immune or (powers.own_immune and seat == state.revealer)


@dataclass(frozen=True, slots=True)
class SwapStage:
    """A step: who has the mission for it may exchange two pieces, also without an attack (A13; a switch forbids it)."""

    revealed: bool

    def __call__(self, state: Tadmor) -> None:
        if self.revealed or not state.variant.k14_requires_reveal:
            holders = (seat for seat in state.order if cards_for(state, seat, "marauders_swap"))
            state.then(*(Swapping(seat) for seat in holders))


def partners(state: Tadmor, seat: int, place: int) -> list[int]:
    """Opponents' pieces of the same kind on the board."""
    piece = piece_of(state.occupied[place])
    return [
        other
        for other in ALL_SPACES
        if (code := state.occupied[other]) != FREE and owner_of(code) != seat and piece_of(code) == piece
    ]


@dataclass(frozen=True, slots=True)
class Swapping(Choice):
    """Only own pieces that have a partner; private tiles take no part."""

    seat: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        own = (place for place in ALL_SPACES if state.stands(seat, place) and partners(state, seat, place))
        return [PASS, *(swap_own(place) for place in own)]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        if isinstance(action, SwapOwn):
            turn_down(state, seat, cards_for(state, seat, "marauders_swap")[0])
            state.then(SwapPartner(seat, action.place))


@dataclass(frozen=True, slots=True)
class SwapPartner(Choice):
    """With which piece."""

    seat: int
    own: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [swap_target(place) for place in partners(state, seat, self.own)]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        assert isinstance(action, SwapTarget)
        occupied = state.occupied
        occupied[self.own], occupied[action.place] = occupied[action.place], occupied[self.own]
        state.tell(Swapped(seat, self.own, action.place))


def pick_stage(state: Tadmor) -> None:
    """Last of all the camel on the Marauders space chooses; in the last turn there is nothing to choose for."""
    code = state.occupied[MARAUDERS]
    take_back(state, MARAUDERS)
    if code != FREE and state.turn < CONSTANTS.turns:
        state.then(Picking(owner_of(code)))


@dataclass(frozen=True, slots=True)
class Picking(Choice):
    """Any card but the Current one, or none (A16)."""

    seat: int

    def options(self, state: Tadmor, seat: int) -> list[Action]:
        return [DECLINE, *(pick(region) for region in deck(state))]

    def resolve(self, state: Tadmor, seat: int, action: Action) -> None:
        if isinstance(action, Pick):
            state.holder, state.held = seat, action.region
            state.tell(Picked(seat, action.region))
        else:
            state.tell(Declined(seat))
