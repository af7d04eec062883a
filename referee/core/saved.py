"""How values are saved: as a row of whole numbers and a row of bytes. A kind for each type, derived from what classes
declare.

What is read back may come from a stranger. Nothing in it can be made but what the classes declare, and nothing longer
than the row itself; a row that ends too soon or does not fit raises LookupError or ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from serai.referee.core.agenda import Action
from serai.referee.core.saved_row import NOTHING, Rest, Row

Write = Callable[[Any, Row], None]
Read = Callable[[Rest], Any]


class Kind(NamedTuple):
    """How values of a type are saved: `write` puts them behind a row, `read` takes them from the rest of one."""

    name: str
    write: Write
    read: Read


class Shared(NamedTuple):
    """What all states of a game share, such as a map: saved is the key by which it is found again.

    `find` raises LookupError or ValueError for a key that nothing has.
    """

    key: Any  # its type
    key_of: Callable[[Any], Any]
    find: Callable[[Any], Any]


def always(thing: Any) -> Shared:
    """What is the same in all games: nothing of it is saved."""
    return Shared(NoneType, lambda _: None, lambda _: thing)


class Kinds:
    """The kinds of one game, each derived once."""

    def __init__(self, actions: Sequence[type[Any]], shared: Mapping[type[Any], Shared]) -> None:
        self._actions = actions
        self._shared = shared
        self._known: dict[Any, Kind] = dict(PLAIN)

    def of(self, hint: Any) -> Kind:
        """The kind of a type; TypeError for one that cannot be saved."""
        if hint not in self._known:
            self._known[hint] = self._derive(hint)
        return self._known[hint]

    def _derive(self, hint: Any) -> Kind:
        origin, parts = get_origin(hint), get_args(hint)
        if hint in self._shared:
            return _shared(self._shared[hint], self.of(self._shared[hint].key))
        if origin in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
            return _optional(self.of(next(part for part in parts if part is not NoneType)))
        if origin in (list, frozenset) or (origin is tuple and parts[1:] == (...,)):
            of_numbers = {int: _ints, int | None: _numbers}.get(parts[0])
            return of_numbers(origin) if of_numbers else _many(origin, self.of(parts[0]))
        if origin is tuple:
            return _fixed(tuple, tuple(map(self.of, parts)))
        if isinstance(hint, type):
            return self._of_class(hint)
        raise TypeError(f"{hint} cannot be saved")

    def _of_class(self, cls: type[Any]) -> Kind:
        if issubclass(cls, Action):
            return one_of(tuple((each, self.record(each)) for each in self._actions if issubclass(each, cls)))
        if hasattr(cls, "_fields"):
            hints = get_type_hints(cls)
            return _fixed(cls._make, tuple(self.of(hints[name]) for name in cls._fields))
        return self.record(cls)

    def record(self, cls: type[Any], without: tuple[str, ...] = ()) -> Kind:
        """The kind of a class with fields. What it works out itself is left out, and None when it is read."""
        names = tuple(field.name for field in fields(cls)) if is_dataclass(cls) else slots_of(cls)
        hints, worked_out = get_type_hints(cls), getattr(cls, "worked_out", ())
        names = tuple(name for name in names if name not in (*without, *worked_out))
        undeclared = [name for name in names if name not in hints]
        if undeclared:
            raise TypeError(f"{cls.__qualname__} cannot be saved: it does not say what {', '.join(undeclared)} is")
        numbers = tuple(name for name in names if hints[name] is int)
        rest = tuple((name, self.of(hints[name])) for name in names if name not in numbers)
        shape = ",".join([*numbers, *(f"{name}:{kind.name}" for name, kind in rest)])
        frozen = is_dataclass(cls) and cls.__dataclass_params__.frozen  # type: ignore[attr-defined]  # of every dataclass
        read = _read_frozen(cls, numbers, rest) if frozen else _read_changing(cls, numbers, rest, worked_out)
        return Kind(f"{cls.__name__}({shape})", _write_record(numbers, rest), read)


def slots_of(cls: type[Any]) -> tuple[str, ...]:
    """The names of all that objects of a class hold, those of its base first."""
    return tuple(name for base in reversed(cls.__mro__) for name in vars(base).get("__slots__", ()))


# --- plain values


def _read_bool(rest: Rest) -> bool:
    at = rest.at
    value, rest.at = rest.numbers[at], at + 1
    if value != 0 and value != 1:
        raise ValueError("neither true nor false")
    return value == 1


def _write_bytes(value: bytes | bytearray, row: Row) -> None:
    row.append(len(value))
    row.text += value


def _write_number(value: int | None, row: Row) -> None:
    row.append(NOTHING if value is None else value)


def _read_number(rest: Rest) -> int | None:
    value = rest.one()
    return None if value == NOTHING else value


INT = Kind("int", lambda value, row: row.append(value), Rest.one)
NUMBER = Kind("int?", _write_number, _read_number)
BOOL = Kind("bool", lambda value, row: row.append(value), _read_bool)
NONE = Kind("none", lambda value, row: None, lambda rest: None)
BYTES = Kind("bytes", _write_bytes, Rest.bytes)
BYTEARRAY = Kind("bytearray", _write_bytes, lambda rest: bytearray(rest.bytes()))
PLAIN = {int: INT, int | None: NUMBER, bool: BOOL, NoneType: NONE, bytes: BYTES, bytearray: BYTEARRAY}


# --- values made of others


def _ints(make: Callable[[Any], Any]) -> Kind:
    """Numbers in any number; a set in order."""

    def write(values: Any, row: Row) -> None:
        row.append(len(values))
        row.extend(sorted(values) if make is frozenset else values)

    def read(rest: Rest) -> Any:
        # As Rest.many, written out: most of a state is read here.
        numbers, begin = rest.numbers, rest.at + 1
        number = numbers[begin - 1]
        if number < 0:
            raise ValueError("fewer than none")
        rest.at = end = begin + number
        return make(numbers[begin:end])

    return Kind(f"{make.__name__}[int]", write, Rest.many if make is list else read)


def _numbers(make: Callable[[Any], Any]) -> Kind:
    """Numbers, some of which may be missing."""

    def write(values: Any, row: Row) -> None:
        row.append(len(values))
        row.extend([NOTHING if value is None else value for value in values])

    def read(rest: Rest) -> Any:
        return make([None if value == NOTHING else value for value in rest.many()])

    return Kind(f"{make.__name__}[int?]", write, read)


def _many(make: Callable[[Any], Any], kind: Kind) -> Kind:
    """Values of one kind in any number."""
    write_one, read_one = kind.write, kind.read

    def write(values: Any, row: Row) -> None:
        row.append(len(values))
        for value in values:
            write_one(value, row)

    def read(rest: Rest) -> Any:
        return make([read_one(rest) for _ in range(rest.one())])

    return Kind(f"{make.__name__}[{kind.name}]", write, read)


def _fixed(make: Callable[[Any], Any], kinds: tuple[Kind, ...]) -> Kind:
    """So many values, each of its own kind."""

    def write(values: Any, row: Row) -> None:
        for kind, value in zip(kinds, values, strict=True):
            kind.write(value, row)

    def read(rest: Rest) -> Any:
        return make([kind.read(rest) for kind in kinds])

    def read_ints(rest: Rest) -> Any:
        values = rest.some(len(kinds))
        if len(values) != len(kinds):
            raise ValueError("fewer than there should be")
        return make(values)

    only_ints = all(kind is INT for kind in kinds)
    return Kind(f"({','.join(kind.name for kind in kinds)})", write, read_ints if only_ints else read)


def _optional(kind: Kind) -> Kind:
    def write(value: Any, row: Row) -> None:
        row.append(value is not None)
        if value is not None:
            kind.write(value, row)

    read_it = kind.read

    def read(rest: Rest) -> Any:
        return read_it(rest) if _read_bool(rest) else None

    return Kind(f"{kind.name}?", write, read)


def _shared(shared: Shared, kind: Kind) -> Kind:
    def write(value: Any, row: Row) -> None:
        kind.write(shared.key_of(value), row)

    def read(rest: Rest) -> Any:
        return shared.find(kind.read(rest))

    return Kind(f"shared {kind.name}", write, read)


def one_of(classes: Sequence[tuple[type[Any], Kind]]) -> Kind:
    """An object of one of several classes: saved is its place among them, then itself."""
    place_of = {cls: (place, kind.write) for place, (cls, kind) in enumerate(classes)}
    reads = tuple(kind.read for _, kind in classes)

    def write(value: Any, row: Row) -> None:
        place, write_it = place_of[type(value)]
        row.append(place)
        write_it(value, row)

    def read(rest: Rest) -> Any:
        place = rest.one()
        if not 0 <= place < len(reads):
            raise ValueError("a class that is not there")
        return reads[place](rest)

    return Kind("|".join(kind.name for _, kind in classes), write, read)


# --- records: all numbers first, which are taken together, then the rest


def _write_record(numbers: tuple[str, ...], others: tuple[tuple[str, Kind], ...]) -> Write:
    get_numbers = attrgetter(*numbers) if len(numbers) > 1 else None
    alone = numbers[0] if len(numbers) == 1 else None
    rest = tuple((attrgetter(name), kind.write) for name, kind in others)

    def write(thing: Any, row: Row) -> None:
        if get_numbers:
            row.extend(get_numbers(thing))
        elif alone:
            row.append(getattr(thing, alone))
        for get, write_it in rest:
            write_it(get(thing), row)

    return write


def _read_changing(
    cls: type[Any], numbers: tuple[str, ...], others: tuple[tuple[str, Kind], ...], worked_out: tuple[str, ...]
) -> Read:
    unknown = [f"made.{name} = None" for name in worked_out]
    return _written_out(cls, "made.", ["made = new(cls)"], numbers, others, [*unknown, "return made"])


def _read_frozen(cls: type[Any], numbers: tuple[str, ...], others: tuple[tuple[str, Kind], ...]) -> Read:
    given = ", ".join(f"{name}=the_{name}" for name in [*numbers, *(name for name, _ in others)])
    return _written_out(cls, "the_", [], numbers, others, [f"return cls({given})"])


def _written_out(
    cls: type[Any],
    prefix: str,
    begin: list[str],
    numbers: tuple[str, ...],
    others: tuple[tuple[str, Kind], ...],
    end: list[str],
) -> Read:
    """A function that reads field by field, written out as dataclasses do it: loops over names take twice as long."""
    lines = [*begin, "numbers = rest.numbers"]
    if numbers:
        places = ", ".join(prefix + name for name in numbers)
        lines += [f"begin = rest.at; rest.at = end = begin + {len(numbers)}", f"{places}, = numbers[begin:end]"]
    for place, (name, kind) in enumerate(others):
        lines += [line.format(field=prefix + name, place=place) for line in _INLINE.get(kind.name, _CALLED)]
    known: dict[str, Any] = {
        "cls": cls,
        "new": cls.__new__,
        "reads": tuple(kind.read for _, kind in others),
        "short": _short,
    }
    exec("\n    ".join(["def read(rest):", *lines, *end]), known)
    read: Read = known["read"]
    return read


def _short() -> None:
    raise ValueError("fewer than none")


# How a field is read in the lines of a record: lists of numbers, which most of a state is, in place.
_CALLED = ("{field} = reads[{place}](rest)",)
_MANY = (
    "begin = rest.at + 1; count = numbers[begin - 1]",
    "if count < 0: short()",
    "rest.at = end = begin + count",
)
_INLINE = {
    "list[int]": (*_MANY, "{field} = numbers[begin:end]"),
    "tuple[int]": (*_MANY, "{field} = tuple(numbers[begin:end])"),
}
