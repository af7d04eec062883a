"""What somebody may have meant who wrote a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """`did you mean greedy?` if a known name is much like it, else what else there is to say."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1)
    return f"did you mean {near[0]}?" if near else otherwise
