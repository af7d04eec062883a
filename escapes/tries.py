"""What packages and builds try, by name, and a home to try it in."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from serai.ladder.bots.build_world import NETWORK

Try = Callable[[Path], str]


class Tries(dict[str, Try]):
    """Tries by name. Each is given an empty folder and returns what it got, empty if nothing."""

    def __call__(self, function: Try) -> Try:
        self[function.__name__] = function
        return function


def tried(one: Try) -> str:
    """Try one of them, in a home of its own; returns what it got, empty if nothing."""
    with _home(), tempfile.TemporaryDirectory() as folder:
        return one(Path(folder))


@contextmanager
def _home() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ("SERAI_HOME", "REDIS_URL", NETWORK)}
    with tempfile.TemporaryDirectory(prefix="escapes-") as home:
        os.environ.update(SERAI_HOME=home, REDIS_URL="redis://127.0.0.1:6379/0")
        os.environ[NETWORK] = "off"
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
