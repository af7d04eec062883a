"""`serai ladder`, `ladder compare`, `rate` and `sprt` as they are typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from serai.ladder.ratings.sprt import Hypotheses, Sprt, block_score
from simulate import coverage, deals, shuffles
from simulate import sprt as simulated
from tests.commands.terminal import Here, succeeded
from tests.ladder.made_up import ranked
from tests.ladder.test_fold_states import played


def written(folder: Path, facts: list[Any]) -> str:
    path = folder / "facts.jsonl"
    path.write_text("".join(json.dumps(fact) + "\n" for fact in facts), encoding="utf-8")
    return str(path)


def test_the_ladder_says_how_sure_it_is(arena: Path, here: Here) -> None:
    rows = succeeded(here(arena, "ladder", "--json")).json
    for row in rows:
        assert row["rating_low"] < row["rating"] < row["rating_high"]
        assert 1 <= row["rank_best"] <= row["rank_worst"] <= 3
        assert row["options"] == {"first_player": "0", "two_players": "on"}
        assert [sum(places) for places in row["seat_places"]] == [2, 2]
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    assert sum(row["rating"] for row in rows) == pytest.approx(4500, abs=0.2)
    assert "yspahan, epoch 2, two_players on, 6 games" in succeeded(here(arena, "ladder")).out


def test_a_ladder_is_chosen_by_its_options(arena: Path, here: Here) -> None:
    assert succeeded(here(arena, "ladder", "--option", "two_players=off", "--json")).json == []
    assert len(succeeded(here(arena, "ladder", "--option", "two_players=on", "--json")).json) == 3
    assert here(arena, "ladder", "--option", "two_players").code == 2


def test_a_reference_bot_has_the_rating_that_is_asked_for(arena: Path, here: Here) -> None:
    rows = succeeded(here(arena, "ladder", "--anchor", "random=1000", "--latest", "--json")).json
    assert {row["bot"]: row["rating"] for row in rows}["random"] == 1000
    assert here(arena, "ladder", "--anchor", "nobody=1000").code == 2
    assert "should read BOT=RATING" in here(arena, "ladder", "--anchor", "random").err


def test_two_bots_are_compared(arena: Path, here: Here) -> None:
    [found] = succeeded(here(arena, "ladder", "compare", "greedy", "random", "--json")).json
    assert found["low"] < found["difference"] < found["high"]
    assert found["superiority"] > 0.5 < found["score"]
    assert found["met"] == 2
    said = succeeded(here(arena, "ladder", "compare", "greedy", "random")).out
    assert "it is the stronger one with a chance of" in said
    assert here(arena, "ladder", "compare", "greedy", "nobody").code == 2


def test_the_history_of_a_rating(arena: Path, here: Here) -> None:
    """It ends with the Elo of the table; a row for each block, and a curve."""
    rows = succeeded(here(arena, "ladder", "history", "greedy", "--json")).json
    [now] = [row for row in succeeded(here(arena, "ladder", "--json")).json if row["bot"] == "greedy"]
    assert [row["games"] for row in rows] == [2, 4]
    assert [rows[-1][key] for key in ("elo", "low", "high", "version")] == [
        now[key] for key in ("elo", "low", "high", "version")
    ]
    assert rows[0]["low"] is None
    assert rows[0]["when"] <= rows[1]["when"]
    said = succeeded(here(arena, "ladder", "history", "greedy")).out
    assert f"greedy@{now['version'][:8]} in yspahan, epoch 2: Elo {now['elo']:.0f}, " in said
    assert said.count("|") == 14
    assert max(map(len, said.splitlines())) <= 120
    assert "no game of nobody is on record there" in here(arena, "ladder", "history", "nobody").err
    assert here(arena, "ladder", "history", "nobody").code == 2


def test_anybodys_facts_are_rated_in_whatever_order(home: Path, here: Here) -> None:
    facts = played(4, 3, 2)
    first = succeeded(here(home, "rate", written(home, facts), "--json")).json
    assert {row["bot"] for row in first} == {"bot-0", "bot-1", "bot-2", "bot-3"}
    assert {key: row[key] for row in first for key in ("game", "epoch")} == {"game": "yspahan", "epoch": 1}
    again = succeeded(here(home, "rate", written(home, facts[::-1]), "--json")).json
    assert again == first


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{", "line 2: this is not JSON"),
        ("[]", "line 2: a fact is an object with game, epoch, seats and more, not a list"),
        ("{}", "line 2: game is missing"),
        ('{"game": "go", "epoch": "1", "seats": []}', "line 2: epoch should be a whole number, not text"),
        ('{"game": "go", "epoch": 1, "seats": [{}]}', "line 2: a fact has 2 to 8 seats, this one has 1"),
        (
            '{"game": "go", "epoch": 1, "seats": [{"bot": "ann", "rank": 3}, {}]}',
            "seat 0: rank 3 should be from 1 to 2",
        ),
        (
            '{"game": "go", "epoch": 1, "seats": [7, 8]}',
            "seat 0: a seat is an object with bot, version, rank and points",
        ),
        (json.dumps(ranked("ann > ben")), "line 2: game yspahan-1-0-0 was in line 1 already"),
    ],
)
def test_what_is_not_a_fact_is_named_with_its_line(home: Path, here: Here, line: str, wrong: str) -> None:
    path = Path(written(home, [ranked("ann > ben")]))
    path.write_text(path.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    answer = here(home, "rate", str(path))
    assert answer.code == 2
    assert wrong in answer.err
    assert answer.err.count("\n") == 1


def test_a_clear_difference_is_found_soon(home: Path, here: Here) -> None:
    line = ("sprt", "greedy", "random", "--game", "yspahan", "--field", "random", "--elo1", "200", "--in-flight", "6")
    found = succeeded(here(home, *line, "--json")).json
    assert found["verdict"] == "better"
    assert found["ratio"] >= found["high_bound"]
    assert found["games"] == 3 * found["blocks"] < 300
    assert found["low"] > 0
    assert found["retirements"] == {"new": 0, "old": 0}


def test_a_test_that_cannot_be_is_refused(home: Path, here: Here) -> None:
    same = here(home, "sprt", "greedy", "greedy", "--game", "yspahan", "--field", "random")
    assert (same.code, "are the same version" in same.err) == (2, True)
    order = here(home, "sprt", "greedy", "random", "--game", "yspahan", "--elo0", "5", "--elo1", "5")
    assert (order.code, "must be below" in order.err) == (2, True)


def test_the_evidence_of_a_test_is_that_of_a_normal_mean() -> None:
    """Sixteen blocks of 3/4 and sixteen of 1/2: mean 5/8, sum of squares about it 1/2."""
    test = Sprt(Hypotheses(0, 40, 0.05, 0.05))
    for share in (0.75, 0.5) * 16:
        test.add(share)
    second = 1 / (1 + 10**-0.1)
    variance = (0.5 + 4 * 0.25) / 32
    assert test.ratio == pytest.approx(32 * (second - 0.5) * (1.25 - 0.5 - second) / (2 * variance))
    assert test.verdict == "better"


def test_a_block_scores_what_the_new_version_won_of_the_old() -> None:
    """The new bot is 0, the old one 1; the version of the old one may sit there once more, as 2."""
    games = [ranked("new > old > old", 0, 0), ranked("old > new > old", 0, 1), ranked("old > old = new", 0, 2)]
    assert block_score(games, [(0, 1, 2), (1, 0, 2), (2, 1, 0)]) == 0.5


@pytest.mark.parametrize("kind", ["3 seats", "2 seats, 400 apart, few blocks", "4 seats, 4 bots, 8 blocks, luck"])
def test_intervals_hold_in_a_few_events(kind: str) -> None:
    """The same events on every run; ./dev simulate coverage has a thousand of each kind."""
    found = coverage.measure(kind, 40, seed=1)
    assert 0.91 <= found.ratings <= 0.99
    assert 0.91 <= found.differences <= 0.99
    assert found.error < 1.3 * found.elo_error


def test_order_is_nothing_to_the_estimate_and_much_to_elo() -> None:
    found = shuffles.measure("2 seats", 5, seed=1)
    assert found.estimate < 1e-9
    assert found.elo > 1


def test_errors_of_the_test_are_bounded() -> None:
    """The same runs every time; ./dev simulate sprt has ten thousand."""
    of = Hypotheses(0, 100, 0.05, 0.05)
    assert simulated.measure("2 seats", 0, of, 400, seed=1).better < 0.08
    assert simulated.measure("4 seats, two field bots", 100, of, 400, seed=1).not_better < 0.08


def test_what_shared_deals_are_worth_follows_from_the_rotations() -> None:
    """Rotations that cancel each other out spread nothing; with deals of their own they would."""
    shared, own = deals.spreads([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
    assert shared == 0
    assert own == pytest.approx((2 * (1 / 3) / 4) ** 0.5)
    alike, apart = deals.spreads([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
    assert alike == pytest.approx(apart * 2**0.5)
