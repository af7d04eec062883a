"""Locks between processes. A lock is released when the process that holds it exits, however it does."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[int]:
    """Hold the lock alone while the block runs, waiting for it. A process that inherits the descriptor holds it too."""
    with _held(path, fcntl.LOCK_EX) as handle:
        yield handle


@contextmanager
def exclusive_at_once(path: Path) -> Iterator[int]:
    """Hold the lock alone while the block runs; BlockingIOError if somebody else holds it."""
    with _held(path, fcntl.LOCK_EX | fcntl.LOCK_NB) as handle:
        yield handle


@contextmanager
def shared(path: Path) -> Iterator[None]:
    """Hold the lock together with others while the block runs, waiting for whoever holds it alone."""
    with _held(path, fcntl.LOCK_SH):
        yield


def is_free(path: Path) -> bool:
    """Return True if the lock is free."""
    try:
        with exclusive_at_once(path):
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
