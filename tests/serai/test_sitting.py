"""Bots at a real table: what the referee makes of an exception, of a wrong return value and of a wrong action."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from bench.one_sitting import GameToPlay, play_sitting
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.server.bot_process import BotCommand

BOT = """
import serai
from serai.v1 import yspahan_pb2 as y

class Sample(serai.Bot):
    games = ("yspahan",)
    def choose(self, table, view, options):
        if table.seat == 1 and view.day == 3:
{misdeed}
        return options[0]

Sample().run()
"""


def retirements(folder: Path, misdeed: str) -> list[Any]:
    """Two games of three bots that do something wrong on seat 1 on the third day; how many were retired, and why."""
    (folder / "bot.py").write_text(BOT.format(misdeed=textwrap.indent(misdeed, " " * 12)))
    bots = [BotCommand(f"bot {n}", (sys.executable, "bot.py"), folder) for n in range(3)]
    games = [GameToPlay(str(n), bytes([n] * 32), (0, 1, 2), reveals=True) for n in range(2)]
    played = play_sitting(GAMES["yspahan"], {}, bots, games, TimeControl())
    return [retired for game in played for retired in game.replay.retirements]


@pytest.mark.parametrize(
    ("misdeed", "printed"),
    [
        ("raise ValueError('at a loss')", "ValueError: at a loss\nin game "),
        ("return None", "Sample: choose returned NoneType in game "),
    ],
)
def test_an_exception_or_a_wrong_answer_is_a_crash_with_evidence(tmp_path: Path, misdeed: str, printed: str) -> None:
    """Both games are lost: they were played by the same process."""
    retired = retirements(tmp_path, misdeed)
    assert [(seat["seat"], seat["cause"]) for seat in retired] == [(1, "crash"), (1, "crash")]
    assert all(printed in seat["stderr"] for seat in retired)


def test_an_action_against_the_rules_is_illegal(tmp_path: Path) -> None:
    """The process goes on, so each game sees the misdeed for itself."""
    retired = retirements(tmp_path, "return y.YspahanAction(put=y.YspahanAction.Put(shop=0))")
    assert [(seat["seat"], seat["cause"]) for seat in retired] == [(1, "illegal"), (1, "illegal")]
    assert all("put:bag.white.1" in seat["answer"] for seat in retired)
