"""The Python sample bots: what they say of themselves, that they repeat themselves, and how strong they are."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import sample_bots
import serai
from referee.clock import TimeControl
from referee.games import GAMES
from referee.match import Outcome
from referee.replay import Replay, record
from sample_bots.python.greedy import yspahan as greedy_yspahan
from sample_bots.python.random.bot import Random
from server.hosting import BotCommand
from server.sitting import Appointment, play_sitting
from tests.sample_bots.arena import block, deal, play
from tests.serai.scripted import TOKEN, refereeing

FOLDER = Path(sample_bots.__file__).parent / "python"
TABLES: list[tuple[int, dict[str, str]]] = [(4, {}), (3, {}), (2, {"two_players": "on"})]


class Greedy(serai.Bot):
    """The greedy bot without the process: its module for the game, imported from here."""

    games = ("yspahan",)

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        return greedy_yspahan.choose(table, view, options)


def manifest(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name / "bot.toml").read_text())


def command(name: str) -> tuple[str, ...]:
    return tuple(sys.executable if part == "{python}" else part for part in manifest(name)["run"])


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_says_of_itself_what_its_folder_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is started as the platform starts it and leaves without a word when there is nothing to play."""
    with refereeing() as referee:
        monkeypatch.setenv("SERAI_REFEREE", referee.address)
        monkeypatch.setenv("SERAI_TOKEN", TOKEN)
        done = subprocess.run(command(name), cwd=FOLDER / name, check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")
    assert manifest(name)["name"] == name
    assert manifest(name)["games"] == list(referee.hello.games)


def test_random_plays_every_game() -> None:
    assert manifest("random")["games"] == list(GAMES)


def bots(seats: int) -> list[serai.Bot]:
    """Greedy, and random on all other seats."""
    return [Greedy(), *(Random() for _ in range(seats - 1))]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_same_game_is_played_the_same_way_again(seats: int, options: dict[str, str]) -> None:
    first, second = (record(play("yspahan", bots(seats), deal(1), options)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_greedy_beats_random(seats: int, options: dict[str, str]) -> None:
    """Four blocks: it wins nearly every game, and makes more than twice the points of the best of the others."""
    games = [game for number in range(4) for game in block("yspahan", bots(seats), deal(number), options)]
    wins = sum(game[0].rank == 1 for game in games)
    assert len(games) == 4 * seats
    assert wins >= 0.9 * len(games)
    assert average([game[0] for game in games]) > 2 * max(average([game[n] for game in games]) for n in range(1, seats))


def average(outcomes: list[Outcome]) -> float:
    return sum(outcome.points for outcome in outcomes) / len(outcomes)


def sitting(seats: int, options: dict[str, str]) -> list[Replay]:
    """Four games at once between real processes: greedy on every other seat, random on the rest."""
    names = [("greedy", "random")[seat % 2] for seat in range(seats)]
    commands = [BotCommand(name, command(name), FOLDER / name) for name in names]
    games = [Appointment(str(n), deal(n), tuple(range(seats)), reveals=True) for n in range(4)]
    return [played.replay for played in play_sitting(GAMES["yspahan"], options, commands, games, TimeControl())]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_processes_play_what_the_same_bots_play_without_a_wire(seats: int, options: dict[str, str]) -> None:
    together: list[serai.Bot] = [(Greedy(), Random())[seat % 2] for seat in range(seats)]
    alone = [record(play("yspahan", together, deal(number), options)) for number in range(4)]
    assert sitting(seats, options) == alone
