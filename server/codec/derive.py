"""Codecs derived from what both sides say of themselves: the fields of a class, and those of its message.

A class goes into the slot of its name, a field into the field of its name. An enum counts from 1 on the wire and all
else from 0; None is not written. What differs is declared. A field on either side without its counterpart fails at
import, as does a slot that nobody writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import attrgetter, call, methodcaller
from typing import Generic, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from serai.referee.core.errors import IllegalAction
from serai.server.codec.differences import Differences
from serai.server.codec.form import Form, descriptor, field_names, fields_of, framed, message_in

T = TypeVar("T")


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
        (choice,) = descriptor(message).oneofs
        self._choice = choice.name
        self._common = common
        self._classes = frozenset(classes)
        self._slots = {slot.name: slot for slot in choice.fields}
        own = [cls for cls in classes if not (common and cls in common.writers)]
        self._forms = self._assigned(own, differences or Differences())
        self.writers: dict[type[T], Callable[[T], bytes]] = dict(self._all_writers())

    def write(self, thing: T) -> bytes:
        """A thing in wire form."""
        return self.writers[type(thing)](thing)

    def reader(self) -> Callable[[Message], T]:
        """How a message is read: ValueError when it holds nothing of this game, IllegalAction when nothing is meant."""
        choice = self._choice
        readers = {name: _reader(message_in(self._slots[name]), forms) for name, forms in self._forms.items()}
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
        forms: dict[str, dict[type[T], Form[T]]] = {
            name: {} for name in self._slots if not (self._common and name == "common")
        }
        for cls in classes:
            name = declared.slots.get(cls.__name__) or _snake_case(cls.__name__)
            if name not in forms:
                raise ValueError(f"no slot {name} for {cls.__name__}")
            forms[name][cls] = Form(cls, message_in(self._slots[name]), fields_of(cls), declared)
        declared.check_all_used()
        for name, sharing in forms.items():
            filled = {field for form in sharing.values() for field in form.fills}
            if not sharing or {*field_names(message_in(self._slots[name]))} - filled:
                raise ValueError(f"nothing fills {self._slots[name].full_name}, or not all of it")
        return forms

    def _all_writers(self) -> Iterator[tuple[type[T], Callable[[T], bytes]]]:
        for name, forms in self._forms.items():
            for cls, form in forms.items():
                yield cls, framed(self._slots[name].number, form.writer())
        if self._common:
            for cls in self._classes & self._common.writers.keys():
                yield cls, framed(self._slots["common"].number, self._common.writers[cls])


def _reader(message: Descriptor, forms: Mapping[type[T], Form[T]]) -> Callable[[Message], T]:
    """How the things in one slot are read; its classes differ in a constant, or in the fields that are set."""
    first, *others = forms.values()
    if not others:
        return first.reader()
    if first.constants:
        return _reader_by_constant([first, *others])
    return _reader_by_presence(message, [first, *others])


def _reader_by_constant(forms: Sequence[Form[T]]) -> Callable[[Message], T]:
    (name,) = forms[0].constants
    readers = {form.constants[name]: form.reader() for form in forms}

    def read(message: Message) -> T:
        reader = readers.get(getattr(message, name))
        if reader is None:
            raise _illegal(message)
        return reader(message)

    return read


def _reader_by_presence(message: Descriptor, forms: Sequence[Form[T]]) -> Callable[[Message], T]:
    """Of the classes whose own fields are all set, that with the most of them."""
    shared = set.intersection(*(set(form.fills) for form in forms))
    choices = [
        ([_is_set(message.fields_by_name[name]) for name in form.fills if name not in shared], form.reader())
        for form in forms
    ]
    choices.sort(key=lambda choice: -len(choice[0]))

    def read(message: Message) -> T:
        for tests, reader in choices:
            if all(map(call, tests, repeat(message))):
                return reader(message)
        raise _illegal(message)

    return read


def _is_set(described: FieldDescriptor) -> Callable[[Message], bool]:
    return methodcaller("HasField", described.name) if described.has_presence else attrgetter(described.name)


def _illegal(message: Message) -> IllegalAction:
    said = " ".join(str(message).split())
    return IllegalAction(f"{message.DESCRIPTOR.name}({said}) is no action")


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
