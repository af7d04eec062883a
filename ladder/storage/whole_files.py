"""Files that are there as a whole or not at all, and errors that name them: a write that finds no room names none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file; OSError, which names it, if that cannot be done, and then there is none."""
    with named_or_removed(path):
        path.write_bytes(content)


@contextmanager
def named_or_removed(path: Path) -> Iterator[None]:
    """Remove a file that the block cannot complete, and let the OSError name it."""
    try:
        yield
    except OSError as error:
        path.unlink(missing_ok=True)
        error.filename = str(path)
        raise
