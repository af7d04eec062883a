"""Locks between processes. A lock goes with the process that holds it, however that process ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[int]:
    """Hold the lock alone, waiting for whoever has it. A process that inherits the descriptor holds it too."""
    with _held(path, fcntl.LOCK_EX) as handle:
        yield handle


@contextmanager
def shared(path: Path) -> Iterator[None]:
    """Hold the lock together with others, waiting for whoever has it alone."""
    with _held(path, fcntl.LOCK_SH):
        yield


def is_free(path: Path) -> bool:
    """Whether nobody holds the lock."""
    try:
        with _held(path, fcntl.LOCK_EX | fcntl.LOCK_NB):
            return True
    except BlockingIOError:
        return False


@contextmanager
def _held(path: Path, kind: int) -> Iterator[int]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, kind)
        yield handle
    finally:
        os.close(handle)
