"""How every test waits for something that other processes do."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_POLL_SECONDS = 0.01


def wait_until(ask: Callable[[], T | None]) -> T:
    """Return the first answer that is true. A test that waits in vain is ended by the time limit of all tests."""
    while not (answer := ask()):
        time.sleep(_POLL_SECONDS)
    return answer
