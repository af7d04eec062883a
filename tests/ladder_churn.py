"""A standing ladder that runs while bots are added, changed, disabled and enabled, and workers and the run are killed.

    python -m tests.ladder_churn --minutes 60 --workers 1

Whatever is done is printed with the minute it was done in; in the end the ladder is printed, with the blocks of every
version and its longest wait, the games are proved, and the tables made anew.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from serai.ladder.model.history import History
from tests import six_bots

SERAI = [sys.executable, "-m", "serai.ladder.commands"]
GAME = "yspahan"
SEATS = 3
NAME = f"ladder-{GAME}"


def serai(*arguments: str) -> str:
    """Run a command, which must succeed, and return what it prints."""
    return subprocess.run([*SERAI, *arguments], check=True, capture_output=True, text=True).stdout


class Churn:
    """Does one thing after another to the ladder, drawn from a seed."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._workers = workers
        self._luck = random.Random(0)
        self._began = time.monotonic()
        self._disabled: list[str] = []
        self._names = list(six_bots.SHARES)
        self._run = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        line = [*SERAI, "ladder", "run", "--game", GAME, "--seats", str(SEATS), "--workers", str(self._workers)]
        return subprocess.Popen(line)

    def say(self, text: str) -> None:
        print(f"[{(time.monotonic() - self._began) / 60:5.1f} min] {text}", flush=True)

    def do_something(self) -> None:
        """Add, change, disable or enable a bot, kill a worker, or stop the run and let it go on."""
        acts = [self._add, self._change, self._change, self._disable, self._enable, self._stop, self._kill_a_worker]
        self._luck.choice(acts)()

    def _add(self) -> None:
        name = f"new{len(self._names)}"
        self._names.append(name)
        self._register(name, "added")

    def _change(self) -> None:
        self._register(self._luck.choice(self._names), "changed")

    def _register(self, name: str, what: str) -> None:
        share = self._luck.random()
        serai("bot", "add", str(six_bots.write(self._folder, name, share)))
        self.say(f"{name} {what}: greedy in {share:.0%} of its decisions")

    def _disable(self) -> None:
        playing = [name for name in self._names if name not in self._disabled]
        if len(playing) > 4:
            self._disabled.append(self._luck.choice(playing))
            serai("bot", "disable", self._disabled[-1])
            self.say(f"{self._disabled[-1]} disabled")

    def _enable(self) -> None:
        if self._disabled:
            name = self._disabled.pop(0)
            serai("bot", "enable", name)
            self.say(f"{name} enabled")

    def _stop(self) -> None:
        """Interrupt the run, sometimes with kill -9, and start it again."""
        how = self._luck.choice([signal.SIGTERM, signal.SIGKILL])
        self._run.send_signal(how)
        self.say(f"run ended by {how.name}: exit code {self._run.wait()}; started again")
        self._run = self._start()

    def _kill_a_worker(self) -> None:
        """Kill the process of a worker with kill -9; the run has to start another and to play its blocks again."""
        workers = json.loads(serai("workers", "--json"))
        if workers:
            worker = self._luck.choice(workers)
            process = int(worker["name"].split(".")[-2])
            os.kill(process, signal.SIGKILL)
            self.say(f"worker {process} killed while it played {worker['tournament'] or 'nothing'}")

    def is_running(self) -> bool:
        return self._run.poll() is None

    def end(self) -> None:
        self._run.send_signal(signal.SIGTERM)
        self.say(f"the end: exit code {self._run.wait()}")


def show_shares() -> None:
    """Print how many blocks each version was given, and how many went to others at most while it could have played."""
    bots = json.loads(serai("tournament", "show", NAME, "--json"))["bots"]
    line_ups = [block["line_up"] for block in json.loads(serai("tournament", "blocks", NAME, "--json"))]
    history = History(blocks=0, bots=0)
    given, waits, longest = Counter[int](), Counter[int](), Counter[int]()
    for entry in json.loads(serai("tournament", "history", NAME, "--json")):
        history.take([entry])
        if entry["kind"] != "round":
            continue
        for line_up in line_ups[entry["first"] : entry["first"] + entry["blocks"]]:
            waits = Counter({bot: 0 if bot in line_up else waits[bot] + 1 for bot in history.active})
            longest |= waits
            given.update(line_up)
    print(f"{len(line_ups)} blocks of {SEATS} bots each were given out:")
    for number, bot in enumerate(bots):
        print(f"  {bot['bot']:6} {bot['version'][:8]} {given[number]:5} blocks, longest wait {longest[number]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--every", type=float, default=120.0, metavar="SECONDS")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where bots and data are kept [a temporary folder]")
    wanted = parser.parse_args()
    with contextlib.ExitStack() as stack:
        temporary = tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True)
        folder = wanted.folder or Path(stack.enter_context(temporary))
        os.environ["SERAI_HOME"] = str(folder / "home")
        os.environ.pop("REDIS_URL", None)
        disturb(folder, wanted.minutes, wanted.every, wanted.workers)
        show()


def disturb(folder: Path, minutes: float, every: float, workers: int) -> None:
    """Let a ladder of six bots run for some minutes, and do something to it every so many seconds."""
    for bot in six_bots.write_all(folder):
        serai("bot", "add", str(bot))
    churn = Churn(folder, workers)
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        time.sleep(min(every, max(0.0, end - time.monotonic())))
        assert churn.is_running(), "the run has ended by itself"
        churn.do_something()
    churn.end()


def show() -> None:
    """Print what came of it, prove the games, and make the tables anew."""
    print(serai("tournament", "show", NAME))
    show_shares()
    print(serai("ladder", "crosstable", "--tournament", NAME))
    verdicts = json.loads(serai("replay", "verify", "--tournament", NAME, "--json"))
    print(f"{len(verdicts)} games, refused: {[verdict for verdict in verdicts if not verdict['accepted']]}")
    print(serai("ladder", "rebuild"))


if __name__ == "__main__":
    main()
