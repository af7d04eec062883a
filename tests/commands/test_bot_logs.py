"""What a bot printed in a healthy game: in files, below its moves, and in the store (M3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from serai.ladder.model.game_record import read
from serai.ladder.storage.bot_logs import BotLogs
from serai.ladder.storage.store import open_store
from serai.server.bot_log import Printed
from tests.commands.terminal import Here, serai, succeeded

BOT_TOML = 'name = "chatty"\nlanguage = "python"\ngames = ["*"]\nrun = ["{python}", "bot.py"]\n'
BOT = """
from serai import Bot

class Chatty(Bot):
    games = ("yspahan",)
    asked = 0
    def choose(self, table, view, options):
        self.asked += 1
        print(f"\\x1b[2Jthinking of {self.asked}")
        return options[0]

Chatty().run()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a bot that prints has played, and what is kept of it."""
    home = tmp_path_factory.mktemp("chatty")
    (home / "chatty").mkdir()
    (home / "chatty" / "bot.toml").write_text(BOT_TOML)
    (home / "chatty" / "bot.py").write_text(BOT)
    line = ("--option", "two_players=on", "--in-flight", "1", "--replays", "games", "--logs", "logs")
    succeeded(serai(home, "play", "yspahan", home / "chatty", "random", *line))
    return home


def test_a_file_for_every_seat_that_printed_something(folder: Path) -> None:
    games = {path.stem for path in (folder / "games").iterdir()}
    logs = sorted((folder / "logs").iterdir())
    assert len(games) == 2
    assert {log.name.partition(".")[0] for log in logs} == games
    assert all(log.name.endswith(".chatty.log") for log in logs)
    assert logs[0].read_text().startswith("#1    \\e[2Jthinking of 1\n#2    \\e[2Jthinking of 2\n")


def test_lines_stand_below_their_moves(folder: Path, here: Here) -> None:
    game = next((folder / "games").iterdir())
    seat = [result["bot"] for result in read(game).fact["seats"]].index("chatty")
    said = succeeded(here(folder, "replay", "show", str(game), "--moves", "--log", str(seat))).out
    above = [before for before, line in zip(said.splitlines(), said.splitlines()[1:], strict=False) if "of 2" in line]
    assert "| \\e[2Jthinking of 2" in said
    assert above
    assert "\x1b" not in said
    silent = succeeded(here(folder, "replay", "show", str(game), "--moves", "--log", str(1 - seat))).out
    assert "nothing is kept of what this bot printed" in silent


def test_the_public_does_not_get_it(folder: Path) -> None:
    game = read(next((folder / "games").iterdir()))
    assert "thinking" in game.text()
    assert "thinking" not in game.public().text()


def test_an_arena_keeps_it_by_bot_and_game(arena: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_HOME", str(arena))
    with open_store() as store:
        fact = next(fact for fact in store.all_facts() if "twin" in [seat["bot"] for seat in fact["seats"]])
        seat = [result["bot"] for result in fact["seats"]].index("twin")
        printed = [Printed(dropped=0, lines=[])] * 2
        printed[seat] = Printed(dropped=7, lines=[(0, "hello"), (3, "three\x1b")])
        BotLogs(store.redis).keep([replace(store.game(fact["game_id"]), printed=tuple(printed))])
    listed = succeeded(here(arena, "bot", "logs", "twin", "--json")).json
    assert [(row["game"], row["seat"]) for row in listed] == [(fact["game_id"], seat)]
    said = succeeded(here(arena, "bot", "logs", "twin", fact["game_id"][:8])).out
    assert said.splitlines()[1:] == ["… 7 bytes before this are not kept", "#0    hello", "#3    three\\e"]
    assert here(arena, "bot", "logs", "nobody").code == 2
    shown = succeeded(here(arena, "replay", "show", fact["game_id"], "--moves", "--log", str(seat))).out
    assert "| three\\e" in shown


def test_a_folder_that_cannot_be_is_said_before_the_first_game(home: Path, here: Here) -> None:
    (home / "file").write_text("")
    for option in ("--replays", "--logs"):
        answer = here(home, "play", "yspahan", "random", "random", "random", option, str(home / "file" / "games"))
        assert answer.code == 2
        assert answer.err.count("\n") == 1
        assert "cannot be made: Not a directory" in answer.err
