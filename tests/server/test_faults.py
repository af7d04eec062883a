"""A bot that misbehaves is retired with the right cause and its evidence; the others get a real game."""

from __future__ import annotations

from typing import Any

import pytest

from referee.replay import verify
from tests.server.sittings import YSPAHAN, play, rogue, sample

TRICKS = {
    "illegal-option": ("illegal", "does not exist"),
    "illegal-action": ("illegal", "not among the options"),
    "empty-action": ("protocol", "the game is 'yspahan'"),
    "no-choice": ("protocol", "an answer without a choice"),
    "twice": ("protocol", "a second answer"),
    "never-asked": ("protocol", "which was never asked"),
    "malformed": ("protocol", "not a PlayRequest"),
    "oversize": ("protocol", "the limit is"),
    "hello-again": ("protocol", "without answers"),
    "empty": ("protocol", "without answers"),
    "bye": ("disconnect", "exited with code 0"),
    "half-close": ("disconnect", ""),
    "crash": ("crash", "exited with code 7"),
    "leave": ("disconnect", "exited with code 0"),
    "hang": ("time", "no answer in the 1.0 s it had"),
    "die-at-start": ("start", "exited with code 1 before it said hello"),
    "hang-at-hello": ("start", "did not say hello within 5 s"),
    "wrong-token": ("start", "before it said hello"),
    "wrong-version": ("protocol", "speaks protocol 99"),
    "other-game": ("start", "does not play yspahan"),
}
BEFORE_ANY_GAME = {"die-at-start", "hang-at-hello", "wrong-token", "wrong-version", "other-game"}


def retirement(trick: str) -> tuple[dict[str, Any], tuple[Any, ...]]:
    (played,) = play([sample("random"), rogue(trick), sample("random")])
    verify(YSPAHAN, played.replay)
    (evidence,) = played.replay.retirements
    return dict(evidence), played.replay.outcomes


@pytest.mark.parametrize("trick", TRICKS)
def test_the_cause_is_right_with_its_evidence_and_the_others_are_ranked(trick: str) -> None:
    cause, text = TRICKS[trick]
    evidence, outcomes = retirement(trick)
    assert (evidence["seat"], evidence["cause"]) == (1, cause)
    assert text in evidence["text"]
    assert [outcome["ending"] for outcome in outcomes] == ["played", "retired", "played"]
    assert outcomes[1]["rank"] == 3
    assert {outcomes[0]["rank"], outcomes[2]["rank"]} <= {1, 2}
    if trick not in BEFORE_ANY_GAME:
        assert f"rogue: about to {trick}" in evidence["stderr"]
        assert "twice" in trick or '"options"' in evidence["question"]
    if trick == "illegal-option":
        assert evidence["answer"].isdigit()


def test_a_bot_with_two_games_is_retired_from_the_one_it_failed_in() -> None:
    """The rogue answers illegally in whatever game asks sixth; only games in which it did so are lost to it."""
    games = play([sample("random"), rogue("illegal-option"), sample("random")], games=2)
    assert [game.replay.outcomes[1]["cause"] for game in games] == ["illegal", "illegal"]
    assert all(game.replay.retirements[0]["after"] > 0 for game in games)


def test_a_bot_that_died_gets_a_fresh_process_for_the_next_game() -> None:
    first, second = play([sample("random"), rogue("crash"), sample("random")], games=2, in_flight=1)
    for game in (first, second):
        assert game.replay.outcomes[1]["cause"] == "crash"
        assert len([line for line in game.replay.decisions if line.startswith("1 ")]) > 5


def test_when_all_bots_fail_the_game_still_ends() -> None:
    (played,) = play([rogue("die-at-start"), rogue("crash"), rogue("illegal-option")])
    verify(YSPAHAN, played.replay)
    assert [outcome["cause"] for outcome in played.replay.outcomes] == ["start", "crash", "illegal"]
    assert [outcome["rank"] for outcome in played.replay.outcomes] == [1, 1, 1]


def test_a_command_that_does_not_exist_is_a_fault_at_the_start() -> None:
    from dataclasses import replace

    missing = replace(rogue("proper"), command=("no-such-program-at-all",))
    (played,) = play([sample("random"), missing, sample("random")])
    (evidence,) = played.replay.retirements
    assert evidence["cause"] == "start"
