"""A part of a message: some fields of a thing, and how their values are written; and all parts joined.

What joins them is made from source, as dataclasses make their methods: a view is written for every question, and
calls from part to part took a third of its time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from serai.server.codec.cache import Memo
from serai.server.codec.differences import Read, Write

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part:
    """Fields of a thing and the fields of its message that they fill.

    What is written is the value of an only name, the tuple of the values of several, the thing itself without any;
    with `each`, the items of the value one by one.
    """

    names: tuple[str, ...]
    fills: tuple[str, ...]
    write: Write | Memo[Any, bytes]
    read: Read | None = None
    each: bool = False

    def expression(self, writer: str) -> str:
        """The source for what is written of `thing`."""
        values = [f"thing.{name}" for name in self.names] or ["thing"]
        value = values[0] if len(values) == 1 else f"({', '.join(values)})"
        if self.each:
            return f"*map({writer}, {value})"
        return f"{writer}[{value}]" if isinstance(self.write, Memo) else f"{writer}({value})"


def joined(parts: Sequence[Part]) -> Callable[[Any], bytes]:
    """How a thing is written, part by part."""
    written = ", ".join(part.expression(f"write_{n}") for n, part in enumerate(parts))
    writers = {f"write_{n}": part.write for n, part in enumerate(parts)}
    return _function(f"lambda thing: join([{written}])", join=b"".join, **writers)


def made_of(fields: Sequence[FieldDescriptor], make: Callable[[Any], T] | Memo[Any, T]) -> Callable[[Message], T]:
    """How a thing is made, or found in a memo, by the values of some fields of its message."""
    values = [f"tuple(message.{field.name})" if field.is_repeated else f"message.{field.name}" for field in fields]
    key = f"({''.join(f'{value}, ' for value in values)})"
    made = f"make[{key}]" if isinstance(make, Memo) else f"make({key})"
    return _function(f"lambda message: {made}", make=make)


def _function(source: str, **names: object) -> Callable[[Any], Any]:
    made: Callable[[Any], Any] = eval(source, names)
    return made
