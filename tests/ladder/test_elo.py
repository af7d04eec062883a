"""Elo is checked by hand on single games, and by simulation of bots whose strength is known."""

from __future__ import annotations

import json
import math
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.ladder.model.facts import Entrant, Fact, pairs
from serai.ladder.model.schedule import deal, schedule
from serai.ladder.ratings.elo import changes, expected, fold
from tests.ladder.made_up import fact, ranked, seat

ANN, BEN, CID, DAN = (Entrant(name, "1") for name in ("ann", "ben", "cid", "dan"))
NAMES = ("ann", "ben", "cid", "dan", "eve", "fay")

results = st.builds(
    fact,
    st.lists(st.builds(seat, st.sampled_from(NAMES), st.integers(1, 4)), min_size=2, max_size=4),
    st.integers(0, 5),
)


def elos(facts: list[Fact]) -> dict[Entrant, float]:
    return {who: rating.elo for who, rating in fold(facts).ratings().items()}


def test_every_pair_of_a_game_is_compared_once() -> None:
    assert list(pairs(ranked("ann > ben = cid"))) == [(ANN, BEN, 1.0), (ANN, CID, 1.0), (BEN, CID, 0.5)]


def test_the_worse_rank_scores_nothing() -> None:
    assert list(pairs(fact([seat("ann", 2), seat("ben", 1)]))) == [(ANN, BEN, 0.0)]


def test_a_bot_is_not_compared_with_itself() -> None:
    assert list(pairs(ranked("ann > ben > ben"))) == [(ANN, BEN, 1.0), (ANN, BEN, 1.0)]


def test_another_version_is_another_entrant() -> None:
    assert list(pairs(ranked("ann@2 > ann@1"))) == [(Entrant("ann", "2"), Entrant("ann", "1"), 1.0)]


def test_400_points_are_ten_to_one() -> None:
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert expected(1500, 1900) == pytest.approx(1 / 11)


def test_a_win_among_equals_gives_half_of_k() -> None:
    ratings = fold([ranked("ann > ben")]).ratings()
    assert (ratings[ANN].elo, ratings[BEN].elo) == (1512.0, 1488.0)


def test_k_is_shared_among_the_pairs() -> None:
    """K 24 at a table of four: 8 for each pair, of which equals win or lose 4."""
    ratings = fold([ranked("ann > ben = cid > dan")]).ratings()
    assert [ratings[who].elo for who in (ANN, BEN, CID, DAN)] == [1512.0, 1500.0, 1500.0, 1488.0]


def test_k_and_the_start_can_be_chosen() -> None:
    ratings = fold([ranked("ann > ben")], k=10, start=1000).ratings()
    assert (ratings[ANN].elo, ratings[BEN].elo) == (1005.0, 995.0)


def test_expectations_are_from_before_the_game() -> None:
    """Ann has 1512 against 1488 when she loses to Ben and 1512 against 1500 when she loses to Cid, of 12 each."""
    facts = [ranked("ann > ben", 0), ranked("cid > ben > ann", 1)]
    lost = 12 * (expected(1512, 1488) + expected(1512, 1500))
    assert elos(facts)[ANN] == pytest.approx(1512 - lost, abs=1e-5)


def test_the_changes_of_a_bots_several_seats_add_up() -> None:
    """Greedy beats three randoms: 8 for each pair, 4 of them won; random loses the same from three seats together."""
    ratings = fold([ranked("greedy > random > random > random")]).ratings()
    assert ratings[Entrant("greedy", "1")].elo == 1512.0
    assert ratings[Entrant("random", "1")].elo == 1488.0
    assert ratings[Entrant("random", "1")].games == 3


def test_a_bot_alone_with_itself_is_not_rated_up_or_down() -> None:
    only = fold([ranked("ann > ann", 0), ranked("ann > ann", 1)]).ratings()[ANN]
    assert (only.elo, only.low, only.high, only.games, only.blocks, only.score) == (1500.0, None, None, 4, 0, None)


def test_each_game_keeps_the_ratings_before_and_after() -> None:
    found = list(changes([ranked("ann > ben", 0), ranked("ben > ann", 1)]))
    assert [(change.entrant, change.before) for change in found] == [
        (ANN, 1500.0),
        (BEN, 1500.0),
        (BEN, 1488.0),
        (ANN, 1512.0),
    ]
    assert found[0].after == found[3].before
    assert found[2].game_id == "yspahan-1-1-0"


@given(st.lists(results, max_size=30))
def test_what_one_gains_others_lose(facts: list[Fact]) -> None:
    ratings = fold(facts).ratings().values()
    assert sum(round(rating.elo * 1_000_000) for rating in ratings) == len(ratings) * 1_500_000_000


@given(st.lists(results, max_size=10))
def test_a_change_leads_from_the_last_rating_to_the_next(facts: list[Fact]) -> None:
    now = dict.fromkeys(fold(facts).ratings(), 1500.0)
    for change in changes(facts):
        assert change.before == now[change.entrant]
        now[change.entrant] = change.after
    assert now == elos(facts)


@given(st.lists(results, max_size=10))
def test_the_order_of_the_seats_does_not_matter(facts: list[Fact]) -> None:
    turned = [fact(game["seats"][::-1], game["block"]) for game in facts]
    assert elos(turned) == pytest.approx(elos(facts), abs=1e-4)


def test_a_rebuild_from_json_gives_the_same_bytes() -> None:
    facts = simulated(Random(1), strengths=(0, 100, 200, 300), blocks=20)
    again = fold(json.loads(json.dumps(facts)))
    assert repr(again.ratings()) == repr(fold(iter(facts)).ratings())
    assert json.dumps(again.state()) == json.dumps(fold(facts).state())


def test_no_facts_give_no_ratings() -> None:
    nothing = fold([])
    assert (nothing.rules, nothing.games, nothing.ratings(), list(changes([]))) == (None, 0, {}, [])


def test_the_ratings_say_their_game_and_epoch() -> None:
    assert fold([ranked("ann > ben")]).rules == ("yspahan", 1, ())


@pytest.mark.parametrize(("game", "epoch"), [("yspahan", 2), ("tadmor", 1)])
def test_different_rules_are_never_mixed(game: str, epoch: int) -> None:
    other = fact([seat("ann", 1), seat("ben", 2)], game=game, epoch=epoch)
    with pytest.raises(ValueError, match=f"{game} epoch {epoch}"):
        fold([ranked("ann > ben"), other])


def test_one_block_is_not_enough_for_an_interval() -> None:
    ann = fold([ranked("ann > ben", 0, 0), ranked("ben > ann", 0, 1)]).ratings()[ANN]
    assert (ann.low, ann.high, ann.blocks, ann.score) == (None, None, 1, 0.5)


def test_the_same_block_number_in_another_tournament_is_another_block() -> None:
    elsewhere = ranked("ben > ann")
    elsewhere["tournament"] = "autumn"
    assert fold([ranked("ann > ben"), elsewhere]).ratings()[ANN].blocks == 2


def test_the_interval_comes_from_the_spread_over_blocks() -> None:
    """Ann scores 1 and 1/2 in two blocks: mean 3/4, standard deviation 0.3536, so a standard error of 1/4."""
    facts = [ranked("ann > ben", 0), ranked("ann > ben", 0), ranked("ann > ben", 1), ranked("ben > ann", 1)]
    ann = fold(facts).ratings()[ANN]
    assert ann.low is not None
    assert ann.high is not None
    assert ann.elo - ann.low == pytest.approx(1.96 * 400 / math.log(10) * 0.25 / (0.75 * 0.25))
    assert ann.high - ann.elo == pytest.approx(ann.elo - ann.low)


def test_who_wins_everything_is_still_not_known_exactly() -> None:
    ann = fold([ranked("ann > ben", block) for block in range(10)]).ratings()[ANN]
    assert ann.low is not None
    assert ann.elo - ann.low == pytest.approx(1.96 * 400 / math.log(10) / 0.95)


def test_who_scores_the_same_in_every_block_is_not_known_exactly_either() -> None:
    """Half of four comparisons in each of two blocks: no spread, but an error of half a comparison, 1/16."""
    facts = [ranked(line, block) for block in range(2) for line in ("ann > ben", "ben > ann") * 2]
    ann = fold(facts).ratings()[ANN]
    assert ann.low is not None
    assert ann.score == 0.5
    assert ann.elo - ann.low == pytest.approx(1.96 * 400 / math.log(10) * (1 / 16) / 0.25)


def simulated(luck: Random, strengths: tuple[int, ...], blocks: int, seats: int = 4) -> list[Fact]:
    """Games of bots whose strengths in Elo are known: every two of them score as expected.

    In every second game or so the deal decides as it did in the first game of its block.
    """
    facts = []
    for block in schedule(len(strengths), seats, blocks, None, lambda index: deal(b"", index)):
        first = _form(luck, strengths)
        for rotation, seating in enumerate(block.seatings()):
            form = first if rotation == 0 or luck.random() < 0.5 else _form(luck, strengths)
            order = sorted(seating, key=lambda bot: -form[bot])
            facts.append(fact([seat(NAMES[bot], order.index(bot) + 1) for bot in seating], block.index, rotation))
    return facts


def _form(luck: Random, strengths: tuple[int, ...]) -> list[float]:
    """Strength and chance: with Gumbel noise the better of any two is ahead just as often as Elo says."""
    return [elo / 400 * math.log(10) - math.log(-math.log(luck.random())) for elo in strengths]


def misses(strengths: tuple[int, ...], blocks: int, seats: int) -> list[float]:
    """How far ratings are from the true strengths, in units of half an interval, over many simulated tournaments."""
    truth = {Entrant(name, "1"): 1500 + elo - fmean(strengths) for name, elo in zip(NAMES, strengths, strict=False)}
    found = []
    for number in range(40):
        for who, rating in fold(simulated(Random(number), strengths, blocks, seats)).ratings().items():
            assert rating.high is not None
            found.append(abs(rating.elo - truth[who]) / (rating.high - rating.elo))
    return found


@pytest.mark.parametrize(
    ("strengths", "blocks", "seats"),
    [
        ((0, 0, 0, 0), 10, 4),
        ((0, 0, 0, 0), 100, 4),
        ((0, 100), 20, 2),
        ((0, 100), 200, 2),
        ((0, 60, 120, 180), 15, 3),
        ((0, 50, 100, 150, 200), 4, 4),
        ((0, 50, 100, 150, 200), 20, 4),
    ],
)
def test_intervals_contain_the_truth_and_are_not_idly_wide(strengths: tuple[int, ...], blocks: int, seats: int) -> None:
    """A right interval of 95 % has a typical miss of 1 / 1.96 = 0.51 of its half; few blocks and many must both do."""
    missed = misses(strengths, blocks, seats)
    assert fmean(miss <= 1 for miss in missed) >= 0.94
    assert 0.25 <= math.sqrt(fmean(miss**2 for miss in missed)) <= 0.55
