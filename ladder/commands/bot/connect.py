"""The work of `serai bot connect`."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from serai.ladder.access import arenas
from serai.ladder.access.address import Address
from serai.ladder.access.arenas import KnownArena
from serai.ladder.arena.connecting import dialler, run
from serai.ladder.bots import registry
from serai.ladder.bots.version import BotVersion
from serai.ladder.commands.bot.bot_token import token_of
from serai.ladder.commands.console import note
from serai.ladder.errors import Problem, UserProblem
from serai.referee.games import GAMES

TOKEN = "SERAI_TOKEN"
_OPPONENTS = ("greedy", "random")


def connect(
    path: str, arena: str, name: str, trusted: Path | None, insecure: bool, practice: Sequence[str] | None
) -> None:
    """Build the bot in a folder and keep it connected to an arena, until Ctrl-C or SIGTERM.

    With `practice`, a game and opponents or nothing, it begins with unrated games.
    """
    meant = arenas.meant(arena)
    package = registry.find(path if "/" in path else f"./{path}")
    dial = dialler(meant, None if trusted is None else trusted.read_bytes(), insecure)
    words = [] if practice is None else _words(package.bot, practice)
    token = os.environ.get(TOKEN) or token_of(meant, name or package.bot.name)
    registry.install(package)
    address = meant.address if isinstance(meant, KnownArena) else meant
    note(f"{package.bot} connects to {address}; Ctrl-C ends it")
    on_welcome = _Once(lambda: _practise(meant, token, words)) if words else _nothing
    run(registry.command(package.bot), dial, token, note, _stop_on_signals, on_welcome)


def _words(bot: BotVersion, given: Sequence[str]) -> list[str]:
    """Return a game and opponents: those that are given, or the first game of the bot and house bots.

    UserProblem if the bot does not play it.
    """
    game = given[0] if given else bot.manifest.all_games()[0]
    if game not in bot.manifest.all_games():
        raise UserProblem(f"{bot.name} does not play {game}; its bot.toml names {', '.join(bot.manifest.games)}")
    if len(given) > 1:
        return list(given)
    return [game, *(_OPPONENTS[at % len(_OPPONENTS)] for at in range(min(GAMES[game].seat_counts) - 1))]


class _Once:
    """Does something in a thread when it is called for the first time, and nothing from then on."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._thread = threading.Thread(target=work, name="practice", daemon=True)
        self._begun = False

    def __call__(self) -> None:
        if not self._begun:
            self._begun = True
            self._thread.start()


def _nothing() -> None:
    """Nobody wants to practise."""


def _practise(meant: KnownArena | Address, token: str, words: Sequence[str]) -> None:
    """Ask for games, and say how each ends; the connection lives on whatever comes of it."""
    from serai.ladder.commands.practice_games import Wish, games

    game, *opponents = words
    try:
        count = sum(1 for _ in games(meant, token, Wish("", game, opponents, 1, {}), None, note))
    except Problem as problem:
        note(f"no practice: {problem}")
    else:
        note(f"practice is over after {count} games; waiting for others")


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
