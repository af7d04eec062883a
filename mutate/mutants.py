"""A mutant: the source of a game with one thing in it changed."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from mutate.operators import others
from mutate.places import Place, places

_SHOWN = 100  # characters of a change


@dataclass(frozen=True)
class Mutant:
    """One change: the file, its number among the changes of that file, where it is and what it does."""

    path: Path
    number: int
    line: int
    lines: tuple[int, int]
    scope: str
    change: str

    def key(self, root: Path) -> str:
        """Return its name in a list: it does not change when lines move."""
        return f"{self.path.relative_to(root)} {self.scope}: {self.change}"

    def where(self, root: Path) -> str:
        return f"{self.path.relative_to(root)}:{self.line}"

    def code(self) -> CodeType:
        """Return the whole module as it would be with this change."""
        tree = ast.parse(self.path.read_bytes())
        for number, (place, other) in enumerate(_changes(tree)):
            if number == self.number:
                place.replace(ast.copy_location(other, place.node))
                break
        return compile(ast.fix_missing_locations(tree), str(self.path), "exec", dont_inherit=True)


def mutants(paths: Sequence[Path]) -> list[Mutant]:
    """Return every mutant of these files, in order."""
    return [mutant for path in paths for mutant in _of_file(path)]


def sample(found: Sequence[Mutant], size: int, seed: str) -> list[Mutant]:
    """Return so many of them, or all if there are no more; the same ones for the same seed."""
    chosen = random.Random(seed).sample(range(len(found)), min(size, len(found)))
    return [found[number] for number in sorted(chosen)]


def _of_file(path: Path) -> Iterator[Mutant]:
    tree = ast.parse(path.read_bytes())
    seen: Counter[tuple[str, str]] = Counter()
    for number, (place, other) in enumerate(_changes(tree)):
        change = f"{_shown(place.node)} -> {_shown(other)}"
        seen[place.scope, change] += 1
        again = seen[place.scope, change]
        line = getattr(place.node, "lineno", place.lines[0])
        yield Mutant(path, number, line, place.lines, place.scope, f"{change} ({again})" if again > 1 else change)


def _changes(tree: ast.Module) -> Iterator[tuple[Place, ast.AST]]:
    for place in places(tree):
        for other in others(place.node):
            yield place, other


def _shown(node: ast.AST) -> str:
    """Return the first line of a node, in so few characters that both sides of a change fit a line."""
    text = ast.unparse(node).strip().splitlines()[0]
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
