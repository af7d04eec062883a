"""Suggest a close match for a misspelt name."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return `did you mean greedy?` if a known name is a close match, else `otherwise`."""
    # Not at the top: it takes a while to load and is needed after a mistake only.
    from difflib import get_close_matches

    matches = get_close_matches(name, list(known), n=1)
    return f"did you mean {matches[0]}?" if matches else otherwise
