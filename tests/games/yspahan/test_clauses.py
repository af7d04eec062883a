"""Every clause of the rulebook is shown by a test, every worked example is one."""

import ast
import re

from tests import clauses
from tests.games.yspahan.city import YSPAHAN


def test_the_list_has_144_clauses() -> None:
    assert len(clauses.listed(YSPAHAN)) == 144
    assert clauses.repeated(YSPAHAN) == []


def test_every_clause_is_shown_by_a_test() -> None:
    assert clauses.gaps(YSPAHAN) == []


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert clauses.unknown(YSPAHAN) == {}


def test_no_test_only_cites() -> None:
    assert clauses.idle(YSPAHAN) == []


def test_every_worked_example_is_a_test() -> None:
    section = YSPAHAN.rules.partition("\n## 13.")[2].partition("\n## 14.")[0]
    written = {int(number) for number in re.findall(r"^(\d+)\. \*\*", section, re.MULTILINE)}
    tested = {
        int(name[0]) for _, test in clauses.tests_of(YSPAHAN) if (name := re.findall(r"_example_(\d+)", test.name))
    }
    assert written == tested == set(range(1, 28))


def test_every_ruling_is_shown_by_a_test() -> None:
    ruled = re.findall(r"^\| (R\d+) \|", YSPAHAN.rules, re.MULTILINE)
    shown = " ".join(ast.get_docstring(test) or "" for _, test in clauses.tests_of(YSPAHAN))
    assert ruled == [f"R{number}" for number in range(1, 32)]
    assert set(ruled) - set(re.findall(r"R\d+", shown)) == set()
