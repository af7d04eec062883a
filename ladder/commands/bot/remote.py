"""The work of `serai bot remote`."""

from __future__ import annotations

from serai.games import names_every_game
from serai.ladder.bots import registry
from serai.ladder.bots.version import remote_bot
from serai.ladder.commands.console import say, say_json
from serai.ladder.errors import UserProblem
from serai.ladder.model.plan import find_game
from serai.ladder.service.json_rows import manifest_row
from serai.ladder.storage.store import open_store


def add_remote(name: str, games: str, label: str, as_json: bool) -> None:
    """Register a version of a bot that runs elsewhere."""
    named = [game.strip() for game in games.split(",")]
    if not names_every_game(named):
        for game in named:
            find_game(game)
    if name in registry.built_in():
        raise UserProblem(f"{name} is the name of a built-in bot; choose another")
    package = remote_bot(name, named, label)
    with open_store() as store:
        new = store.add_bot(package)
    bot = package.bot
    if as_json:
        say_json({"name": bot.name, "version": bot.version, "new": new, "manifest": manifest_row(bot.manifest)})
    else:
        say(f"{bot} is registered as a remote bot" if new else f"{bot} was registered before")
