"""The luck of a bot: the same on every run, another for everybody else, and nobody else is sent it."""

from __future__ import annotations

from pathlib import Path

from bench.one_sitting import GameToPlay, play_sitting
from serai.referee.core.luck import bot_luck, commit, draw
from serai.v1 import referee_pb2 as pb
from tests.broken_bots.kinds import broken_bot
from tests.server.sittings import QUICK, YSPAHAN, sample

DEAL = b"canary! " * 4


def test_it_is_the_same_on_every_run_and_machine() -> None:
    assert bot_luck(bytes(32), "a bot", 1) == "7c2388711fa1035392d41dbe532ffd0e19c3b8a6fd920a724e7884c56ccb85b8"


def test_it_differs_by_deal_bot_and_seat() -> None:
    lucks = {bot_luck(deal, bot, seat) for deal in (bytes(32), DEAL) for bot in "ab" for seat in range(4)}
    assert len(lucks) == 16


def test_it_is_made_of_no_draw_of_the_game_and_not_of_the_commitment() -> None:
    luck = bot_luck(DEAL, "a", 0)
    draws = {f"{draw(DEAL, 'luck of a bot', number, 1 << 64):016x}" for number in range(100)}
    assert not any(word in luck for word in draws)
    assert commit(DEAL)[:16] not in luck


def test_every_bot_is_sent_its_own_and_no_other(tmp_path: Path) -> None:
    book = tmp_path / "book"
    bots = [sample("random"), broken_bot(f"spy:{book}"), sample("random")]
    play_sitting(YSPAHAN, {}, bots, [GameToPlay("g", DEAL, (0, 1, 2), False)], QUICK)
    seen = book.read_bytes()
    (started,) = pb.PlayResponse.FromString(seen).games_started
    assert started.luck == bot_luck(DEAL, bots[1].luck_name, 1)
    others = [bot_luck(DEAL, bot.luck_name, seat) for seat, bot in enumerate(bots) if seat != 1]
    assert not any(luck.encode() in seen for luck in others)
