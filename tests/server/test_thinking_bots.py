"""Bots that think, hang, or answer in their own way, as processes with many games at once (D16)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from serai.referee.clock import TimeControl
from serai.server.bot_process import BotCommand
from serai.server.live_game import Played
from tests.server.sittings import play, sample

# Each game brings a long decision after ten short ones, when the bot has shown that it is fast.
BOT = """
import time
import serai, serai.stream

class Thinker(serai.Bot):
    games = ("yspahan",)
    def game_started(self, table):
        table.memory = 0
    def choose(self, table, view, options):
        table.memory += 1
        if table.memory == 11:
            {think}
        return options[0]

{before}
Thinker().run()
"""
IN_ONE_MESSAGE = "serai.stream.FLUSH_SECONDS = float('inf')"
BACKWARDS = (
    "answer = serai.stream.Conversation.answer\nserai.stream.Conversation.answer = lambda c, q: answer(c, q[::-1])"
)
GAMES = 5
SECONDS = 1.0
CONTROL = TimeControl(bank=60, increment=1, cap=3)  # five of them in a row are longer than the cap


def games_with(folder: Path, think: str, before: str = "") -> list[Played]:
    """The bot on seat 1 of several games at once."""
    (folder / "bot.py").write_text(BOT.format(think=think, before=before))
    thinker = BotCommand("thinker", (sys.executable, "bot.py"), folder)
    return play([sample("random"), thinker, sample("random")], GAMES, CONTROL)


@pytest.mark.parametrize("before", ["", IN_ONE_MESSAGE, BACKWARDS], ids=["sdk", "one message", "backwards"])
def test_a_bot_that_thinks_in_all_its_games_at_once_loses_none_of_them(tmp_path: Path, before: str) -> None:
    games = games_with(tmp_path, f"time.sleep({SECONDS})", before)
    assert [game.replay.retirements for game in games] == [()] * GAMES


def test_a_bot_that_hangs_loses_all_its_games_and_the_others_play_on(tmp_path: Path) -> None:
    """The evidence shows the question where one was sent, with the clock the bot saw."""
    games = games_with(tmp_path, "time.sleep(10_000)")
    for game in games:
        (retired,) = game.replay.retirements
        assert (retired["seat"], retired["cause"]) == (1, "time")
        assert retired["text"].startswith(("no answer in the ", "stuck: the bot answered nothing in "))
        assert (retired["question"] != "") == retired["text"].startswith("no answer")
        if retired["question"]:
            assert 60_000 < json.loads(retired["question"])["clock_milliseconds"] <= 71_000
        assert [outcome["ending"] for outcome in game.replay.outcomes] == ["played", "retired", "played"]
