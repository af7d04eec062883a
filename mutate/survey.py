"""One run of a game's tests without any mutant: which lines each test reaches, and which are reached by importing."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from mutate.mutants import Mutant

Line = tuple[Path, int]

_CHANCE = ("random_play.py", "decide")  # a test that comes here plays at random


@dataclass
class Test:
    """What a test reached, and the CPU seconds it took while it was watched."""

    name: str
    lines: set[Line] = field(default_factory=set)
    seconds: float = 0.0
    at_random: bool = False
    passed: bool = True


@dataclass
class Survey:
    """The tests of a game, and the lines that run when it is imported."""

    tests: list[Test]
    imported: set[Line]

    @property
    def clause_tests(self) -> list[Test]:
        """The tests that count: random play shows that something changed, not that it is wrong."""
        return [test for test in self.tests if not test.at_random]

    def at_import(self, mutant: Mutant) -> bool:
        return not self.imported.isdisjoint(_lines(mutant))

    def reaching(self, mutant: Mutant) -> list[Test]:
        """Return the tests that could notice a mutant, the quickest first."""
        lines, anywhere = _lines(mutant), self.at_import(mutant)
        found = [test for test in self.clause_tests if anywhere or not test.lines.isdisjoint(lines)]
        return sorted(found, key=lambda test: (test.lines.isdisjoint(lines), test.seconds, test.name))


def _lines(mutant: Mutant) -> set[Line]:
    first, last = mutant.lines
    return {(mutant.path, line) for line in range(first, last + 1)}


class Watcher:
    """A pytest plugin that notes what is reached; to be registered before anything of the game is imported."""

    def __init__(self, sources: Sequence[Path]) -> None:
        self._sources = set(sources)
        self._noters: dict[str, Callable[..., Any] | None] = {}
        self._reached: set[Line] = set()
        self._at_random = False
        self._caches: list[_lru_cache_wrapper[Any]] = []
        self.survey = Survey([], set())

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every test once, each with lines of its own."""
        self.survey.imported = self._reached
        self._caches = self._caches_of_the_game()
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            self.survey.tests.append(self._watched(item, following))
        return True

    def _watched(self, item: pytest.Item, following: pytest.Item | None) -> Test:
        self._reached, self._at_random = set(), False
        for cached in self._caches:
            cached.cache_clear()
        start = time.process_time()
        passed = run_test(item, following)
        return Test(item.nodeid, self._reached, time.process_time() - start, self._at_random, passed)

    def _caches_of_the_game(self) -> list[_lru_cache_wrapper[Any]]:
        """Each is cleared before every test: a test that found its answer there would seem not to reach the rule."""
        cached = (thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper))
        codes = ((thing, getattr(thing.__wrapped__, "__code__", None)) for thing in cached)
        return [thing for thing, code in codes if code and Path(code.co_filename).resolve() in self._sources]

    def watch(self) -> None:
        sys.settrace(self._enter)

    def _enter(self, frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        name = code.co_filename
        if name not in self._noters:
            path = Path(name).resolve()
            self._noters[name] = self._line_noter(path) if path in self._sources else None
        if code.co_name == _CHANCE[1] and name.endswith(_CHANCE[0]):
            self._at_random = True
        return None if self._at_random else self._noters[name]

    def _line_noter(self, path: Path) -> Callable[..., Any]:
        def note(frame: FrameType, event: str, _argument: Any) -> Callable[..., Any]:
            if event == "line":
                self._reached.add((path, frame.f_lineno))
            return note

        return note


def run_test(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run one collected test with its fixtures; return whether it passed."""
    item.funcargs = {}  # type: ignore[attr-defined]  # as pytest's own runner leaves it between two runs
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))
