"""Codecs derived from what both sides say of themselves: the fields of a class, and those of its message.

A class goes into the slot of its name, a field into the field of its name. An enum counts from 1 on the wire and all
else from 0; None is not written. What differs is declared. A field on either side without its counterpart fails at
import, as does a slot that nobody writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import call
from typing import Any, Generic, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from serai.referee.core.errors import IllegalAction
from serai.server.codec.cache import Memo
from serai.server.codec.differences import Differences
from serai.server.codec.form import Form, field_writer, fields_of, framed

T = TypeVar("T")


def section(
    message: type[Message], cls: type[T], *names: str, differences: Differences | None = None
) -> Callable[[T], bytes]:
    """How some fields of a view are written together, remembered by their values."""
    declared = differences or Differences()
    pick, writers = Form(cls, message.DESCRIPTOR, names, declared).values_and_writers()
    declared.check_all_used()
    known: Memo[tuple[Any, ...]] = Memo(lambda values: b"".join(map(call, writers, values)))
    return lambda seen: known[pick(seen)]


def single(message: type[Message], name: str, first: int | None = None) -> Memo[Any]:
    """The values of one field of a view in wire form, remembered; `first` is the number there that stands for 0."""
    return Memo(field_writer(message.DESCRIPTOR.fields_by_name[name], first))


def records(message: type[Message], name: str, cls: type[T], differences: Differences | None = None) -> Memo[T | None]:
    """Things of a class as messages in a field of a message, remembered; None is not written."""
    declared, described = differences or Differences(), message.DESCRIPTOR.fields_by_name[name]
    form = Form(cls, described.message_type, fields_of(cls), declared)
    form.check_complete()
    declared.check_all_used()
    write = framed(described.number, form.writer())
    return Memo(lambda thing: b"" if thing is None else write(thing))


class Union(Generic[T]):
    """The message that holds any one action of a game, or any one event.

    What a scenario shares with its family is in the slot `common`, written and read as the family does.
    """

    def __init__(
        self,
        message: type[Message],
        classes: Sequence[type[T]],
        differences: Differences | None = None,
        common: Union[T] | None = None,
    ) -> None:
        (self._choice,) = message.DESCRIPTOR.oneofs
        self._common = common
        self._classes = frozenset(classes)
        self._slots = {slot.name: slot for slot in self._choice.fields if not (common and slot.name == "common")}
        own = [cls for cls in classes if not (common and cls in common.writers)]
        self._forms = self._assigned(own, differences or Differences())
        self.writers = dict(self._all_writers())

    def write(self, thing: T) -> bytes:
        """A thing in wire form."""
        return self.writers[type(thing)](thing)

    def reader(self) -> Callable[[Message], T]:
        """How a message is read: ValueError when it holds nothing of this game, IllegalAction when nothing is meant."""
        choice = self._choice.name
        readers = {slot: _reader(forms) for slot, forms in self._forms.items()}
        if self._common:
            readers["common"] = self._common_reader(self._common.reader())

        def read(message: Message) -> T:
            chosen = message.WhichOneof(choice)
            if chosen is None:
                raise ValueError(f"the {choice} is empty")
            return readers[chosen](getattr(message, chosen))

        return read

    def _common_reader(self, read_common: Callable[[Message], T]) -> Callable[[Message], T]:
        def read(message: Message) -> T:
            thing = read_common(message)
            if type(thing) not in self._classes:
                raise ValueError(f"there is no {type(thing).__name__} in this game")
            return thing

        return read

    def _assigned(self, classes: Iterable[type[T]], declared: Differences) -> dict[str, dict[type[T], Form[T]]]:
        """The forms of the classes by slot; ValueError says which slot or field is left over."""
        forms: dict[str, dict[type[T], Form[T]]] = {name: {} for name in self._slots}
        for cls in classes:
            name = declared.slots.get(cls.__name__) or _snake_case(cls.__name__)
            if name not in forms:
                raise ValueError(f"{self._choice.full_name} has no slot {name} for {cls.__name__}")
            forms[name][cls] = Form(cls, self._slots[name].message_type, fields_of(cls), declared)
        for name, slot in self._slots.items():
            filled = {field for form in forms[name].values() for field in form.filled}
            if not forms[name] or set(slot.message_type.fields_by_name) - filled:
                raise ValueError(f"nothing fills {slot.full_name}, or not all of it")
        declared.check_all_used()
        return forms

    def _all_writers(self) -> Iterable[tuple[type[T], Callable[[T], bytes]]]:
        for name, forms in self._forms.items():
            for cls, form in forms.items():
                yield cls, framed(self._slots[name].number, form.writer())
        if self._common:
            number = _slot_named("common", self._choice.fields).number
            for cls in self._classes & self._common.writers.keys():
                yield cls, framed(number, self._common.writers[cls])


def _slot_named(name: str, slots: Iterable[FieldDescriptor]) -> FieldDescriptor:
    return next(slot for slot in slots if slot.name == name)


def _reader(forms: Mapping[type[T], Form[T]]) -> Callable[[Message], T]:
    """How the things in one slot are read; its classes differ in a constant, or in the fields that are set."""
    first, *others = forms.values()
    if not others:
        return first.reader()
    return _reader_by_constant([first, *others]) if first.constants else _reader_by_presence([first, *others])


def _reader_by_constant(forms: Sequence[Form[T]]) -> Callable[[Message], T]:
    (name,) = forms[0].constants
    readers = {form.constants[name]: form.reader() for form in forms}

    def read(message: Message) -> T:
        reader = readers.get(getattr(message, name))
        if reader is None:
            raise _illegal(message)
        return reader(message)

    return read


def _reader_by_presence(forms: Sequence[Form[T]]) -> Callable[[Message], T]:
    """Of the classes whose own fields are all set, that with the most of them."""
    shared = set.intersection(*(form.filled for form in forms))
    choices = [(form.filled - shared, form.reader()) for form in forms]
    choices.sort(key=lambda choice: -len(choice[0]))

    def read(message: Message) -> T:
        present = {described.name for described, _ in message.ListFields()}
        for own, reader in choices:
            if own <= present:
                return reader(message)
        raise _illegal(message)

    return read


def _illegal(message: Message) -> IllegalAction:
    said = " ".join(str(message).split())
    return IllegalAction(f"{message.DESCRIPTOR.name}({said}) is no action")


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
