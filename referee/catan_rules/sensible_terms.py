"""The few trades a seat finds in its list (rules 6.7): for what it could buy but for one card, that card.

It gives one of what it has most to spare beside the price, or two. It may say anything else; the list is for those who
do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from serai.referee.catan_rules.components import CARD_KINDS
from serai.referee.catan_rules.rules import Cost, Rules

Terms = tuple[tuple[int, ...], tuple[int, ...]]  # given and wanted

LISTED = 3
GIVEN = (1, 2)


def sensible_terms(rules: Rules, hand: Sequence[int]) -> list[Terms]:
    """What the seat might give for what: for every purchase one good, then two; the cheapest purchase first."""
    found = (terms for given in GIVEN for price in rules.purchases for terms in _for(price, hand, given))
    return list(islice(dict.fromkeys(found), LISTED))


def _for(price: Cost, hand: Sequence[int], given: int) -> Iterator[Terms]:
    """The one card that is missing, for so many others that are not needed for the price."""
    missing = [good for good, amount in price for _ in range(amount - hand[good])]
    if len(missing) == 1:
        needed = dict(price)
        give = _plenty([held - needed.get(good, 0) for good, held in enumerate(hand)], given)
        if give:
            yield give, tuple(missing)


def _plenty(spare: list[int], number: int) -> tuple[int, ...]:
    """So many of what there is most of, cards before gold; nothing when there are too few."""
    found = []
    for _ in range(number):
        best = max(range(CARD_KINDS), key=spare.__getitem__)
        best = best if spare[best] > 0 else len(spare) - 1
        if spare[best] <= 0:
            return ()
        spare[best] -= 1
        found.append(best)
    return tuple(sorted(found))
