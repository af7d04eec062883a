"""Every clause of the list is shown by a test, every worked example is one."""

import ast
import re

from tests import clauses
from tests.games.alexander.campaign import ALEXANDER


def test_the_list_has_132_clauses() -> None:
    assert len(clauses.listed(ALEXANDER)) == 132
    assert clauses.repeated(ALEXANDER) == []


def test_every_clause_is_shown_by_a_test() -> None:
    assert clauses.gaps(ALEXANDER) == []


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert clauses.unknown(ALEXANDER) == {}


def test_no_test_only_cites() -> None:
    assert clauses.idle(ALEXANDER) == []


def test_every_worked_example_is_a_test() -> None:
    section = ALEXANDER.rules.partition("\n## 13.")[2].partition("\n## 14.")[0]
    written = {int(number) for number in re.findall(r"^(\d+)\. \*\*", section, re.MULTILINE)}
    tested = {
        int(name[0]) for _, test in clauses.tests_of(ALEXANDER) if (name := re.findall(r"_example_(\d+)", test.name))
    }
    assert written == tested == set(range(1, 25))


def test_rulings_are_shown_by_tests() -> None:
    ruled = re.findall(r"^\| (A\d+) \|", ALEXANDER.rules, re.MULTILINE)
    shown = " ".join(ast.get_docstring(test) or "" for _, test in clauses.tests_of(ALEXANDER))
    assert ruled == [f"A{number}" for number in range(1, 31)]
    assert set(ruled) - set(re.findall(r"\bA\d+\b", shown)) == set()
