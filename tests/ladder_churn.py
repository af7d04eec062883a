"""A standing ladder that runs while bots are added, changed, disabled and enabled, and the run itself is interrupted.

    python -m tests.ladder_churn --minutes 60 --workers 1

Whatever is done is printed with the minute it was done in; in the end the games are proved, the tables made anew, and
the ladder is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import six_bots

SERAI = [sys.executable, "-m", "serai.ladder.commands"]
GAME = "yspahan"
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
        line = [*SERAI, "ladder", "run", "--game", GAME, "--seats", "3", "--workers", str(self._workers)]
        return subprocess.Popen(line)

    def say(self, text: str) -> None:
        print(f"[{(time.monotonic() - self._began) / 60:5.1f} min] {text}", flush=True)

    def do_something(self) -> None:
        """Add, change, disable or enable a bot, or stop the run and let it go on."""
        self._luck.choice([self._add, self._change, self._change, self._disable, self._enable, self._stop])()

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

    def is_running(self) -> bool:
        return self._run.poll() is None

    def end(self) -> None:
        self._run.send_signal(signal.SIGTERM)
        self.say(f"the end: exit code {self._run.wait()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--every", type=float, default=120.0, metavar="SECONDS")
    parser.add_argument("--workers", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as name:
        os.environ["SERAI_HOME"] = str(Path(name) / "home")
        os.environ.pop("REDIS_URL", None)
        for bot in six_bots.write_all(Path(name)):
            serai("bot", "add", str(bot))
        churn = Churn(Path(name), wanted.workers)
        end = time.monotonic() + 60 * wanted.minutes
        while time.monotonic() < end:
            time.sleep(min(wanted.every, max(0.0, end - time.monotonic())))
            assert churn.is_running(), "the run has ended by itself"
            churn.do_something()
        churn.end()
        print(serai("tournament", "show", NAME))
        print(serai("ladder", "crosstable", "--tournament", NAME))
        verdicts = json.loads(serai("replay", "verify", "--tournament", NAME, "--json"))
        print(f"{len(verdicts)} games, refused: {[verdict for verdict in verdicts if not verdict['accepted']]}")
        print(serai("ladder", "rebuild"))


if __name__ == "__main__":
    main()
