"""Wrong edits of a game's data.toml: each must fail when the game is imported, with one clear line."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from serai import referee
from serai.referee.core.game import Game

Edit = tuple[str, str, str]  # what stands in the table, what it is replaced by, what must be said

_REFEREE = Path(*referee.__path__)
_IMPORT_ALL = """
import importlib, json, pathlib, sys
from serai.referee.core.errors import DataError
_, table, module = sys.argv
for text in json.load(sys.stdin):
    pathlib.Path(table).write_text(text, encoding="utf-8")
    for name in [name for name in sys.modules if name.startswith("serai.referee.games")]:
        del sys.modules[name]
    try:
        importlib.import_module(module)
    except DataError as error:
        print(error)
    else:
        print("imported")
"""


def names_of(edits: Sequence[Edit]) -> list[str]:
    """Names for the edits in a list of tests."""
    return [new.strip() or f"no {old.strip()}" for old, new, _ in edits]


def outcomes(game: Game, edits: Sequence[Edit], folder: Path) -> list[str]:
    """What importing a copy of the game prints after each edit, and last with the table as it is."""
    written = (game.folder / "data.toml").read_text(encoding="utf-8")
    assert all(old in written for old, _, _ in edits)
    tables = [*(written.replace(old, new, 1) for old, new, _ in edits), written]
    shutil.copytree(_REFEREE, folder / "serai" / "referee", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (folder / "serai" / "referee" / "games" / "__init__.py").write_text("")
    (folder / "serai" / "__init__.py").write_text("")
    command = [sys.executable, "-c", _IMPORT_ALL, f"serai/referee/games/{game.name}/data.toml"]
    result = subprocess.run(
        [*command, f"serai.referee.games.{game.name}.game"],
        cwd=folder,
        input=json.dumps(tables),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return result.stdout.splitlines()
