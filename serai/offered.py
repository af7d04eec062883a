"""The options of a question, as a bot sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from serai.v1.referee_pb2 import Action


class Options(Sequence[Any]):
    """The game's own messages, without those that wrap them on the wire; each is unwrapped when it is first looked at.

    A bot that looks at one of forty does not pay for forty. What it has `seen`, by its place, stays the same object.
    """

    __slots__ = ("_game", "_wrapped", "seen")

    def __init__(self, wrapped: Sequence[Action], game: str) -> None:
        self._wrapped = wrapped
        self._game = game
        self.seen: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._wrapped)

    @overload
    def __getitem__(self, place: int) -> Any: ...

    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...

    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return list(self)[place]
        count = len(self._wrapped)
        number = index(place) + (count if place < 0 else 0)
        if not 0 <= number < count:
            raise IndexError(f"no option {place}: there are {count}, numbered from 0")
        found = self.seen.get(number)
        if found is None:
            found = self.seen[number] = getattr(self._wrapped[number], self._game)
        return found

    def __iter__(self) -> Iterator[Any]:
        # Made anew each time: what was looked at before may have been looked at in any order.
        seen, game = self.seen, self._game
        self.seen = {
            place: seen[place] if place in seen else getattr(option, game) for place, option in enumerate(self._wrapped)
        }
        return iter(self.seen.values())

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Options | list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def __repr__(self) -> str:
        return repr(list(self))
