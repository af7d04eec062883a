"""What compiled classes say of themselves. mypyc keeps neither docstrings nor annotations nor fields of records; the
compiled engine (compiling/) hands them in here, so that whoever asks a class finds the same as in the source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from pathlib import Path
from types import GetSetDescriptorType
from typing import Any


@dataclass(frozen=True, slots=True)
class _Model:
    """A record made by dataclasses: what it says that all records have in common."""

    one: int


def file_of(module: str) -> str:
    """Where the source of a module is; mypyc takes a wrong place where its library is within a package."""
    top = Path(__file__).parents[__name__.count(".")]
    return f"{top.joinpath(*module.split('.'))}.py"


class _Slots(tuple[str, ...]):
    """The names of what objects hold, for whoever goes through them. mypyc refuses a class whose base has any, but only
    asks whether that is so; and what is held in a base may have no second slot in a class that inherits from it."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


class _Held:
    """What holds something in a slot."""

    __slots__ = ("it",)


def _build_upon(cls: type[Any]) -> None:
    """Let a record in plain Python be built upon a compiled class, and have fields which that holds already.

    dataclasses would take what the base has under a field's name for its default, unless it is a slot. The class that
    they make in the end has slots of its own, and nothing of this.
    """
    if "__mypyc_attrs__" not in vars(cls) and "__slots__" not in vars(cls):
        for name in vars(cls).get("__annotations__", {}):
            if name not in vars(cls) and isinstance(getattr(cls, name, None), GetSetDescriptorType):
                setattr(cls, name, vars(_Held)["it"])


def describe(cls: type[Any], doc: str, annotations: Mapping[str, str], slots: tuple[str, ...] | None) -> None:
    """Let a class say what its source does."""
    cls.__doc__ = doc
    cls.__annotations__ = dict(annotations)
    if slots is not None:
        cls.__slots__ = _Slots(slots)
        cls.__init_subclass__ = classmethod(_build_upon)  # type: ignore[assignment]  # called for every class built upon it


def describe_record(cls: type[Any], own: Mapping[str, Field[Any]]) -> None:
    """Let a class that was written out be a dataclass for whoever asks; `own` are the fields it adds."""
    found: dict[str, Field[Any]] = {}
    for base in reversed(cls.__mro__[1:]):
        found.update(vars(base).get("__dataclass_fields__", {}))
    for name, field in own.items():
        field.name, field.type = name, cls.__annotations__[name]
        field.kw_only = field.kw_only is True
        field._field_type = fields(_Model)[0]._field_type  # type: ignore[attr-defined]  # what marks a plain field
        found[name] = field
    cls.__dataclass_fields__ = found
    cls.__dataclass_params__ = _Model.__dataclass_params__  # type: ignore[attr-defined]  # frozen, as all are
    in_place = tuple(name for name, field in found.items() if field.init and not field.kw_only)
    cls.__match_args__ = in_place  # type: ignore[misc]  # as dataclasses do it
