"""One class and its message: how the fields of the one are written as fields of the other, and read back.

Fields are written by hand, as a message object costs twice as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter, call, itemgetter
from typing import Any, Generic, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from serai.server.codec.cache import Memo
from serai.server.codec.differences import Differences, Read, Write
from serai.server.codec.wire import field, tag, varint

T = TypeVar("T")
Pick = Callable[[Any], tuple[Any, ...]]

_NUMBERS = (
    FieldDescriptor.TYPE_BOOL,
    FieldDescriptor.TYPE_ENUM,
    FieldDescriptor.TYPE_UINT32,
    FieldDescriptor.TYPE_SINT32,
)


def field_writer(described: FieldDescriptor, first: int | None = None) -> Write:
    """How a number of the rules, or a tuple of them, is written as a field; None is not written, or 0 in a tuple."""
    number = _number_on_wire(described, first)
    if described.is_repeated:
        packed, place = Memo(lambda value: varint(number(value))).__getitem__, described.number
        return lambda values: field(place, b"".join(map(packed, values))) if values else b""
    head, is_explicit = varint(described.number << 3), described.has_presence

    def write(value: int | None) -> bytes:
        is_written = value is not None if is_explicit else number(value)
        return head + varint(number(value)) if is_written else b""

    return Memo(write).__getitem__


def _number_on_wire(described: FieldDescriptor, first: int | None) -> Callable[[int | None], int]:
    if described.type not in _NUMBERS:
        raise ValueError(f"{described.full_name} is of a type that is not derived")
    shift, is_signed = _shift(described, first), described.type == FieldDescriptor.TYPE_SINT32

    def number(value: int | None) -> int:
        shifted = 0 if value is None else value + shift
        if shifted < 0 and not is_signed:
            raise ValueError(f"{value} for {described.full_name}, which has no negative numbers")
        return (shifted << 1 ^ shifted >> 31) if is_signed else shifted

    return number


def field_reader(described: FieldDescriptor, first: int | None = None) -> Read:
    """How the value of a field is read: any number is, whether the rules know it or not."""
    shift = _shift(described, first)
    if described.is_repeated:
        return lambda numbers: tuple([number - shift for number in numbers])
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


@dataclass(frozen=True, slots=True)
class _Part:
    """A field of a class (without a name: the whole thing) and the fields of the message it fills."""

    name: str
    fills: tuple[str, ...]
    write: Write
    read: Read | None = None


class Form(Generic[T]):
    """Some fields of a class as fields of a message; ValueError when one of them has no counterpart there."""

    def __init__(self, cls: type[T], message: Descriptor, names: Sequence[str], differences: Differences) -> None:
        self._cls = cls
        self._message = message
        self._differences = differences
        self._parts = [self._part(name) for name in names if self._has_counterpart(name)]
        if deeper := [name for name in names if not self._has_counterpart(name)]:
            self._parts.append(self._inner(deeper))
        self.constants = self._constants()
        self._parts += [self._constant(name, number) for name, number in self.constants.items()]
        self.filled = {name for part in self._parts for name in part.fills}

    def check_complete(self) -> None:
        """ValueError when a field of the message is not filled."""
        if missing := set(self._message.fields_by_name) - self.filled:
            raise ValueError(f"nothing fills {', '.join(sorted(missing))} of {self._message.full_name}")

    def values_and_writers(self) -> tuple[Pick, list[Write]]:
        """How the values are taken from a thing, and how each is written, in the order of the message's fields."""
        places = self._message.fields_by_name
        parts = sorted(self._parts, key=lambda part: places[part.fills[0]].number)
        return _picker(self._cls, [part.name for part in parts]), [part.write for part in parts]

    def writer(self) -> Callable[[T], bytes]:
        """How a thing is written as a message."""
        pick, writers = self.values_and_writers()
        return lambda thing: b"".join(map(call, writers, pick(thing)))

    def reader(self) -> Callable[[Message], T]:
        """How a thing is read from a message; a class without fields has one thing only."""
        parts, cls = [part for part in self._parts if part.fills[0] not in self.constants], self._cls
        if not parts:
            only = cls()
            return lambda message: only
        readers = [part.read for part in parts if part.read]
        if len(readers) < len(parts):
            raise ValueError(f"{cls.__name__} is only written")
        pick = _picker(Message, [part.fills[0] for part in parts])
        return lambda message: cls(*map(call, readers, pick(message)))

    def _keys(self, name: str) -> tuple[str, str]:
        return f"{self._cls.__name__}.{name}", name

    def _name_on_wire(self, name: str) -> str:
        return self._differences.names.get(*self._keys(name)) or name

    def _has_counterpart(self, name: str) -> bool:
        is_odd = self._differences.odd.get(*self._keys(name)) is not None
        return is_odd or self._name_on_wire(name) in self._message.fields_by_name

    def _part(self, name: str) -> _Part:
        if odd := self._differences.odd.get(*self._keys(name)):
            return _Part(name, odd.fills, odd.write, odd.read)
        described = self._message.fields_by_name[self._name_on_wire(name)]
        first = self._differences.first.get(*self._keys(name))
        return _Part(name, (described.name,), field_writer(described, first), field_reader(described, first))

    def _inner(self, names: Sequence[str]) -> _Part:
        """Fields that are together in a message within the message, of which the class knows nothing."""
        wanted = set(map(self._name_on_wire, names))
        for described in self._message.fields:
            if described.message_type and wanted <= set(described.message_type.fields_by_name):
                inner = Form(self._cls, described.message_type, names, self._differences)
                inner.check_complete()
                return _Part("", (described.name,), framed(described.number, inner.writer()))
        raise ValueError(f"{', '.join(names)} of {self._cls.__name__} not found in {self._message.full_name}")

    def _constants(self) -> dict[str, int]:
        declared = self._differences.constants
        found = {name: declared.get(f"{self._cls.__name__}.{name}") for name in self._message.fields_by_name}
        return {name: number for name, number in found.items() if number is not None}

    def _constant(self, name: str, number: int) -> _Part:
        written = field_writer(self._message.fields_by_name[name], 0)(number)
        return _Part("", (name,), lambda thing: written)


def fields_of(cls: type[Any]) -> Sequence[str]:
    """The fields of a named tuple or of a dataclass."""
    names: Iterable[str] = cls._fields if issubclass(cls, tuple) else [each.name for each in fields(cls)]
    return tuple(names)


def _picker(cls: type[Any], names: Sequence[str]) -> Pick:
    """How some fields are taken from a thing; no name is the thing itself."""
    if not all(names) or not names:
        getters = [attrgetter(name) if name else _itself for name in names]
        return lambda thing: tuple([get(thing) for get in getters])
    if len(names) == 1:
        only = attrgetter(*names)
        return lambda thing: (only(thing),)
    if issubclass(cls, tuple):  # faster by place than by name
        return itemgetter(*map(fields_of(cls).index, names))
    return attrgetter(*names)


def _itself(thing: T) -> T:
    return thing
