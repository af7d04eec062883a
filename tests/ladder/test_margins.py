"""How far one bot is ahead of another, by blocks."""

from __future__ import annotations

from typing import Any, cast

import pytest

from serai.ladder.model.facts import Fact
from serai.ladder.ratings.margins import leads


def fact(block: int, **points: int) -> Fact:
    ranked = sorted(points.values(), reverse=True)
    seats = [{"bot": bot, "points": count, "rank": 1 + ranked.index(count)} for bot, count in points.items()]
    made: dict[str, Any] = {"block": block, "seats": seats}
    return cast(Fact, made)


def test_a_block_counts_once_however_many_games_it_has() -> None:
    """Blocks with differences of 4 and 2: 3 on average, and Student's t with one degree of freedom around it."""
    games = [fact(0, a=10, b=5), fact(0, a=8, b=5), fact(1, a=7, b=5), fact(1, a=7, b=5)]
    [lead] = leads(games, "a")
    assert (lead.other, lead.blocks) == ("b", 2)
    assert lead.points.mean == 3
    assert lead.points.high - 3 == pytest.approx(12.7062, rel=1e-4)
    assert tuple(lead.places) == (-1, -1, -1)
    assert str(lead.points) == "+3.00 [-9.71, +15.71]"


def test_one_block_says_nothing() -> None:
    assert leads([fact(0, a=1, b=2)], "a") == []
