"""The few trades a seat finds in its list (rules 6.7): for what it could buy but for one card, that card.

It gives one of what it has most to spare beside the price, or two. It may say anything else; the list is for those who
do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.rules import Cost, Rules

Terms = tuple[tuple[int, ...], tuple[int, ...]]  # given and wanted

LISTED = 3
GIVEN = (1, 2)


def sensible_terms(rules: Rules, hand: Sequence[int]) -> list[Terms]:
    """What the seat might give for what: for every purchase one good, then two; the cheapest purchase first."""
    within_reach = [(price, good) for price in rules.purchases if (good := _missing(price, hand)) is not None]
    found = ((_plenty(_beside(price, hand), given), (good,)) for given in GIVEN for price, good in within_reach)
    return list(islice(dict.fromkeys(terms for terms in found if terms[0]), LISTED))


def _missing(price: Cost, hand: Sequence[int]) -> int | None:
    """The one card that is missing for the price; None where nothing is, or more."""
    missing = None
    for good, amount in price:
        lacks = amount - hand[good]
        if lacks > 1 or (lacks > 0 and missing is not None):
            return None
        if lacks > 0:
            missing = good
    return missing


def _beside(price: Cost, hand: Sequence[int]) -> list[int]:
    """What the hand holds beside the price; what is missing for it counts as less than nothing."""
    spare = list(hand)
    for good, amount in price:
        spare[good] -= amount
    return spare


def _plenty(spare: list[int], number: int) -> tuple[int, ...]:
    """So many of what there is most of, cards before gold; nothing when there are too few."""
    found = []
    for _ in range(number):
        most = max(spare[:CARD_KINDS])
        best = spare.index(most) if most > 0 else len(spare) - 1
        if spare[best] <= 0:
            return ()
        spare[best] -= 1
        found.append(best)
    return tuple(sorted(found))
