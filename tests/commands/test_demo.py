"""`serai demo`, smaller than people see it: all of the platform in one command."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.commands.terminal import Here, serai, succeeded


def test_the_demo_plays_a_tournament_in_a_place_of_its_own(home: Path, here: Here) -> None:
    answer = succeeded(serai(home, "demo", "--blocks", "1"))
    place = answer.out.rpartition("All of it is in ")[2].partition(";")[0]
    try:
        assert not list(home.iterdir())
        assert all(f" {bot} " in answer.out for bot in ("greedy", "greedy-twin", "random", "random-twin"))
        assert "12 of 12 games were played again and proved" in answer.out
        games = succeeded(here(Path(place), "replay", "verify", "--all", "--json")).json
        assert len(games) == 12
        assert all(game["accepted"] for game in games)
        hint = next(line for line in answer.out.splitlines() if " replay show " in line)
        assert f"SERAI_HOME={place} " in hint
        assert "RETIRED" not in succeeded(here(Path(place), "replay", "show", hint.split()[-1])).out
    finally:
        shutil.rmtree(place)
