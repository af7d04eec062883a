"""What is played: tournaments of bots that always do the same. Run as python -m chaos.tournament NAME SIZE FOLDER.

The secret follows from the name, so that the deals are the same wherever the tournament is played. The time control is
so generous that nobody loses on time, whatever else happens.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

from serai.ladder.bots import registry
from serai.ladder.bots.version import Package
from serai.ladder.storage import tournaments
from serai.ladder.storage.store import open_store
from serai.referee.clock import TimeControl

GAME = "yspahan"
SEATS = 2
_SETTINGS = {"two_players": "on"}
_PATIENT = TimeControl(20_000, 10, 20_000)

_BOT = """
import time
import serai

class Same(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table, view, options):
        time.sleep({think})
        return {choice}

if __name__ == "__main__":
    Same().run()
"""
_MANIFEST = """
name = "{name}"
language = "python"
games = ["{game}"]
run = ["{{python}}", "bot.py"]
"""
_ANY = "table.luck.below(len(options))"
# Seconds a decision takes, and which option it is.
_BOTS = {
    "luck": (0.0, _ANY),
    "thinker": (0.004, _ANY),
    "first": (0.0, "0"),
    "brooder": (0.02, _ANY),
    "last": (0.001, "len(options) - 1"),
}
# Bots of other languages, and the program each needs.
_FOREIGN = {"awk-random": "awk", "c-random": "cc"}
# Bots of ours, of others, and deals for every line-up.
_SIZES = {"small": (3, 1, 2), "large": (5, 2, 3)}


def entrants(size: str, folder: Path) -> list[Package]:
    """Return the bots that play; their files are written below the folder."""
    own, foreign, _ = _SIZES[size]
    written = [write_bot(folder / name, name) for name in list(_BOTS)[:own]]
    there = [name for name, program in _FOREIGN.items() if shutil.which(program)]
    return [*map(registry.package, written), *(registry.find(name) for name in there[:foreign])]


def write_bot(folder: Path, name: str) -> Path:
    """Write the files of one of our bots, and return its folder."""
    think, choice = _BOTS[name]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.toml").write_text(_MANIFEST.format(name=name, game=GAME))
    (folder / "bot.py").write_text(_BOT.format(think=think, choice=choice))
    return folder


def main() -> None:
    """Create the tournament unless it is there, and print how many games it has."""
    name, size, folder = sys.argv[1:]
    secret = hashlib.sha256(name.encode()).digest()
    control, blocks = _PATIENT, _SIZES[size][2]
    with open_store() as store:
        if name not in store.tournaments():
            bots = entrants(size, Path(folder))
            tournaments.create(
                store, name, GAME, bots, seats=SEATS, blocks=blocks, settings=_SETTINGS, control=control, secret=secret
            )
        print(tournaments.load(store, name).games)


if __name__ == "__main__":
    main()
