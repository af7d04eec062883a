"""Records written out: the methods that dataclasses would make, as source."""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import MISSING, Field, fields
from typing import Any

RECORD = "dataclass"
# By this mypy knows a record, as dataclasses.replace and dataclasses.fields ask for.
_MARK = "__dataclass_fields__: _ClassVar[dict[str, _Any]]"


def is_record(node: ast.ClassDef) -> bool:
    return any(ast.unparse(decorator).startswith(RECORD) for decorator in node.decorator_list)


def own_fields(node: ast.ClassDef) -> dict[str, str]:
    """The fields a record adds, each as the source that makes it."""
    by_keyword = "kw_only=True" in ast.unparse(node.decorator_list[0])
    found = {}
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and "ClassVar" not in ast.unparse(statement.annotation):
            arguments = _arguments(statement.value)
            if by_keyword:
                arguments["kw_only"] = "True"
            said = ", ".join(f"{name}={value}" for name, value in arguments.items())
            found[ast.unparse(statement.target)] = f"_field({said})"
    return found


def _arguments(value: ast.expr | None) -> dict[str, str]:
    """What `field` is called with for a default, or was called with in the source."""
    if value is None:
        return {}
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
        return {str(keyword.arg): ast.unparse(keyword.value) for keyword in value.keywords}
    return {"default": ast.unparse(value)}


def methods_of(node: ast.ClassDef, cls: type[Any]) -> str:
    """The methods of a record that its source does not have itself."""
    there = {statement.name for statement in node.body if isinstance(statement, ast.FunctionDef)}
    written = [_init(node, cls)]
    if "__repr__" not in there:
        written.append(_repr(cls))
    if "eq=False" not in ast.unparse(node.decorator_list[0]):
        compared = [each.name for each in fields(cls) if each.compare]
        if "__eq__" not in there:
            written.append(_eq(node.name, compared))
        if "__hash__" not in there:
            written.append(_hash(compared))
    lines = [line for method in written for line in ("", *method)]
    return "\n".join([f"    {_MARK}", *(f"    {line}" if line else "" for line in lines), ""])


def _init(node: ast.ClassDef, cls: type[Any]) -> list[str]:
    own = {ast.unparse(each.target): each for each in node.body if isinstance(each, ast.AnnAssign)}
    taken = [each for each in fields(cls) if each.init]
    places = [_parameter(each, own.get(each.name), cls) for each in taken if not each.kw_only]
    keywords = [_parameter(each, own.get(each.name), cls) for each in taken if each.kw_only]
    parameters = ", ".join(["self", *places, *(["*", *keywords] if keywords else [])])
    lines = [f"def __init__({parameters}) -> None:"]
    for each in taken:
        made = each.name
        if each.default_factory is not MISSING:
            factory: Any = each.default_factory
            made = f"{factory.__name__}() if {each.name} is None else {each.name}"
        lines.append(f"    self.{each.name} = {made}")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    return lines if len(lines) > 1 else [*lines, "    pass"]


def _parameter(each: Field[Any], own: ast.AnnAssign | None, cls: type[Any]) -> str:
    kind = str(each.type) if own or _means_the_same(each, cls) else "_Any"
    if each.default_factory is not MISSING:
        return f"{each.name}: ({kind}) | None = None"
    if each.default is MISSING:
        return f"{each.name}: {kind}"
    default = _arguments(own.value)["default"] if own else repr(each.default)
    return f"{each.name}: {kind} = {default}"


def _means_the_same(each: Field[Any], cls: type[Any]) -> bool:
    """Whether the type of an inherited field can be named where the class is."""
    (origin,) = [base for base in cls.__mro__ if each.name in vars(base).get("__annotations__", {})][-1:]
    there, here = vars(sys.modules[origin.__module__]), vars(sys.modules[cls.__module__])
    names = set(re.findall(r"[A-Za-z_]\w*", str(each.type)))
    return all(here.get(name) is there.get(name) for name in names)


def _repr(cls: type[Any]) -> list[str]:
    said = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in fields(cls) if each.repr)
    return ["def __repr__(self) -> str:", f'    return f"{{type(self).__qualname__}}({said})"']


def _eq(name: str, compared: list[str]) -> list[str]:
    same = " and ".join(f"self.{field} == other.{field}" for field in compared) or "True"
    return [
        "def __eq__(self, other: object) -> bool:",
        f"    if type(other) is not type(self) or not isinstance(other, {name}):",
        "        return NotImplemented",
        f"    return {same}",
    ]


def _hash(compared: list[str]) -> list[str]:
    values = "".join(f"self.{name}, " for name in compared)
    return ["def __hash__(self) -> int:", f"    return hash(({values}))"]
