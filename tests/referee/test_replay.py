"""Replays: a true record verifies, and a record with one thing changed says what is wrong with it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from serai.referee.clock import TimeControl
from serai.referee.core.agenda import digest
from serai.referee.core.luck import commit
from serai.referee.games import GAMES
from serai.referee.match import Cause, Match
from serai.referee.replay import Replay, ReplayedMatch, ReplayError, record, verify
from tests.harbour import HARBOUR
from tests.referee.matches import UNHURRIED, calm_match, new_match, play, retire, whimsical

Path = tuple[str | int, ...]
YSPAHAN = GAMES["yspahan"]
TIMES = {"controls", "milliseconds"}
EVIDENCE = {"text", "question", "answer", "stderr"} | TIMES  # told by the platform, not by the game


@cache
def true_json() -> str:
    """A game of three of which one is retired on the way, as JSON text."""
    match = calm_match()
    for question in match.questions():
        match.answer(question, 0, seconds=0.0)
    retire(match, 1, Cause.TIME, "too slow")
    return json.dumps(record(play(match, whimsical(1))).as_json())


def true_data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(true_json())
    return data


def verify_json(data: Any) -> None:
    verify(HARBOUR, Replay.from_json(json.loads(json.dumps(data))))


def changed(path: Path, value: Any) -> dict[str, Any]:
    """The true record with one thing replaced."""
    data = true_data()
    inner: Any = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return data


def leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every single value in the record, with the way to it."""
    if isinstance(data, dict | list):
        for step, inner in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(inner, (*path, step))
    elif not EVIDENCE.intersection(path):
        yield path, data


def slips(value: Any) -> list[Any]:
    """A value with a small mistake: another number, one other character, one too many or too few."""
    if value is None:
        return ["time", ""]
    if isinstance(value, int):
        return [value + 1, value - 1]
    places = {0, len(value) // 2, len(value) - 1}
    flips = [value[:place] + ("1" if value[place] != "1" else "0") + value[place + 1 :] for place in places]
    return [*flips, value + "0", value[:-1], value.upper() if value.upper() != value else value.lower() + " "]


# --- true records


def test_a_true_record_verifies_and_gives_the_final_state() -> None:
    match = play(calm_match(), whimsical(1))
    assert digest(verify(HARBOUR, record(match))) == digest(match.state)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("retired", [None, 1])
def test_whole_games_verify(seats: int, retired: int | None) -> None:
    options = {"two_players": "on"} if seats == 2 else {}
    match = Match(YSPAHAN, seats, bytes([seats]) * 32, options, UNHURRIED)
    if retired is not None:
        retire(match, retired)
    verify(YSPAHAN, record(play(match, whimsical(seats))))
    assert match.over


def test_a_record_comes_back_from_json() -> None:
    replay = record(play(new_match(), whimsical(2)))
    text = json.dumps(replay.as_json())
    assert Replay.from_json(json.loads(text)) == replay
    assert json.dumps(Replay.from_json(json.loads(text)).as_json()) == text


def test_a_record_says_how_the_game_was_set_up() -> None:
    match = play(new_match(seats=2, deal=7), whimsical(2))
    replay = record(match)
    assert (replay.game, replay.epoch, replay.seats, replay.options) == ("harbour", 1, 2, {"length": "short"})
    assert (replay.deal, replay.commitment) == (match.deal.hex(), commit(match.deal))
    assert len(replay.decisions) == len(match.decisions)
    assert replay.decisions[0] == f"0 {HARBOUR.actions.say(match.decisions[0][1])}"


def test_a_replayed_match_shows_each_decision_before_it_happens() -> None:
    replay = Replay.from_json(true_data())
    replayed = ReplayedMatch(HARBOUR, replay)
    shown = []
    for step in replayed.steps():
        assert step.seat in replayed.state.options
        shown.append((f"{step.seat} {HARBOUR.actions.say(step.action)}", step.is_default))
    assert [line for line, _ in shown] == list(replay.decisions)
    assert [is_default for _, is_default in shown] == [line.startswith("1 ") for line in replay.decisions]


# --- records with one thing changed


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("format",), 2, "replay format 2 is unknown; this program reads 1"),
        (("game",), "yspahan", "the game is yspahan, these are the rules of harbour"),
        (("epoch",), 2, "the game is of epoch 2, these rules are epoch 1"),
        (("epoch",), "1", "'epoch' of the replay is '1', not int"),
        (("seats",), 9, "harbour is played by 2 or 3 or 4 seats with these options, not 9"),
        (("options",), {"length": "endless"}, "option length of harbour is 'endless'; it can be short, long"),
        (("options",), {"speed": "high"}, "harbour has no option 'speed'; it has length"),
        (("options",), {"length": "long"}, "decisions the game is not over"),
        (("options",), {}, "the digest is not that of the game's options, decisions, turns and retirements"),
        (("deal",), "0" * 64, "the deal is not the one that was committed to"),
        (("deal",), "00", "the deal has 1 bytes, not 32"),
        (("deal",), "zz", "the deal 'zz' is not hexadecimal"),
        (("commitment",), "0" * 64, "the deal is not the one that was committed to"),
        (("decisions", 0), "0 dance", "decision 0: '0 dance' is not SEAT ACTION of harbour"),
        (("decisions", 0), "first pass", "decision 0: 'first pass' is not SEAT ACTION of harbour"),
        (("decisions", 0), "2 pass", "decision 0: seat 2 is not asked; waiting for [0]"),
        (("decisions", 0), "0 bid:1", "decision 0: Bid(coins=1) is not among the options of seat 0"),
        (("decisions",), "0 pass", "the replay needs 'decisions', a list of str"),
        (("decisions",), [1, 2], "the replay needs 'decisions', a list of str"),
        (("turns", 1), "0" * 32, f"the digest of turn 1 is {'0' * 32}; played again it is"),
        (("turns",), [], "the replay has digests of 0 turns; played again there are 9"),
        (("digest",), "0" * 32, "the digest is not that of the game's options, decisions, turns and retirements"),
        (("outcomes", 0, "points"), 99, "points, ranks or endings are not those of the game played again"),
        (("outcomes", 1, "rank"), 1, "points, ranks or endings are not those of the game played again"),
        (("outcomes", 1, "cause"), "crash", "points, ranks or endings are not those of the game played again"),
        (("outcomes", 1, "ending"), "played", "points, ranks or endings are not those of the game played again"),
        (("outcomes",), {}, "the replay needs 'outcomes', a list of Mapping"),
        (("retirements", 0, "cause"), "crash", "the digest is not that of the game's options"),
        (("retirements", 0, "cause"), "bored", "a retirement has the cause 'bored'; it can be time, illegal, protocol"),
        (("retirements", 0, "after"), 10, "the digest is not that of the game's options"),
        (("retirements", 0, "seat"), "1", "'seat' of a retirement is '1', not int"),
        (("retirements", 0), {}, "a retirement has no 'seat'"),
        (("retirements",), [], "the digest is not that of the game's options"),
        (("controls",), ["120+1/20"], "the replay has 1 controls, not 3"),
        (("controls",), ["soon"] * 3, "time control 'soon' should read BANK+INCREMENT/CAP"),
        (("milliseconds",), [1], "the replay has 1 milliseconds, not "),
        (("milliseconds",), ["1"], "the replay needs 'milliseconds', a list of int | None"),
    ],
    ids=str,
)
def test_a_changed_record_says_what_is_wrong(path: Path, value: Any, message: str) -> None:
    with pytest.raises(ReplayError, match=re.escape(message)):
        verify_json(changed(path, value))


def test_not_one_value_can_be_changed_unnoticed() -> None:
    """Every value of the record (but the evidence), with small mistakes of every kind."""
    tried = 0
    for path, value in leaves(true_data()):
        for slip in slips(value):
            tried += 1
            with pytest.raises(ReplayError):
                verify_json(changed(path, slip))
    assert tried > 300


@pytest.mark.parametrize("name", sorted(true_data().keys() - TIMES))
def test_nothing_may_be_missing(name: str) -> None:
    data = true_data()
    del data[name]
    with pytest.raises(ReplayError, match=name):
        verify_json(data)


@pytest.mark.parametrize("data", [None, 3, "replay", [], {}, {"format": 1}], ids=str)
def test_what_is_no_record_is_refused(data: Any) -> None:
    with pytest.raises(ReplayError):
        verify_json(data)


def test_decisions_cannot_be_left_out_added_or_exchanged() -> None:
    chance = random.Random(0)
    for _ in range(60):
        data = true_data()
        lines = data["decisions"]
        one, other = chance.sample(range(len(lines)), 2)
        kind = chance.choice(["left out", "added", "exchanged"])
        if kind == "left out":
            del lines[one]
        elif kind == "added":
            lines.insert(one, lines[other])
        else:
            lines[one], lines[other] = lines[other], lines[one]
        if lines != true_data()["decisions"]:
            with pytest.raises(ReplayError):
                verify_json(data)


def test_a_retired_seat_that_did_not_give_its_default_is_found() -> None:
    data = true_data()
    place = next(n for n, line in enumerate(data["decisions"]) if line == "1 pass")
    data["decisions"][place] = "1 raid:0"
    with pytest.raises(
        ReplayError, match=f"decision {place}: retired seat 1 says 'raid:0', its default answer is 'pass'"
    ):
        verify_json(data)


def test_a_sound_lie_about_the_end_of_the_game_is_found() -> None:
    """A record that stops one decision early, with everything else to match, is still not a finished game."""
    data = true_data()
    data["decisions"].pop()
    with pytest.raises(ReplayError, match=f"after {len(data['decisions'])} decisions the game is not over"):
        verify_json(data)


def test_a_record_holds_the_time_of_every_decision_and_its_clocks_run_again() -> None:
    """Also those of the clock: at every question it is what it was."""
    match = Match(HARBOUR, 2, bytes(32), {}, TimeControl(10, 1, 5))
    banks = []
    while not match.over:
        for question in match.questions():
            match.answer(question, 0, 0.25)
        banks.append([clock.bank for clock in match.clocks])
    made = record(match)
    assert set(made.milliseconds) == {250}
    assert made.controls == ("10+1/5", "10+1/5")
    again = ReplayedMatch(HARBOUR, Replay.from_json(made.as_json()))
    for _ in again.steps():
        pass
    assert [clock.bank for clock in again.clocks] == banks[-1]


def test_an_older_record_without_times_is_read() -> None:
    data = {name: value for name, value in true_data().items() if name not in TIMES}
    assert json.loads(json.dumps(Replay.from_json(data).as_json())) == data
