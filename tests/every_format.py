"""Every format, played to its end by six bots at 2, 3 and 4 seats, through the commands that organisers use.

    python -m tests.every_format --seats 3 --format swiss

plays one of them; without arguments all. The tables are printed to be looked at: ada is the strongest, fay the weakest.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import six_bots

FORMATS = {
    "round-robin": ["--blocks", "1"],
    "gauntlet": ["--hero", "cid", "--blocks", "1"],
    "swiss": ["--blocks", "1"],
    "knockout": ["--blocks", "1"],
}
GAME = "yspahan"
OPTIONS = {2: ["--option", "two_players=on"]}


def serai(*arguments: str) -> None:
    """Run a command and print it with what it prints; the exit code must be 0."""
    print(f"$ serai {' '.join(arguments)}", flush=True)
    subprocess.run([sys.executable, "-m", "serai.ladder.commands", *arguments], check=True)


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--format", nargs="*", choices=list(FORMATS), default=list(FORMATS))
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as folder:
        os.environ["SERAI_HOME"] = str(Path(folder) / "home")
        os.environ.pop("REDIS_URL", None)
        for bot in six_bots.write_all(Path(folder)):
            serai("bot", "add", str(bot))
        for kind in wanted.format:
            for seats in wanted.seats:
                play(kind, seats)
        serai("ladder", "rebuild")


if __name__ == "__main__":
    main()
