"""What cannot be derived of a codec, declared; a declaration that fits nothing fails at import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from serai.server.codec.cache import Memo

T = TypeVar("T")
Write = Callable[[Any], bytes]
Read = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Odd:
    """A field translated by hand: the neighbouring fields of the message it fills, how it is written and read."""

    fills: tuple[str, ...]
    write: Write | Memo[Any, bytes]
    read: Read | None = None


class Declared(Generic[T]):
    """One sort of differences; it knows which of them were of no use yet."""

    def __init__(self, entries: Mapping[str, T]) -> None:
        self._entries = entries
        self.unused = set(entries)

    def get(self, *keys: str) -> T | None:
        """What is declared for the first of the keys that has something."""
        for key in keys:
            if key in self._entries:
                self.unused.discard(key)
                return self._entries[key]
        return None


class Differences:
    """What cannot be derived, by `field` or, where classes differ, by `Class.field`.

    `slots` of classes and `names` of fields are those on the wire; `first` is the number there that stands for 0;
    `constants` are numbers that only the message has, by class and field there; `odd` fields are translated by hand.
    """

    def __init__(
        self,
        slots: Mapping[str, str] | None = None,
        names: Mapping[str, str] | None = None,
        first: Mapping[str, int] | None = None,
        constants: Mapping[str, int] | None = None,
        odd: Mapping[str, Odd] | None = None,
    ) -> None:
        self.slots = Declared(slots or {})
        self.names = Declared(names or {})
        self.first = Declared(first or {})
        self.constants = Declared(constants or {})
        self.odd = Declared(odd or {})

    def check_all_used(self) -> None:
        """ValueError names what was declared for nothing."""
        sorts = (self.slots, self.names, self.first, self.constants, self.odd)
        if unused := set[str]().union(*(sort.unused for sort in sorts)):
            raise ValueError(f"declared for nothing: {', '.join(sorted(unused))}")
