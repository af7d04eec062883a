"""The estimate of everybody's strength at once, with errors that hold although the games of a block share their luck.

The strengths are those under which the outcomes were likeliest, together with a weak prior: everybody has drawn one
game more, against a bot of strength 0, and seats differ by some 200 points of Elo. So an estimate always exists. Errors
come from the spread between blocks, not between games, corrected for the pull of each block on its own expectation
(the second-order form of what is known as CR2); the games of the prior count as blocks of their own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from serai.ladder.model.facts import Entrant
from serai.ladder.ratings.block_table import BlockTable
from serai.ladder.ratings.outcomes import Outcomes, ShapeOutcomes
from serai.ladder.ratings.plackett_luce import Array, Numbers

PER_LOGIT = 400 / math.log(10)
VIRTUAL_GAMES = 1.0
SEAT_SPREAD = 200 / PER_LOGIT
STEADY_BLOCKS = 5.0

# Each step of Newton's method doubles the digits: one of this length leads to within rounding of the top.
_CLOSE = 1e-7
_TINY = 1e-12
_MOST_STEPS = 1000

Shapes = Sequence[ShapeOutcomes]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Strengths on the scale of Elo, around 0; their covariance, and the degrees of freedom of each.

    `seats` are the terms of the seats by their number. `parts` says of each entrant in which part of the ladder it is:
    between two parts there was no game.
    """

    entrants: tuple[Entrant, ...]
    strengths: Array
    covariance: Array
    freedom: Array
    seats: dict[int, list[float]]
    parts: list[int]


def estimate(outcomes: Outcomes, with_outages: bool = True) -> Estimate:
    """Return the estimate from all outcomes, or from those of blocks in which the platform did not fail."""
    return fit(outcomes.entrants, list(outcomes.shapes(with_outages)))


def fit(entrants: tuple[Entrant, ...], shapes: Shapes) -> Estimate:
    """Return the estimate from outcomes of blocks between these entrants."""
    model = _Model(len(entrants), shapes)
    found = model.top()
    centred = np.eye(len(entrants)) - 1 / max(1, len(entrants))
    bots = slice(0, len(entrants))
    plain, robust, freedom = model.errors(found)
    covariance = _steadied(centred @ plain[bots, bots] @ centred, centred @ robust[bots, bots] @ centred, freedom[bots])
    return Estimate(
        entrants,
        centred @ found[bots] * PER_LOGIT,
        covariance * PER_LOGIT**2,
        # The blocks of the opponents are worth about as much again: chosen by simulation, see docs/ratings.md.
        2 * (freedom[bots] + STEADY_BLOCKS),
        {size: list(PER_LOGIT * found[at : at + size]) for size, at in model.terms.items()},
        _parts(len(entrants), shapes),
    )


def _steadied(plain: Array, robust: Array, freedom: Array) -> Array:
    """Return the robust covariance, mixed with the plain one where few blocks make it unsteady.

    The plain one, of games that share no luck, is first scaled by how much larger robust variances are in the mean over
    all; it is never scaled down. It counts as much as so many blocks.
    """
    ratios = np.diag(robust) / np.maximum(np.diag(plain), _TINY)
    scale = max(1.0, float((ratios * freedom).sum() / max(freedom.sum(), _TINY)))
    share = STEADY_BLOCKS / (STEADY_BLOCKS + freedom)
    mine, others = np.sqrt(share), np.sqrt(1 - share)
    found: Array = scale * mine[:, None] * plain * mine + others[:, None] * robust * others
    return found


class _Model:
    """The parameters in a row: the strengths of the bots, then the terms of the seats of each number of seats."""

    def __init__(self, bots: int, shapes: Shapes) -> None:
        structures: dict[tuple[int, ...], list[ShapeOutcomes]] = {}
        for of in shapes:
            structures.setdefault(tuple(map(len, of.shape)), []).append(of)
        self.bots = bots
        self.terms: dict[int, int] = {}
        self.size = bots
        for size in sorted({size for sizes in structures for size in sizes}):
            self.terms[size] = self.size
            self.size += size
        self._tables = [BlockTable(sizes, of, self._terms_of(sizes), self.size) for sizes, of in structures.items()]

    def _terms_of(self, sizes: Sequence[int]) -> Numbers:
        return np.array([self.terms[size] + seat for size in sorted(set(sizes)) for seat in range(size)])

    def top(self) -> Array:
        """Return the parameters at which likelihood and prior are highest, by Newton's method from 0 on.

        A step that changes a difference within a game by a lot may lead far beyond the top. The third derivatives of
        this model are bounded by the second ones times that change; with such a bound a step that is cut down to the
        logarithm of its reach always leads upwards (Newton's method for generalised self-concordant functions).
        """
        at = np.zeros(self.size)
        for _ in range(_MOST_STEPS):
            gradient, information = self._derivatives(at)
            step: Array = np.linalg.solve(information, gradient).astype(np.float64)
            if np.abs(step).max(initial=0.0) < _CLOSE:
                return np.asarray(at + step)
            reach = self._reach(step)
            at = at + (step if reach <= 1 else step * math.log1p(reach) / reach)
        raise ArithmeticError("the ratings did not settle")

    def _reach(self, step: Array) -> float:
        """Return how far a step changes a difference at most: within a game, or from the bot of the prior."""
        from_prior = float(np.abs(step[: self.bots]).max(initial=0.0))
        return max([from_prior, *(table.reach(np.append(step, 0.0)) for table in self._tables)])

    def _derivatives(self, at: Array) -> tuple[Array, Array]:
        gradient, information = self._prior(at)
        for table in self._tables:
            by_slot, between = table.derivatives(np.append(at, 0.0))
            gradient += self._sums(table.slots, by_slot)
            information += self._sums_between(table.slots, between)
        return gradient, information

    def _prior(self, at: Array) -> tuple[Array, Array]:
        expected, terms = _expected(at[: self.bots]), at[self.bots :]
        gradient = np.append(VIRTUAL_GAMES * (0.5 - expected), -terms / SEAT_SPREAD**2)
        curvature = np.append(VIRTUAL_GAMES * expected * (1 - expected), np.full(len(terms), SEAT_SPREAD**-2))
        return gradient, np.diag(curvature)

    def _sums(self, slots: Numbers, values: Array) -> Array:
        """Return the sums of what belongs to slots by parameter; what belongs to unused slots is 0."""
        found: Array = np.bincount(slots.ravel(), values.ravel(), self.size + 1).astype(np.float64)
        return found[: self.size]

    def _sums_between(self, slots: Numbers, values: Array) -> Array:
        size = self.size + 1
        places = slots[:, :, None] * size + slots[:, None, :]
        found: Array = np.bincount(places.ravel(), values.ravel(), size * size).astype(np.float64)
        return found.reshape(size, size)[:-1, :-1]

    def errors(self, at: Array) -> tuple[Array, Array, Array]:
        """Return the covariance of the parameters if games shared no luck, the robust one, and degrees of freedom."""
        by_table = [table.derivatives(np.append(at, 0.0))[1] for table in self._tables]
        information = self._prior(at)[1]
        for table, between in zip(self._tables, by_table, strict=True):
            information += self._sums_between(table.slots, between)
        inverse: Array = np.linalg.inv(information).astype(np.float64)
        padded = np.pad(inverse, (0, 1))
        spread = self._prior_spread(at)
        shares, squares = np.zeros(self.size), np.zeros(self.size)
        for table, between in zip(self._tables, by_table, strict=True):
            near = padded[table.slots[:, :, None], table.slots[:, None, :]]
            block = between / table.blocks[:, None, None]
            spread += self._sums_between(table.slots, _spread(table, at, block @ near))
            share = np.einsum("sii->si", near @ block @ near)
            shares += self._sums(table.slots, share * table.blocks[:, None])
            squares += self._sums(table.slots, share**2 * table.blocks[:, None])
        freedom = shares**2 / np.maximum(squares, _TINY**2) - 1
        robust: Array = inverse @ spread @ inverse
        return inverse, robust, np.asarray(np.maximum(freedom, 0.0))

    def _prior_spread(self, at: Array) -> Array:
        """Return what the games of the prior add: the less, the less of a surprise a draw is."""
        surprise = VIRTUAL_GAMES * (0.5 - _expected(at[: self.bots]))
        return np.diag(np.append(surprise**2, np.zeros(self.size - self.bots)))


def _expected(strengths: Array) -> Array:
    """Return the expected share against a bot of strength 0."""
    return np.asarray((1 + np.tanh(strengths / 2)) / 2)


def _spread(table: BlockTable, at: Array, pull: Array) -> Array:
    """Return by shape the sum of squares of what blocks add to the gradient, each freed of its pull on itself."""
    freed = np.eye(pull.shape[1]) + pull / 2 + pull @ pull * 3 / 8
    scores = (freed[table.shape] @ table.scores(np.append(at, 0.0))[:, :, None])[:, :, 0]
    squares = (table.count[:, None] * scores)[:, :, None] * scores[:, None, :]
    first = np.searchsorted(table.shape, np.arange(len(table.blocks)))
    return np.asarray(np.add.reduceat(squares, first))


def _parts(bots: int, shapes: Shapes) -> list[int]:
    """Return for each bot in which part of the ladder it is; parts are numbered as their first bots are."""
    leader = list(range(bots))

    def find(bot: int) -> int:
        while leader[bot] != bot:
            leader[bot] = leader[leader[bot]]
            bot = leader[bot]
        return bot

    for of in shapes:
        for game in of.shape:
            for bot in game[1:]:
                leader[find(bot)] = find(game[0])
    numbers: dict[int, int] = {}
    return [numbers.setdefault(find(bot), len(numbers)) for bot in range(bots)]
