"""The class a bot author writes: one method that chooses; everything else comes with it."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from serai.errors import Stopped, UsageError
from serai.table import Result, Table
from serai.trust import read_trust


class Bot(ABC):
    """A bot: write `choose`, name the games, call `run`.

    Many games are played at once and their questions are answered one after the other, so what belongs to one
    game belongs in `table.memory` and not in the bot. Log with `self.log` (or any logger): it goes to stderr; what
    is printed to stdout is kept by the platform as well. An exception in a method of the bot is logged with its
    traceback and ends the process with exit code 1; nothing is answered in its place.
    """

    # The names of the games the bot can play, or EVERY_GAME.
    games: Sequence[str] = ()
    # How many games it plays at once. One that thinks may say many as well: it is asked what it can answer soon.
    max_games: int = 64
    # Whether every question should come with a world to search from: `table.world`, see serai.sim.
    worlds: bool = False

    @property
    def name(self) -> str:
        """Return what the bot calls itself in its log; the platform goes by its bot.toml."""
        return type(self).__name__

    @property
    def log(self) -> logging.Logger:
        return logging.getLogger(self.name)

    @abstractmethod
    def choose(self, table: Table, view: Any, options: Sequence[Any]) -> Any:
        """Answer a question: one of the options, its place in the list, or an action of the bot's own making.

        View and options are messages of the game: YspahanView and YspahanAction for "yspahan".
        """

    def game_started(self, table: Table) -> None:  # noqa: B027  # a hook: most bots need none
        """A game begins: the moment to prepare `table.memory`.

        If `table.resumed`, the stream was lost in the middle of it: `table.events` says what has happened so far.
        """

    def game_ended(self, table: Table, result: Result) -> None:  # noqa: B027
        """A game is over; `table.events` says what has happened since the last question."""

    def run(self) -> None:
        """Connect to the referee and answer until it ends the stream; any other end raises SystemExit."""
        prepare_output()
        with reporting(self):
            address, token = from_environment()
            trust = read_trust(address)
        # Only here: a program that merely imports serai should not wait for gRPC to load.
        from serai.stream import Conversation, connect

        # Reported before the connection is closed: the platform reads stderr as soon as the stream has ended.
        with quiet_interrupt(), connect(address, trust) as connection, reporting(self):
            Conversation(self, connection).run(token)


def prepare_output() -> None:
    """Log to stderr unless the author configured it; flush stdout after every line, also into a pipe."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


@contextlib.contextmanager
def reporting(bot: Bot) -> Iterator[None]:
    """Turn errors into SystemExit: with one line for a Stopped, with a traceback for an error in the bot's code."""
    try:
        yield
    except Stopped as reason:
        print(f"{bot.name}: {reason}", file=sys.stderr)
        sys.exit(reason.code)
    except Exception:
        bot.log.exception("stopped by an exception")
        sys.exit(1)


@contextlib.contextmanager
def quiet_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process at once, as SIGTERM does: a KeyboardInterrupt could leave gRPC's locks held."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def from_environment() -> tuple[str, str]:
    """Return the referee's address and the token that the platform gives to a bot process; UsageError without them."""
    given = {name: os.environ.get(name, "") for name in ("SERAI_REFEREE", "SERAI_TOKEN")}
    missing = " and ".join(name for name, value in given.items() if not value)
    if missing:
        raise UsageError(
            f"no {missing} in the environment; bots are started by the platform, "
            "for example: serai play yspahan path/to/bot random random"
        )
    return given["SERAI_REFEREE"], given["SERAI_TOKEN"]
