"""Whole games of the Catan family: at random with its laws checked, by default answers alone, and dealt anew."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from serai.referee.core.agenda import decision, over, push, waiting
from serai.referee.core.luck import Luck
from tests.random_play import Case, deal, decide

Check = Callable[[Any], None]


def play_checked(case: Case, number: int, check: Check) -> tuple[Any, int]:
    """A random game whose laws hold at every tenth decision and at the end; its last state, and how many decisions."""
    state = case.begin(number)
    chance, place = random.Random(number), 0
    while not over(state):
        decide(state, chance)
        place += 1
        if place % 10 == 0:
            check(state)
    check(state)
    return state, place


def play_by_default(case: Case, most: int = 5000) -> Any:
    """A game in which every seat is retired, at its end; it fails with more than `most` decisions."""
    state = case.begin(1)
    answered = 0
    while not over(state):
        seat = waiting(state)[0]
        push(state, seat, decision(state).default(state, seat))
        answered += 1
        assert answered < most
    return state


def play_redealt(case: Case, number: int, decisions: int, every: int, check: Check) -> int:
    """A random game in which, every so many decisions, no redeal changes what its viewer sees and all are possible.

    Returns how many redeals changed the state.
    """
    state, chance, differing = case.begin(number), random.Random(case.seats), 0
    for place in range(decisions):
        if over(state):
            break
        if place % every == 0:
            for viewer in (None, *range(case.seats)):
                twin = case.game.redeal(state, viewer, Luck(deal(place)))
                assert case.game.view(twin, viewer) == case.game.view(state, viewer)
                check(twin)
                differing += twin.snapshot() != state.snapshot()
        decide(state, chance)
    return differing
