"""The source as mypyc likes it: the same module, in which

- a record (a frozen dataclass) has its methods written out, as mypyc would leave those that dataclasses make to the
  interpreter, and knows no record whose base is compiled;
- arrays of bytes are sequences of numbers, as mypyc cannot go through the former;
- what a class has without saying of which type is a class variable, and what a module names in capitals is final;
- a named tuple with all its values in place is filled without its __new__, which stays a function of the interpreter;
- every module says where it is and which of its functions are steps, and every class what it is
  (referee/core/described.py).

Nothing that a line of the source does is changed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType

from compiling.records import is_record, methods_of, own_fields

# Objects can be pickled and made without __init__, as a clone is, and classes built upon in plain Python. The two go
# together: mypyc 2.4 calls no __init__ of a class that can only be pickled.
_NATIVE = "_mypyc_attr(serializable=True, allow_interpreted_subclasses=True)"
_NOT_NATIVE = frozenset({"NamedTuple", "StrEnum", "IntEnum", "Enum", "Exception", "dict", "list", "Mapping"})
_HEADER = """
from collections.abc import MutableSequence as _MutableSequence
from typing import TYPE_CHECKING as _CHECKING, Any as _Any, ClassVar as _ClassVar, Final as _Final
from dataclasses import field as _field
from serai.referee.core.described import describe as _describe, describe_record as _describe_record, file_of as _file_of
if _CHECKING:
    from mypy_extensions import mypyc_attr as _mypyc_attr
_filled: _Final[_Any] = tuple.__new__
"""


@dataclass
class Edits:
    """Changes of a text by the places of its syntax tree."""

    source: bytes
    changes: list[tuple[int, int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        lines = self.source.splitlines(keepends=True)
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line))

    def begin(self, node: ast.stmt | ast.expr) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.stmt | ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def line_after(self, node: ast.stmt) -> int:
        assert node.end_lineno is not None
        return self.starts[node.end_lineno]

    def insert(self, place: int, text: str) -> None:
        self.changes.append((place, place, text))

    def replace(self, begin: int, end: int, text: str) -> None:
        self.changes.append((begin, end, text))

    def made(self) -> str:
        text = self.source
        for begin, end, new in sorted(self.changes, key=lambda change: change[:2], reverse=True):
            text = text[:begin] + new.encode() + text[end:]
        return text.decode()


def rewritten(source: str, module: ModuleType) -> str:
    """The source of a module for mypyc; the module itself, in plain Python, says what its records inherit."""
    tree, edits = ast.parse(source), Edits(source.encode())
    edits.insert(edits.end(_last_future_import(tree)), _HEADER)
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            _rewrite_class(node, edits, module)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            _make_final(node, edits)
    for annotation in _annotations(tree):
        if ast.unparse(annotation) == "bytearray":
            edits.replace(edits.begin(annotation), edits.end(annotation), "_MutableSequence[int]")
    for part in ast.walk(tree):
        if isinstance(part, ast.Name) and part.id == "__file__":
            edits.replace(edits.begin(part), edits.end(part), "_file_of(__name__)")
        elif isinstance(part, ast.Call) and _fills_a_tuple(part, module):
            edits.replace(edits.begin(part), edits.begin(part.args[0]), f"_filled({ast.unparse(part.func)}, (")
            edits.replace(edits.end(part.args[-1]), edits.end(part), ",))")
    steps = tuple(node.name for node in tree.body if isinstance(node, ast.FunctionDef) and _is_step(node))
    return f"{edits.made()}\n__steps__ = {steps!r}\n"


def _last_future_import(tree: ast.Module) -> ast.stmt:
    """Where the head of a module ends: its docstring, and what it imports from the future."""
    ends = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    return ends[-1] if ends else tree.body[0]


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            yield node.annotation


def _fills_a_tuple(call: ast.Call, module: ModuleType) -> bool:
    """Whether a named tuple is made here of all its values, each in its place."""
    cls = getattr(module, call.func.id, None) if isinstance(call.func, ast.Name) else None
    if call.keywords or any(isinstance(value, ast.Starred) for value in call.args):
        return False
    return isinstance(cls, type) and issubclass(cls, tuple) and len(getattr(cls, "_fields", ())) == len(call.args) > 0


def _is_step(node: ast.FunctionDef) -> bool:
    """As saved_state.py knows a step: a function of the state that returns nothing."""
    arguments = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    returns = node.returns
    return arguments == ["state"] and isinstance(returns, ast.Constant) and returns.value is None


# --- constants


def _make_final(node: ast.Assign | ast.AnnAssign, edits: Edits) -> None:
    if isinstance(node, ast.Assign):
        (target, *others) = node.targets
        if not others and _is_constant(target) and not _makes_a_type(node.value):
            edits.insert(edits.end(target), ": _Final")
    elif _is_constant(node.target) and node.value is not None:
        edits.insert(edits.begin(node.annotation), "_Final[")
        edits.insert(edits.end(node.annotation), "]")


def _is_constant(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id.isupper()


def _makes_a_type(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar"


# --- classes


def _rewrite_class(node: ast.ClassDef, edits: Edits, module: ModuleType) -> None:
    cls = getattr(module, node.name)
    native = not _base_names(node) & _NOT_NATIVE
    written = ""
    if is_record(node):
        (decorator,) = node.decorator_list
        edits.replace(edits.begin(decorator), edits.end(decorator), _NATIVE)
        for statement in node.body:
            _strip_default(statement, edits)
        written = methods_of(node, cls)
    elif native and not node.decorator_list:
        edits.insert(edits.begin(node), f"@{_NATIVE}\n")
    if native:
        for statement in node.body:
            _mark_class_variable(statement, edits)
    edits.insert(edits.line_after(node), written + _description(node, native))


def _base_names(node: ast.ClassDef) -> set[str]:
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return {base.id for base in bases if isinstance(base, ast.Name)}


def _strip_default(statement: ast.stmt, edits: Edits) -> None:
    """The default of a field is one of __init__'s."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and not _is_class_variable(statement):
        edits.replace(edits.end(statement.annotation), edits.end(statement), "")


def _mark_class_variable(statement: ast.stmt, edits: Edits) -> None:
    if isinstance(statement, ast.Assign):
        (target,) = statement.targets
        assert isinstance(target, ast.Name)
        if target.id != "__slots__":
            edits.insert(edits.end(target), ": _ClassVar")


def _is_class_variable(statement: ast.AnnAssign) -> bool:
    return "ClassVar" in ast.unparse(statement.annotation)


def _description(node: ast.ClassDef, native: bool) -> str:
    declared = [statement for statement in node.body if isinstance(statement, ast.AnnAssign)]
    annotations = {ast.unparse(statement.target): ast.unparse(statement.annotation) for statement in declared}
    held = [ast.unparse(statement.target) for statement in declared if not _is_class_variable(statement)]
    slots = _slots(node, held) if native else None
    doc = ast.get_docstring(node, clean=False) or ""
    # Ignored there, because mypy takes a class that mypyc compiles for one that cannot be told anything.
    lines = [f"_describe({node.name}, {doc!r}, {annotations!r}, {slots!r})  # type: ignore"]
    if is_record(node):
        fields = ", ".join(f"{name!r}: {made}" for name, made in own_fields(node).items())
        lines.append(f"_describe_record({node.name}, {{{fields}}})  # type: ignore")
    return "\n".join([*lines, ""])


def _slots(node: ast.ClassDef, held: list[str]) -> tuple[str, ...] | None:
    """What objects of the class hold: what it says in slots, and what it declares."""
    for statement in node.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__slots__":
            said: tuple[str, ...] = ast.literal_eval(statement.value)
            return (*said, *(name for name in held if name not in said))
    return tuple(held) if is_record(node) else None
