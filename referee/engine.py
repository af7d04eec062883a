"""Which engine plays: the rules in plain Python, or the same source compiled (compiling/)."""

from __future__ import annotations

from importlib.util import find_spec


def is_compiled() -> bool:
    """Whether the rules are compiled. Where the compiled module lies beside its source, Python takes the compiled."""
    found = find_spec("serai.referee.core.agenda")
    return found is not None and not (found.origin or "").endswith(".py")
