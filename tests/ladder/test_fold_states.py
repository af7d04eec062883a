"""Folds say what was said before them, and going on from any cut ends as beginning anew does, to the bit (D19)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.ladder.model.facts import Cause, Entrant, Fact, entrant, pairs
from serai.ladder.model.schedule import deal, schedule
from serai.ladder.ratings.crosstable import Crosstable
from serai.ladder.ratings.elo import K, expected
from serai.ladder.ratings.fold import Fold, State, blocks_of, run
from serai.ladder.ratings.outcomes import Outcomes
from serai.ladder.ratings.spread import Spread
from serai.ladder.ratings.standings import Row, Standings
from tests.ladder.made_up import fact, seat

FOLDS: dict[str, tuple[Callable[[], Fold], Callable[[State], Fold]]] = {
    "standings": (Standings, Standings.restored),
    "crosstable": (Crosstable, Crosstable.restored),
    "outcomes": (Outcomes, Outcomes.restored),
}
CAUSES: tuple[Cause, ...] = ("time", "crash", "illegal")


def played(bots: int, seats: int, blocks: int, seed: int = 1, tournament: str = "spring") -> list[Fact]:
    """A tournament whose results are drawn, with shared places and retirements."""
    luck, facts = Random(seed), []
    for block in schedule(bots, seats, blocks, None, lambda index: deal(b"", index)):
        for rotation, seating in enumerate(block.seatings()):
            points = [luck.randrange(40) + bot for bot in seating]
            ranks = [1 + sum(other > own for other in points) for own in points]
            causes = [luck.choice(CAUSES) if luck.random() < 0.1 else None for _ in seating]
            results = zip(seating, ranks, points, causes, strict=True)
            seats_of = [seat(f"bot-{bot}", rank, own, cause) for bot, rank, own, cause in results]
            facts.append({**fact(seats_of, block.index, rotation), "tournament": tournament})
    return facts  # type: ignore[return-value]  # a fact with another tournament is a fact


MIXED = played(5, 4, 3) + played(6, 3, 2, 2, "autumn") + played(4, 2, 5, 3, "winter")


def text(fold: Fold) -> str:
    return json.dumps(fold.state())


@pytest.mark.parametrize("kind", FOLDS)
def test_from_every_cut_the_rest_gives_the_same_bits(kind: str) -> None:
    begin, restored = FOLDS[kind]
    blocks, whole = list(blocks_of(MIXED)), text(run(begin(), MIXED))
    first = begin()
    for cut, block in enumerate(blocks, 1):
        first.step(block)
        second = restored(json.loads(text(first)))
        for later in blocks[cut:]:
            second.step(later)
        assert text(second) == whole


@pytest.mark.parametrize("kind", FOLDS)
def test_an_empty_state_comes_back(kind: str) -> None:
    begin, restored = FOLDS[kind]
    assert text(restored(json.loads(text(begin())))) == text(begin())


@pytest.mark.parametrize("kind", ["standings", "crosstable"])
def test_a_state_does_not_grow_with_the_games(kind: str) -> None:
    begin, _ = FOLDS[kind]
    few, many = (text(run(begin(), played(5, 3, blocks))) for blocks in (20, 200))
    assert len(many) < 1.3 * len(few)


def test_outcomes_grow_with_those_that_differ_only() -> None:
    """Two seats have nine outcomes a block, with or without an outage, however many blocks there were."""
    shapes = run(Outcomes(), played(4, 2, 200)).shapes()
    assert max(len(of.ranks) for of in shapes) <= 2 * 9


# What standings were before they were folds: everything at once, from lists of floats.


def elo_of_all(facts: list[Fact]) -> dict[Entrant, int]:
    now: dict[Entrant, int] = {}
    for game in facts:
        before = {entrant(seat): now.get(entrant(seat), 1_500_000_000) for seat in game["seats"]}
        now.update(before)
        for pair in pairs(game):
            surprise = pair.score - expected(before[pair.one] / 1_000_000, before[pair.other] / 1_000_000)
            gain = round(K / (len(game["seats"]) - 1) * surprise * 1_000_000)
            now[pair.one] += gain
            now[pair.other] -= gain
    return now


def scores_of_all(facts: list[Fact]) -> dict[Entrant, list[list[float]]]:
    found: dict[Entrant, dict[tuple[str | None, int], list[float]]] = {}
    for game in facts:
        for pair in pairs(game):
            for who, score in ((pair.one, pair.score), (pair.other, 1 - pair.score)):
                found.setdefault(who, {}).setdefault((game["tournament"], game["block"]), []).append(score)
    return {who: list(blocks.values()) for who, blocks in found.items()}


def margin(elo: float, blocks: list[list[float]], games: int) -> tuple[float, float]:
    scores, half = [fmean(block) for block in blocks], 0.5 / sum(map(len, blocks))
    score = min(max(fmean(scores), half), 1 - half)
    slope = 400 / math.log(10) / (score * (1 - score))
    share = min(1.0, K * games / len(scores) / slope)
    error = slope * max(stdev(scores) * math.sqrt(max(1 / len(scores), share / (2 - share))), half)
    return elo - 1.96 * error, elo + 1.96 * error


def close(one: float | None, other: float) -> bool:
    return one is not None and math.isclose(one, other, rel_tol=0, abs_tol=1e-9)


def check_row(row: Row, facts: list[Fact], elo: int, blocks: list[list[float]]) -> None:
    who = Entrant(row.bot, row.version)
    seats = [(seat, game) for game in facts for seat in game["seats"] if entrant(seat) == who]
    low, high = margin(elo / 1_000_000, blocks, len(seats))
    assert row.elo == elo / 1_000_000
    assert close(row.low, low)
    assert close(row.high, high)
    assert close(row.score, fmean(map(fmean, blocks)))
    assert close(row.points, fmean(seat["points"] for seat, _ in seats))
    assert (row.games, row.blocks) == (len(seats), len(blocks))
    assert row.wins == sum(seat["rank"] == 1 for seat, _ in seats)
    assert row.shared == sum(
        seat["rank"] == 1 and sum(other["rank"] == 1 for other in game["seats"]) > 1 for seat, game in seats
    )
    assert row.places == tuple(sum(seat["rank"] == rank for seat, _ in seats) for rank in range(1, len(row.places) + 1))
    causes = [seat["cause"] for seat, _ in seats if seat["cause"]]
    assert row.retirements == {cause: causes.count(cause) for cause in sorted(set(causes))}


@pytest.mark.parametrize("facts", [MIXED, played(4, 4, 30), played(8, 2, 3)], ids=["mixed", "one line-up", "pairs"])
def test_a_fold_says_what_all_facts_at_once_say(facts: list[Fact]) -> None:
    """Elo and counts are equal; means and deviations from sums of whole numbers agree to 1e-9."""
    elo, scores, rows = elo_of_all(facts), scores_of_all(facts), run(Standings(), facts).rows()
    assert {Entrant(row.bot, row.version) for row in rows} == set(elo)
    assert [row.elo for row in rows] == sorted((found / 1_000_000 for found in elo.values()), reverse=True)
    for row in rows:
        who = Entrant(row.bot, row.version)
        check_row(row, facts, elo[who], scores[who])


def test_a_crosstable_says_what_all_facts_at_once_say() -> None:
    scores: dict[tuple[Entrant, Entrant], list[float]] = {}
    for game in MIXED:
        for pair in pairs(game):
            scores.setdefault((pair.one, pair.other), []).append(pair.score)
            scores.setdefault((pair.other, pair.one), []).append(1 - pair.score)
    table = run(Crosstable(), MIXED)
    for (one, other), found in scores.items():
        meeting = table.meeting(one, other)
        assert meeting is not None
        assert meeting.games == len(found)
        assert close(meeting.score, fmean(found))


blocks_of_scores = st.lists(
    st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=12), min_size=2, max_size=30
)


@given(blocks_of_scores)
def test_a_spread_is_the_mean_and_deviation_of_block_means(blocks: list[list[float]]) -> None:
    spread, means = Spread(), [fmean(block) for block in blocks]
    for block in blocks:
        spread.add(len(block), round(2 * sum(block)))
    assert close(spread.mean(), fmean(means))
    assert close(spread.deviation(), stdev(means))
    assert (spread.blocks, spread.comparisons) == (len(blocks), sum(map(len, blocks)))
