"""Six bots of graded strength: each plays like greedy in a share of its decisions, and any option in the others."""

from __future__ import annotations

import shutil
from pathlib import Path

from serai.ladder.bots import registry

SHARES = {"ada": 1.0, "bea": 0.9, "cid": 0.7, "dan": 0.5, "eve": 0.25, "fay": 0.0}
BOT = """
from importlib import import_module

import serai


class Graded(serai.Bot):
    games = serai.EVERY_GAME

    def choose(self, table, view, options):
        if table.luck.below(100) < {percent}:
            return import_module(table.game).choose(table, view, options)
        return table.luck.below(len(options))


if __name__ == "__main__":
    Graded().run()
"""
MANIFEST = """
name = "{name}"
language = "python"
games = ["*"]
run = ["{{python}}", "bot.py"]
"""


def write(folder: Path, name: str, share: float, extra: str = "") -> Path:
    """Write one of them, or another of any share; its folder is named after it."""
    bot = folder / name
    shutil.copytree(
        registry.built_in()["greedy"], bot, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True
    )
    (bot / "bot.py").write_text(BOT.format(percent=round(100 * share)))
    (bot / "bot.toml").write_text(MANIFEST.format(name=name) + extra)
    return bot


def write_all(folder: Path) -> list[Path]:
    """Write all six, the strongest first."""
    return [write(folder, name, share) for name, share in SHARES.items()]
