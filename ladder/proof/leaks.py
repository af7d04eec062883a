"""Planted leaks: leaky copies of a game, each of which the proof has to notice. A proof that misses one is blind.

All of them work with any game: a copy tells one bit of a digest of the whole state or of the deal, or cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from serai.ladder.proof.positions import Positions
from serai.ladder.proof.stack import Stack
from serai.referee.core.agenda import Decision, Event, State, digest
from serai.referee.core.game import Game
from serai.referee.core.luck import Luck
from serai.referee.match import Fault, Match, Question
from serai.referee.saving import save
from serai.referee.world import drawn_world
from serai.server.codec import CODECS
from serai.server.codec.wire import field
from serai.server.messages import MatchMessages
from serai.server.stream import Place, Stream
from serai.v1 import referee_pb2 as pb

UNKNOWN_FIELD = 9999  # no message has it: a reader skips it, but it is there


@dataclass(frozen=True, slots=True)
class Leak:
    """A leaky copy: what kind of leak, what it tells, and how it is planted while the block runs."""

    kind: str
    tells: str
    plant: Callable[[Stack], AbstractContextManager[Stack]]


def bit(state: State) -> int:
    """One bit of all that is on the table and in the hands."""
    return int(digest(state)[-1], 16) & 1


def deal_bit(match: Match) -> int:
    return match.deal[0] & 1


# --- in the messages


class LeakyBoard(MatchMessages):
    def started(self, handle: int, seat: int, bot: str = "") -> bytes:
        (message,) = pb.PlayResponse.FromString(super().started(handle, seat, bot)).games_started
        name = self._match.game.name
        board = getattr(message.board, name)
        board.MergeFromString(field(UNKNOWN_FIELD, bytes([bit(self._match.state)])))
        return pb.PlayResponse(games_started=[message]).SerializeToString()


class LeakyClock(MatchMessages):
    def question(self, question: Question, question_id: int, handle: int) -> bytes:
        clock = self._match.clocks[question.seat]
        clock.bank += deal_bit(self._match) / 1000
        try:
            return super().question(question, question_id, handle)
        finally:
            clock.bank -= deal_bit(self._match) / 1000


class LeakyOrder(MatchMessages):
    def question(self, question: Question, question_id: int, handle: int) -> bytes:
        listed = question.options
        question.options = listed[::-1] if bit(self._match.state) else listed
        try:
            return super().question(question, question_id, handle)
        finally:
            question.options = listed


class LeakySize(MatchMessages):
    def question(self, question: Question, question_id: int, handle: int) -> bytes:
        padding = field(UNKNOWN_FIELD, b"") if bit(self._match.state) else b""
        return super().question(question, question_id, handle) + padding


class LeakyHandle(MatchMessages):
    def question(self, question: Question, question_id: int, handle: int) -> bytes:
        return super().question(question, question_id, handle + bit(self._match.state))


class UnredactedQuestion(MatchMessages):
    def question(self, question: Question, question_id: int, handle: int) -> bytes:
        (message,) = pb.PlayResponse.FromString(super().question(question, question_id, handle)).questions
        del message.events[:]
        message.events.extend(whole_events(self._match, question.since, question.until))
        return pb.PlayResponse(questions=[message]).SerializeToString()


class UnredactedEnd(MatchMessages):
    def ended(self, handle: int, seat: int, reveals: bool) -> bytes:
        (message,) = pb.PlayResponse.FromString(super().ended(handle, seat, reveals)).games_ended
        del message.events[:]
        message.events.extend(whole_events(self._match, 0, None))
        return pb.PlayResponse(games_ended=[message]).SerializeToString()


def whole_events(match: Match, since: int, until: int | None) -> list[pb.Event]:
    """Return a slice of the journal as nobody is to see it."""
    assert match.state.journal is not None
    return [CODECS[match.game.name].event_message(event) for event in match.state.journal[since:until]]


class LeakyText(Match):
    def answer(self, question: Question, choice: Any, seconds: float) -> None:
        try:
            super().answer(question, choice, seconds)
        except Fault as fault:
            raise Fault(fault.cause, fault.text + " " * bit(self.state)) from None


class LeakyNumbers(Stream):
    def ask(self, question_id: int, question: Question, message: bytes) -> None:
        super().ask(question_id + deal_bit(question.match), question, message)

    def add_place(self, seat: Any, read_action: Any, asked: int = 0) -> Place:
        return super().add_place(seat, read_action, asked + deal_bit(seat[0]))


def sending(**classes: type) -> Callable[[Stack], AbstractContextManager[Stack]]:
    """Plant a leak in one of the classes that send."""
    return lambda stack: nullcontext(replace(stack, **classes))  # type: ignore[arg-type]  # names of its fields


# --- in the rules


def neighbours_cards(
    when: Callable[[Any], bool] = lambda state: True,
) -> Callable[[Stack], AbstractContextManager[Stack]]:
    """Show every seat what only the next one may see, in some positions."""

    def plant(stack: Stack) -> AbstractContextManager[Stack]:
        honest = stack.game.view

        def view(state: Any, seat: int | None) -> Any:
            own = honest(state, seat)
            if not when(state):
                return own
            return with_private_parts(own, honest(state, (0 if seat is None else seat + 1) % stack.seats))

        return nullcontext(replace(stack, game=replace(stack.game, view=view)))

    return plant


def with_private_parts(own: Any, other: Any) -> Any:
    """Return a view with those parts of the other that differ, but for whose it is."""
    changed = {}
    for name in own._fields:
        mine, theirs = getattr(own, name), getattr(other, name)
        if name != "seat" and mine != theirs and theirs is not None:
            changed[name] = with_private_parts(mine, theirs) if hasattr(mine, "_fields") else theirs
    return own._replace(**changed)


def told_to_all(kind: type[Event]) -> Callable[[Stack], AbstractContextManager[Stack]]:
    """Let everybody know the secrets of one kind of event."""

    @contextmanager
    def plant(stack: Stack) -> Iterator[Stack]:
        kind.seen_by = lambda self, seat: self  # type: ignore[method-assign]  # for the time of the block
        try:
            yield stack
        finally:
            del kind.seen_by

    return plant


@contextmanager
def told_twice(stack: Stack) -> Iterator[Stack]:
    """Tell an event twice or once, as the hidden part of the state has it."""
    honest = State.tell

    def tell(self: State, event: Event) -> None:
        for _ in range(1 + bit(self)):
            honest(self, event)

    State.tell = tell  # type: ignore[method-assign]  # for the time of the block
    try:
        yield stack
    finally:
        State.tell = honest  # type: ignore[method-assign]  # as it was


@contextmanager
def asked_by_cards(stack: Stack) -> Iterator[Stack]:
    """Ask who has no choice, or not, as the hidden part of the state has it."""
    kinds: list[Any] = [Decision, *kinds_of(Decision)]  # Any: mypy takes no abstract class for a type here
    kinds = [kind for kind in kinds if "always_asked" in vars(kind)]
    honest = {kind: kind.always_asked for kind in kinds}
    for kind in kinds:
        kind.always_asked = lambda self, state, seat: bool(bit(state))
    try:
        yield stack
    finally:
        for kind, method in honest.items():
            kind.always_asked = method


def kinds_of(kind: type) -> list[type[Any]]:
    """Return all classes below this one."""
    below: list[type[Any]] = kind.__subclasses__()
    return [each for child in below for each in (child, *kinds_of(child))]


# --- in worlds


def drawn_by_hidden_luck(stack: Stack) -> AbstractContextManager[Stack]:
    """Draw worlds with another luck, as the hidden part of the state has it."""
    honest = stack.game.redeal

    def redeal(state: Any, seat: int | None, luck: Luck) -> Any:
        deal = bytes([luck.deal[0] ^ bit(state), *luck.deal[1:]])
        return honest(state, seat, Luck(deal, luck.drawn))

    return nullcontext(replace(stack, game=replace(stack.game, redeal=redeal)))


def not_drawn_at_all(stack: Stack) -> AbstractContextManager[Stack]:
    """Leave half of all positions as they are."""
    honest = stack.game.redeal

    def redeal(state: Any, seat: int | None, luck: Luck) -> Any:
        return stack.game.clone(state) if bit(state) else honest(state, seat, luck)

    return nullcontext(replace(stack, game=replace(stack.game, redeal=redeal)))


class NeighbourInWorld(MatchMessages):
    def world(self, seat: int, luck: Luck) -> bytes:
        game, state = self._match.game, self._match.state
        drawn = drawn_world(game, state, seat, luck)
        neighbour = (seat + 1) % len(drawn.players)
        drawn.players[neighbour] = game.clone(state).players[neighbour]
        return save(game, drawn)


class DealInWorld(MatchMessages):
    def world(self, seat: int, luck: Luck) -> bytes:
        game, state = self._match.game, self._match.state
        drawn = drawn_world(game, state, seat, luck)
        drawn.luck = Luck(self._match.deal)
        return save(game, drawn)


# --- where it is hard to see


def late(stack: Stack) -> AbstractContextManager[Stack]:
    """Show a neighbour's cards only in the last part of a game: where a game of random moves comes late or never."""
    turns = final_turn(stack)
    return neighbours_cards(lambda state: state.turn > 0.9 * turns)(stack)


def final_turn(stack: Stack) -> int:
    """Return the turn in which a game of greedy bots ends."""
    for position in Positions(stack, "how long it lasts"):
        if not position.state.agenda:
            turn: int = position.state.turn
            return turn
    raise AssertionError("positions have no end")


LEAKS = (
    Leak("view", "a neighbour's cards", neighbours_cards()),
    Leak("view, late", "a neighbour's cards, near the end of a game only", late),
    Leak("option order", "a bit of the state, by the order of options", sending(messages=LeakyOrder)),
    Leak("event text", "all secrets of events, in questions", sending(messages=UnredactedQuestion)),
    Leak("event text", "all secrets of events, in GameEnded", sending(messages=UnredactedEnd)),
    Leak("count", "a bit of the state, by how often an event is told", told_twice),
    Leak("size", "a bit of the state, by the size of a message", sending(messages=LeakySize)),
    Leak("timing", "a bit of the state, by who is asked", asked_by_cards),
    Leak("board", "a bit of the state, in the board of GameStarted", sending(messages=LeakyBoard)),
    Leak("clock", "a bit of the deal, in a millisecond of the clock", sending(messages=LeakyClock)),
    Leak("question id", "a bit of the deal, in the ids of questions", sending(stream=LeakyNumbers)),
    Leak("handle", "a bit of the state, in the handle", sending(messages=LeakyHandle)),
    Leak("refusal", "a bit of the state, by a space in the text of a fault", sending(match=LeakyText)),
    Leak("world", "a bit of the state, by the luck a world is drawn with", drawn_by_hidden_luck),
    Leak("world", "the position itself, as a world every other time", not_drawn_at_all),
    Leak("world", "a neighbour's own things, in the world of a question", sending(messages=NeighbourInWorld)),
    Leak("world", "the deal, as the luck to come of a world", sending(messages=DealInWorld)),
)
OF_A_GAME = {
    "yspahan": (
        Leak(
            "view, late", "a neighbour's cards, in the third week only", neighbours_cards(lambda state: state.week == 3)
        ),
    ),
}


def leaks_of(game: Game) -> list[Leak]:
    """Return all leaks that are planted in a game: in one event after the other, and those of every game."""
    secret = [kind for kind in game.events.classes if kind.secret]
    told = [Leak("event text", f"the secret of {kind.__name__}, to everybody", told_to_all(kind)) for kind in secret]
    return [*LEAKS, *told, *OF_A_GAME.get(game.name, ())]
