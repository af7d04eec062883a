"""The work of `serai bot remote`."""

from __future__ import annotations

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.console import say, say_json, short
from serai.ladder.desk import bots


def add_remote(name: str, games: str, label: str, as_json: bool) -> None:
    """Register a version of a bot that runs elsewhere."""
    named = [game.strip() for game in games.split(",")]
    with desk() as asked:
        row = asked.ask(bots.add_remote, name=name, games=named, label=label)
    if as_json:
        say_json(row)
        return
    bot = f"{row['name']}@{short(row['version'])}"
    say(f"{bot} is registered as a remote bot" if row["new"] else f"{bot} was registered before")
