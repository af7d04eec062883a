"""Every clause of the list is shown by a test, every worked example is one."""

import ast
import re

from tests import clauses
from tests.games.cheops.river import CHEOPS


def test_the_list_has_106_clauses() -> None:
    assert len(clauses.listed(CHEOPS)) == 106
    assert clauses.repeated(CHEOPS) == []


def test_every_clause_is_shown_by_a_test() -> None:
    assert clauses.gaps(CHEOPS) == []


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert clauses.unknown(CHEOPS) == {}


def test_no_test_only_cites() -> None:
    assert clauses.idle(CHEOPS) == []


def test_every_worked_example_is_a_test() -> None:
    section = CHEOPS.rules.partition("\n## 12.")[2].partition("\n## 13.")[0]
    written = {int(number) for number in re.findall(r"^(\d+)\. \*\*", section, re.MULTILINE)}
    tested = {
        int(name[0]) for _, test in clauses.tests_of(CHEOPS) if (name := re.findall(r"_example_(\d+)", test.name))
    }
    assert written == tested == set(range(1, 23))


def test_rulings_are_shown_by_tests() -> None:
    ruled = re.findall(r"^\| (C\d+) \|", CHEOPS.rules, re.MULTILINE)
    shown = " ".join(ast.get_docstring(test) or "" for _, test in clauses.tests_of(CHEOPS))
    assert ruled == [f"C{number}" for number in range(1, 25)]
    unshown = set(ruled) - set(re.findall(r"\bC\d+\b", shown))
    assert unshown <= {"C1", "C2", "C7"}, "rulings about sources and counts, which data and examples show"
