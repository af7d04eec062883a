"""Whether what was drawn often enough fits the chances that an enumeration gives: Pearson's chi-square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import permutations
from math import sqrt
from typing import Any

from serai.referee.core.luck import Luck
from tests.random_play import deal

DRAWS = 1500
BOUND = 3.72  # of a normal variable: one honest draw in ten thousand is beyond it


def drawn(redeal: Callable[[Luck], Any], seen: Callable[[Any], Hashable], draws: int = DRAWS) -> Counter[Hashable]:
    """What so many redeals show, each with luck of its own that never changes."""
    return Counter(seen(redeal(Luck(deal(number)))) for number in range(draws))


def assert_fits(found: Counter[Hashable], weights: Mapping[Any, float]) -> None:
    """Nothing is drawn that cannot be, and all else as often as its weight says."""
    assert len(weights) > 1
    assert set(found) <= set(weights), f"drawn, but impossible: {sorted(map(str, set(found) - set(weights)))[:3]}"
    draws, whole = found.total(), sum(weights.values())
    expected = {key: draws * weight / whole for key, weight in weights.items()}
    assert min(expected.values()) > 5, "too few draws for so many cases"
    statistic = sum((found[key] - often) ** 2 / often for key, often in expected.items())
    assert statistic < quantile(len(weights) - 1), f"{statistic:.0f} for {len(weights) - 1} degrees of freedom"


def quantile(freedom: int) -> float:
    """Below this is chi-square nearly always, after Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + BOUND * sqrt(spread)) ** 3)


def all_deals(cards: Sequence[Any], seen: Callable[[Sequence[Any]], Hashable | None]) -> Counter[Hashable]:
    """How many orders of the cards lead to what is seen; None: such a deal cannot be."""
    found = Counter(seen(order) for order in permutations(cards))
    del found[None]
    return found
