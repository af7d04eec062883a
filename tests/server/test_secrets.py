"""What a bot receives, byte by byte: never the deal while it is of use, never another hand, never a token."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.one_sitting import GameToPlay, play_sitting
from serai.v1 import referee_pb2 as pb
from tests.broken_bots.kinds import broken_bot
from tests.server.sittings import QUICK, YSPAHAN, play, sample

DEAL = b"canary! " * 4


def what_a_spy_saw(tmp_path: Path, reveals: bool) -> bytes:
    book = tmp_path / "book"
    bots = [sample("random"), broken_bot(f"spy:{book}"), sample("random")]
    play_sitting(YSPAHAN, {}, bots, [GameToPlay("g", DEAL, (0, 1, 2), reveals)], QUICK)
    return book.read_bytes()


def test_the_deal_is_not_sent_while_it_can_be_of_use(tmp_path: Path) -> None:
    seen = what_a_spy_saw(tmp_path, reveals=False)
    assert DEAL not in seen
    assert DEAL.hex().encode() not in seen
    assert b"canary" not in seen


def test_the_deal_is_revealed_at_the_end_of_the_last_game(tmp_path: Path) -> None:
    """And not before: cut off at the result, what was received holds no trace of it."""
    seen = what_a_spy_saw(tmp_path, reveals=True)
    before, found, _ = seen.partition(DEAL)
    assert found == DEAL
    assert b"canary" not in before


def test_a_drawn_card_is_shown_to_who_drew_it_and_to_nobody_else(tmp_path: Path) -> None:
    everything = pb.PlayResponse.FromString(what_a_spy_saw(tmp_path, reveals=False))
    told = [event.yspahan.drew for question in everything.questions for event in question.events]
    drawn = [drew for drew in told if drew.ByteSize()]
    assert any(drew.seat == 1 and drew.card for drew in drawn)
    assert all(not drew.card for drew in drawn if drew.seat != 1)
    assert any(drew.seat != 1 for drew in drawn)


def test_every_view_is_the_own_seats(tmp_path: Path) -> None:
    everything = pb.PlayResponse.FromString(what_a_spy_saw(tmp_path, reveals=False))
    assert everything.questions
    assert {question.view.yspahan.seat for question in everything.questions} == {1}


def test_a_bot_gets_nothing_of_our_environment_but_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://user:canary@localhost")
    monkeypatch.setenv("CANARY_TOKEN", "canary")
    (game,) = play([broken_bot("die-at-start"), sample("random"), sample("random")])
    printed = game.replay.retirements[0]["stderr"]
    assert "'SERAI_REFEREE', 'SERAI_TOKEN'" in printed
    assert "REDIS_URL" not in printed
    assert "CANARY_TOKEN" not in printed
