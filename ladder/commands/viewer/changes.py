"""What a move has changed on the board, marked character by character."""

from __future__ import annotations

from serai.referee.core.picture import LETTERS, Lines, painted, strokes

# Paints beyond those of the seats: of a seat and changed, and of nobody and changed.
CHANGED = len(LETTERS)
CHANGED_PLAIN = 2 * CHANGED


def marked(before: Lines, after: Lines) -> Lines:
    """The board after a move, with what is new on it in paints of its own; as it is if it has another shape."""
    return tuple(map(_marked, before, after)) if len(before) == len(after) else after


def _marked(before: str, after: str) -> str:
    before = before.ljust(len(after))
    return "".join(new if new in (old, " ") else _mark(new) for old, new in zip(before, after, strict=False))


def _mark(char: str) -> str:
    [(text, seat)] = strokes(char)
    return painted(CHANGED_PLAIN if seat is None else CHANGED + seat, text)
