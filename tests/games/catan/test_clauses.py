"""Every clause of the list is shown by a test, every worked example and every ruling is one."""

import ast
import re

from tests import clauses
from tests.games.catan.island import CATAN


def test_the_list_has_138_clauses() -> None:
    assert len(clauses.listed(CATAN)) == 138
    assert clauses.repeated(CATAN) == []


def test_every_clause_is_shown_by_a_test() -> None:
    assert clauses.gaps(CATAN) == []


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert clauses.unknown(CATAN) == {}


def test_no_test_only_cites() -> None:
    assert clauses.idle(CATAN) == []


def test_every_worked_example_is_a_test() -> None:
    section = CATAN.rules.partition("\n## 10.")[2].partition("\n## 11.")[0]
    written = {int(number) for number in re.findall(r"^(\d+)\. \*\*", section, re.MULTILINE)}
    tested = {int(name[0]) for _, test in clauses.tests_of(CATAN) if (name := re.findall(r"_example_(\d+)", test.name))}
    assert written == tested == set(range(1, 24))


def test_every_ruling_is_listed_once() -> None:
    ruled = re.findall(r"^\| (B\d+) \|", CATAN.rules, re.MULTILINE)
    assert ruled == [f"B{number}" for number in range(1, 20)]
    shown = " ".join(ast.get_docstring(test) or "" for _, test in clauses.tests_of(CATAN))
    assert {"B5", "B6", "B17", "B19"} <= set(re.findall(r"\bB\d+\b", shown))
