"""The zoo: every kind of broken bot with what must come of it, as a program and as a folder."""

from __future__ import annotations

import shutil
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from server.hosting import BotCommand

HERE = Path(__file__).parent

BOT = """
name = "{kind}"
language = "python"
games = {games}
run = ["{{python}}", "beast.py", "{kind}"]
"""


@dataclass(frozen=True)
class Kind:
    """How a real game must end for a kind of beast, and what `serai bot check` must find (see zoo.toml)."""

    ending: str
    check: str
    cause: str
    words: str
    text: str = ""
    start: bool = False
    loud: bool = False


ZOO = {name: Kind(**entry) for name, entry in tomllib.loads((HERE / "zoo.toml").read_text()).items()}


def beast(kind: str, transport: str = "unix", folder: Path = HERE) -> BotCommand:
    """How to start a beast."""
    return BotCommand(kind, (sys.executable, "beast.py", kind), folder, transport)


def cage(kind: str, above: Path) -> Path:
    """A folder with a bot.toml that holds a beast of this kind."""
    folder = above / kind
    folder.mkdir()
    shutil.copy(HERE / "beast.py", folder)
    games = '["yspahan", "cheops"]' if kind == "claims-cheops" else '["yspahan"]'
    (folder / "bot.toml").write_text(BOT.format(kind=kind, games=games))
    return folder
