"""`serai bot debug`: a bot with the author's terminal, in which breakpoint() works (M4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.terminal import Here
from tests.commands.tmux import Tmux
from tests.recorded import recorded, written

BOT_TOML = 'name = "puzzled"\nlanguage = "python"\ngames = ["yspahan"]\nrun = ["{python}", "bot.py"]\n'
BOT = """
from serai import Bot

class Puzzled(Bot):
    games = ("yspahan",)
    stopped = False

    def choose(self, table, view, options):
        if not self.stopped:
            self.stopped = True
            breakpoint()
        return options[0]

Puzzled().run()
"""


@pytest.fixture
def puzzled(tmp_path: Path) -> Path:
    folder = tmp_path / "puzzled"
    folder.mkdir()
    (folder / "bot.toml").write_text(BOT_TOML)
    (folder / "bot.py").write_text(BOT)
    return folder


def test_a_breakpoint_stops_the_bot_in_a_game(tmux: Tmux, puzzled: Path, tmp_path: Path) -> None:
    tmux.starts(tmp_path, "bot", "debug", str(puzzled), "--deal", "00..01")
    stopped = tmux.sees(lambda shown: "(Pdb)" in shown)
    assert "puzzled/bot.py" in stopped.replace("\n", ""), "the author's own file, not a copy"
    tmux.types("p 600 + len(options)", "Enter")
    tmux.sees(lambda shown: "\n603\n" in shown)
    tmux.types("c", "Enter")
    assert "the game: serai replay show" in tmux.sees(lambda shown: "left with 0" in shown)


def test_a_breakpoint_stops_the_bot_at_one_question(tmux: Tmux, puzzled: Path, tmp_path: Path) -> None:
    game = written(recorded("yspahan", "4-seats-06974391-retired"), tmp_path)
    tmux.starts(tmp_path, "bot", "debug", str(puzzled), "--game", str(game), "--seat", "0", "--question", "3")
    tmux.sees(lambda shown: "(Pdb)" in shown)
    tmux.types("c", "Enter")
    assert "verdict   legal" in tmux.sees(lambda shown: "left with 0" in shown)


def test_what_does_not_go_together_is_said(puzzled: Path, home: Path, here: Here, tmp_path: Path) -> None:
    game = str(written(recorded("yspahan", "4-seats-06974391-retired"), tmp_path))
    for words, wrong in {
        ("--question", "1"): "--seat and --question are of a recorded game",
        ("--game", game): "--game takes --question N",
        ("--game", game, "--question", "1"): "puzzled did not play there, but",
        ("--rules", "catan"): "puzzled does not play catan",
    }.items():
        answer = here(home, "bot", "debug", str(puzzled), *words)
        assert answer.code == 2
        assert wrong in answer.err
