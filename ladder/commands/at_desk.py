"""The desk of a command: that of the arena or store that the command line and the environment name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import click

from serai.ladder.access.where import Where
from serai.ladder.desk.desk import Desk
from serai.ladder.desk.opening import opened
from serai.ladder.shown import Shown, quiet


def desk(shown: Shown = quiet, waiting: Callable[[str], None] | None = None) -> AbstractContextManager[Desk]:
    """Open the desk that is meant while the block runs."""
    context = click.get_current_context(silent=True)
    where = context.find_root().obj if context is not None else None
    return opened(where if isinstance(where, Where) else Where(), shown, waiting)
