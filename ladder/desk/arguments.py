"""Arguments from the network, checked against what an operation takes: one clear line for whatever a stranger sends."""

from __future__ import annotations

import inspect
import json
import math
import types
from collections.abc import Callable, Mapping
from typing import Any, Union, get_args, get_origin, get_type_hints

from serai.ladder.desk.operation import Operation
from serai.ladder.errors import UserProblem
from serai.ladder.suggest import suggestion

LONGEST_TEXT = 2000
MOST_ENTRIES = 4096
_LARGEST_NUMBER = 2**53
_SHOWN = 40

_KINDS: dict[Any, str] = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def read(operation: Operation[..., Any], text: str) -> dict[str, Any]:
    """Return the arguments that a JSON object names; UserProblem if an operation does not take them."""
    try:
        given = json.loads(text or "{}")
    except (ValueError, RecursionError):  # it is none, or nests too deep
        raise UserProblem(f"the arguments of {operation.name} are no JSON object") from None
    if not isinstance(given, dict):
        raise UserProblem(f"the arguments of {operation.name} are no JSON object")
    return checked(operation, given)


def checked(operation: Operation[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments that fit; UserProblem names the first that does not."""
    takes = taken(operation.function)
    for name in given:
        if name not in takes:
            hint = suggestion(name, takes, f"it takes {', '.join(takes) or 'none'}")
            raise UserProblem(f"{operation.name} takes no argument called {name[:_SHOWN]!r}; {hint}")
    for name, (_, is_needed) in takes.items():
        if is_needed and name not in given:
            raise UserProblem(f"{operation.name} needs the argument {name}")
    return {name: _fit(value, takes[name][0], f"{operation.name}: {name}") for name, value in given.items()}


def taken(function: Callable[..., Any]) -> dict[str, tuple[Any, bool]]:
    """Return the arguments of an operation by name: the kind of each, and whether it must be given."""
    hints = get_type_hints(function)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    return {each.name: (hints[each.name], each.default is inspect.Parameter.empty) for each in parameters}


def described(kind: Any) -> str:
    """Return a kind of argument in words."""
    if get_origin(kind) in (Union, types.UnionType):
        return " or ".join("null" if part is type(None) else described(part) for part in get_args(kind))
    if get_origin(kind) is list:
        return f"a list of {described(*get_args(kind))}"
    if get_origin(kind) is dict:
        return f"an object of {described(get_args(kind)[1])}"
    return _KINDS[kind]


def _fit(value: Any, kind: Any, where: str) -> Any:
    if get_origin(kind) in (Union, types.UnionType):
        return None if value is None else _fit(value, next(p for p in get_args(kind) if p is not type(None)), where)
    if get_origin(kind) is list and isinstance(value, list):
        _check_count(value, where)
        return [_fit(each, get_args(kind)[0], f"{where}, entry {at}") for at, each in enumerate(value)]
    if get_origin(kind) is dict and isinstance(value, dict):
        _check_count(value, where)
        inner = get_args(kind)[1]
        return {_fit(name, str, where): _fit(each, inner, f"{where}, an entry") for name, each in value.items()}
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(_checked_number(value, where))
    if get_origin(kind) is not None or type(value) is not kind:
        raise UserProblem(f"{where} should be {described(kind)}")
    return _checked_text(value, where) if kind is str else _checked_number(value, where)


def _check_count(value: list[Any] | dict[str, Any], where: str) -> None:
    if len(value) > MOST_ENTRIES:
        raise UserProblem(f"{where} has {len(value)} entries; {MOST_ENTRIES} are the most")


def _checked_text(value: str, where: str) -> str:
    if len(value) > LONGEST_TEXT:
        raise UserProblem(f"{where} has {len(value)} characters; {LONGEST_TEXT} are the most")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise UserProblem(f"{where} holds half a character") from None
    return value


def _checked_number(value: Any, where: str) -> Any:
    if not math.isfinite(value) or abs(value) > _LARGEST_NUMBER:
        raise UserProblem(f"{where} is out of all bounds")
    return value
