"""Real sittings for tests: bots as processes, games over a unix socket."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bench.one_sitting import GameToPlay, play_sitting
from serai import sample_bots
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.server.bot_process import BotCommand
from serai.server.live_game import Played

YSPAHAN = GAMES["yspahan"]
QUICK = TimeControl(bank=60.0, increment=1.0, cap=5.0)
SAMPLES = Path(next(iter(sample_bots.__path__))) / "python"


def sample(name: str) -> BotCommand:
    return BotCommand(name, (sys.executable, "bot.py"), SAMPLES / name)


def play(
    bots: Sequence[BotCommand], games: int = 1, control: TimeControl = QUICK, in_flight: int = 64, reveals: bool = True
) -> list[Played]:
    """The bots in order on the seats, in so many games with fixed deals."""
    seats = tuple(range(len(bots)))
    planned = [GameToPlay(f"game {n}", (n + 1).to_bytes(32, "big"), seats, reveals) for n in range(games)]
    return play_sitting(YSPAHAN, {}, bots, planned, control, in_flight=in_flight, start_seconds=30.0)
