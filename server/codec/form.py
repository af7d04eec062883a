"""One class and its message: how the fields of the one are written as fields of the other, and read back.

Fields are written by hand, as a message object costs twice as much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from operator import call
from typing import Any, Generic, TypeVar, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from serai.server.codec.cache import Memo
from serai.server.codec.differences import Differences, Read
from serai.server.codec.part import Part, joined, made_of
from serai.server.codec.wire import field, tag, varint

T = TypeVar("T")

MOST_LISTS = 1 << 12  # remembered of one field: what a player has changes in one list, and the others stay the same

_NUMBERS = (
    FieldDescriptor.TYPE_BOOL,
    FieldDescriptor.TYPE_ENUM,
    FieldDescriptor.TYPE_UINT32,
    FieldDescriptor.TYPE_SINT32,
)


def descriptor(message: type[Message]) -> Descriptor:
    """What a message says of itself."""
    return cast(Descriptor, message.DESCRIPTOR)  # the stubs also know that of the C library, which is the same


def message_in(described: FieldDescriptor) -> Descriptor:
    """The type of the messages in a field."""
    assert described.message_type is not None, f"{described.full_name} holds no messages"
    return described.message_type


def field_names(message: Descriptor) -> list[str]:
    """The fields of a message by number; one that is deprecated only keeps its number, and nothing fills it."""
    live = [described for described in message.fields if not described.GetOptions().deprecated]
    return [described.name for described in sorted(live, key=lambda described: described.number)]


def field_writer(described: FieldDescriptor, first: int | None = None) -> Memo[Any, bytes]:
    """How a number of the rules, or a tuple of them, is written as a field; None is not written, or 0 in a tuple."""
    if described.type not in _NUMBERS:
        raise ValueError(f"{described.full_name} is of a type that is not derived")
    encoded = _encoder(described, _shift(described, first))
    if described.is_repeated:
        packed, place = Memo(encoded).__getitem__, described.number
        return Memo(lambda values: field(place, b"".join(map(packed, values))) if values else b"", MOST_LISTS)
    head, nothing = varint(described.number << 3), None if described.has_presence else encoded(None)

    def write(value: int | None) -> bytes:
        number = None if value is None else encoded(value)
        return b"" if number in (None, nothing) else head + number

    return Memo(write)


def _encoder(described: FieldDescriptor, shift: int) -> Callable[[int | None], bytes]:
    """How a number is encoded; an unknown one is 0."""
    is_signed = described.type == FieldDescriptor.TYPE_SINT32

    def encoded(value: int | None) -> bytes:
        number = 0 if value is None else value + shift
        if is_signed:
            return varint(number << 1 ^ number >> 31)
        if number < 0:
            raise ValueError(f"{value} for {described.full_name}, which has no negative numbers")
        return varint(number)

    return encoded


def field_reader(described: FieldDescriptor, first: int | None = None) -> Read:
    """How the value of a field is read: any number is, whether the rules know it or not."""
    shift = _shift(described, first)
    if described.is_repeated:
        return lambda numbers: tuple([number - shift for number in numbers]) if shift else numbers
    return (lambda number: number - shift) if shift else int


def _shift(described: FieldDescriptor, first: int | None) -> int:
    """The number on the wire that stands for 0: in an enum 1, as 0 there is the unspecified, unless declared."""
    return int(described.type == FieldDescriptor.TYPE_ENUM) if first is None else first


def framed(number: int, write: Callable[[T], bytes]) -> Callable[[T], bytes]:
    """What is written as a message, as a field with it."""
    head = tag(number)

    def write_framed(thing: T) -> bytes:
        body = write(thing)
        return head + varint(len(body)) + body

    return write_framed


class Form(Generic[T]):
    """Some fields of a class as fields of a message; ValueError when one of them has no counterpart there.

    `parts` are in the order of the message's fields.
    """

    def __init__(self, cls: type[T], message: Descriptor, names: Sequence[str], differences: Differences) -> None:
        self._cls = cls
        self._message = message
        self._differences = differences
        parts = [self._part(name) for name in names if self._has_counterpart(name)]
        if deeper := [name for name in names if not self._has_counterpart(name)]:
            parts.append(self._inner(deeper))
        self.constants = self._constants()
        parts += [self._constant(name, number) for name, number in self.constants.items()]
        self.parts = sorted(parts, key=lambda part: message.fields_by_name[part.fills[0]].number)
        self.fills = tuple(name for part in self.parts for name in part.fills)

    def check_complete(self) -> None:
        """ValueError when a field of the message is not filled."""
        if missing := {*field_names(self._message)} - {*self.fills}:
            raise ValueError(f"nothing fills {', '.join(sorted(missing))} of {self._message.full_name}")

    def writer(self) -> Callable[[T], bytes]:
        """How a thing is written as a message."""
        return joined(self.parts)

    def reader(self) -> Callable[[Message], T]:
        """How a thing is read from a message; ValueError when it cannot be.

        What was read is remembered by its numbers, as to make an action takes longer than to look it up; but not by
        lists, which a bot may make as long as it likes, unless a hand-written reader refuses those.
        """
        parts = {name: part for part in self.parts for name in part.names}
        cls, ordered = self._cls, [parts[name] for name in fields_of(self._cls) if name in parts]
        readers = [part.read for part in ordered if part.read]
        if len(readers) < len(fields_of(cls)):
            raise ValueError(f"{cls.__name__} is only written")
        described = [self._message.fields_by_name[part.fills[0]] for part in ordered]

        def make(values: tuple[Any, ...]) -> T:
            return cls(*map(call, readers, values))

        return made_of(described, make if any(map(self._is_any_list, ordered)) else Memo(make))

    def _is_any_list(self, part: Part) -> bool:
        is_odd = self._differences.odd.get(*self._keys(part.names[0])) is not None
        return self._message.fields_by_name[part.fills[0]].is_repeated and not is_odd

    def _keys(self, name: str) -> tuple[str, str]:
        return f"{self._cls.__name__}.{name}", name

    def _name_on_wire(self, name: str) -> str:
        return self._differences.names.get(*self._keys(name)) or name

    def _has_counterpart(self, name: str) -> bool:
        is_odd = self._differences.odd.get(*self._keys(name)) is not None
        return is_odd or self._name_on_wire(name) in self._message.fields_by_name

    def _part(self, name: str) -> Part:
        if odd := self._differences.odd.get(*self._keys(name)):
            return Part((name,), odd.fills, odd.write, odd.read)
        described = self._message.fields_by_name[self._name_on_wire(name)]
        first = self._differences.first.get(*self._keys(name))
        return Part((name,), (described.name,), field_writer(described, first), field_reader(described, first))

    def _inner(self, names: Sequence[str]) -> Part:
        """Fields that are together in a message within the message, of which the class knows nothing."""
        wanted = set(map(self._name_on_wire, names))
        for described in self._message.fields:
            if described.message_type and wanted <= set(message_in(described).fields_by_name):
                inner = Form(self._cls, message_in(described), names, self._differences)
                inner.check_complete()
                return Part((), (described.name,), framed(described.number, inner.writer()))
        raise ValueError(f"{', '.join(names)} of {self._cls.__name__} not found in {self._message.full_name}")

    def _constants(self) -> dict[str, int]:
        declared = self._differences.constants
        found = {name: declared.get(f"{self._cls.__name__}.{name}") for name in self._message.fields_by_name}
        return {name: number for name, number in found.items() if number is not None}

    def _constant(self, name: str, number: int) -> Part:
        described = self._message.fields_by_name[name]
        written = varint(described.number << 3) + varint(number)
        return Part((), (name,), lambda thing: written)


def fields_of(cls: Any) -> tuple[str, ...]:
    """The fields of a named tuple or of a dataclass."""
    return tuple(each.name for each in fields(cls)) if is_dataclass(cls) else tuple(cls._fields)
