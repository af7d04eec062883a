"""Greedy and random bots meet what their games can do; `./dev events` plays more of them."""

import pytest

from serai.referee.games import GAMES
from tests.event_coverage import Coverage, covered, table

# What so few games need not meet: one of two missions, fulfilled, and an attack after that; 200 games do.
RARE = {"tadmor": {"Redirected"}}


@pytest.fixture(scope="module", params=["yspahan", "council_of_four", "tadmor"])
def coverage(request: pytest.FixtureRequest) -> Coverage:
    return covered(GAMES[request.param], games=40)


def test_every_event_happens(coverage: Coverage) -> None:
    assert set(coverage.never) <= RARE.get(coverage.game.name, set())


def test_greedy_takes_part_in_what_players_do_to_each_other(coverage: Coverage) -> None:
    wanted = {
        "yspahan": ["SupervisorMoved", "PlayedCard", "Ransomed"],
        "council_of_four": ["Hired", "Swapped", "BoughtMainAction", "KingMoved"],
        "tadmor": ["Picked", "TowerFell", "Traded"],
    }
    assert [event for event in wanted[coverage.game.name] if not coverage.greedy[event]] == []


def test_the_table_has_every_event(coverage: Coverage) -> None:
    assert len(table(coverage).splitlines()) == 2 + len(coverage.game.events.classes)
