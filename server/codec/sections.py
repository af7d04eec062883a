"""Views derived: sections of fields that change together, each remembered by its values and written once.

Like actions and events, a view must fill its message: a field on either side that is left out fails at import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import call
from typing import Any, TypeVar

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from serai.server.codec.cache import Memo
from serai.server.codec.differences import Differences
from serai.server.codec.form import Form, descriptor, field_names, fields_of, framed, message_in
from serai.server.codec.part import Part, joined

T = TypeVar("T")


def one(message: type[Message], name: str, cls: type[Any], differences: Differences | None = None) -> Part:
    """A record as a message in the field of its name; None is not written."""
    return Part((name,), (name,), _records(message, name, cls, differences))


def many(message: type[Message], name: str, cls: type[Any], differences: Differences | None = None) -> Part:
    """A tuple of records as messages in the field of its name, each remembered for itself."""
    return Part((name,), (name,), _records(message, name, cls, differences).__getitem__, each=True)


def as_bytes(message: type[Message], name: str) -> Part:
    """Numbers below 128, kept as bytes: they are so already what is written, and too many to be remembered."""
    return Part((name,), (name,), framed(descriptor(message).fields_by_name[name].number, bytes))


def _records(message: type[Message], name: str, cls: type[T], differences: Differences | None) -> Memo[T | None, bytes]:
    declared, described = differences or Differences(), descriptor(message).fields_by_name[name]
    form = Form(cls, message_in(described), fields_of(cls), declared)
    form.check_complete()
    declared.check_all_used()
    write = framed(described.number, form.writer())
    return Memo(lambda thing: b"" if thing is None else write(thing))


def view_writer(
    message: type[Message],
    cls: type[T],
    sections: Iterable[Part | Sequence[str]],
    differences: Differences | None = None,
    unsent: Iterable[str] = (),
) -> Callable[[T], bytes]:
    """How a view is written: names alone are a section that is derived, and `unsent` are fields that are not written.

    ValueError when a field is left out on either side, or a section stands in the wrong place.
    """
    declared = differences or Differences()
    parts = [
        part if isinstance(part, Part) else _derived(descriptor(message), cls, part, declared) for part in sections
    ]
    declared.check_all_used()
    _check_filled(descriptor(message), [name for part in parts for name in part.fills])
    _check_sent(cls, [*unsent, *(name for part in parts for name in part.names)])
    return joined(parts)


def _derived(message: Descriptor, cls: type[Any], names: Sequence[str], declared: Differences) -> Part:
    form = Form(cls, message, names, declared)
    if len(form.parts) == 1:
        (part,) = form.parts
        return part if isinstance(part.write, Memo) else Part(part.names, part.fills, Memo(part.write))
    writers = [part.write.__getitem__ if isinstance(part.write, Memo) else part.write for part in form.parts]
    in_order = tuple(name for part in form.parts for name in part.names)
    return Part(in_order, form.fills, Memo(lambda values: b"".join(map(call, writers, values))))


def _check_filled(message: Descriptor, fills: list[str]) -> None:
    """ValueError unless these are all fields of the message, in their order."""
    wanted = field_names(message)
    if fills != wanted:
        raise ValueError(f"{message.full_name} has {wanted}, but {fills} are filled")


def _check_sent(cls: type[Any], names: list[str]) -> None:
    """ValueError unless these are all fields of the class."""
    if sorted(names) != sorted(fields_of(cls)):
        raise ValueError(f"{cls.__qualname__} has {fields_of(cls)}, but {names} are sent or declared as unsent")
