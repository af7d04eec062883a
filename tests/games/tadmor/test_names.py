"""Every tile and every mission has a test of its name."""

import re

from tests import clauses
from tests.games.tadmor.table import TADMOR


def test_every_improvement_and_every_mission_has_a_test_of_its_name() -> None:
    names = " ".join(test.name for _, test in clauses.tests_of(TADMOR))
    assert {int(number) for number in re.findall(r"test_i(\d+)_", names)} >= set(range(1, 49))
    assert {int(number) for number in re.findall(r"test_k(\d+)_", names)} >= set(range(1, 27))
