"""Standings and cross table, counted by hand."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.ratings.crosstable import Crosstable, Meeting
from serai.ladder.ratings.elo import fold
from serai.ladder.ratings.fold import run
from serai.ladder.ratings.standings import Row, Standings, standings
from tests.ladder.made_up import fact, ranked, seat

ANN, BEN, CID = (Entrant(name, "1") for name in ("ann", "ben", "cid"))

EVENING = [
    fact([seat("ann", 1, 30), seat("ben", 2, 20), seat("cid", 3, 10)], block=0, rotation=0),
    fact([seat("ben", 1, 25), seat("cid", 1, 25), seat("ann", 3, 12)], block=0, rotation=1),
    fact([seat("cid", 3, 0, cause="time"), seat("ann", 1, 28), seat("ben", 2, 26)], block=1, rotation=0),
    fact([seat("ann", 1, 31), seat("ben", 2, 22), seat("cid", 3, 0, cause="crash")], block=1, rotation=1),
]


def row(facts: list[Fact], bot: str) -> Row:
    return next(row for row in standings(facts) if row.bot == bot)


def test_the_best_rating_comes_first() -> None:
    rows = standings(EVENING)
    assert [row.bot for row in rows] == ["ann", "ben", "cid"]
    assert all(better.elo > worse.elo for better, worse in pairwise(rows))


def test_equal_ratings_are_ordered_by_name_and_version() -> None:
    rows = standings([ranked("dan = ben@2 = cid = ben@1")])
    assert [(row.bot, row.version) for row in rows] == [("ben", "1"), ("ben", "2"), ("cid", "1"), ("dan", "1")]


def test_a_row_has_the_rating_of_the_fold() -> None:
    ann, rating = row(EVENING, "ann"), fold(EVENING).ratings()[ANN]
    assert (ann.elo, ann.low, ann.high) == (rating.elo, rating.low, rating.high)
    assert (ann.games, ann.blocks, ann.score) == (4, 2, 0.75)


def test_places_are_counted_and_shared_wins_are_wins() -> None:
    ann, cid = row(EVENING, "ann"), row(EVENING, "cid")
    assert (ann.wins, ann.shared, ann.places) == (3, 0, (3, 0, 1))
    assert (cid.wins, cid.shared, cid.places) == (1, 1, (1, 0, 3))


def test_points_are_the_mean_of_all_games() -> None:
    assert row(EVENING, "ann").points == pytest.approx((30 + 12 + 28 + 31) / 4)


def test_retirements_are_counted_by_cause() -> None:
    assert row(EVENING, "cid").retirements == {"crash": 1, "time": 1}
    assert row(EVENING, "ann").retirements == {}


def test_a_bot_that_sits_three_times_played_three_times() -> None:
    random = row([ranked("random > greedy > random > random")], "random")
    assert (random.games, random.wins, random.places) == (3, 1, (1, 0, 1, 1))
    assert random.score == pytest.approx(1 / 3)


def test_tables_of_different_size_give_everybody_the_same_number_of_places() -> None:
    rows = standings([ranked("ann > ben", 0), ranked("ann > ben > cid > dan", 1)])
    assert {len(row.places) for row in rows} == {4}


def test_a_row_as_json() -> None:
    """Ann wins 12 and then, 24 ahead, gives back 0.8; scores of 1 and 1/2 in two blocks mean 454 either way."""
    assert row([ranked("ann > ben", 0), ranked("ann = ben", 1)], "ann").as_json() == {
        "bot": "ann",
        "version": "1",
        "elo": 1511.2,
        "low": 1057.2,
        "high": 1965.2,
        "games": 2,
        "blocks": 2,
        "wins": 2,
        "shared": 1,
        "places": [2, 0],
        "points": 0.0,
        "score": 0.75,
        "retirements": {},
        "trend": 11.2,
        "seat_places": [[2, 0], [0, 0]],
    }


def test_an_unknown_interval_is_null_in_json() -> None:
    assert json.loads(json.dumps(standings([ranked("ann > ben")])[0].as_json()))["low"] is None


def meetings(facts: list[Fact]) -> dict[tuple[Entrant, Entrant], Meeting]:
    """Who met whom, from both points of view."""
    table, everybody = run(Crosstable(), facts), run(Standings(), facts).entrants()
    found = {(one, other): table.meeting(one, other) for one in everybody for other in everybody}
    return {pair: meeting for pair, meeting in found.items() if meeting is not None}


def crosstable_rows(facts: list[Fact]) -> list[dict[str, object]]:
    return list(run(Crosstable(), facts).rows(run(Standings(), facts).entrants()))


def test_a_crosstable_counts_who_was_ahead_of_whom() -> None:
    met = meetings(EVENING)
    assert run(Standings(), EVENING).entrants() == (ANN, BEN, CID)
    assert (met[ANN, BEN].games, met[ANN, BEN].score) == (4, 0.75)
    assert (met[BEN, CID].games, met[BEN, CID].score) == (4, 0.875)


def test_what_one_scores_the_other_does_not() -> None:
    met = meetings(EVENING)
    assert len(met) == 6
    assert all(met[one, other].score + met[other, one].score == 1 for one, other in met)


def test_a_crosstable_leaves_out_who_never_met() -> None:
    met = meetings([ranked("ann > ben", 0), ranked("ben > cid", 1)])
    assert set(met) == {(ANN, BEN), (BEN, ANN), (BEN, CID), (CID, BEN)}


def test_a_crosstable_can_be_of_one_entrant() -> None:
    everybody = run(Standings(), EVENING).entrants()
    assert list(run(Crosstable(), EVENING).rows(everybody, of=[BEN])) == [crosstable_rows(EVENING)[1]]


def test_a_crosstable_as_json() -> None:
    assert crosstable_rows([ranked("ann > ben", 0), ranked("ann = ben", 0, 1), ranked("ann > cid", 1)]) == [
        {
            "bot": "ann",
            "version": "1",
            "against": [
                {"bot": "ben", "version": "1", "games": 2, "score": 0.75},
                {"bot": "cid", "version": "1", "games": 1, "score": 1.0},
            ],
        },
        {"bot": "ben", "version": "1", "against": [{"bot": "ann", "version": "1", "games": 2, "score": 0.25}]},
        {"bot": "cid", "version": "1", "against": [{"bot": "ann", "version": "1", "games": 1, "score": 0.0}]},
    ]


def test_no_facts_give_empty_tables() -> None:
    assert standings([]) == []
    assert crosstable_rows([]) == []


def test_facts_of_different_epochs_make_no_table() -> None:
    mixed = [ranked("ann > ben"), fact([seat("ann", 1), seat("ben", 2)], epoch=2)]
    with pytest.raises(ValueError, match="yspahan epoch 1, yspahan epoch 2"):
        standings(mixed)
    with pytest.raises(ValueError, match="yspahan epoch 1, yspahan epoch 2"):
        run(Crosstable(), mixed)
