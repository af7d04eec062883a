"""Trials of mutants: each takes the place of the rules, and the tests that reach it run until one fails.

Most mutants change a function that only runs in tests. For them the game is imported and its tests are collected once;
every trial is a fork in which that function gets other code. What already runs while the game is imported, like the
making of its board, is imported anew with the change in it, in a fork that has seen nothing of the game yet.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from mutate.children import in_children
from mutate.mutants import Mutant
from mutate.scope import Mistake, Scope
from mutate.survey import Survey, Test, Watcher, run_test

KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"

Result = tuple[str, str]
Note = Callable[[str], None]

_GRACE_SECONDS, _GRACE_FACTOR = 3, 10  # CPU a test may take: so much more, and so many times what it took in the survey
_MEMORY_BYTES = 4 << 30
# Whole games at random, and pictures of them; what else plays at random is seen in the survey.
_SET_APART = ("test_invariants.py", "test_every_board.py", "test_picture.py")


@dataclass(frozen=True)
class Verdict:
    """How a mutant fared, which test saw it, and how many reach it."""

    mutant: Mutant
    outcome: str
    test: str
    tests: int


def try_all(scope: Scope, chosen: Sequence[Mutant], jobs: int, note: Note) -> list[Verdict]:
    """Return a verdict on each mutant, in their order; Mistake if the tests fail without any."""
    note("which test reaches what")
    known = survey(scope)
    reaching = {mutant: known.reaching(mutant) for mutant in chosen}
    to_import = [one for one in chosen if reaching[one] and (known.at_import(one) or not _can_be_patched(one))]
    to_patch = [one for one in chosen if reaching[one] and one not in to_import]
    results: dict[Mutant, Result] = {}

    def tried(mutant: Mutant, result: Result | None) -> None:
        results[mutant] = result or (TIMED_OUT, "")
        note(f"{len(results)} of {len(to_import) + len(to_patch)} mutants")

    for mutant, result in in_children(to_import, lambda one: _import_and_try(scope, one, reaching[one]), jobs):
        tried(mutant, result)
    _pytest(scope, _Forks(to_patch, reaching, jobs, tried))
    return [Verdict(one, *results.get(one, (SURVIVED, "")), len(reaching[one])) for one in chosen]


def survey(scope: Scope) -> Survey:
    """Return what a plain run of the game's tests reaches; Mistake if one of them fails."""
    ((_, found),) = in_children([scope], _survey, jobs=1)
    if found is None or not found.tests:
        raise Mistake(f"{scope.name}: its tests could not be run; try ./dev test {scope.tests[0]}")
    failed = [test.name for test in found.tests if not test.passed]
    if failed:
        raise Mistake(f"{scope.name}: {failed[0]} fails without any mutant")
    assert isinstance(found, Survey)
    return found


def _survey(scope: Scope) -> Survey:
    watcher = Watcher(scope.sources)
    watcher.watch()
    _pytest(scope, watcher)
    sys.settrace(None)
    return watcher.survey


def _import_and_try(scope: Scope, mutant: Mutant, tests: Sequence[Test]) -> Result:
    """Import the game with the mutant in it; to be called where it has not been imported yet."""
    original = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return mutant.code() if Path(loader.path).resolve() == mutant.path else original(loader, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010 - in this process only, which mypy would not allow
    _limit(_GRACE_SECONDS * 10)  # for the import; each test then has a limit of its own
    trial = _Trial(tests)
    _pytest(scope, trial)
    return trial.result or (KILLED, "the tests cannot be imported")


class _Trial:
    """A pytest plugin: the given tests, until one fails."""

    def __init__(self, tests: Sequence[Test]) -> None:
        self._tests = tests
        self.result: Result | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.result = _run(session.items, self._tests)
        return True


class _Forks:
    """A pytest plugin: a fork of the collected tests for every mutant."""

    def __init__(
        self,
        chosen: Sequence[Mutant],
        reaching: dict[Mutant, list[Test]],
        jobs: int,
        tried: Callable[[Mutant, Result | None], None],
    ) -> None:
        self._chosen, self._reaching, self._jobs, self._tried = chosen, reaching, jobs, tried

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        functions = _functions()

        def patch_and_run(mutant: Mutant) -> Result:
            _patch(mutant, functions)
            return _run(session.items, self._reaching[mutant])

        for mutant, result in in_children(self._chosen, patch_and_run, self._jobs):
            self._tried(mutant, result)
        return True


def _pytest(scope: Scope, plugin: object) -> None:
    """Let pytest collect the game's tests and hand them to the plugin; nothing of it is shown."""
    words = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={scope.root}", *map(str, scope.tests)]
    words += [f"--ignore-glob=*/{name}" for name in _SET_APART]
    setattr(subprocess.Popen, "__init__", _skip)  # noqa: B010 - in this process only, which mypy would not allow
    with Path(os.devnull).open("w") as nothing, contextlib.redirect_stdout(nothing):
        pytest.main(words, plugins=[plugin])


def _skip(*_arguments: object, **_named: object) -> None:
    pytest.skip("another process would know nothing of the mutant")


def _run(items: Sequence[pytest.Item], tests: Sequence[Test]) -> Result:
    found = {item.nodeid: item for item in items}
    for test in tests:
        _limit(_GRACE_SECONDS + _GRACE_FACTOR * test.seconds)
        if test.name not in found or not run_test(found[test.name], None):
            return KILLED, test.name
    return SURVIVED, ""


def _limit(seconds: float) -> None:
    """Let the kernel end this process when it has used so much more CPU, or far more memory than any test takes."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# --- other code for functions that are already there

Key = tuple[str, str, int]  # file, qualified name, first line


def _functions() -> dict[Key, list[FunctionType]]:
    """Return every function of this process by where it was written; decorators and tables may hold several."""
    found: dict[Key, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found[_key(thing.__code__)].append(thing)
    return found


def _patch(mutant: Mutant, functions: dict[Key, list[FunctionType]]) -> None:
    for code in _codes(mutant.code()):
        for function in functions.get(_key(code), ()):
            function.__code__ = code


def _can_be_patched(mutant: Mutant) -> bool:
    """A function that is there keeps its closure, so the changed one has to use the same one."""
    plain = compile(mutant.path.read_bytes(), str(mutant.path), "exec", dont_inherit=True)
    closures = {_key(code): code.co_freevars for code in _codes(plain)}
    return all(closures.get(_key(code)) == code.co_freevars for code in _codes(mutant.code()))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _key(code: CodeType) -> Key:
    return str(Path(code.co_filename).resolve()), code.co_qualname, code.co_firstlineno
