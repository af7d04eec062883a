"""How long work tells how far it has come."""

from __future__ import annotations

from collections.abc import Callable

# Told how many steps are done, and how many there are.
Shown = Callable[[int, int], None]


def quiet(_done: int, _total: int) -> None:
    """Show nothing."""
