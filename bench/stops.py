"""`./dev bench stops`: how long pause, cancel and Ctrl-C take with bots that think, and what is lost (M5).

A tournament is run by the command itself. After some games it is stopped; measured is when the command has ended, and
how many games had come to an end by then, as their bots noted it, but are on no record.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

SEATS = 3
BOTS = 4
LINE_UPS = 4  # of three out of four bots
LOOK = 0.1  # seconds between two looks

MANIFEST = """
name = "{name}"
language = "python"
games = ["yspahan"]
run = ["{{python}}", "bot.py"]
"""
BOT = """
import time
from pathlib import Path
import serai

class Thinker(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table, view, options):
        time.sleep({seconds})
        return table.luck.below(len(options))

    def game_ended(self, table, result):
        with Path({notes!r}).open("a") as notes:
            notes.write("x")

if __name__ == "__main__":
    Thinker().run()
"""


@dataclass(frozen=True, slots=True)
class Row:
    """How one way to stop went."""

    way: str
    games: int
    seconds: float
    exit_code: int
    recorded: int
    lost: int


def main(words: list[str]) -> None:
    given = arguments(words)
    rows = [measure(way, given) for way in WAYS]
    if given.json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    print(f"bots that think {given.think_ms} ms, {rows[0].games} games, stopped when {given.after} were on record")
    print(f"{'':8} {'seconds':>8} {'exit code':>10} {'on record':>10} {'finished games lost':>20}")
    for row in rows:
        print(f"{row.way:8} {row.seconds:>8.1f} {row.exit_code:>10} {row.recorded:>10} {row.lost:>20}")


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench stops", description=__doc__)
    parser.add_argument("--games", type=int, default=240, help="of the tournament; a multiple of 12")
    parser.add_argument("--think-ms", type=int, default=50)
    parser.add_argument("--after", type=int, default=24, help="games on record when it is stopped")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(words)


def pause(_: subprocess.Popen[bytes]) -> None:
    serai("tournament", "pause", "stops")


def cancel(_: subprocess.Popen[bytes]) -> None:
    serai("tournament", "cancel", "stops", "--yes")


def ctrl_c(run: subprocess.Popen[bytes]) -> None:
    run.send_signal(signal.SIGINT)


WAYS: dict[str, Callable[[subprocess.Popen[bytes]], None]] = {"pause": pause, "cancel": cancel, "Ctrl-C": ctrl_c}


def measure(way: str, given: argparse.Namespace) -> Row:
    """Run a fresh tournament, stop it in this way, and return how that went."""
    with tempfile.TemporaryDirectory(prefix="serai-stops-", ignore_cleanup_errors=True) as folder:
        os.environ["SERAI_HOME"] = str(Path(folder) / "home")
        os.environ.pop("REDIS_URL", None)
        notes = [write_bot(Path(folder) / f"thinker{number}", given.think_ms / 1000) for number in range(BOTS)]
        create(Path(folder), given.games // SEATS // LINE_UPS)
        # In a session of its own, so that Ctrl-C is for it alone.
        # Without a sandbox, or the bots could note nothing.
        line = [*SERAI, "tournament", "run", "stops", "--workers", str(given.workers), "--unsafe-no-sandbox"]
        run = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        while played() < given.after:
            time.sleep(LOOK)
        began = time.monotonic()
        WAYS[way](run)
        code = run.wait()
        seconds = time.monotonic() - began
        recorded = played()
        finished = sum(note.stat().st_size for note in notes if note.exists()) // SEATS
        return Row(way, given.games, seconds, code, recorded, finished - recorded)


def write_bot(folder: Path, seconds: float) -> Path:
    """Write a bot that thinks so long about every decision, and return the file where it notes each game that ended."""
    folder.mkdir()
    notes = folder.with_suffix(".ended")
    (folder / "bot.toml").write_text(MANIFEST.format(name=folder.name))
    (folder / "bot.py").write_text(BOT.format(seconds=seconds, notes=str(notes)))
    return notes


def create(folder: Path, blocks: int) -> None:
    bots = [word for number in range(BOTS) for word in ("--bot", str(folder / f"thinker{number}"))]
    shape = ("--seats", str(SEATS), "--blocks", str(blocks))
    serai("tournament", "create", "stops", "--game", "yspahan", *bots, *shape)


def played() -> int:
    """Return how many games are on record."""
    [row] = json.loads(serai("tournament", "list", "--json"))
    return int(row["played"])


SERAI = (sys.executable, "-m", "serai.ladder.commands")


def serai(*words: str) -> str:
    return subprocess.run([*SERAI, *words], stdout=subprocess.PIPE, text=True, check=True).stdout
