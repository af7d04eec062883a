"""Every clause of the rulebook is shown by a test, every worked example is one, every ruling is shown."""

import ast
import re

from tests import clauses
from tests.games.council_of_four.realm import COUNCIL


def test_the_list_has_141_clauses() -> None:
    assert len(clauses.listed(COUNCIL)) == 141
    assert clauses.repeated(COUNCIL) == []


def test_every_clause_is_shown_by_a_test() -> None:
    assert clauses.gaps(COUNCIL) == []


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert clauses.unknown(COUNCIL) == {}


def test_no_test_only_cites() -> None:
    assert clauses.idle(COUNCIL) == []


def test_every_worked_example_is_a_test() -> None:
    section = COUNCIL.rules.partition("\n## 14.")[2].partition("\n## 15.")[0]
    written = {int(number) for number in re.findall(r"^\*\*W(\d+) ", section, re.MULTILINE)}
    tested = {
        int(name[0]) for _, test in clauses.tests_of(COUNCIL) if (name := re.findall(r"_example_(\d+)", test.name))
    }
    assert written == tested == set(range(1, 27))


def test_every_ruling_is_shown_by_a_test() -> None:
    ruled = re.findall(r"^\| (R\d+) \|", COUNCIL.rules, re.MULTILINE)
    shown = " ".join(ast.get_docstring(test) or "" for _, test in clauses.tests_of(COUNCIL))
    assert ruled == [f"R{number}" for number in range(1, 33)]
    assert set(ruled) - set(re.findall(r"R\d+", shown)) == set()
