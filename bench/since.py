"""`./dev bench since`: the same events by an older Serai and by this one, in turns, as an organiser would run them.

The older one is checked out of this repository and sets itself up. Each event has a store of its own; measured is
`serai tournament run` with two workers, from the command to its end. This Serai plays as it does by default, with
confined bots, and as the older one did, without a sandbox.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench.processes import ended_cpu

ROOT = Path(__file__).resolve().parents[1]
FIRST = "85f8666"  # before processes stayed at hand from one line-up to the next
EVENTS = {"56 line-ups": (8, 1), "one line-up": (3, 64)}  # how many bots, how many blocks of each line-up
SEATS = 3

MANIFEST = """name = "bot{number}"
language = "python"
games = ["yspahan"]
run = ["{{python}}", "bot.py"]
"""
BOT = """import serai

class Random(serai.Bot):
    games = ("yspahan",)

    def choose(self, table, view, options):
        return table.luck.below(len(options))

Random().run()
"""

Rounds = dict[str, list[tuple[float, float]]]  # contender -> games a second and games a CPU second


def main(words: list[str]) -> None:
    given = arguments(words)
    with tempfile.TemporaryDirectory(prefix="serai-bench-") as place, checkout(Path(place), given.revision) as then:
        contenders = {
            "then": [str(then / ".venv/bin/serai")],
            "now": [str(ROOT / ".venv/bin/serai")],
            "now, not confined": [str(ROOT / ".venv/bin/serai"), "--unsafe-no-sandbox"],
        }
        bots = [write_bot(Path(place), number) for number in range(8)]
        rounds = {event: play_rounds(event, contenders, bots, Path(place), given.rounds) for event in EVENTS}
    if given.json:
        print(json.dumps({"revision": given.revision, "events": rounds}))
    else:
        show(rounds, given.revision)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench since", description=__doc__)
    parser.add_argument("--revision", default=FIRST, help=f"of the older Serai [{FIRST}]")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(words)


@contextmanager
def checkout(place: Path, revision: str) -> Iterator[Path]:
    """Have an older Serai in a folder, ready to run."""
    folder = place / "then"
    added = subprocess.run(["git", "-C", ROOT, "worktree", "add", "--quiet", "--detach", folder, revision], check=False)
    if added.returncode != 0:
        sys.exit(f"bench: {revision} cannot be checked out; a clone with its whole history has it")
    try:
        subprocess.run([folder / "dev", "setup"], check=True)
        yield folder
    finally:
        subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", folder], check=True)


def write_bot(place: Path, number: int) -> str:
    folder = place / f"bot{number}"
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST.format(number=number))
    (folder / "bot.py").write_text(BOT)
    return str(folder)


def play_rounds(event: str, contenders: dict[str, list[str]], bots: list[str], place: Path, rounds: int) -> Rounds:
    """Play an event so many times by each contender, in any order; the first time of each is not counted."""
    found: Rounds = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name in random.sample(list(contenders), len(contenders)):
            with tempfile.TemporaryDirectory(dir=place) as home:
                figures = play(event, contenders[name], bots, home)
            if number:
                found[name].append(figures)
                print(f"{event}, round {number}, {name}: {figures[0]:.1f} games/s", file=sys.stderr, flush=True)
    return found


def play(event: str, serai: list[str], bots: list[str], home: str) -> tuple[float, float]:
    """Return how many games were played a second, and a second of all processors."""
    count, blocks = EVENTS[event]
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"} | {"SERAI_HOME": home}
    command, *unsafe = serai
    words = ["tournament", "create", "e", "--game", "yspahan", "--seats", str(SEATS), "--blocks", str(blocks)]
    for bot in bots[:count]:
        words += ["--bot", bot]
    subprocess.run([command, *words], env=environment, check=True, stdout=subprocess.DEVNULL)
    began, used = time.perf_counter(), ended_cpu()
    run = [command, "tournament", "run", "e", "--workers", "2", *unsafe]
    subprocess.run(run, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds, cpu = time.perf_counter() - began, ended_cpu() - used
    games = SEATS * blocks * (56 if count == 8 else 1)
    return games / seconds, games / cpu


def show(rounds: dict[str, Rounds], revision: str) -> None:
    print(f"games a second, median (range); then: {revision}; times: of then's in the same round, median (range)\n")
    print(f"{'event':12} {'contender':18} {'games/s':>18} {'times':>20} {'games/CPU s':>12}")
    for event, found in rounds.items():
        base = [pace for pace, _ in found["then"]]
        for name, figures in found.items():
            paces = [pace for pace, _ in figures]
            times = [pace / then for pace, then in zip(paces, base, strict=True)]
            per_cpu = median(each for _, each in figures)
            print(f"{event:12} {name:18} {_spread(paces, 1):>18} {_spread(times, 2):>20} {per_cpu:12.1f}")


def _spread(values: list[float], digits: int) -> str:
    return f"{median(values):.{digits}f} ({min(values):.{digits}f}–{max(values):.{digits}f})"
