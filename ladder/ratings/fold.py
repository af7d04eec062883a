"""Folds: tables that are worked out block by block, in a state that does not grow with the games.

A fold begins empty, takes the facts of one block after another, and gives its state as JSON that comes back exactly.
Whoever goes on from such a state makes the same steps in the same order as whoever begins anew, so both end equal to
the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol, TypeVar

from serai.ladder.model.facts import Fact, RuleSet, rules_of

State = dict[str, Any]


class Fold(Protocol):
    """A table in the making."""

    def step(self, block: Sequence[Fact]) -> None:
        """Take in the facts of the next block; ValueError if they are of other rules than those before."""

    def state(self) -> State:
        """Return all that is known so far, as exact JSON: no float that is not a whole number of something."""


F = TypeVar("F", bound=Fold)


def run(fold: F, facts: Iterable[Fact]) -> F:
    """Return the fold after all these facts, which are in schedule order."""
    for block in blocks_of(facts):
        fold.step(block)
    return fold


def blocks_of(facts: Iterable[Fact]) -> Iterator[list[Fact]]:
    """Yield the facts of each block. Games outside of a tournament are told apart by their deals."""
    for _, block in groupby(
        facts, lambda fact: (fact["tournament"] or fact["commitment"], fact["block"], rules_of(fact))
    ):
        yield list(block)


def same_rules(before: RuleSet | None, block: Sequence[Fact]) -> RuleSet:
    """Return the rules of a block; ValueError if those before were others."""
    rules = rules_of(block[0])
    if before is not None and before != rules:
        names = ", ".join(map(str, sorted((before, rules))))
        raise ValueError(f"facts of different rules cannot be rated together: {names}")
    return rules
