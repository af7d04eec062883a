"""Which code keeps a clause of a game's CLAUSES.md, and which tests show it: these name its id in their docstrings."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from serai.referee.core.game import Game
from serai.referee.games import GAMES

ROOT = Path(__file__).resolve().parent
_ID = re.compile(r"\b[A-Z]-[A-Z]{2}-\d{2}\b")
_ROW = re.compile(r"^\|\s*([A-Z]-[A-Z]{2}-\d{2})\s*\|.*\|([^|]*)\|$", re.MULTILINE)
_PLACE = re.compile(r"`(\w+)\.(\w+)`")
_CATAN_FAMILY = ("catan", "cheops", "alexander")
_SHARED = "serai.referee.catan_rules"
_CORE = "serai.referee.core"


def listed(game: Game) -> list[str]:
    """The ids of the game's clauses, in the order of the list."""
    return [clause for clause, _ in _rows(game)]


def kept_by(game: Game) -> dict[str, list[str]]:
    """The code each clause names in the last column: MODULE.NAME."""
    return {clause: [".".join(place) for place in _PLACE.findall(column)] for clause, column in _rows(game)}


def places(game: Game) -> set[str]:
    """All the code that the list names."""
    return {place for named in kept_by(game).values() for place in named}


def lost(game: Game) -> dict[str, list[str]]:
    """Clauses that name code which does not exist."""
    known = {place for place in places(game) if _exists(game, place)}
    found = {clause: [place for place in named if place not in known] for clause, named in kept_by(game).items()}
    return {clause: missing for clause, missing in found.items() if missing}


def _exists(game: Game, place: str) -> bool:
    module, _, name = place.partition(".")
    return any(hasattr(found, name) for found in map(_module, _homes(game, module)) if found is not None)


def _module(name: str) -> ModuleType | None:
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def _homes(game: Game, module: str) -> list[str]:
    """Where a module of a game may lie: in its folder, or in that of its family, whose lists hold rules of the core."""
    own = f"serai.referee.games.{game.name}.{module}"
    return [own, f"{_SHARED}.{module}", f"{_CORE}.{module}"] if game.name in _CATAN_FAMILY else [own]


def family(game: Game) -> list[Game]:
    """The games that share rules with this one, itself included."""
    return [GAMES[name] for name in _CATAN_FAMILY] if game.name in _CATAN_FAMILY else [game]


def classes(game: Game, *above: type[Any]) -> list[type[Any]]:
    """The classes below these that the rules of the game define and that have no other below them."""
    own = (f"serai.referee.games.{game.name}.", *((_SHARED,) if game.name in _CATAN_FAMILY else ()))
    found = [cls for base in above for cls in _below(base) if cls.__module__.startswith(own)]
    return [cls for cls in found if not cls.__subclasses__()]


def _below(cls: type[Any]) -> Iterator[type[Any]]:
    for child in cls.__subclasses__():
        yield child
        yield from _below(child)


def _rows(game: Game) -> list[tuple[str, str]]:
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
