"""Forked children: each runs one function, hands its result back through a pipe, and takes all it changed with it."""

from __future__ import annotations

import os
import pickle
import selectors
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


def in_children(tasks: Iterable[T], work: Callable[[T], Any], jobs: int) -> Iterator[tuple[T, Any]]:
    """Yield each task with what `work` made of it, or None where the child died; at most `jobs` of them at a time."""
    waiting = iter(tasks)
    running = selectors.DefaultSelector()
    while True:
        while len(running.get_map()) < jobs and (task := next(waiting, None)) is not None:
            pid, reader = _start(task, work)
            running.register(reader, selectors.EVENT_READ, (task, pid, []))
        if not running.get_map():
            return
        for key, _ in running.select():
            task, pid, parts = key.data
            part = os.read(key.fd, 1 << 16)
            if part:
                parts.append(part)
                continue
            running.unregister(key.fd)
            os.close(key.fd)
            os.waitpid(pid, 0)
            yield task, pickle.loads(b"".join(parts)) if parts else None


def _start(task: T, work: Callable[[T], Any]) -> tuple[int, int]:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    try:
        os.close(reader)
        result = pickle.dumps(work(task))
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(result)
    finally:
        os._exit(0)
