"""Where Serai keeps its data on this machine."""

from __future__ import annotations

import os
from pathlib import Path

UNSAFE = "SERAI_UNSAFE_NO_SANDBOX"  # in the environment of workers: somebody has asked for it by its name


def home() -> Path:
    """Return the folder of SERAI_HOME, by default `serai` in the user's data folder. It need not exist yet."""
    chosen = os.environ.get("SERAI_HOME")
    if chosen:
        return Path(chosen).expanduser().absolute()
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "serai"
