"""How a sitting goes on when bots fail in it. What each kind of fault comes to is the matter of tests/broken_bots."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from serai.referee.core.agenda import Action
from serai.referee.core.errors import IllegalAction
from serai.referee.replay import verify
from serai.server.codec import CODECS
from serai.v1 import referee_pb2 as pb
from tests.broken_bots.kinds import broken_bot
from tests.server.sittings import YSPAHAN, play, sample


def test_the_evidence_names_the_answer() -> None:
    (game,) = play([sample("random"), broken_bot("illegal-option"), sample("random")])
    (evidence,) = game.replay.retirements
    assert evidence["answer"].isdigit()
    assert "broken bot: about to illegal-option" in evidence["stderr"]


def test_an_action_that_its_codec_refuses_is_an_illegal_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers out of range are no action of the rules, but they are no breach of the protocol either."""

    def refuse(action: pb.Action) -> Action:
        raise IllegalAction("there is no shop 99")

    monkeypatch.setattr(CODECS["yspahan"], "read_action", refuse)
    (game,) = play([sample("random"), broken_bot("illegal-action"), sample("random")])
    (evidence,) = game.replay.retirements
    assert (evidence["seat"], evidence["cause"], evidence["text"]) == (1, "illegal", "there is no shop 99")
    assert evidence["answer"].startswith("yspahan {")
    assert '"options"' in evidence["question"]
    verify(YSPAHAN, game.replay)


def test_a_bot_with_two_games_is_retired_from_the_one_it_failed_in() -> None:
    """The broken bot answers illegally in whatever game asks sixth; only games in which it did so are lost to it."""
    games = play([sample("random"), broken_bot("illegal-option"), sample("random")], games=2)
    assert [game.replay.outcomes[1]["cause"] for game in games] == ["illegal", "illegal"]
    assert all(game.replay.retirements[0]["after"] > 0 for game in games)


def test_a_bot_that_never_stops_answering_is_heard_no_more() -> None:
    """It floods in one game; the other is lost to it because the stream is closed, not because time ran out.

    If the flood is slow, the game it floods is over before the last straw.
    """
    games = play([sample("random"), broken_bot("flood"), sample("random")], games=2)
    texts = sorted(game.replay.retirements[0]["text"] for game in games)
    assert [game.replay.outcomes[1]["cause"] for game in games] == ["protocol", "protocol"]
    assert texts[0].startswith("a second answer")
    many = "more than 100 faults on one stream, the last of them a"
    assert re.fullmatch(
        rf"{many} second answer to question \d+|{many}n answer to question \d+ of a game that is over", texts[1]
    )


def test_a_bot_that_died_gets_a_fresh_process_for_the_next_game() -> None:
    first, second = play([sample("random"), broken_bot("crash"), sample("random")], games=2, in_flight=1)
    for game in (first, second):
        assert game.replay.outcomes[1]["cause"] == "crash"
        assert len([line for line in game.replay.decisions if line.startswith("1 ")]) > 5


def test_when_all_bots_fail_the_game_still_ends() -> None:
    (played,) = play([broken_bot("die-at-start"), broken_bot("crash"), broken_bot("illegal-option")])
    verify(YSPAHAN, played.replay)
    assert [outcome["cause"] for outcome in played.replay.outcomes] == ["start", "crash", "illegal"]
    assert [outcome["rank"] for outcome in played.replay.outcomes] == [1, 1, 1]


def test_a_command_that_does_not_exist_is_a_fault_at_the_start() -> None:
    missing = replace(broken_bot("proper"), command=("no-such-program-at-all",))
    (played,) = play([sample("random"), missing, sample("random")])
    (evidence,) = played.replay.retirements
    assert evidence["cause"] == "start"
