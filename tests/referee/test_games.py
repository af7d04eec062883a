"""The list of games: each is imported when it is asked for."""

import subprocess
import sys

import pytest

from serai.referee.games import GAMES, NAMES

READER = """
import sys
import serai.ladder.commands.ladder.show
from serai.referee.games import GAMES, NAMES
assert list(GAMES) == list(NAMES) and len(GAMES) == len(NAMES) and "catan" in GAMES
print([name for name in NAMES if f"serai.referee.games.{name}.game" in sys.modules])
"""


def test_every_game_has_the_name_it_is_found_by() -> None:
    assert [game.name for game in GAMES.values()] == list(NAMES)


def test_a_game_that_does_not_exist_is_not_found() -> None:
    assert "chess" not in GAMES
    with pytest.raises(KeyError):
        GAMES["chess"]


def test_who_reads_a_table_imports_no_rules() -> None:
    """It was half of the time that `serai ladder` took."""
    done = subprocess.run([sys.executable, "-c", READER], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
