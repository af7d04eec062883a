"""The estimate of ratings: against libraries of others, whatever the order, and where results are extreme (D23)."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random
from statistics import fmean

import choix
import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import t as student_t

from serai.ladder.errors import UserProblem
from serai.ladder.model.facts import Entrant, Fact
from serai.ladder.ratings import estimate as module
from serai.ladder.ratings.comparison import Comparison
from serai.ladder.ratings.estimate import PER_LOGIT, Estimate, estimate
from serai.ladder.ratings.fold import blocks_of, run
from serai.ladder.ratings.outcomes import Outcomes, ShapeOutcomes
from serai.ladder.ratings.rated import Rated, group_names, share_a_group
from serai.ladder.ratings.standings import Standings
from serai.ladder.ratings.student import bound, chance_below
from serai.ladder.ratings.table import Choice, Table, make_table
from tests.ladder.made_up import fact as made_fact
from tests.ladder.made_up import ranked, seat
from tests.ladder.test_fold_states import played

# Tables of two, three and four seats, shared places and retirements, all in one ladder.
MIXED = played(4, 4, 2) + played(4, 3, 1, 2, "autumn") + played(4, 2, 2, 3, "winter")


def estimated(facts: list[Fact]) -> Estimate:
    return estimate(run(Outcomes(), facts))


def table(facts: list[Fact], choice: Choice | None = None) -> Table:
    return make_table(run(Standings(), facts), run(Outcomes(), facts), choice or Choice())


def rated(facts: list[Fact]) -> dict[str, Rated]:
    return {row.entrant.bot: row for row in table(facts).rated}


def orders(fact: Fact) -> list[list[tuple[int, str]]]:
    """All orders of the seats that a ranking with shared places stands for, best first, as seat and bot."""
    seats = [(at, seat["bot"]) for at, seat in enumerate(fact["seats"])]
    ranks = [seat["rank"] for seat in fact["seats"]]
    every = permutations(seats)
    return [list(order) for order in every if [ranks[at] for at, _ in order] == sorted(ranks)]


def minus_likelihood(strengths: np.ndarray, facts: list[Fact], names: list[str]) -> float:
    """What the module says it maximises, word for word: no code of ours is used."""
    bots = dict(zip(names, strengths, strict=False))
    sizes = sorted({len(fact["seats"]) for fact in facts})
    ends = np.cumsum([len(names), *sizes])
    terms = {size: strengths[end - size : end] for size, end in zip(sizes, ends[1:], strict=True)}
    total = sum(np.log(1 / (1 + np.exp(-s))) / 2 + np.log(1 / (1 + np.exp(s))) / 2 for s in bots.values())
    total -= (strengths[len(names) :] ** 2).sum() / (2 * (200 / PER_LOGIT) ** 2)
    for fact in facts:
        logs = [bots[seat["bot"]] + terms[len(fact["seats"])][at] for at, seat in enumerate(fact["seats"])]
        total += fmean(
            sum(
                logs[at] - np.log(sum(np.exp(logs[other]) for other, _ in order[place:]))
                for place, (at, _) in enumerate(order)
            )
            for order in orders(fact)
        )
    return -float(total)


def test_the_estimate_is_the_maximum_that_scipy_finds() -> None:
    found = estimated(MIXED)
    names = [who.bot for who in found.entrants]
    begin = np.zeros(len(names) + 2 + 3 + 4)
    best = minimize(minus_likelihood, begin, (MIXED, names), method="BFGS", jac="3-point", options={"gtol": 1e-7})
    ours = np.concatenate([found.strengths, *found.seats.values()]) / PER_LOGIT
    theirs = best.x - np.append(np.full(len(names), best.x[: len(names)].mean()), np.zeros(9))
    assert np.abs(ours - theirs).max() < 1e-6


def test_without_seats_and_prior_it_is_what_choix_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "VIRTUAL_GAMES", 1e-6)
    monkeypatch.setattr(module, "SEAT_SPREAD", 1e-4)
    facts = played(4, 3, 2, seed=7)
    found = estimated(facts)
    number = {who.bot: at for at, who in enumerate(found.entrants)}
    rankings = [
        tuple(number[bot] for _, bot in order)
        for fact in facts
        for all_orders in [orders(fact)]
        for order in all_orders * (6 // len(all_orders))
    ]
    theirs = choix.opt_rankings(len(number), rankings, tol=1e-12)
    assert np.abs(found.strengths / PER_LOGIT - (theirs - theirs.mean())).max() < 1e-6


def test_a_hundred_shuffles_give_the_same() -> None:
    blocks, luck = list(blocks_of(MIXED)), Random(1)
    whole = {who: (rating, error) for who, rating, error in everything(MIXED)}
    for _ in range(100):
        luck.shuffle(blocks)
        again = {
            who: (rating, error) for who, rating, error in everything([fact for block in blocks for fact in block])
        }
        for who, (rating, error) in whole.items():
            assert abs(again[who][0] - rating) < 1e-9
            assert abs(again[who][1] - error) < 1e-9


def everything(facts: list[Fact]) -> list[tuple[Entrant, float, float]]:
    found = estimated(facts)
    return list(zip(found.entrants, found.strengths, np.diag(found.covariance), strict=True))


def test_equal_results_give_equal_ratings() -> None:
    """M1: twins that scored the same came out a hundred points apart."""
    facts = [ranked("ann > ben", 0, 0), ranked("ben > ann", 0, 1), ranked("ann > cid", 1, 0), ranked("ben > cid", 2, 0)]
    found = rated(facts)
    assert found["ann"][1:] == found["ben"][1:]
    assert found["ann"].group == found["ben"].group
    assert fmean(row.rating for row in found.values()) == pytest.approx(1500)


@pytest.mark.parametrize("seed", range(5))
def test_in_a_complete_round_robin_of_two_seats_the_order_is_that_of_the_score(seed: int) -> None:
    """D23: a bot with 73.8 % stood above one with 74.2 %."""
    shown = table(played(6, 2, 3, seed))
    scores = [row.score or 0.0 for row in shown.rows()]
    for (one, score), (other, below) in pairwise(zip(shown.rated, scores, strict=True)):
        assert score == below if one.rating == other.rating else score > below


def test_a_bot_that_wins_everything_gets_a_finite_rating() -> None:
    seatings = ([seat("ann", 1), seat("ben", 2)], [seat("ben", 2), seat("ann", 1)])
    facts = [made_fact(seats, block, at) for block in range(8) for at, seats in enumerate(seatings)]
    ann = rated(facts)["ann"]
    assert 1600 < ann.rating < 2300
    assert 100 < ann.high - ann.low < 2000
    assert ann.low > 1500


def test_a_chain_of_bots_each_of_which_always_beats_the_next_has_ratings() -> None:
    """They lie hundreds of thousands of points apart, where steps of Newton's method lead far astray."""
    entrants = tuple(Entrant(f"bot-{number}", "1") for number in range(100))
    found = module.fit(entrants, [ShapeOutcomes(((at, at + 1), (at + 1, at)), ["1221"], [1000]) for at in range(99)])
    assert (np.diff(found.strengths) < 0).all()
    assert np.isfinite(found.covariance).all()


@pytest.mark.parametrize("seed", range(20))
def test_ratings_settle_however_uneven_and_contradictory_results_are(seed: int) -> None:
    """Some line-ups met once and some a million times; lower numbers won all, or all was shared."""
    luck = Random(seed)
    shapes: dict[tuple[int, ...], dict[str, int]] = {}
    for _ in range(luck.randint(1, 30)):
        line_up = tuple(luck.sample(range(10), luck.randint(2, 4)))
        ranks = [1 + sum(other < bot for other in line_up) for bot in line_up]
        text = "".join(map(str, ranks)) if luck.random() < 0.8 else "1" * len(line_up)
        shapes.setdefault(line_up, {})[text] = int(10 ** luck.uniform(0, 6))
    outcomes = [ShapeOutcomes((line_up,), list(of), list(of.values())) for line_up, of in shapes.items()]
    found = module.fit(tuple(Entrant(f"bot-{number}", "1") for number in range(10)), outcomes)
    assert np.isfinite(found.strengths).all()
    assert (np.diag(found.covariance) >= 0).all()


def test_one_game_is_enough_and_says_little() -> None:
    found = rated([ranked("ann > ben")])
    assert found["ann"].rating > 1500 > found["ann"].low
    assert (found["ann"].best, found["ann"].worst, found["ann"].group) == (1, 2, "a")


def test_more_blocks_narrow_the_interval() -> None:
    few, many = (rated(played(4, 3, blocks, seed=3)) for blocks in (2, 32))
    assert 2.5 < fmean((few[bot].high - few[bot].low) / (many[bot].high - many[bot].low) for bot in few) < 8


def test_what_never_met_is_said() -> None:
    facts = [ranked("ann > ben", 0), ranked("cid > dan", 1)]
    assert table(facts).parts == 2
    assert {row.entrant.bot: row.part for row in table(facts).rated} == {"ann": 0, "ben": 0, "cid": 1, "dan": 1}
    assert table([*facts, ranked("ann > dan", 2)]).parts == 1


def test_differences_are_those_of_the_ratings_and_of_the_joint_covariance() -> None:
    found = estimated(played(5, 4, 3))
    compared = Comparison(found)
    one, other = found.entrants[:2]
    by, back = compared.difference(one, other), compared.difference(other, one)
    assert by.points == pytest.approx(found.strengths[0] - found.strengths[1])
    assert (by.low, by.high) == pytest.approx((-back.high, -back.low))
    assert by.superiority + back.superiority == pytest.approx(1)
    assert by.score == pytest.approx(1 / (1 + 10 ** (-by.points / 400)))
    assert by.superiority > 0.975 if by.low > 0 else by.superiority < 0.975


def test_a_reference_bot_fixes_the_scale() -> None:
    facts = played(4, 3, 5)
    plain, anchored = table(facts), table(facts, Choice(anchors={"bot-0": 1000.0}))
    [reference] = [row for row in anchored.rated if row.entrant.bot == "bot-0"]
    assert (reference.rating, reference.low, reference.high) == (1000, 1000, 1000)
    shift = {row.rating - other.rating for row, other in zip(plain.rated, anchored.rated, strict=True)}
    assert max(shift) - min(shift) < 1e-5
    both = table(facts, Choice(anchors={"bot-0": 1000.0, "bot-1": 1200.0}))
    assert fmean(row.rating for row in both.rated if row.entrant.bot in ("bot-0", "bot-1")) == pytest.approx(1100)
    with pytest.raises(UserProblem, match="no game of nobody"):
        table(facts, Choice(anchors={"nobody": 1000.0}))


def test_what_is_measured_from_a_reference_is_known_no_better_than_the_reference() -> None:
    """ann and ben met often, cid met them once: from cid on everybody has the interval of the difference to cid."""
    often = [ranked(f"{'ann > ben' if block % 3 else 'ben > ann'}", block) for block in range(60)]
    found = estimated([*often, ranked("ann > cid", 60)])
    ann, cid = (Entrant(bot, "1") for bot in ("ann", "cid"))
    [row] = [row for row in Comparison(found, {cid: 1000.0}).rated() if row.entrant == ann]
    by = Comparison(found).difference(ann, cid)
    assert (row.rating - 1000, row.low - 1000, row.high - 1000) == pytest.approx(by[:3], abs=1e-5)


def test_only_the_newest_versions_can_be_shown() -> None:
    facts = [ranked("ann@1 > ben", 0), ranked("ann@2 > ben", 1), ranked("ann@2 > ann@1", 2)]
    shown = table(facts, Choice(latest=True)).rated
    assert [tuple(row.entrant) for row in shown] == [("ann", "2"), ("ben", "1")]
    everybody = {row.entrant: row.rating for row in table(facts).rated}
    assert all(row.rating == everybody[row.entrant] for row in shown)
    assert max(row.worst for row in shown) == 2


def test_a_retired_seat_is_rated_as_last_and_an_outage_can_be_left_out() -> None:
    fair = [ranked("ann > ben", 0, 0), ranked("ann > ben", 0, 1)]
    outage = [
        made_fact([seat("ann", 2, cause="crash"), seat("ben", 1)], 1, 0),
        made_fact([seat("ben", 2, cause="start"), seat("ann", 1)], 1, 1),
    ]
    alone = [made_fact([seat("ann", 2, cause="illegal"), seat("ben", 1)], 1, 0)]
    assert table(fair + alone).rated[0].rating < table(fair).rated[0].rating
    left_out = table(fair + outage, Choice(with_outages=False))
    assert left_out.outages == 1
    assert left_out.rated == table(fair).rated
    assert table(fair + alone, Choice(with_outages=False)).rated == table(fair + alone).rated


def test_facts_of_different_options_are_not_rated_together() -> None:
    """They shared a ladder."""
    other = ranked("ann > ben", 1)
    other["options"] = {"two_players": "on"}
    with pytest.raises(ValueError, match="yspahan epoch 1, yspahan epoch 1 two_players=on"):
        run(Outcomes(), [ranked("ann > ben", 0), other])


def test_a_group_is_a_run_of_neighbours_no_two_of_whom_can_be_told_apart() -> None:
    alike = [[abs(one - other) < 2 for other in range(5)] for one in range(5)]
    assert group_names(alike) == ["a", "ab", "bc", "cd", "d"]
    assert group_names([[one == other for other in range(3)] for one in range(3)]) == ["a", "b", "c"]
    assert group_names([[True] * 3] * 3) == ["a", "a", "a"]
    many = group_names([[one == other for other in range(28)] for one in range(28)])
    assert many[25:] == ["z", "a2", "b2"]
    assert share_a_group("ab", "b")
    assert not share_a_group("a", "a2")


@pytest.mark.parametrize("freedom", [1, 2.5, 7, 40, 1000, 1e6])
def test_students_t_is_that_of_scipy(freedom: float) -> None:
    for chance in (0.6, 0.9, 0.975, 0.995):
        assert bound(chance, freedom) == pytest.approx(student_t.ppf(chance, freedom), rel=1e-8)
    for value in (-4.0, -0.5, 0.0, 1.0, 6.0):
        assert chance_below(value, freedom) == pytest.approx(student_t.cdf(value, freedom), abs=1e-9)
