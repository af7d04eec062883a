"""What belongs to a game: the files whose rules are broken, and the tests that must notice."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutate.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent
_SHARED = "catan_rules"
_CATAN_FAMILY = ("catan", "cheops", "alexander")
# A picture shows the rules and a redeal proves a view: neither is a rule, and both have tests of their own.
_NOT_RULES = ("picture.py", "redeal.py")
_EQUIVALENT = "equivalent_mutants.toml"


class Mistake(Exception):
    """Something in what was asked for, or in the list of equivalent mutants, is wrong."""


@dataclass(frozen=True)
class Scope:
    """A game's files of rules, its folders of tests, and the list of its equivalent mutants."""

    name: str
    root: Path
    sources: tuple[Path, ...]
    tests: tuple[Path, ...]

    def equivalent(self, found: Sequence[Mutant]) -> dict[str, str]:
        """Return the reason for each mutant that changes nothing; Mistake if the list names one that is not there."""
        listed: dict[str, str] = {}
        for file in (folder / _EQUIVALENT for folder in self.tests):
            if file.exists():
                listed |= {one["mutant"]: one["reason"] for one in tomllib.loads(file.read_text())["equivalent"]}
        unknown = listed.keys() - {mutant.key(self.root) for mutant in found}
        if unknown:
            raise Mistake(f"{self.name}: {_EQUIVALENT} names what is no mutant any more: {min(unknown)}")
        return listed


def scope_of(game: str, root: Path = ROOT) -> Scope:
    """Return what belongs to a game; what the Catan family shares belongs to Catan, its tests to all of the family."""
    folders = [root / "referee" / "games" / game]
    tests = [root / "tests" / "games" / game]
    if game == "catan":
        folders.append(root / "referee" / _SHARED)
    if game in _CATAN_FAMILY:
        tests.append(root / "tests" / _SHARED)
    sources = [path for folder in folders for path in sorted(folder.glob("*.py")) if path.name not in _NOT_RULES]
    return Scope(game, root, tuple(sources), tuple(tests))


def games(root: Path = ROOT) -> list[str]:
    return sorted(path.parent.name for path in (root / "referee" / "games").glob("*/game.py"))


def all_mutants(scope: Scope) -> list[Mutant]:
    return mutants(scope.sources)
