"""The motor of every game: an agenda of what still has to happen, next thing last.

Steps are callables and run by themselves; decisions are frozen records and wait for seats. A clone copies
the list and shares what is in it, so nothing on the agenda may ever change.
"""

from __future__ import annotations

import marshal
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from types import FunctionType
from typing import Any, ClassVar, Generic, TypeVar

from serai.referee.core.errors import IllegalAction
from serai.referee.core.luck import Luck

Step = Callable[[Any], None]


class Action:
    """What a seat may do. `form` is its text form; `apply` its effect, nothing where a decision reads the answer.

    An answer of a kind without `earns_time` adds nothing to its seat's clock (clock.py).
    """

    __slots__ = ()
    form: ClassVar[str]
    earns_time: ClassVar[bool] = True

    def apply(self, state: Any, seat: int) -> None:
        """Do it."""


class Event:
    """What happened, told to everybody; `secret` fields only to the seat in the field `knower`.

    `form` is the text form for programs, `told` the one for people where that is another.
    """

    __slots__ = ()
    form: ClassVar[str]
    told: ClassVar[str] = ""
    secret: ClassVar[tuple[str, ...]] = ()
    knower: ClassVar[tuple[str, ...]] = ()

    def is_known_to(self, seat: int | None) -> bool:
        """Whether `seat` may know all of it (None: the public)."""
        return not self.secret or (seat is not None and seat in [getattr(self, field) for field in self.knower])

    def seen_by(self, seat: int | None) -> Event:
        """This event as `seat` may know it (None: the public)."""
        if self.is_known_to(seat):
            return self
        return replace(self, **dict.fromkeys(self.secret))  # type: ignore[type-var]  # every event is a dataclass


class State(ABC):
    """What a game keeps: its agenda, its luck, and the journal of events (a clone has none)."""

    __slots__ = ("agenda", "journal", "luck", "options", "turn")

    def __init__(self, luck: Luck) -> None:
        self.agenda: list[Step | Decision[Any]] = []
        self.luck = luck
        self.journal: list[Event] | None = []
        self.options: dict[int, list[Action]] = {}
        self.turn = 0

    def then(self, *things: Step | Decision[Any]) -> None:
        """Put things before all that is already waiting; the first of them happens first."""
        self.agenda.extend(reversed(things))

    def tell(self, event: Event) -> None:
        if self.journal is not None:
            self.journal.append(event)

    def branch(self: S) -> S:
        """A bare copy of this part of the state; a game's `clone` fills in the rest."""
        copy = type(self).__new__(type(self))
        copy.agenda = self.agenda[:]
        copy.luck = self.luck.clone()
        copy.journal = None
        copy.options = self.options
        copy.turn = self.turn
        return copy

    @abstractmethod
    def snapshot(self) -> tuple[Any, ...]:
        """All that is on the table and in the hands, as plain values: what a digest is made of."""


S = TypeVar("S", bound=State)


class Decision(Generic[S]):
    """A question that waits on the agenda: who is asked, what may they answer, what comes of it.

    Most decisions ask one seat and have it in the field `seat`; the others override `waiting`. Of the kinds of action
    in `open_ended` the options hold only some: a seat may make one of its own, and `check` is overridden to judge it.
    """

    __slots__ = ()
    seat: int
    open_ended: ClassVar[tuple[type[Action], ...]] = ()
    answers: tuple[tuple[int, Action], ...] = ()  # given unseen so far (Sealed)

    def waiting(self, state: S) -> tuple[int, ...]:
        """The seats that still have to answer; none, and the decision is over."""
        return (self.seat,)

    @abstractmethod
    def options(self, state: S, seat: int) -> list[Action]:
        """What the seat may answer."""

    def always_asked(self, state: S, seat: int) -> bool:
        """Whether a single option is asked all the same, because not asking would tell the others something."""
        return False

    def check(self, state: S, seat: int, action: Action) -> None:
        """The authority on what is allowed."""
        if action not in options(state, seat):
            raise IllegalAction(f"{action} is not among the options of seat {seat}")

    def default(self, state: S, seat: int) -> Action:
        """What a retired seat answers: the least harmful option, by default the first one."""
        return options(state, seat)[0]

    def resolve(self, state: S, seat: int, action: Action) -> None:
        """What comes of the answer. The decision has left the agenda; if more is to be asked, put a successor there."""
        action.apply(state, seat)


@dataclass(frozen=True, slots=True)
class Sealed(Decision[S]):
    """Several seats choose unseen; nothing happens until all have chosen, then in seat order."""

    asked: tuple[int, ...]
    answers: tuple[tuple[int, Action], ...] = ()

    def waiting(self, state: S) -> tuple[int, ...]:
        answered = {seat for seat, _ in self.answers}
        return tuple(seat for seat in self.asked if seat not in answered)

    def resolve(self, state: S, seat: int, action: Action) -> None:
        answers = (*self.answers, (seat, action))
        if len(answers) < len(self.asked):
            state.then(replace(self, answers=answers))
        else:
            self.reveal(state, dict(sorted(answers, key=lambda answer: answer[0])))

    @abstractmethod
    def reveal(self, state: S, answers: dict[int, Any]) -> None:
        """All have chosen: what comes of it."""


def settle(state: State) -> None:
    """Run steps and forced answers until a seat has to decide or nothing is left to do."""
    agenda = state.agenda
    while agenda:
        top = agenda[-1]
        # Most steps are functions, and to ask an abstract class whether something is its own takes five times as long.
        if type(top) is FunctionType or not isinstance(top, Decision):
            agenda.pop()
            top(state)
        elif not _answer_forced(state, top):
            return
    state.options = {}


def _answer_forced(state: State, top: Decision[Any]) -> bool:
    """Answer for one seat that has no choice, or drop a decision that waits for nobody; False: somebody must decide."""
    found: dict[int, list[Action]] = {}
    # What is answered unseen changes nothing, so the others have the options they had.
    listed = state.options if top.answers else found
    state.options = found
    for seat in top.waiting(state):
        options = found[seat] = listed.get(seat) or top.options(state, seat)
        if len(options) == 1 and not top.always_asked(state, seat):
            state.agenda.pop()
            state.options = {}
            top.resolve(state, seat, options[0])
            return True
        assert options, f"{top} asks seat {seat} for nothing"
    if found:
        return False
    state.agenda.pop()
    return True


def decision(state: State) -> Decision[Any]:
    """The decision the game waits for."""
    top: Any = state.agenda[-1]  # a game that is not over always waits for a decision
    asked: Decision[Any] = top
    return asked


def waiting(state: State) -> tuple[int, ...]:
    """The seats that have to answer now; nobody when the game is over."""
    return tuple(state.options)


def options(state: State, seat: int) -> list[Action]:
    """What the seat may answer now (nothing when it is not asked)."""
    return state.options.get(seat, [])


def relist_options(state: State) -> None:
    """List the options anew, after something they depend on was dealt anew."""
    if state.agenda:
        top = decision(state)
        state.options = {seat: top.options(state, seat) for seat in state.options}


def over(state: State) -> bool:
    return not state.agenda


def act(state: State, seat: int, action: Action) -> None:
    """Check an answer, then let it happen: for the referee."""
    if seat not in state.options:
        raise IllegalAction(f"seat {seat} is not asked; waiting for {list(state.options)}")
    decision(state).check(state, seat, action)
    push(state, seat, action)


def push(state: State, seat: int, action: Action) -> None:
    """Let a legal answer happen and run on to the next decision: for search."""
    top: Any = state.agenda.pop()
    top.resolve(state, seat, action)
    settle(state)


def digest(state: State) -> str:
    """A fingerprint of all that is on the table and in the hands.

    In version 2 of its format marshal knows neither references nor interned texts, so equal values give equal bytes on
    every Python. It takes a tenth of the time of repr.
    """
    return blake2b(marshal.dumps(state.snapshot(), 2), digest_size=16).hexdigest()
