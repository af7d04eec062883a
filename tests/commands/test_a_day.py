"""A day with Serai, from the first line of a bot to the page of an event, as an author and a viewer spend it.

With SERAI_TEST_SCREENS=FOLDER in the environment all screens and a picture of the page are kept there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.terminal import Here, environment, start, succeeded
from tests.commands.tmux import Tmux
from tests.ladder.test_libraries import wheel

SPEAKS = """        import oracle
        print(f"I asked oracle {oracle.ANSWER}")
        return """


@pytest.fixture
def screens(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("SERAI_TEST_SCREENS") or tmp_path / "screens")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_a_day(home: Path, here: Here, tmux: Tmux, screens: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    wheel(home / "wheels")
    monkeypatch.setenv("SERAI_WHEELS", str(home / "wheels"))
    bot = a_new_bot(home, here)
    game = games_and_logs(home, here)
    a_position_again(home, here, game)
    own_started_seat(home, bot)
    at_the_debugger(home, bot, tmux, screens)
    by_hand(home, tmux, screens)
    the_viewer(home, tmux, screens, game)
    an_event(home, here)
    the_pages(home, here, screens)


def a_new_bot(home: Path, here: Here) -> Path:
    """It prints what it does, and uses a library."""
    succeeded(here(home, "bot", "new", "my_bot", "--language", "python"))
    bot = home / "my_bot"
    text = (bot / "bot.py").read_text()
    (bot / "bot.py").write_text(text.replace("        return ", SPEAKS))
    (bot / "requirements.txt").write_text("oracle==1.0\n")
    return bot


def games_and_logs(home: Path, here: Here) -> Path:
    words = ("--deal", "00..01", "--replays", "games", "--logs", "printed", "--in-flight", "1")
    said = succeeded(here(home, "play", "yspahan", "./my_bot", "greedy", "random", *words)).out
    assert re.search(r"my_bot +3 ", said)
    logs = sorted((home / "printed").iterdir())
    assert len(logs) == 3
    assert logs[0].read_text().startswith("#1    I asked oracle 1.0\n")
    game = home / "games" / f"{logs[0].name.partition('.')[0]}.json"
    seat = logs[0].name.split(".")[1]
    assert "I asked oracle 1.0" in succeeded(here(home, "replay", "show", game, "--log", seat)).out
    again = succeeded(here(home, "replay", "ask", game, seat, "2", "./my_bot")).out
    assert "verdict   legal" in again
    assert "I asked oracle 1.0" in again
    return game


def a_position_again(home: Path, here: Here, game: Path) -> None:
    words = ("--from", f"{game}:20", "--replays", "later")
    succeeded(here(home, "play", "yspahan", "./my_bot", "greedy", "random", *words))
    assert "3 accepted" in succeeded(here(home, "replay", "verify", *(home / "later").iterdir())).out


def own_started_seat(home: Path, bot: Path) -> None:
    """In a process of the author's own, which has the library because the author has seen to that."""
    playing = start(home, "play", "yspahan", "@wait", "random", "random", "--time", "none")
    try:
        assert playing.stdout is not None
        assert "waits for a bot" in playing.stdout.readline()
        own = dict(word.split("=", 1) for word in playing.stdout.readline().split()[:2])
        [library] = (home / "wheels").iterdir()
        settings = {**environment(home), **own, "PYTHONPATH": str(library)}
        done = subprocess.run([sys.executable, "bot.py"], cwd=bot, env=settings, check=True, capture_output=True)
        assert b"I asked oracle 1.0" in done.stdout
        assert re.search(r"\nwaited +1 ", playing.communicate()[0])
    finally:
        playing.kill()


def at_the_debugger(home: Path, bot: Path, tmux: Tmux, screens: Path) -> None:
    stops = home / "stops"
    shutil.copytree(bot, stops)
    (stops / "bot.py").write_text((stops / "bot.py").read_text().replace("import oracle", "breakpoint()", 1))
    tmux.starts(home, "bot", "debug", str(stops), "--rules", "yspahan")
    keep(screens, "debugger", tmux.sees(lambda shown: "(Pdb)" in shown))
    tmux.types("p 600 + table.seats", "Enter")
    tmux.sees(lambda shown: "\n603\n" in shown)
    tmux.types("q", "Enter")
    tmux.sees(lambda shown: "left with" in shown)
    tmux.ends()


def by_hand(home: Path, tmux: Tmux, screens: Path) -> None:
    tmux.starts(home, "play", "catan", "human", "greedy", "--deal", "00..01")
    tmux.sees(lambda shown: "... and 42 more" in shown)
    tmux.types("5", "Enter")
    keep(screens, "human", tmux.sees(lambda shown: "undo, board, quit" in shown))
    tmux.types("quit", "Enter")
    tmux.sees(lambda shown: "left with 0" in shown)
    tmux.ends()


def the_viewer(home: Path, tmux: Tmux, screens: Path, game: Path) -> None:
    tmux.starts(home, "replay", "show", str(game))
    tmux.sees(lambda shown: "move 0 of " in shown)
    tmux.types("g", "2", "0", "Enter")
    keep(screens, "viewer", tmux.sees(lambda shown: "move 20 of " in shown))
    tmux.types("End")
    keep(screens, "viewer-end", tmux.sees(lambda shown: "points for" in shown or "over" in shown))
    tmux.types("q")
    tmux.sees(lambda shown: "left with 0" in shown)
    tmux.ends()


def an_event(home: Path, here: Here) -> None:
    """Confined, and with its library from the folder of wheels."""
    words = ("--game", "yspahan", "--bot", "./my_bot", "--bot", "greedy", "--bot", "random", "--blocks", "3")
    succeeded(here(home, "tournament", "create", "spring", *words))
    succeeded(here(home, "tournament", "run", "spring", "--workers", "1"))
    assert re.search(r"my_bot +\S+ +\d+", succeeded(here(home, "ladder")).out)
    assert "my_bot" in succeeded(here(home, "ladder", "history", "my_bot")).out
    assert succeeded(here(home, "bot", "logs", "my_bot")).out.count("\n") > 9
    assert "0 refused" in succeeded(here(home, "replay", "verify", "--tournament", "spring")).out


def the_pages(home: Path, here: Here, screens: Path) -> None:
    succeeded(here(home, "report", "pages", "--tournament", "spring"))
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium on this machine: all but the pages was tried")
    for name, page in (("pages", home / "pages" / "index.html"), ("page", min((home / "pages" / "games").iterdir()))):
        picture = screens / f"{name}.png"
        quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1200,1600")
        line = [program, *quiet, f"--screenshot={picture}", page.as_uri()]
        subprocess.run(line, check=True, capture_output=True, timeout=120)
        assert picture.read_bytes().startswith(b"\x89PNG")


def keep(screens: Path, name: str, shown: str) -> None:
    (screens / f"{name}.txt").write_text(shown)
