"""A mapping whose values are loaded when they are first asked for: who reads a table needs the rules of no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class OnDemand(Mapping[str, T], Generic[T]):
    """Has these names; `load` makes what belongs to one of them."""

    def __init__(self, names: Sequence[str], load: Callable[[str], T]) -> None:
        self._names = names
        self._load = load
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            if name not in self._names:
                raise KeyError(name)
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
