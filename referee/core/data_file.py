"""TOML to frozen records, checked when they are read: a wrong edit fails at import, and says where."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from serai.referee.core.errors import DataError

R = TypeVar("R")

PROVENANCE = {"rulebook", "cross-checked", "single-source", "reconstructed"}
_NOTES = {"source", "source_note"}


class DataFile:
    """One data.toml: its tables as records of the classes a game asks for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.data = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise DataError(f"{path.name}: {error}") from None

    def one(self, name: str, cls: type[R]) -> R:
        """The table [name] as one record."""
        table = self._find(name)
        self.demand(isinstance(table, dict), f"[{name}] is missing")
        return self.record(cls, table, f"[{name}]")

    def rows(self, name: str, cls: type[R], key: str = "id") -> tuple[R, ...]:
        """The tables [[name]] as records, each with a value of its own under `key`."""
        tables = self._find(name)
        is_array = isinstance(tables, list) and all(isinstance(table, dict) for table in tables)
        self.demand(is_array, f"[[{name}]] is missing")
        records = tuple(self.record(cls, table, f"[[{name}]] no. {no}") for no, table in enumerate(tables, 1))
        self.distinct((table[key] for table in tables), f"[[{name}]] {key}")
        return records

    def distinct(self, values: Iterable[object], what: str) -> None:
        """Fail when two of the values are the same."""
        seen: set[object] = set()
        for value in values:
            self.demand(value not in seen, f"{what} = {value!r} stands twice")
            seen.add(value)

    def index(self, names: Sequence[str], name: str, what: str) -> int:
        """The place of a name in a list of names."""
        self.demand(name in names, f"{what} {name!r} is unknown; known are {', '.join(names)}")
        return names.index(name)

    def demand(self, holds: bool, complaint: str) -> None:
        """Fail with the file's name when something does not hold."""
        if not holds:
            raise DataError(f"{self.path.name}: {complaint}")

    def _find(self, name: str) -> Any:
        """What stands under a dotted name; None when nothing does."""
        found: Any = self.data
        for part in name.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        return found

    def record(self, cls: type[R], table: Mapping[str, Any], where: str) -> R:
        """One table as a record: no key unknown, none missing, every value of the kind the record declares."""
        hints = get_type_hints(cls)
        slots = {field.name: field for field in fields(cls)}  # type: ignore[arg-type]  # only dataclasses are asked for
        for key in table.keys() - slots.keys() - _NOTES:
            raise DataError(f"{self.path.name}: {where}: unknown key {key!r}; known are {', '.join(slots)}")
        if "source" in table:
            known = table["source"] in PROVENANCE
            self.demand(known, f"{where}: source {table['source']!r} is none of {', '.join(sorted(PROVENANCE))}")
        values = {}
        for key, field in slots.items():
            if key in table:
                values[key] = self._value(hints[key], table[key], f"{where}: {key}")
            elif field.default is MISSING and field.default_factory is MISSING:
                raise DataError(f"{self.path.name}: {where}: {key} is missing")
        return cls(**values)

    def bind(self, verbs: Mapping[str, type[R]], name: str, arguments: Mapping[str, Any], where: str) -> R:
        """The verb of that name with its arguments: a misspelt one fails here and not in the last round of a game."""
        self.demand(name in verbs, f"{where}: effect {name!r} is none of {', '.join(verbs)}")
        return self.record(verbs[name], arguments, where)

    def _value(self, kind: Any, value: object, where: str) -> object:
        """The value, with lists as tuples, if it is of the kind the record declares."""
        if get_origin(kind) is tuple:
            self.demand(isinstance(value, list), f"{where} should be a list, not {value!r}")
            assert isinstance(value, list)
            return tuple(self._value(get_args(kind)[0], item, where) for item in value)
        plain = get_origin(kind) or kind
        fits = isinstance(value, plain) and (plain is bool or not isinstance(value, bool))
        self.demand(fits, f"{where} should be {getattr(plain, '__name__', plain)}, not {value!r}")
        return value
