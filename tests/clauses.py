"""Which clauses of a game's CLAUSES.md are shown by tests: a test names the ids it shows in its docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from referee.core.game import Game

ROOT = Path(__file__).resolve().parent
_ID = re.compile(r"\b[A-Z]-[A-Z]{2}-\d{2}\b")
_ROW = re.compile(r"^\|\s*([A-Z]-[A-Z]{2}-\d{2})\s*\|", re.MULTILINE)


def listed(game: Game) -> list[str]:
    """The ids of the game's clauses, in the order of the list."""
    return _ROW.findall((game.folder / "CLAUSES.md").read_text(encoding="utf-8"))


def cited(game: Game) -> dict[str, list[str]]:
    """Every id cited by the game's tests, and the tests that cite it."""
    found: dict[str, list[str]] = {}
    for path, test in tests_of(game):
        for clause in _ID.findall(ast.get_docstring(test) or ""):
            found.setdefault(clause, []).append(f"{path.name}::{test.name}")
    return found


def repeated(game: Game) -> list[str]:
    """Ids that stand twice in the list."""
    ids = listed(game)
    return sorted({clause for clause in ids if ids.count(clause) > 1})


def gaps(game: Game) -> list[str]:
    """Clauses that no test shows."""
    shown = cited(game)
    return [clause for clause in listed(game) if clause not in shown]


def unknown(game: Game) -> dict[str, list[str]]:
    """Ids that tests cite and the list does not have."""
    known = set(listed(game))
    return {clause: tests for clause, tests in cited(game).items() if clause not in known}


def idle(game: Game) -> list[str]:
    """Tests that assert nothing, and so show nothing."""
    return [f"{path.name}::{test.name}" for path, test in tests_of(game) if not any(map(_asserts, ast.walk(test)))]


def tests_of(game: Game) -> Iterator[tuple[Path, ast.FunctionDef]]:
    """The test functions in the game's folder of tests."""
    for path in sorted((ROOT / "games" / game.name).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield path, node


def _asserts(node: ast.AST) -> bool:
    """An assertion, or an expected failure."""
    return isinstance(node, ast.Assert) or (isinstance(node, ast.Attribute) and node.attr == "raises")
