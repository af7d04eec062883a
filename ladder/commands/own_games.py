"""The games that `serai play` keeps by itself: the last ones, in a folder of the user, found by their ids."""

from __future__ import annotations

import glob
from pathlib import Path

from serai.ladder.model.game_record import is_file
from serai.ladder.storage.paths import home

MOST_KEPT = 500


def own_games() -> Path:
    """Return the folder in which games are kept that nobody has said a folder for."""
    return home() / "games"


def made_own_games() -> Path:
    """Make that folder, and return it; OSError if this machine does not let us."""
    own_games().mkdir(parents=True, exist_ok=True)
    return own_games()


def file_of(reference: str) -> Path | None:
    """Return the file that a GAME argument means, also by the id of a game that was kept; None if it means none."""
    if is_file(reference):
        return Path(reference)
    found = list(own_games().glob(f"{glob.escape(reference)}*.json")) if reference else []
    return found[0] if len(found) == 1 else None


def prune_own(folder: Path) -> None:
    """Delete the oldest games of a folder, if it is ours, until as many are left as are kept."""
    if folder == own_games():
        prune(folder, MOST_KEPT)


def prune(folder: Path, most: int) -> None:
    """Delete the oldest games of a folder, until so many are left."""
    kept = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[most:]:
        path.unlink(missing_ok=True)
