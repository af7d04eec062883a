"""Messages as arrays of one length, for programs that learn: the shape follows from the proto files alone.

A number is itself; true is 1. One of an enumeration is a 1 in the place of its value, and many of them are counted by
value. A field that can be missing has a place of its own that says whether it is there. A list of anything else is
written one element after the other, up to a length (`lengths`); what is beyond it is left out. Texts are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from numpy.typing import NDArray

Vector = NDArray[np.float32]
# Writes a value into an array, from a place on.
Write = Callable[[Any, Vector, int], None]

NUMBERS = {
    FieldDescriptor.TYPE_UINT32,
    FieldDescriptor.TYPE_SINT32,
    FieldDescriptor.TYPE_INT32,
    FieldDescriptor.TYPE_UINT64,
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_BOOL,
}


class Layout:
    """Where everything in a message stands in its array."""

    def __init__(self, message: Descriptor, lengths: Mapping[str, int]) -> None:
        """`lengths` says by the full name of a field how many elements of a list are written."""
        self.names: list[str] = []
        self._write = self._message(message, lengths, "")

    @property
    def size(self) -> int:
        return len(self.names)

    def write(self, message: Any, array: Vector, start: int = 0) -> None:
        """Write a message into an array of zeros."""
        self._write(message, array, start)

    def array(self, message: Any) -> Vector:
        array = np.zeros(self.size, np.float32)
        self._write(message, array, 0)
        return array

    def _message(self, message: Descriptor, lengths: Mapping[str, int], path: str) -> Write:
        begin = len(self.names)
        parts = [part for field in message.fields for part in self._field(field, lengths, path, begin)]

        def write(value: Any, array: Vector, start: int) -> None:
            for part in parts:
                part(value, array, start)

        return write

    def _field(self, field: FieldDescriptor, lengths: Mapping[str, int], path: str, begin: int) -> Iterator[Write]:
        """What writes a field of a message whose place is given; nothing for texts."""
        place, name, own = len(self.names) - begin, field.name, f"{path}{field.name}"
        if field.enum_type is not None:
            yield self._enum(field, field.enum_type, own, place)
        elif field.is_repeated and (field.message_type or field.type in NUMBERS):
            yield self._list(field, lengths, own, place)
        elif field.message_type:
            self.names.append(f"{own}?")
            inner = self._message(field.message_type, lengths, f"{own}.")

            def write_message(value: Any, array: Vector, start: int) -> None:
                if value.HasField(name):
                    array[start + place] = 1.0
                    inner(getattr(value, name), array, start + place + 1)

            yield write_message
        elif field.type in NUMBERS:
            yield self._number(field, own, place)

    def _number(self, field: FieldDescriptor, own: str, place: int) -> Write:
        name = field.name
        if not field.has_presence:
            self.names.append(own)

            def write(value: Any, array: Vector, start: int) -> None:
                array[start + place] = getattr(value, name)

            return write
        self.names += [f"{own}?", own]

        def write_optional(value: Any, array: Vector, start: int) -> None:
            if value.HasField(name):
                array[start + place] = 1.0
                array[start + place + 1] = getattr(value, name)

        return write_optional

    def _enum(self, field: FieldDescriptor, kinds: EnumDescriptor, own: str, place: int) -> Write:
        name, at = field.name, {value.number: number for number, value in enumerate(kinds.values)}
        self.names += [f"{own}={value.name}" for value in kinds.values]
        if field.is_repeated:

            def count(value: Any, array: Vector, start: int) -> None:
                for each in getattr(value, name):
                    array[start + place + at[each]] += 1.0

            return count

        def mark(value: Any, array: Vector, start: int) -> None:
            if not field.has_presence or value.HasField(name):
                array[start + place + at[getattr(value, name)]] = 1.0

        return mark

    def _list(self, field: FieldDescriptor, lengths: Mapping[str, int], own: str, place: int) -> Write:
        name, most = field.name, lengths.get(field.full_name, 0)
        self.names.append(f"#{own}")  # how many there are
        if not field.message_type:
            self.names += [f"{own}[{number}]" for number in range(most)]

            def numbers(value: Any, array: Vector, start: int) -> None:
                listed = getattr(value, name)
                array[start + place] = len(listed)
                if listed:
                    first = start + place + 1
                    shown = listed[:most]
                    array[first : first + len(shown)] = shown

            return numbers
        before = len(self.names)
        writers = [self._message(field.message_type, lengths, f"{own}[{number}].") for number in range(most)]
        width = (len(self.names) - before) // max(1, most)

        def messages(value: Any, array: Vector, start: int) -> None:
            listed = getattr(value, name)
            array[start + place] = len(listed)
            for number, (each, write) in enumerate(zip(listed, writers, strict=False)):
                write(each, array, start + place + 1 + number * width)

        return messages


def lists_in(message: Any) -> Iterator[tuple[str, int]]:
    """Yield the full name of every list in a message, at any depth, with its length."""
    for field, value in message.ListFields():
        listed = field.is_repeated and field.type != FieldDescriptor.TYPE_ENUM
        if listed:
            yield field.full_name, len(value)
        if field.message_type:
            for each in value if field.is_repeated else (value,):
                yield from lists_in(each)
