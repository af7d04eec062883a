"""Random play for the tests over all games: which tables there are, how they are played, how a state is noted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from serai.referee.core.agenda import Action, Event, act, digest, options, over, waiting
from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES, Luck

LONGEST = 20_000  # decisions: a game that takes more does not end
MOST_SEATS = 8


@dataclass(frozen=True)
class Case:
    """One way to set a game up."""

    game: Game
    seats: int
    chosen: dict[str, str]

    def __str__(self) -> str:
        switches = [f"{name}={value}" for name, value in self.chosen.items()]
        return "-".join([self.game.name, str(self.seats), *switches])

    def begin(self, number: int = 0, luck: Callable[[bytes], Luck] = Luck) -> Any:
        """The game of this number at its first decision."""
        options = self.game.complete(self.seats, self.chosen)
        return self.game.start(self.seats, luck(deal(number)), options)


def deal(number: int) -> bytes:
    return number.to_bytes(DEAL_BYTES, "big")


def allowed(game: Game, seats: int, chosen: dict[str, str]) -> bool:
    try:
        game.complete(seats, chosen)
    except ValueError:
        return False
    return True


def switches(game: Game) -> list[dict[str, str]]:
    """No option chosen, then every value of every option on its own."""
    return [{}, *({option.name: value} for option in game.switches for value in option.choices)]


def plain_cases(game: Game) -> list[Case]:
    """Every seat count once, with as little chosen as it allows."""
    found = []
    for seats in range(1, MOST_SEATS + 1):
        chosen = next((chosen for chosen in switches(game) if allowed(game, seats, chosen)), None)
        if chosen is not None:
            found.append(Case(game, seats, chosen))
    return found


def all_cases(game: Game) -> list[Case]:
    """Every seat count with every option value that it allows; values that change nothing there only once."""
    found: dict[str, Case] = {}
    for plain in plain_cases(game):
        for switch in switches(game):
            chosen = {**plain.chosen, **switch}
            if allowed(game, plain.seats, chosen):
                found.setdefault(f"{plain.seats} {game.complete(plain.seats, chosen)}", Case(game, plain.seats, chosen))
    return list(found.values())


@dataclass
class Play:
    """A random game: `states` goes through it and keeps what was decided and what was met."""

    case: Case
    number: int
    state: Any = None
    decisions: list[tuple[int, Action]] = field(default_factory=list)
    met: dict[Action, None] = field(default_factory=dict)

    def states(self) -> Iterator[Any]:
        """Every state in which somebody has to decide; after the last one the game is over."""
        chance = random.Random(f"{self.case} {self.number}")
        self.state = self.case.begin(self.number)
        while not over(self.state):
            for seat in waiting(self.state):
                self.met.update(dict.fromkeys(options(self.state, seat)))
            yield self.state
            assert len(self.decisions) < LONGEST, f"{self.case} does not end"
            decide(self.state, chance, self.decisions)

    def to_the_end(self) -> Any:
        for _ in self.states():
            pass
        return self.state

    @property
    def journal(self) -> list[Event]:
        journal: list[Event] = self.state.journal
        return journal


def decide(state: Any, chance: random.Random, decisions: list[tuple[int, Action]] | None = None) -> None:
    """One answer at random, of any of the seats that are asked."""
    seat = chance.choice(waiting(state))
    action = chance.choice(options(state, seat))
    act(state, seat, action)
    if decisions is not None:
        decisions.append((seat, action))


def play_on(state: Any, chance: random.Random) -> None:
    """At random to the end."""
    play_some(state, chance, LONGEST)
    assert over(state), "the game does not end"


def play_some(state: Any, chance: random.Random, decisions: int) -> None:
    """At random for so many decisions, or to the end if that comes first."""
    for _ in range(decisions):
        if over(state):
            return
        decide(state, chance)


def print_of(state: Any) -> tuple[object, ...]:
    """All that there is to a state: if two prints are equal, so are the states."""
    offers = {seat: list(offered) for seat, offered in state.options.items()}
    return (digest(state), state.snapshot(), list(state.agenda), offers, dict(state.luck.drawn), state.turn)


class RecordingLuck(Luck):
    """Luck that keeps what was drawn: bound and value of the n-th draw for each purpose."""

    __slots__ = ("draws",)

    def __init__(self, deal: bytes, drawn: dict[str, int] | None = None) -> None:
        Luck.__init__(self, deal, drawn)
        self.draws: dict[str, list[tuple[int, int]]] = {}

    def below(self, bound: int, purpose: str) -> int:
        value = Luck.below(self, bound, purpose)
        self.draws.setdefault(purpose, []).append((bound, value))
        return value


def invariants(game: Game) -> Any:
    """The game's own module of what must always hold."""
    name = f"tests.games.{game.name}.invariants"
    try:
        found = find_spec(name)
    except ModuleNotFoundError:
        found = None
    assert found, f"{game.name} has no {name.replace('.', '/')}.py with check(state)"
    return import_module(name)
