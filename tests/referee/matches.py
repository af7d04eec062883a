"""Matches of Harbour for the tests: played by small functions instead of bots, with a clock that is told the time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import Action
from serai.referee.core.luck import DEAL_BYTES
from serai.referee.match import Cause, Match, Question, Retirement
from tests.harbour import HARBOUR, PASS, Trade

Brain = Callable[[Question], int | Action]
UNHURRIED = TimeControl(bank=1000, increment=0, cap=1000)
CALM = 1  # a deal without a storm in the first turn


def new_match(seats: int = 3, deal: int = CALM, control: TimeControl = UNHURRIED, length: str = "short") -> Match:
    return Match(HARBOUR, seats, deal.to_bytes(DEAL_BYTES, "big"), {"length": length}, control)


def calm_match(control: TimeControl = UNHURRIED) -> Match:
    """Three seats; the first one may trade."""
    match = new_match(control=control)
    assert match.state.agenda[-1] == Trade(0)
    return match


def thrifty(question: Question) -> int:
    """A bot that passes when it can and otherwise takes the first option: its hold is always full."""
    return question.options.index(PASS) if PASS in question.options else 0


def whimsical(seed: int) -> Brain:
    """A bot whose answers depend only on what it is asked, not on when."""

    def choose(question: Question) -> int:
        asked = f"{seed} {question.seat} {question.options} {len(question.match.decisions)}"
        return random.Random(asked).randrange(len(question.options))

    return choose


def ask(match: Match, now: float = 0.0) -> list[Question]:
    """The questions that are due, sent now."""
    questions = match.questions()
    for question in questions:
        match.sent(question, now)
    return questions


def answer(match: Match, *choices: int | Action) -> None:
    """Answer one question after the other."""
    for choice in choices:
        (question,) = ask(match)
        match.answer(question, choice, seconds=0.0)


def play(match: Match, brain: Brain, order: Callable[[list[Question]], Iterable[Question]] = list) -> Match:
    """To the end; `order` says in which order the answers to what is asked at the same time arrive."""
    while not match.over:
        for question in order(ask(match)):
            match.answer(question, brain(question), seconds=0.0)
    return match


def stormy_match() -> tuple[Match, list[Question]]:
    """Four seats, of which at least three have to choose at the same time; and their questions."""
    match = new_match(seats=4, length="long")
    while len(questions := ask(match)) < 3:
        for question in questions:
            match.answer(question, thrifty(question), seconds=0.0)
    return match, questions


def retire(match: Match, seat: int, cause: Cause = Cause.CRASH, text: str = "it fell over") -> None:
    match.retire(Retirement(seat, cause, len(match.decisions), text))
