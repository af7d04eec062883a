"""Every kind of broken bot with what must come of it, as a program and as a folder."""

from __future__ import annotations

import shutil
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from serai.server.bot_process import BotCommand

HERE = Path(__file__).parent

BOT = """
name = "{kind}"
language = "python"
games = {games}
run = ["{{python}}", "broken_bot.py", "{kind}"]
"""


@dataclass(frozen=True)
class Kind:
    """How a real game must end for a kind of broken bot, and what `serai bot check` must find."""

    ending: str
    check: str
    cause: str
    words: str
    text: str = ""
    start: bool = False
    loud: bool = False


KINDS = {name: Kind(**entry) for name, entry in tomllib.loads((HERE / "broken_bots.toml").read_text()).items()}


def broken_bot(kind: str, transport: str = "unix", folder: Path = HERE) -> BotCommand:
    """How to start a broken bot."""
    return BotCommand(kind, (sys.executable, "broken_bot.py", kind), folder, transport)


def bot_folder(kind: str, above: Path) -> Path:
    """A folder with a bot.toml that holds a broken bot of this kind."""
    folder = above / kind
    folder.mkdir()
    shutil.copy(HERE / "broken_bot.py", folder)
    games = '["yspahan", "cheops"]' if kind == "claims-cheops" else '["yspahan"]'
    (folder / "bot.toml").write_text(BOT.format(kind=kind, games=games))
    return folder
