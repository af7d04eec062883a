"""The audit log: who did what to which tournament or bot, when and why. It only grows."""

from __future__ import annotations

import getpass
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, cast

from serai.ladder.storage import keys
from serai.ladder.storage.packing import canonical

if TYPE_CHECKING:
    from redis import Redis
    from redis.client import Pipeline

Line = dict[str, Any]

_LINES_AT_ONCE = 500
_CALLER = ContextVar("caller", default="")


@contextmanager
def acting(name: str) -> Iterator[None]:
    """Let somebody else act while the block runs: a caller from afar."""
    before = _CALLER.set(name)
    try:
        yield
    finally:
        _CALLER.reset(before)


def who() -> str:
    """Return who acts: a caller from afar, SERAI_USER, else the user of this machine."""
    if caller := _CALLER.get():
        return caller
    if named := os.environ.get("SERAI_USER"):
        return named
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = f"uid {os.getuid()}"
    return f"{user}@{socket.gethostname()}"


def line(what: str, subject: str, why: str = "", **details: Any) -> Line:
    """Return a line of the log: what was done to which tournament or bot, here and now."""
    said = {"when": round(time.time(), 3), "who": who(), "what": what, "subject": subject, "why": why}
    return said | ({"details": details} if details else {})


def record(redis: Redis | Pipeline, said: Line) -> None:
    """Add a line; with a pipeline in one step with all else in it."""
    redis.rpush(keys.AUDIT, canonical(said))


def lines(redis: Redis, subject: str | None = None) -> Iterator[Line]:
    """Yield the lines, oldest first; of one tournament or bot if it is named."""
    first = 0
    while found := cast("list[bytes]", redis.lrange(keys.AUDIT, first, first + _LINES_AT_ONCE - 1)):
        first += len(found)
        for text in found:
            said = cast(Line, json.loads(text))
            if subject in (None, said["subject"]):
                yield said
