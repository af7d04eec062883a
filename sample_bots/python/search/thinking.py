"""Which of the options is best: the promising ones are tried in the same worlds, and the worse are dropped in turn.

A trial is a world that agrees with what our seat knows, an option played in it, and greedy's play by all seats for some
turns. What has come of it is judged by the value of the position.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, inf, log2, sqrt
from typing import Any

from serai.sample_bots.python.search.greedy_seats import GreedySeats
from serai.sample_bots.python.search.value import values
from serai.sim import IllegalAction, World

MOST_CANDIDATES = 8
LONGEST_LINE = 150  # decisions: a turn that does not end is judged where it stands
DOUBT = 0.5  # another option than greedy's has to be better by so many standard errors
ENOUGH = 8  # trials after which an option may be dropped before its time
BEHIND = 2.5  # standard errors that it is then allowed to catch up by
SLIGHT = 0.002  # what is no better than this is not worth the time
TURNS_AHEAD = {"yspahan": 3}  # the other games: what is left of this one


class Thinker:
    """One question: its candidates, and what their trials have brought."""

    def __init__(
        self,
        greedy: GreedySeats,
        world: World,
        view: Any,
        options: Sequence[Any],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        assert world.seat is not None
        self.greedy, self.world, self.seat, self.now = greedy, world, world.seat, now
        self.candidates = self.promising(view, options)
        self.until = world.turn + TURNS_AHEAD.get(world.game, 1)
        self.results: list[list[float]] = [[] for _ in self.candidates]
        self.judge: Callable[[World], list[float]] = partial(values, greedy)

    def promising(self, view: Any, options: Sequence[Any]) -> list[Any]:
        """Return greedy's choice first, then the options by their gains, as messages or places."""
        chosen = self.greedy.choose(self.seat, view, options)
        if not isinstance(chosen, int):
            chosen = next((place for place, option in enumerate(options) if option is chosen), chosen)
        gains = self.greedy.gains(self.seat, view, options)
        ranked = sorted((place for place in range(len(options)) if place != chosen), key=lambda p: -gains[p])
        return [chosen, *ranked[: MOST_CANDIDATES - 1]]

    def best(self, deadline: float) -> Any:
        """Return the best candidate that is found until then; greedy's if there is no time for trials.

        The time is shared out to rounds; after each of them half of the candidates is dropped, but not the first.
        It is over early when all but one have fallen behind.
        """
        left = list(range(len(self.candidates)))
        begin = self.now()
        rounds = max(1, ceil(log2(len(left))))
        for number in range(1, rounds + 1):
            left = self.try_out(left, begin + (deadline - begin) * number / rounds)
            others = sorted(left[1:], key=lambda place: -self.mean(place))
            left = [left[0], *others[: max(1, len(left) // 2)]]
        return self.candidates[self.verdict(left)]

    def try_out(self, places: list[int], until: float) -> list[int]:
        """Try these candidates while there is time; return those that have not fallen behind.

        The n-th trial of each is in the n-th world.
        """
        while len(places) > 1 and self.now() < until:
            place = min(places, key=lambda place: len(self.results[place]))
            self.results[place].append(self.trial(place, len(self.results[place])))
            if place == places[-1] and len(self.results[place]) >= ENOUGH:
                leader = max(places, key=self.mean)
                places = [each for each in places if each == leader or self.lead(each, leader, -BEHIND) > SLIGHT]
        return places

    def trial(self, place: int, seed: int) -> float:
        """Return what comes of a candidate in one world."""
        world, candidate = self.world.redeal(seed), self.candidates[place]
        try:
            world.play(candidate if isinstance(candidate, int) else world.action(candidate), self.seat)
        except IllegalAction:  # an offer of our own that this world does not allow
            return 0.0
        (outcome,) = world.rollout(
            self.greedy.answer, depth=LONGEST_LINE, redeals=False, until=self.until, judge=self.judge
        )
        return outcome.values[self.seat]

    def mean(self, place: int) -> float:
        results = self.results[place]
        return sum(results) / len(results) if results else -inf

    def verdict(self, left: list[int]) -> int:
        """Return greedy's choice unless another that is left was clearly better where both were tried."""
        leads = {place: self.lead(place, 0, DOUBT) for place in left}
        return max(leads, key=leads.__getitem__)

    def lead(self, place: int, other: int, doubt: float) -> float:
        """Return by how much a candidate was better than another, less so many standard errors of that."""
        differences = [ours - theirs for ours, theirs in zip(self.results[place], self.results[other], strict=False)]
        if len(differences) < 2:
            return 0.0
        mean = sum(differences) / len(differences)
        spread = sum((each - mean) ** 2 for each in differences) / (len(differences) - 1)
        return mean - doubt * sqrt(spread / len(differences))
