"""One game between seats: who is asked, how long they may take, who is retired and how it ends.

A match knows no sockets and no clock on the wall: it is handed the time and the answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from serai.referee.clock import NO_OWN, Clock, TimeControl
from serai.referee.core.agenda import Action, Event, Sealed, State, decision, digest, over, push, waiting
from serai.referee.core.errors import IllegalAction
from serai.referee.core.game import Game, Settings


class Cause(StrEnum):
    """Why a seat was retired."""

    TIME = "time"
    ILLEGAL = "illegal"
    PROTOCOL = "protocol"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    START = "start"
    ABSENT = "absent"


class Fault(Exception):
    """An answer that retires its seat."""

    def __init__(self, cause: Cause, text: str) -> None:
        super().__init__(text)
        self.cause = cause
        self.text = text


@dataclass(frozen=True, slots=True)
class Retirement:
    """A seat taken out of the game, with the evidence: what was asked, what was answered, what its bot last wrote."""

    seat: int
    cause: Cause
    after: int
    text: str
    question: str = ""
    answer: str = ""
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """Where a game leaves a recorded one: after these decisions. With `luck` that deal makes all luck from there on."""

    decisions: tuple[tuple[int, Action], ...]
    luck: bytes = b""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A position of a recorded game that others begin with: its `name`, its deal, and the decisions before it."""

    name: str
    deal: bytes
    decisions: tuple[tuple[int, Action], ...]
    renews_luck: bool

    def branch(self, deal: bytes) -> Branch:
        """Return where a game leaves the recorded one, if this deal makes what is new of its luck."""
        return Branch(self.decisions, deal if self.renews_luck else b"")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended for one seat."""

    points: int
    rank: int
    cause: Cause | None

    @property
    def ending(self) -> str:
        return "played" if self.cause is None else "retired"


class Question:
    """What one seat has to decide now. When it was `sent`, and how many seconds of its seat's time it is `allowed`.

    The events that come with it are those of the journal from `since` up to `until`.
    """

    __slots__ = ("allowed", "match", "options", "seat", "sent", "since", "until")

    def __init__(self, match: Match, seat: int, options: list[Action], since: int, until: int) -> None:
        self.match = match
        self.seat = seat
        self.options = options
        self.since = since
        self.until = until
        self.sent = 0.0
        self.allowed = float("inf")

    @property
    def at_hand(self) -> float:
        """The seconds it will be allowed when it is sent."""
        return self.match.clocks[self.seat].at_hand

    @property
    def events(self) -> list[Event]:
        """What has happened since the seat was last asked, as it may know it."""
        return self.match.events(self.seat, self.since, self.until)


class Match:
    """A game in progress. Ask `questions`, say when each was sent, hand in the answers, until `over`."""

    def __init__(
        self,
        game: Game,
        seats: int,
        deal: bytes,
        settings: Settings,
        control: TimeControl,
        own: Mapping[int, TimeControl] = NO_OWN,
        branch: Branch | None = None,
    ) -> None:
        """`own` are the time controls of seats that have another than everybody.

        With a `branch` it begins there; who sits down is told all that happened before with the first question.
        """
        self.game = game
        self.seats = seats
        self.deal = deal
        self.settings = game.complete(seats, settings)
        self.state = game.begin(seats, deal, self.settings)
        self.controls = [own.get(seat, control) for seat in range(seats)]
        self.clocks = [Clock(control) for control in self.controls]
        self.decisions: list[tuple[int, Action]] = []
        self.took: list[float | None] = []  # seconds charged for each decision; None for a default answer
        self.digests: list[str] = []
        self.retirements: dict[int, Retirement] = {}
        self._open: dict[int, Question] = {}
        self._held: dict[int, Action] = {}
        self._took: dict[int, float] = {}  # what answers took that have not happened yet
        self._seen = [0] * seats  # how much of the journal each seat has been sent
        self._turn = self.state.turn
        self.branch = branch
        if branch is not None:
            for seat, action in branch.decisions:
                self._happen(seat, action)
            self._renew_luck(branch.luck)

    @property
    def bots_deal(self) -> bytes:
        """The deal that the luck of bots is made from."""
        return (self.branch and self.branch.luck) or self.deal

    def asked_before(self, seat: int) -> int:
        """Return how many questions a seat was asked before this game left a recorded one."""
        return sum(other == seat for other, _ in self.branch.decisions) if self.branch else 0

    @property
    def over(self) -> bool:
        return not self.state.agenda

    def questions(self) -> list[Question]:
        """The questions that are due and have not been asked yet."""
        due = []
        for seat, options in self.state.options.items():
            if seat not in self._open and seat not in self._held and seat not in self.retirements:
                question = self._open[seat] = Question(self, seat, options, *self._mark_seen(seat))
                due.append(question)
        return due

    def told(self, seat: int) -> int:
        """Return how much of the journal a seat was sent, but for the events that came with its open question."""
        question = self._open.get(seat)
        return self._seen[seat] if question is None else question.since

    def unseen_events(self, seat: int) -> list[Event]:
        """Return the journal slice the seat has not seen, as it may know it, and mark it seen."""
        return self.events(seat, *self._mark_seen(seat))

    def events(self, seat: int, since: int, until: int) -> list[Event]:
        """Return a slice of the journal, as the seat may know it."""
        assert self.state.journal is not None
        return [event.seen_by(seat) for event in self.state.journal[since:until]]

    def _mark_seen(self, seat: int) -> tuple[int, int]:
        """Return the bounds of the journal slice the seat has not seen, and mark it seen."""
        assert self.state.journal is not None
        since = self._seen[seat]
        self._seen[seat] = len(self.state.journal)
        return since, self._seen[seat]

    def sent(self, question: Question, now: float) -> None:
        """Note that the question was sent: from now on its seat's clock limits it."""
        question.sent = now
        question.allowed = question.at_hand

    def allow(self, question: Question, seconds: float) -> None:
        """Let the answer take so long, whatever the clock says."""
        question.allowed = seconds

    def answer(self, question: Question, choice: int | Action, seconds: float) -> None:
        """Take an answer that took so long: the place of an option, or an action. Fault: the seat has to be retired."""
        assert self._open.get(question.seat) is question, "a question is answered once, and while it is open"
        if seconds > question.allowed:
            raise Fault(Cause.TIME, f"answered {seconds - question.allowed:.3f} s after the deadline")
        seat, action = question.seat, chosen(self.state, question.seat, choice)
        self.clocks[seat].end(seconds, earns=len(question.options) > 1 and action.earns_time)
        del self._open[seat]
        self._took[seat] = seconds
        if len(self.state.options) == 1:
            self._happen(seat, action)
        else:
            self._held[seat] = action
        if self._held or self.retirements:
            self._go_on()

    def retire(self, retirement: Retirement) -> None:
        """Take a seat out of the game; declared default answers play it to the end, so the others get a real game."""
        if retirement.seat not in self.retirements and not self.over:
            self.retirements[retirement.seat] = retirement
            self._open.pop(retirement.seat, None)
            self._held.pop(retirement.seat, None)
            self._took.pop(retirement.seat, None)
            self._go_on()

    def open_question(self, seat: int) -> Question | None:
        return self._open.get(seat)

    def outcomes(self) -> list[Outcome]:
        causes = {seat: retirement.cause for seat, retirement in self.retirements.items()}
        return outcomes(self.game, self.state, causes)

    def _go_on(self) -> None:
        """Let the answers happen as soon as all seats that are asked have given theirs; the retired give the default.

        In seat order: which bot is the faster one never shows, neither in the game nor in its record.
        """
        while not over(self.state):
            asked = sorted(waiting(self.state))
            if any(map(self._is_missing, asked)):
                return
            assert len(asked) == 1 or isinstance(decision(self.state), Sealed), "several seats choose only unseen"
            answers, self._held = self._held, {}
            for seat in asked:
                self._happen(seat, answers.get(seat) or decision(self.state).default(self.state, seat))

    def _is_missing(self, seat: int) -> bool:
        """Whether the game waits for an answer of this seat."""
        return seat not in self._held and seat not in self.retirements

    def _happen(self, seat: int, action: Action) -> None:
        self.decisions.append((seat, action))
        self.took.append(self._took.pop(seat, None))
        push(self.state, seat, action)
        self._note_turn()

    def _renew_luck(self, deal: bytes) -> None:
        """Let another deal make all luck from now on, if there is one."""
        if deal:
            self.game.renew_luck(self.state, deal)

    def _note_turn(self) -> None:
        if self.state.turn != self._turn or not self.state.agenda:
            self._turn = self.state.turn
            self.digests.append(digest(self.state))


def chosen(state: State, seat: int, choice: int | Action) -> Action:
    """Return the action that an answer stands for, the place of an option or an action; a Fault if it is illegal."""
    if isinstance(choice, int):
        options = state.options[seat]
        if not 0 <= choice < len(options):
            raise Fault(Cause.ILLEGAL, f"option {choice} does not exist; there are {len(options)}")
        return options[choice]
    try:
        decision(state).check(state, seat, choice)
    except IllegalAction as error:
        raise Fault(Cause.ILLEGAL, str(error)) from None
    return choice


def outcomes(game: Game, state: State, causes: Mapping[int, Cause]) -> list[Outcome]:
    """Points and ranks by seat; the retired share the last place, behind every seat that was not."""
    score = game.score(state)
    played = [rank for seat, rank in enumerate(score.ranks) if seat not in causes]
    last = len(played) + 1
    ranks = [last if seat in causes else 1 + sum(r < rank for r in played) for seat, rank in enumerate(score.ranks)]
    return [Outcome(score.points[seat], ranks[seat], causes.get(seat)) for seat in range(len(ranks))]
