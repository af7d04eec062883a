"""Games with a bot that attacks while it plays. The others' game must be as if it had only played."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.one_sitting import GameToPlay, play_sitting
from serai import sample_bots
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.server.bot_process import BotCommand
from serai.server.live_game import Played
from serai.server.sandbox.sandbox import Sandbox, sandbox

ATTACKS = (
    *("burn_cpu", "flood_output", "flood_door", "fork_bomb", "fill_disk"),
    *("time_bomb", "kill_all", "memory_bomb"),
)
# How a bot may end by what it did to itself; all others play on.
CAUSES: dict[str, tuple[str | None, ...]] = {
    "fork_bomb": (None, "crash", "disconnect"),
    "flood_door": (None, "crash", "disconnect"),
    "memory_bomb": ("crash", "disconnect"),
}
_GAME = GAMES["yspahan"]
_CONTROL = TimeControl(bank=120.0, increment=1.0, cap=60.0)


def played(attacks: Sequence[str]) -> tuple[dict[str, Played], dict[str, Played]]:
    """Play a game with each of these attacks, all at once with the same honest bots, and the same games in peace.

    NoSandbox where there is none.
    """
    with _packages() as (found, hostile, honest):
        python = sys.executable
        ours = [BotCommand(name, (python, "bot.py"), honest, sandbox=found) for name in ("one", "other")]

        def attacker(attack: str) -> BotCommand:
            return BotCommand(attack, (python, "hostile_bot.py", attack), hostile, sandbox=found)

        attacked = _play(attacks, [*ours, *map(attacker, attacks)], range(2, 2 + len(attacks)))
        return attacked, _play(attacks, [*ours, attacker("none")], [2] * len(attacks))


def _play(attacks: Sequence[str], bots: Sequence[BotCommand], places: Iterable[int]) -> dict[str, Played]:
    """Play a game for each attack: the bot in that place sits between the honest two."""
    planned = [
        GameToPlay(attack, number.to_bytes(32, "big"), (0, place, 1), reveals=False)
        for number, (attack, place) in enumerate(zip(attacks, places, strict=True), 1)
    ]
    return {game.key: game for game in play_sitting(_GAME, {}, bots, planned, _CONTROL, start_seconds=300.0)}


def verdict(attack: str, game: Played, quiet: Played) -> str:
    """Return what an attack got; empty if the others' game was as if nothing had been, and the cause is right."""
    outcomes = game.replay.outcomes
    causes = [outcome["cause"] for outcome in outcomes]
    own = causes[1]
    if causes[0] or causes[2] or own not in CAUSES.get(attack, (None,)):
        return f"causes {causes}: {[retired['text'] for retired in game.replay.retirements]}"
    if own is not None:
        return ""
    return "" if game.replay.digest == quiet.replay.digest else "the game was another one"


@contextmanager
def _packages() -> Iterator[tuple[Sandbox, Path, Path]]:
    with tempfile.TemporaryDirectory(prefix="escapes-") as base:
        home = Path(base)
        hostile, honest = home / "hostile", home / "honest"
        hostile.mkdir()
        shutil.copy(Path(__file__).with_name("hostile_bot.py"), hostile)
        shutil.copytree(Path(next(iter(sample_bots.__path__)), "python", "random"), honest)
        for path in home.rglob("*"):
            path.chmod(0o755)
        home.chmod(0o755)
        yield sandbox((home,)), hostile, honest
