"""`serai demo`, smaller than people see it: all of the platform in one command."""

from __future__ import annotations

import re
import shutil
import signal
from pathlib import Path

from tests.commands.terminal import Here, serai, start, succeeded


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


def test_an_interrupted_demo_names_what_goes_on_with_it(home: Path, here: Here) -> None:
    playing = start(home, "demo", "--blocks", "1")
    assert playing.stderr is not None
    place = playing.stderr.readline().partition(" in ")[2].partition(",")[0]
    try:
        while "on record" not in playing.stderr.readline():
            assert playing.poll() is None
        playing.send_signal(signal.SIGINT)
        last = playing.communicate()[1].splitlines()[-1]
        assert playing.returncode == 130
        said = rf"serai: interrupted; SERAI_HOME={place} \S+ tournament run demo goes on where it stopped"
        assert re.fullmatch(said, last)
        assert "12 games" in succeeded(here(Path(place), "tournament", "show", "demo")).out
    finally:
        playing.kill()
        shutil.rmtree(place)
