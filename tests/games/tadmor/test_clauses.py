"""Every clause of the rulebook is shown by a test, every worked example, tile and mission is one."""

import ast
import re

from tests import clauses
from tests.games.tadmor.oasis import TADMOR


def names() -> str:
    return " ".join(test.name for _, test in clauses.tests_of(TADMOR))


def test_the_list_has_326_clauses() -> None:
    assert len(clauses.listed(TADMOR)) == 326
    assert clauses.repeated(TADMOR) == []


def test_every_clause_is_shown_by_a_test() -> None:
    assert clauses.gaps(TADMOR) == []


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert clauses.unknown(TADMOR) == {}


def test_no_test_only_cites() -> None:
    assert clauses.idle(TADMOR) == []


def test_every_worked_example_is_a_test() -> None:
    section = TADMOR.rules.partition("\n## 16.")[2].partition("\n## 17.")[0]
    written = set(re.findall(r"^(?:\* )?(S\d+)\b", section, re.MULTILINE))
    tested = {f"S{number}" for number in re.findall(r"test_example_s(\d+)_", names())}
    assert written == tested == {f"S{number}" for number in range(1, 54)}


def test_every_improvement_and_every_mission_has_a_test_of_its_name() -> None:
    assert {int(number) for number in re.findall(r"test_i(\d+)_", names())} >= set(range(1, 49))
    assert {int(number) for number in re.findall(r"test_k(\d+)_", names())} >= set(range(1, 27))


def test_every_ruling_is_shown_by_a_test() -> None:
    ruled = re.findall(r"^\| (A\d+) \|", TADMOR.rules, re.MULTILINE)
    shown = " ".join(ast.get_docstring(test) or "" for _, test in clauses.tests_of(TADMOR))
    assert ruled == [f"A{number}" for number in range(1, 54)]
    assert set(ruled) - set(re.findall(r"A\d+", shown)) == set()
