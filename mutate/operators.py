"""What can be wrong in one place: every other node that could stand there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_ORDERINGS = ("sorted", "reversed")


def others(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what could stand there by mistake; the node itself is left as it is."""
    for kind, change in _CHANGES:
        if isinstance(node, kind):
            yield from change(node)


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    for number, operator in enumerate(node.ops):
        swapped = _COMPARISONS[type(operator)]()
        yield ast.Compare(node.left, [*node.ops[:number], swapped, *node.ops[number + 1 :]], node.comparators)


def _bool_op(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _binary(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in _ARITHMETIC and not _names_types(node):
        yield ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)


def _names_types(node: ast.BinOp) -> bool:
    """Whether this is `Step | None` and the like, which is a type and not a sum."""
    ends = (node.left, node.right)
    return isinstance(node.op, ast.BitOr) and all(
        (isinstance(end, ast.Constant) and end.value is None)
        or (isinstance(end, ast.Name) and end.id[0].isupper() and not end.id.isupper())
        or (isinstance(end, ast.BinOp) and _names_types(end))
        for end in ends
    )


def _augmented(node: ast.AugAssign) -> Iterator[ast.AST]:
    if type(node.op) in _ARITHMETIC:
        yield ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value)


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)


def _branch(node: ast.If) -> Iterator[ast.AST]:
    yield ast.If(ast.Constant(False), node.body, node.orelse)
    if not node.orelse:
        yield ast.If(ast.Constant(True), node.body, node.orelse)


def _choice(node: ast.IfExp) -> Iterator[ast.AST]:
    yield node.body
    yield node.orelse


def _comprehension(node: ast.comprehension) -> Iterator[ast.AST]:
    for number in range(len(node.ifs)):
        kept = [*node.ifs[:number], *node.ifs[number + 1 :]]
        yield ast.comprehension(node.target, node.iter, kept, node.is_async)


def _call(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name):
        if node.func.id in _FUNCTIONS:
            yield ast.Call(ast.Name(_FUNCTIONS[node.func.id], ast.Load()), node.args, node.keywords)
        if node.func.id in _ORDERINGS:
            yield ast.Call(ast.Name("list", ast.Load()), node.args, [])
    elif isinstance(node.func, ast.Attribute) and node.func.attr == "then" and len(node.args) > 1:
        for number in range(len(node.args)):
            yield ast.Call(node.func, [*node.args[:number], *node.args[number + 1 :]], node.keywords)


def _statement(node: ast.Expr) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call):
        yield ast.Pass()


def _assignment(node: ast.Assign) -> Iterator[ast.AST]:
    if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        yield ast.Pass()


def _break(_node: ast.Break) -> Iterator[ast.AST]:
    yield ast.Continue()


def _continue(_node: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


# Each takes the kind of node it is listed with, which a type cannot say of a table.
_CHANGES: tuple[tuple[type[ast.AST], Callable[[Any], Iterator[ast.AST]]], ...] = (
    (ast.Compare, _compare),
    (ast.BoolOp, _bool_op),
    (ast.UnaryOp, _unary),
    (ast.BinOp, _binary),
    (ast.AugAssign, _augmented),
    (ast.Constant, _constant),
    (ast.If, _branch),
    (ast.IfExp, _choice),
    (ast.comprehension, _comprehension),
    (ast.Call, _call),
    (ast.Expr, _statement),
    (ast.Assign, _assignment),
    (ast.Break, _break),
    (ast.Continue, _continue),
)
