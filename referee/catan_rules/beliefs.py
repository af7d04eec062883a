"""Which hands there could be, and how likely each is, for who saw all but the thefts of others (rules 8).

A belief lists all hands that are possible for one viewer. Each possibility has a weight, and says for every seat and
kind of card by how much it differs from the true hands: what changes in the open changes all of them alike, so only
thefts and what is shown touch them. They stand in the order of the hands they mean, whichever of them is true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd

from serai.referee.catan_rules.components import CARD_KINDS

Possibility = tuple[int, ...]  # its weight, then the difference for every seat and kind
Belief = tuple[Possibility, ...]

CERTAIN: Belief = ()  # the true hands, and no others
LOST: Belief = ((0,),)  # too many to keep: what is left are the cards in doubt (hidden_hands.py)
MOST = 48
HEAVIEST = 1 << 20  # weights are kept to a millionth of the largest


def after_theft(belief: Belief, seats: int, thief: int, victim: int, kind: int, before: tuple[int, ...]) -> Belief:
    """One card went unseen, each of the victim's with the same chance: of every possibility come several."""
    if belief == LOST:
        return LOST
    found: dict[tuple[int, ...], int] = {}
    robbed, robber = victim * CARD_KINDS, thief * CARD_KINDS
    for weight, *differs in belief or ((1, *(0,) * (seats * CARD_KINDS)),):
        for other in range(CARD_KINDS):
            count = before[other] + differs[robbed + other]
            if count > 0:
                after = differs[:]
                after[robbed + other] -= 1
                after[robbed + kind] += 1
                after[robber + other] += 1
                after[robber + kind] -= 1
                found[tuple(after)] = found.get(tuple(after), 0) + weight * count
    return _tidy(found)


def after_seen_theft(belief: Belief, victim: int, kind: int, before: tuple[int, ...]) -> Belief:
    """The thief saw what it took: the more such cards a hand had, the more likely it is to have been that hand."""
    place = victim * CARD_KINDS + kind
    return _weighed(belief, lambda differs: max(0, before[kind] + differs[place]))


def with_at_least(belief: Belief, place: int, surplus: int) -> Belief:
    """So many cards there are more than were shown: no possibility has so many less."""
    if len(belief) < 2 or surplus >= -min([each[place + 1] for each in belief]):  # most of what is shown tells nothing
        return belief
    return _weighed(belief, lambda differs: int(surplus + differs[place] >= 0))


def with_exactly(belief: Belief, place: int) -> Belief:
    """All cards of a kind were shown: every possibility has as many as there are."""
    return _weighed(belief, lambda differs: int(differs[place] == 0))


def from_seat(belief: Belief, seat: int) -> Belief:
    """The same for a seat, which knows its own hand."""
    own = slice(seat * CARD_KINDS, (seat + 1) * CARD_KINDS)
    return _weighed(belief, lambda differs: int(not any(differs[own])))


def seen_from(belief: Belief, chosen: Possibility) -> Belief:
    """The same with another possibility as the true one."""
    moved = {tuple(one - two for one, two in zip(each[1:], chosen[1:], strict=True)): each[0] for each in belief}
    return _tidy(moved)


def _weighed(belief: Belief, likelihood: Callable[[tuple[int, ...]], int]) -> Belief:
    if len(belief) < 2:
        return belief
    return _tidy({each[1:]: each[0] * times for each in belief if (times := likelihood(each[1:]))})


def _tidy(found: Mapping[tuple[int, ...], int]) -> Belief:
    """In order, with weights as small as they can be."""
    if len(found) > MOST:
        return LOST
    if len(found) == 1:
        return CERTAIN
    common, heaviest = gcd(*found.values()), max(found.values())
    if heaviest > common * HEAVIEST:
        return tuple((max(1, found[key] * HEAVIEST // heaviest), *key) for key in sorted(found))
    return tuple((found[key] // common, *key) for key in sorted(found))
