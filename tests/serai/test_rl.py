"""serai.env passes PettingZoo's own tests at every table; arrays follow from the proto; many games go at once."""

from __future__ import annotations

import numpy as np
import pytest

import serai
from serai.arrays import Layout, lists_in
from serai.referee.games import GAMES
from serai.rl import Finished, SelfPlay
from serai.sim import IllegalAction, World
from serai.table_arrays import arrays_of
from serai.v1 import referee_pb2 as pb
from serai.v1 import yspahan_pb2 as y
from training.environments import check
from training.evaluation import settings

TABLES = [(game, seats, options) for game in GAMES for seats, options in settings(game)]
CARD = y.YSPAHAN_CARD_CAMELS3
EVERY_TABLE = pytest.mark.parametrize(("game", "seats", "options"), TABLES)


@EVERY_TABLE
def test_it_is_what_pettingzoo_wants(game: str, seats: int, options: dict[str, str]) -> None:
    """The short form; `./dev environments` is the long one."""
    check(game, seats, options, cycles=5)


def test_a_game_to_its_end_pays_by_rank() -> None:
    env = serai.env("yspahan", 3)
    env.reset(seed=7)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        paid[agent] += float(reward)
        env.step(None if ended else int(np.flatnonzero(observation["action_mask"])[-1]))
    ranks = env.world.score().ranks
    assert sum(paid.values()) == pytest.approx(0.0)
    assert sorted(paid, key=lambda agent: -paid[agent])[0] == f"seat_{ranks.index(1)}"
    assert env.agents == []


def test_an_option_that_is_not_there_is_refused() -> None:
    env = serai.env("yspahan", 3)
    env.reset(seed=7)
    missing = int(env.observe(env.agent_selection)["action_mask"].sum())
    with pytest.raises(IllegalAction, match=f"no option {missing}"):
        env.step(missing)


def test_only_who_is_asked_has_options_and_hidden_cards_stay_hidden() -> None:
    """A seat's arrays are made from its own view: dealt anew behind its back, they are the same."""
    env = serai.env("yspahan", 3)
    env.reset(seed=7)
    asked = env.possible_agents.index(env.agent_selection)
    masks = [env.observe(agent)["action_mask"].any() for agent in env.possible_agents]
    assert masks == [seat == asked for seat in range(3)]
    before = env.observe(env.agent_selection)
    env.world.seat = asked
    env.world = env.world.redeal(seed=99)
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_the_same_seed_gives_the_same_games() -> None:
    first, second = (SelfPlay("yspahan", 3, games=4, seed=5) for _ in range(2))
    for _ in range(30):
        one, other = first.questions(), second.questions()
        assert np.array_equal(one.views, other.views)
        answers = one.masks.sum(axis=1) - 1
        assert first.answer(answers) == second.answer(answers)


def test_a_game_that_is_over_makes_place_for_a_new_one() -> None:
    play = SelfPlay("yspahan", 3, games=3, seed=5)
    finished: list[Finished] = []
    while len(finished) < 3:
        asked = play.questions()
        assert asked.views.shape[0] == asked.options.shape[0] == asked.masks.shape[0] == len(asked.seats) == 3
        finished += play.answer(asked.masks.argmax(axis=1))
    assert not any(world.over for world in play.worlds)
    assert all(sum(each.rewards) == pytest.approx(0.0) for each in finished)


def test_an_array_names_every_place() -> None:
    view = y.YspahanView(seat=2, week=3, shops=[0, 4], hand=[CARD, CARD], players=[y.YspahanView.Player(gold=7)])
    layout = Layout(y.YspahanView.DESCRIPTOR, dict(lists_in(view)))
    shown = {name: number for name, number in zip(layout.names, layout.array(view), strict=True) if number}
    assert shown == {
        "seat?": 1,
        "seat": 2,
        "week": 3,
        "#shops": 2,
        "shops[1]": 4,
        "#players": 1,
        "players[0].gold": 7,
        f"hand={y.YspahanCard.Name(CARD)}": 2,
    }


def test_what_is_beyond_the_length_of_a_list_is_left_out() -> None:
    layout = Layout(y.YspahanView.DESCRIPTOR, {"serai.v1.YspahanView.shops": 1})
    array = layout.array(y.YspahanView(shops=[3, 4, 5]))
    assert array[layout.names.index("#shops")] == 3
    assert array.sum() == 6


@pytest.mark.parametrize("game", GAMES)
def test_views_and_options_fit(game: str) -> None:
    """In the first game nothing is left out, and options that differ have arrays that differ."""
    made, known = arrays_of(game), World.start(game, 3, 1)
    for _ in range(40):
        seat = known.waiting[0]
        rows, mask = made.options(known, seat)
        assert mask.sum() == len(known.options(seat)) == len(np.unique(rows[: mask.sum()], axis=0))
        known.play(0)
    assert made.view.size == len(set(made.view.names))
    assert getattr(pb.View(), game).DESCRIPTOR.full_name.endswith("View")
