"""The work of `serai bot new`: write a bot to begin with, and say how to go on."""

from __future__ import annotations

import shlex
from pathlib import Path

from serai.ladder.bots import scaffold
from serai.ladder.bots.scaffold import NewBot
from serai.ladder.bots.toolchains import lack
from serai.ladder.commands.console import say, say_json


def new(name: str, language: str, into: str, as_json: bool) -> None:
    """Write a bot and print where it is."""
    bot = scaffold.create(name, language, Path(into))
    lacking = lack(bot.language)
    if as_json:
        folder = str(bot.folder.absolute())
        say_json({"name": name, "language": bot.language, "folder": folder, "files": list(bot.files), "lack": lacking})
    else:
        _show(bot, lacking)


def _show(bot: NewBot, lacking: str) -> None:
    folder = str(bot.folder)
    path = shlex.quote(folder if "/" in folder else f"./{folder}")
    say(f"write  choose() in {bot.folder / bot.start}")
    say(f"play   serai play yspahan {path} random random")
    say(f"check  serai bot check {path}")
    if lacking:
        say(f"To build it this machine lacks something: {lacking}", "yellow")
