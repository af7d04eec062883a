"""Every format, played to its end by six bots at 2, 3 and 4 seats, through the commands that organisers use.

    python -m tests.every_format --seats 3 --format swiss

plays one of them; without arguments all. The tables are printed to be looked at: ada is the strongest, fay the weakest.
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
from pathlib import Path

from tests import six_bots

FORMATS = {
    "round-robin": ["--blocks", "1"],
    "gauntlet": ["--hero", "cid", "--blocks", "1"],
    "swiss": ["--blocks", "1"],
    "knockout": ["--blocks", "3"],
}
LADDER = "ladder"
LADDER_GAMES = 60
SERAI = [sys.executable, "-m", "serai.ladder.commands"]
GAME = "yspahan"
OPTIONS = {2: ["--option", "two_players=on"]}


def serai(*arguments: str) -> None:
    """Run a command and print it with what it prints; the exit code must be 0."""
    print(f"$ serai {' '.join(arguments)}", flush=True)
    subprocess.run([*SERAI, *arguments], check=True)


def play(kind: str, seats: int) -> None:
    """Create, run and show one tournament, prove its games, and make its tables anew."""
    name = f"{kind}-{seats}"
    bots = [word for bot in six_bots.SHARES for word in ("--bot", bot)]
    create = ["tournament", "create", name, "--game", GAME, "--format", kind, "--seats", str(seats)]
    create += [*FORMATS[kind], *OPTIONS.get(seats, ()), *bots]
    serai(*create, "--dry-run")
    serai(*create)
    serai("tournament", "run", name)
    serai("tournament", "show", name)
    serai("replay", "verify", "--tournament", name)


def climb(seats: int) -> None:
    """Run a standing ladder, interrupt it, and let it go on; then as with the others."""
    name = f"{LADDER}-{seats}"
    run = [
        "ladder",
        "run",
        "--game",
        GAME,
        "--name",
        name,
        "--seats",
        str(seats),
        "--blocks",
        "6",
        *OPTIONS.get(seats, ()),
    ]
    serai(*run, "--dry-run")
    for games in (LADDER_GAMES // 2, LADDER_GAMES):
        print(f"$ serai {' '.join(run)}    # until {games} games are on record", flush=True)
        with subprocess.Popen([*SERAI, *run], stderr=subprocess.DEVNULL) as process:
            while played(name) < games and process.poll() is None:
                time.sleep(1.0)
            process.send_signal(signal.SIGINT)
    serai("tournament", "show", name)
    serai("replay", "verify", "--tournament", name)


def played(name: str) -> int:
    """Return how many games of a tournament are on record; none if it is not there yet."""
    shown = subprocess.run([*SERAI, "tournament", "show", name, "--json"], check=False, capture_output=True, text=True)
    return 0 if shown.returncode else int(json.loads(shown.stdout)["played"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--format", nargs="*", choices=[*FORMATS, LADDER], default=[*FORMATS, LADDER])
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as folder:
        os.environ["SERAI_HOME"] = str(Path(folder) / "home")
        os.environ.pop("REDIS_URL", None)
        for bot in six_bots.write_all(Path(folder)):
            serai("bot", "add", str(bot))
        for kind in wanted.format:
            for seats in wanted.seats:
                climb(seats) if kind == LADDER else play(kind, seats)
        serai("ladder", "rebuild")


if __name__ == "__main__":
    main()
