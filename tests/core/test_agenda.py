"""The agenda: steps run by themselves, decisions wait, the next thing lies last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest

from serai.referee.core.agenda import (
    Action,
    Decision,
    Event,
    Sealed,
    State,
    act,
    decision,
    digest,
    options,
    over,
    push,
    relist_options,
    settle,
    waiting,
)
from serai.referee.core.errors import IllegalAction
from serai.referee.core.luck import Luck


class Log(State):
    """A state that only remembers what was done; voters have `limit` words, less their seat."""

    __slots__ = ("done", "limit")

    def __init__(self, limit: int) -> None:
        State.__init__(self, Luck(bytes(32)))
        self.done: list[str] = []
        self.limit = limit

    def clone(self) -> Log:
        copy = self.branch()
        copy.done = self.done[:]
        copy.limit = self.limit
        return copy

    def snapshot(self) -> tuple[object, ...]:
        return tuple(self.done)


@dataclass(frozen=True, slots=True)
class Say(Action):
    word: str

    def apply(self, state: Log, seat: int) -> None:
        state.done.append(f"{seat} {self.word}")


@dataclass(frozen=True, slots=True)
class Ask(Decision[Log]):
    """One seat says one of the words."""

    seat: int
    words: tuple[str, ...]
    secret: bool = False

    def options(self, state: Log, seat: int) -> list[Action]:
        return [Say(word) for word in self.words]

    def always_asked(self, state: Log, seat: int) -> bool:
        return self.secret


@dataclass(frozen=True, slots=True)
class Vote(Sealed[Log]):
    """Every seat says a word, unseen."""

    words: tuple[str, ...] = ("yes", "no")

    def options(self, state: Log, seat: int) -> list[Action]:
        return [Say(word) for word in self.words[: state.limit - seat]]

    def reveal(self, state: Log, answers: dict[int, Any]) -> None:
        state.done += [f"{seat} {answer.word}" for seat, answer in answers.items()]


@dataclass(frozen=True, slots=True)
class AnyNumber(Decision[Log]):
    """More is allowed than is listed; the list is a sample of one, so the seat must be asked all the same."""

    seat: int

    def options(self, state: Log, seat: int) -> list[Action]:
        return [Say("0")]

    def always_asked(self, state: Log, seat: int) -> bool:
        return True

    def check(self, state: Log, seat: int, action: Action) -> None:
        if not (isinstance(action, Say) and action.word.isdigit()):
            raise IllegalAction(f"{action} is not a number")


def note(word: str) -> Callable[[Log], None]:
    return lambda state: state.done.append(word)


def begin(*things: Any, limit: int = 5) -> Log:
    state = Log(limit)
    state.then(*things)
    settle(state)
    return state


# --- order


def test_steps_happen_in_the_order_they_are_put() -> None:
    assert begin(note("a"), note("b"), note("c")).done == ["a", "b", "c"]


def test_what_a_step_puts_there_happens_before_all_that_waits() -> None:
    state = begin(note("a"), lambda state: state.then(note("b"), note("c")), note("d"))
    assert state.done == ["a", "b", "c", "d"]


def test_a_game_with_nothing_left_to_do_is_over_and_asks_nobody() -> None:
    state = begin(note("a"))
    assert over(state)
    assert waiting(state) == ()
    assert options(state, 0) == []
    with pytest.raises(IllegalAction, match=r"seat 0 is not asked; waiting for \[\]"):
        act(state, 0, Say("hello"))


def test_a_decision_holds_up_all_that_comes_after_it() -> None:
    state = begin(note("a"), Ask(1, ("x", "y")), note("b"))
    assert state.done == ["a"]
    assert waiting(state) == (1,)
    assert options(state, 1) == [Say("x"), Say("y")]
    act(state, 1, Say("y"))
    assert state.done == ["a", "1 y", "b"]
    assert over(state)


def test_a_decision_out_of_turn_leaves_the_turn_untouched_beneath_it() -> None:
    state = begin(Ask(0, ("x", "y")), note("end"))
    state.then(Ask(1, ("p", "q")))
    settle(state)
    assert waiting(state) == (1,)
    act(state, 1, Say("p"))
    assert waiting(state) == (0,)
    act(state, 0, Say("x"))
    assert state.done == ["1 p", "0 x", "end"]


# --- forced answers


def test_a_single_option_is_answered_without_asking() -> None:
    state = begin(Ask(0, ("only",)), note("end"))
    assert state.done == ["0 only", "end"]


def test_a_single_option_is_asked_where_not_asking_would_tell_something() -> None:
    state = begin(Ask(0, ("only",), secret=True))
    assert waiting(state) == (0,)
    assert state.done == []


def test_a_free_answer_may_go_beyond_the_list_but_not_beyond_the_check() -> None:
    state = begin(AnyNumber(0))
    with pytest.raises(IllegalAction, match="is not a number"):
        act(state, 0, Say("seven"))
    act(state, 0, Say("7"))
    assert state.done == ["0 7"]


def test_a_decision_that_asks_for_nothing_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError, match="asks seat 0 for nothing"):
        begin(Ask(0, ()))


# --- refusals


@pytest.mark.parametrize(
    ("seat", "word", "message"),
    [
        (0, "z", r"Say\(word='z'\) is not among the options of seat 0"),
        (1, "x", r"seat 1 is not asked; waiting for \[0\]"),
    ],
)
def test_a_refused_answer_says_why_and_changes_nothing(seat: int, word: str, message: str) -> None:
    state = begin(Ask(0, ("x", "y")))
    before = (digest(state), state.agenda[:], dict(state.options))
    with pytest.raises(IllegalAction, match=message):
        act(state, seat, Say(word))
    assert (digest(state), state.agenda, state.options) == before


def test_the_default_answer_is_the_first_option() -> None:
    state = begin(Ask(0, ("x", "y")))
    assert decision(state).default(state, 0) == Say("x")


# --- sealed choices


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_sealed_answers_are_revealed_in_seat_order_whoever_answers_first(order: tuple[int, ...]) -> None:
    state = begin(Vote((0, 1, 2)), note("end"))
    for place, seat in enumerate(order):
        assert state.done == []
        assert set(waiting(state)) == set(order[place:])
        act(state, seat, Say("no" if seat == 1 else "yes"))
    assert state.done == ["0 yes", "1 no", "2 yes", "end"]


def test_nobody_answers_a_sealed_question_twice() -> None:
    state = begin(Vote((0, 1)))
    act(state, 0, Say("yes"))
    with pytest.raises(IllegalAction, match=r"seat 0 is not asked; waiting for \[1\]"):
        act(state, 0, Say("no"))


def test_a_seat_without_a_choice_is_not_asked_for_its_sealed_answer() -> None:
    state = begin(Vote((0, 1, 2)), limit=3)  # so seat 2 has one word only
    assert waiting(state) == (0, 1)
    act(state, 1, Say("no"))
    act(state, 0, Say("no"))
    assert state.done == ["0 no", "1 no", "2 yes"]


def test_sealed_answers_that_are_all_forced_are_revealed_at_once() -> None:
    assert begin(Vote((0, 1), words=("yes",))).done == ["0 yes", "1 yes"]


def test_a_sealed_question_to_nobody_is_dropped() -> None:
    assert begin(Vote(()), note("end")).done == ["end"]


# --- copies


def test_a_clone_shares_nothing_that_changes() -> None:
    state = begin(Ask(0, ("x", "y")), Ask(1, ("p", "q")))
    clone = state.clone()
    push(clone, 0, Say("x"))
    clone.luck.below(6, "dice")
    assert (state.done, waiting(state), state.luck.drawn) == ([], (0,), {})
    assert (clone.done, waiting(clone), clone.luck.drawn) == (["0 x"], (1,), {"dice": 1})


def test_a_clone_keeps_no_journal() -> None:
    state = begin(Ask(0, ("x", "y")))
    clone = state.clone()
    clone.tell(Whisper(0, None, 1))
    state.tell(Whisper(0, None, 2))
    assert clone.journal is None
    assert state.journal == [Whisper(0, None, 2)]


def test_options_can_be_listed_anew_after_the_table_was_changed() -> None:
    state = begin(Vote((0, 1), words=("a", "b", "c")))
    state.limit = 2
    assert options(state, 0) == [Say("a"), Say("b"), Say("c")]
    relist_options(state)
    assert options(state, 0) == [Say("a"), Say("b")]


def test_a_digest_tells_states_apart() -> None:
    one, two = begin(note("a")), begin(note("b"))
    assert digest(one) != digest(two)
    assert digest(one) == digest(begin(note("a")))


def test_a_digest_is_the_same_on_every_python() -> None:
    state = begin(note("a"))
    assert digest(state) == "9ee1c40f1e7a6e0761779f3e2f42fafb"


# --- what others may know of an event


@dataclass(frozen=True, slots=True)
class Whisper(Event):
    secret = ("word",)
    knower = ("speaker", "hearer")
    speaker: int
    hearer: int | None
    word: int | None


@dataclass(frozen=True, slots=True)
class Shout(Event):
    word: int


def test_a_secret_is_told_to_those_who_know_it_and_to_nobody_else() -> None:
    whisper = Whisper(speaker=0, hearer=2, word=7)
    assert [whisper.seen_by(seat).word for seat in (0, 1, 2, None)] == [7, None, 7, None]  # type: ignore[attr-defined]  # a whisper stays one


def test_a_secret_with_fewer_knowers_is_not_the_publics() -> None:
    """No hearer is not the same as the public hearing it."""
    assert Whisper(speaker=0, hearer=None, word=7).seen_by(None) == Whisper(0, None, None)


def test_what_is_no_secret_is_told_to_everybody() -> None:
    assert [Shout(3).seen_by(seat) for seat in (0, None)] == [Shout(3), Shout(3)]
