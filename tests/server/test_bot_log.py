"""What bots print is kept with the question it belongs to (M3)."""

from __future__ import annotations

import sys
from pathlib import Path

from serai.server.bot_log import MOST_BYTES, GameLog
from serai.server.bot_process import BotCommand
from tests.server.sittings import play, sample

CHATTY = """
import sys
from serai import Bot

class Chatty(Bot):
    games = ("yspahan",)
    asked = {}
    def choose(self, table, view, options):
        number = self.asked[table.handle] = self.asked.get(table.handle, 0) + 1
        print(f"question {number} of {table.handle}")
        print(f"to stderr, {number}", file=sys.stderr)
        return options[0]

print("starting")
Chatty().run()
"""


def chatty(folder: Path) -> BotCommand:
    (folder / "bot.py").write_text(CHATTY)
    return BotCommand("chatty", (sys.executable, "bot.py"), folder)


def test_every_line_belongs_to_the_question_it_was_printed_over(tmp_path: Path) -> None:
    first, second = play([chatty(tmp_path), sample("random"), sample("random")], games=2, in_flight=1)
    lines = first.printed[0]["lines"]
    assert lines[0] == (0, "starting")
    asked = sum(decision.startswith("0 ") for decision in first.replay.decisions)
    wanted = [(n, text) for n in range(1, asked + 1) for text in (f"question {n} of 1", f"to stderr, {n}")]
    assert lines[1:] == wanted
    assert first.printed[1] == {"dropped": 0, "lines": []}
    assert second.printed[0]["lines"][0] == (1, "question 1 of 2")


def test_the_oldest_is_dropped_and_that_is_said() -> None:
    log = GameLog()
    for number in range(3000):
        log.add(number, b"line %d\n" % number)
    printed = log.printed()
    assert printed["lines"][-1] == (2999, "line 2999")
    size = sum(len(text) + 1 for _, text in printed["lines"])
    assert size <= MOST_BYTES
    assert printed["dropped"] + size == sum(len(b"line %d\n" % number) for number in range(3000))


def test_a_flood_without_an_end_of_line_is_cut_too() -> None:
    log = GameLog()
    log.add(1, b"x" * (3 * MOST_BYTES))
    assert log.printed() == {"dropped": 2 * MOST_BYTES, "lines": [(1, "x" * MOST_BYTES)]}


def test_a_line_in_two_parts_belongs_to_where_it_ended() -> None:
    log = GameLog()
    log.add(1, b"one\nbegun, ")
    log.add(2, b"ended\r\nlast \xff")
    assert log.printed()["lines"] == [(1, "one"), (2, "begun, ended"), (2, "last �")]
