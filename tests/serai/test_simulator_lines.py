"""`serai sim`: calls in lines of JSON, many in a line, and worlds kept under handles."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from base64 import b64encode
from importlib import import_module
from typing import Any

import pytest

from serai import sim
from serai.referee.games import GAMES
from serai.simulator import calls as simulator_calls
from serai.simulator.calls import MOST_CALLS, Simulator
from serai.simulator.lines import LONGEST, answer, serve
from serai.simulator.policies import Greedy, judge_of
from serai.table import Luck, Table
from serai.v1.referee_pb2 import TimeControl

START = {"start": {"game": "yspahan", "seats": 3, "seed": 4, "seat": 0}}


def call(simulator: Simulator, *calls: Any) -> list[Any]:
    said = json.loads(answer(simulator, json.dumps({"id": 7, "calls": calls}).encode()))
    assert said["id"] == 7
    results: list[Any] = said["results"]
    return results


def test_a_line_of_calls_does_what_serai_sim_does() -> None:
    """From a world to its outcome, all in one line; later calls use what earlier ones made."""
    world = sim.World.start("yspahan", 3, seed=4, seat=0)
    found = call(
        Simulator(),
        {"load": {"world": b64encode(world.save()).decode(), "seat": 0}},
        {"options": {"world": 1}},
        {"redeal": {"world": 1, "seed": 5}},
        {"clone": {"world": 2}},
        {"play": {"world": 3, "choices": [0, 0]}},
        {"score": {"world": 3}},
        {"rollout": {"world": 1, "n": 2, "seed": 9, "depth": 30}},
        {"save": {"world": 2}},
        {"view": {"world": 1}},
        {"options": {"world": 1, "messages": True}},
        {"free": {"worlds": [1, 2, 2, 99]}},
    )
    assert found[0] == {"world": 1}
    assert found[1]["options"] == [world.say(action) for action in world.options()]
    other = world.redeal(5)
    assert found[7]["data"] == b64encode(other.save()).decode()
    other.play(0)
    other.play(0)
    assert found[4] == {"waiting": list(other.waiting), "over": False}
    assert found[5]["points"] == list(other.score().points)
    expected = world.rollout(n=2, seed=9, depth=30)
    assert [tuple(outcome["points"]) for outcome in found[6]["outcomes"]] == [outcome.points for outcome in expected]
    assert found[8]["view"]["seat"] == 0
    assert len(found[9]["options"]) == len(found[1]["options"])
    assert found[10] == {"freed": 2, "kept": 1}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"fly": {}}, "there is no call 'fly'; there are load, start"),
        ({"play": {"world": 1, "choices": [999]}}, "has no option 999"),
        ({"play": {"world": 1, "choices": [0, 0], "seat": 0}}, "one choice for a seat that is named"),
        ({"play": {"world": 1, "choices": "0"}}, "the places of options, from 0"),
        ({"play": {"world": 1, "choices": [True]}}, "the places of options, from 0"),
        ({"clone": {"world": 17}}, "there is no world 17"),
        ({"clone": {"world": [1]}}, "there is no world"),
        ({"load": {"world": "bm90IGEgd29ybGQ=", "seat": 0}}, "no saved state"),
        ({"load": {"world": "%%%", "seat": 0}}, "in base64"),
        ({"load": {}}, "load takes a world"),
        ({"start": {"game": "chess"}}, "there is no game called 'chess'"),
        ({"start": {"game": "yspahan", "seats": -1}}, "seats is a whole number from 0"),
        ({"start": {"game": "yspahan", "options": {"a": 1}}}, "options are an object of texts"),
        ({"rollout": {"world": 1, "n": 0}}, "n is 1 to 10000"),
        ({"rollout": {"world": 1, "policy": "clever"}}, "the policy is random or greedy"),
        ({"rollout": {"world": 1, "policy": []}}, "the policy is random or greedy"),
        ({"rollout": {"world": 1, "choices": [999]}}, "has no option 999"),
        ({"rollout": {"world": 1, "choices": 1}}, "the places of options, from 0"),
        ({"redeal": {"world": 1, "seed": 1.5}}, "seed is a whole number"),
        ({"free": {"worlds": 1}}, "free takes worlds"),
        ({"score": []}, "score takes an object"),
        ("score", "a call is an object with one key"),
        ({}, "a call is an object with one key"),
    ],
)
def test_a_call_that_fails_says_why_and_changes_nothing(wrong: Any, said: str) -> None:
    kept = Simulator()
    call(kept, START)
    before = call(kept, {"save": {"world": 1}})
    failed, after = call(kept, wrong, {"save": {"world": 1}})
    assert list(failed) == ["error"]
    assert failed["error"]
    assert said in failed["error"]
    assert [after] == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "this is no JSON"),
        (b"\xff", "this is no JSON"),
        (b"[" * 100_000, "this is no JSON"),
        (b"[]", "an object with a list of calls"),
        (b'{"calls":3}', "an object with a list of calls"),
        (b'{"calls":[' + b"0," * MOST_CALLS + b"0]}", "at most 1000 calls, not 1001"),
        (b" " * (LONGEST + 1), "at most 1048576 bytes"),
    ],
)
def test_a_line_that_is_none_is_answered_all_the_same(line: bytes, said: str) -> None:
    found = json.loads(answer(Simulator(), line))
    assert found["id"] is None
    assert said in found["error"]


def test_worlds_that_nobody_frees_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator_calls, "MOST_WORLDS", 2)
    kept = Simulator()
    *_, refused = call(kept, START, {"clone": {"world": 1}}, {"clone": {"world": 1}})
    assert "2 worlds are kept already" in refused["error"]
    _, made = call(kept, {"free": {"worlds": [1]}}, {"clone": {"world": 2}})
    assert made == {"world": 3}


def test_a_line_without_end_is_refused_and_the_next_is_read() -> None:
    written = io.BytesIO()
    lines = b" " * (3 * LONGEST) + b"\n" + json.dumps({"id": "b", "calls": [START]}).encode() + b"\n"
    serve(io.BytesIO(lines), written)
    one, other = written.getvalue().splitlines()
    assert "at most" in json.loads(one)["error"]
    assert json.loads(other) == {"id": "b", "results": [{"world": 1}]}


def test_the_process_answers_until_its_input_ends() -> None:
    asked = json.dumps({"id": 1, "calls": [START, {"rollout": {"world": 1, "n": 1, "depth": 3}}]})
    line = [sys.executable, "-m", "serai.simulator"]
    done = subprocess.run(line, input=f"{asked}\n{asked}", capture_output=True, text=True, check=True)
    assert [json.loads(line)["results"][0] for line in done.stdout.splitlines()] == [{"world": 1}, {"world": 2}]
    assert done.stderr == ""


def test_rollouts_after_a_choice_meet_the_luck_of_their_seed() -> None:
    """One call tries an option in as many redeals as it likes: what redeal, play and rollout do one by one."""
    world = sim.World.start("yspahan", 3, seed=4, seat=0)
    (_, tried) = call(
        Simulator(), START, {"rollout": {"world": 1, "n": 2, "seed": 5, "depth": 20, "choices": [1], "seat": 0}}
    )
    expected = []
    for seed in (5, 6):
        trial = world.redeal(seed)
        trial.play(1, 0)
        expected += trial.rollout(seed=seed, depth=20, redeals=False)
    assert [tuple(outcome["points"]) for outcome in tried["outcomes"]] == [outcome.points for outcome in expected]


def test_rollouts_end_with_a_turn_and_say_what_has_come_of_it() -> None:
    """Turns are counted from the world that is asked about, so all options are judged where they can be compared."""
    world = sim.World.start("yspahan", 3, seed=4, seat=0)
    turns = {"world": 1, "policy": "greedy", "n": 2, "seed": 5, "turns": 1, "judged": True, "redeals": False}
    (_, plain, judged, chosen) = call(
        Simulator(), START, {"rollout": {"world": 1}}, {"rollout": turns}, {"rollout": {**turns, "choices": [1]}}
    )
    assert "values" not in plain["outcomes"][0]
    played = world.clone()
    while played.turn == world.turn:
        played.play(Greedy(world)(played, played.waiting[0]), played.waiting[0])
    assert [outcome["values"] for outcome in judged["outcomes"]] == [judge_of(world)(played)] * 2
    assert all(sum(outcome["values"]) == pytest.approx(1.5) for outcome in chosen["outcomes"])


@pytest.mark.parametrize("game", GAMES)
def test_greedy_rollouts_are_what_the_greedy_bot_would_play(game: str) -> None:
    """The same rule of thumb: the first decision is what the house bot's own code chooses from the seat's view."""
    choose = import_module(f"serai.sample_bots.python.greedy.{game}").choose
    seats = min(GAMES[game].seat_counts)
    world = sim.World.start(game, seats, seed=2, options=dict(_options_at(game, seats)))
    (seat, *_) = world.waiting
    table = Table(1, game, world.epoch, seat, seats, {}, world.board(), TimeControl(), "", Luck("x"))
    answer = choose(table, world.view(seat), list(map(world.message, world.options(seat))))
    by_hand = world.clone()
    by_hand.play(answer if isinstance(answer, int) else world.action(answer), seat)
    by_policy = world.clone()
    by_policy.play(Greedy(world)(world, seat), seat)
    assert by_policy.save() == by_hand.save()
    (outcome,) = world.rollout(Greedy(world), n=1, depth=40, redeals=False)
    assert outcome.decisions == 40


def test_advice_is_what_a_policy_would_answer() -> None:
    world = sim.World.start("yspahan", 3, seed=4, seat=0)
    (_, greedy, drawn, other, bad) = call(
        Simulator(),
        START,
        {"advice": {"world": 1, "policy": "greedy"}},
        {"advice": {"world": 1, "seed": 3}},
        {"advice": {"world": 1, "seat": world.waiting[0] ^ 1}},
        {"advice": {"world": 1, "policy": "clever"}},
    )
    place = Greedy(world)(world, world.waiting[0])
    assert isinstance(place, int)
    gains = greedy.pop("gains")
    assert len(gains) == len(world.options())
    assert gains.index(max(gains)) == place
    assert greedy == {"choice": place, "words": world.say(world.options()[place])}
    assert drawn["words"] == world.say(world.options()[drawn["choice"]])
    assert "is not asked now" in other["error"]
    assert "the policy is random or greedy" in bad["error"]


def _options_at(game: str, seats: int) -> list[tuple[str, str]]:
    choices = GAMES[game].all_seat_counts()[seats]
    return [(name, value) for name, _, value in (choice.partition("=") for choice in choices[:1])]
