"""How strong a house bot is: the games that are played for it, and what is said of them."""

from __future__ import annotations

import pytest

from training.strength import elo, interval, main


def test_greedy_beats_random_on_every_seat(capsys: pytest.CaptureFixture[str]) -> None:
    main(["yspahan", "--seats", "3", "--games", "3", "--bot", "greedy", "--against", "random"])
    said = capsys.readouterr().out
    assert said.startswith("yspahan, 3 seats: 3 games, 3 won, 100.0% (43.8% to 100.0%), Elo +inf")


def test_an_interval_has_a_width_even_where_every_game_was_won() -> None:
    assert interval(1.0, 30) == pytest.approx((0.886, 1.0), abs=0.001)
    assert interval(0.5, 96) == pytest.approx((0.402, 0.598), abs=0.001)


@pytest.mark.parametrize(("share", "points"), [(0.5, 0), (0.76, 200), (0.24, -200), (1.0, float("inf"))])
def test_a_share_as_elo(share: float, points: float) -> None:
    assert elo(share) == pytest.approx(points, abs=1)
