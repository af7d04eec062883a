"""The tool that tests tests, on a small game of its own: what it changes, what it runs, what it reports."""

import json
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from mutate.mutants import Mutant, mutants, sample
from mutate.report import summary, text
from mutate.scope import Mistake, Scope
from mutate.trial import KILLED, SURVIVED, TIMED_OUT, Verdict, try_all

ROOT = Path(__file__).resolve().parent.parent.parent

RULES = '''
"""A game of one rule."""

from functools import cache

BONUS = 2 + 1
DATA = type("Data", (), {"demand": staticmethod(print)})
DATA.demand(BONUS > 0, "a bonus is wanted")


def points(goods: int) -> int:
    """Three for each good, and the bonus from five goods on."""
    return 3 * goods + (BONUS if goods >= 5 else 0)


@cache
def price(goods: int) -> int:
    return 2 * goods


def worth(goods: list[int], each: list[int]) -> int:
    return sum(good * points for good, points in zip(goods, each, strict=True))


def countdown(number: int) -> int:
    while number > 0:
        number -= 1
    return number


class Purse:
    def __init__(self) -> None:
        self.gold = 0

    @property
    def rich(self) -> bool:
        return self.gold > 10

    def clone(self) -> "Purse":
        return Purse() if self.gold == 0 else self
'''
TESTS = """
from harbour_for_mutants import rules
from harbour_for_mutants.random_play import decide


def test_points() -> None:
    assert rules.points(4) == 12
    assert rules.points(6) == 21


def test_a_price_is_no_loss() -> None:
    assert rules.price(4) > 0


def test_price() -> None:
    assert rules.price(4) == 8


def test_worth() -> None:
    assert rules.worth([2, 3], [5, 1]) == 13


def test_countdown() -> None:
    assert rules.countdown(3) == 0


def test_nobody_looks() -> None:
    rules.Purse().rich


def test_at_random() -> None:
    decide()
    assert rules.points(5) == 18
"""


@pytest.fixture(scope="module")
def scope(tmp_path_factory: pytest.TempPathFactory) -> Scope:
    root = tmp_path_factory.mktemp("checkout")
    package, tests = root / "harbour_for_mutants", root / "tests"
    package.mkdir()
    tests.mkdir()
    (root / "pytest.ini").write_text("[pytest]\npythonpath = .\naddopts = --import-mode=importlib\n")
    (package / "__init__.py").write_text("")
    (package / "random_play.py").write_text("def decide() -> None:\n    pass\n")
    (package / "rules.py").write_text(RULES)
    (tests / "test_rules.py").write_text(TESTS)
    return Scope("harbour", root, (package / "rules.py",), (tests,))


@pytest.fixture(scope="module")
def verdicts(scope: Scope) -> dict[str, Verdict]:
    found = mutants(scope.sources)
    # In an interpreter of its own: what forks must not have used gRPC, as other tests have in this one.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        tried = fresh.submit(try_in_peace, scope, found).result()
    return {f"{verdict.mutant.scope}: {verdict.mutant.change}": verdict for verdict in tried}


def try_in_peace(scope: Scope, found: list[Mutant]) -> list[Verdict]:
    return try_all(scope, found, jobs=2, note=lambda _now: None)


def outcome(verdicts: dict[str, Verdict], name: str) -> tuple[str, str]:
    verdict = verdicts[name]
    return verdict.outcome, verdict.test.rpartition("::")[2]


def test_a_test_that_fails_kills(verdicts: dict[str, Verdict]) -> None:
    assert outcome(verdicts, "points: 3 -> 4") == (KILLED, "test_points")


def test_what_runs_at_import_is_imported_anew(verdicts: dict[str, Verdict]) -> None:
    assert outcome(verdicts, ": 2 + 1 -> 2 - 1") == (KILLED, "test_points")


def test_random_play_does_not_count(verdicts: dict[str, Verdict]) -> None:
    """Only the test that plays at random has five goods."""
    assert outcome(verdicts, "points: goods >= 5 -> goods > 5") == (SURVIVED, "")


def test_an_endless_loop_ends(verdicts: dict[str, Verdict]) -> None:
    assert outcome(verdicts, "countdown: number -= 1 -> number += 1") == (TIMED_OUT, "")


def test_a_decorated_method_is_mutated(verdicts: dict[str, Verdict]) -> None:
    assert outcome(verdicts, "Purse.rich: self.gold > 10 -> self.gold >= 10") == (SURVIVED, "")


def test_a_cache_hides_no_test(verdicts: dict[str, Verdict]) -> None:
    """Both tests ask for the same price, and only the second one looks at it."""
    verdict = verdicts["price: 2 * goods -> 2 + goods"]
    assert (verdict.outcome, verdict.tests, verdict.test.rpartition("::")[2]) == (KILLED, 2, "test_price")


def test_copies_are_no_rules(verdicts: dict[str, Verdict]) -> None:
    assert not [name for name in verdicts if "clone" in name]


def test_checks_are_no_rules(verdicts: dict[str, Verdict]) -> None:
    """Neither those of the data nor the one that two lists are equally long."""
    assert not [name for name in verdicts if "DATA.demand" in name or "BONUS > 0" in name]
    assert [name for name in verdicts if name.startswith("worth")] == ["worth: good * points -> good + points"]


def test_a_report_names_what_survived(scope: Scope, verdicts: dict[str, Verdict]) -> None:
    known = {"seed": 1, "of": len(verdicts), "seconds": 0}
    report = summary(scope, list(verdicts.values()), {"a mutant": "a reason"}, goal=95.0, **known)
    assert report["mutants"] == len(verdicts) + 1
    assert not report["reached"]
    assert "harbour_for_mutants/rules.py:13  points  (1 tests reach it)\n      goods >= 5 -> goods > 5" in text(report)


def test_a_sample_depends_on_its_seed_only(scope: Scope) -> None:
    found = mutants(scope.sources)
    assert sample(found, 5, "harbour 1") == sample(found, 5, "harbour 1") != sample(found, 5, "harbour 2")
    assert sample(found, 10_000, "harbour 1") == found


def test_equivalent_mutants_have_a_reason(scope: Scope) -> None:
    found = mutants(scope.sources)
    listed = scope.tests[0] / "equivalent_mutants.toml"
    key = found[0].key(scope.root)
    listed.write_text(f'[[equivalent]]\nmutant = "{key}"\nreason = "nobody can notice"\n')
    assert scope.equivalent(found) == {key: "nobody can notice"}
    listed.write_text('[[equivalent]]\nmutant = "rules.py gone: 1 -> 2"\nreason = "it was"\n')
    with pytest.raises(Mistake, match=r"no mutant any more: rules\.py gone: 1 -> 2"):
        scope.equivalent(found)


def test_a_game_that_does_not_exist_is_refused() -> None:
    line = [sys.executable, "-m", "mutate", "chess"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no game 'chess'" in done.stderr


def test_a_few_mutants_of_a_real_game() -> None:
    line = [sys.executable, "-m", "mutate", "cheops", "--file", "ports", "--sample", "2", "--goal", "0", "--json"]
    done = subprocess.run(line, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    [report] = json.loads(done.stdout)
    assert report["killed"] + len(report["timed_out"]) + len(report["survived"]) + len(report["equivalent"]) == 2
