"""`serai bot new`: a bot to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from serai.ladder.commands import completion
from serai.ladder.commands.console import json_option, say, say_json

if TYPE_CHECKING:
    from serai.ladder.bots.scaffold import NewBot


@click.command(name="new", short_help="Write a working bot to begin with.")
@click.argument("name")
@click.option(
    "--language",
    required=True,
    metavar="LANGUAGE",
    help="python, typescript, go, rust, java, cpp; or c, awk, json: lines of JSON.",
    shell_complete=completion.languages,
)
@click.option(
    "--into",
    default=".",
    type=click.Path(exists=True, file_okay=False),
    help="The folder in which the bot's folder is made; this one by default.",
)
@json_option
def new_command(name: str, language: str, into: str, as_json: bool) -> None:
    """Write a bot called NAME into a new folder of that name. It plays every game at once, choosing any option.

    Bots in c, awk and json read and write lines of JSON through serai bridge and need no library; the one in json is
    a pattern for languages that are not listed.

    \b
    Examples:
      serai bot new --language python my_bot
      serai bot new --language rust --into bots my_bot

    With --json: {name, language, folder, files, lack}; lack is a line on what this machine lacks to build it, or empty.
    """
    from serai.ladder.bots import scaffold
    from serai.ladder.bots.toolchains import lack

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
