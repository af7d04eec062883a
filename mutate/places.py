"""Walks a syntax tree and hands out every place in it, with the means to put something else there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Replace = Callable[[ast.AST], None]

# No clause speaks of copies and digests; tests/test_every_game.py does.
_NOT_RULES = {"clone", "snapshot"}
# A statement that calls this name is a check of data.toml, like an assertion: with what is printed it never fails.
# The wrong edits of test_data.py try it, in a process that would know nothing of a mutant.
_CHECKER = "DATA"
_LEFT_OUT = (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, ast.JoinedStr, ast.expr_context)
_LEFT_OUT_FIELDS = {"annotation", "returns", "decorator_list", "type_comment"}


@dataclass(frozen=True)
class Place:
    """A node, the function it is in, the lines of its statement, and how to replace it."""

    node: ast.AST
    scope: str
    lines: tuple[int, int]
    replace: Replace


def places(tree: ast.Module) -> Iterator[Place]:
    """Every place whose change would change what the rules do, in the order of the file."""
    for number, statement in enumerate(tree.body):
        yield from _below(Place(statement, "", _lines(statement), _setter(tree.body, number)))


def _below(place: Place) -> Iterator[Place]:
    node = place.node
    if isinstance(node, _LEFT_OUT) or _is_docstring(node) or _is_check(node) or _name(node) in _NOT_RULES:
        return
    yield place
    scope = ".".join(filter(None, (place.scope, _name(node))))
    for child, replace in _children(node):
        lines = _lines(child) if isinstance(child, ast.stmt) else place.lines
        yield from _below(Place(child, scope, lines, replace))


def _children(node: ast.AST) -> Iterator[tuple[ast.AST, Replace]]:
    for name, value in ast.iter_fields(node):
        if name in _LEFT_OUT_FIELDS:
            continue
        if isinstance(value, ast.AST):
            yield value, _field_setter(node, name)
        elif isinstance(value, list):
            yield from ((one, _setter(value, n)) for n, one in enumerate(value) if isinstance(one, ast.AST))


def _name(node: ast.AST) -> str:
    return node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_check(node: ast.AST) -> bool:
    """A statement like `DATA.demand(...)`, or the `strict` of a zip: both only make sure of what is so anyway."""
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    call = node.value if isinstance(node, ast.Expr) else None
    method = call.func if isinstance(call, ast.Call) else None
    return isinstance(method, ast.Attribute) and isinstance(method.value, ast.Name) and method.value.id == _CHECKER


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of one that holds others, only those of its head."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return statement.lineno, max(last, statement.lineno)


def _setter(siblings: list[Any], number: int) -> Replace:  # statements or expressions: what is put there fits
    return lambda new: siblings.__setitem__(number, new)


def _field_setter(node: ast.AST, name: str) -> Replace:
    return lambda new: setattr(node, name, new)
