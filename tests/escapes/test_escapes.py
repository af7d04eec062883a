"""Real programs inside the sandbox try to get out: every attempt must fail, and the others must not notice (D10)."""

from __future__ import annotations

import pytest

from escapes import builds, games, packages
from escapes.__main__ import ALONE, HELD, NOT_HERE, Row, by_prisoners
from escapes.prisoner import ATTEMPTS
from escapes.stage import stage
from escapes.tries import tried
from serai.server.live_game import Played


@pytest.fixture(scope="module")
def prisoners() -> dict[str, list[Row]]:
    """What the attempts got, by name; `remember` was made twice."""
    found: dict[str, list[Row]] = {}
    with stage() as on:
        for row in by_prisoners(on):
            found.setdefault(row.attempt, []).append(row)
    return found


@pytest.fixture(scope="module")
def attacked() -> tuple[dict[str, Played], dict[str, Played]]:
    return games.played(games.ATTACKS)


@pytest.mark.parametrize("name", ATTEMPTS)
def test_a_process_does_not_get_out(name: str, prisoners: dict[str, list[Row]]) -> None:
    rows = prisoners[name]
    if any(row.result == NOT_HERE for row in rows):
        pytest.skip(rows[0].got)
    assert [row.result for row in rows] == [HELD] * len(rows), rows


def test_nothing_outlives_a_process(prisoners: dict[str, list[Row]]) -> None:
    """What a bot writes in one rotation is not there in the next, nor when a block is played again (D11)."""
    assert len(prisoners["remember"]) == 2
    assert len(ATTEMPTS) > len(ALONE)


@pytest.mark.parametrize("name", [*packages.TRIES, *builds.TRIES])
def test_a_package_or_build_does_not_get_out(name: str) -> None:
    assert tried((packages.TRIES | builds.TRIES)[name]) == ""


@pytest.mark.parametrize("name", games.ATTACKS)
def test_the_others_play_as_if_nothing_had_been(
    name: str, attacked: tuple[dict[str, Played], dict[str, Played]]
) -> None:
    """The right cause is recorded, and the game of the honest bots is the same to the last decision (D15)."""
    with_attack, in_peace = attacked
    assert games.verdict(name, with_attack[name], in_peace[name]) == ""
