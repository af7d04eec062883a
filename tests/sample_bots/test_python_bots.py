"""The Python sample bots: what they say of themselves, that they repeat themselves, and how strong they are."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import serai
from bench.one_sitting import GameToPlay, play_sitting
from serai import sample_bots
from serai.ladder.bots import manifest
from serai.referee.clock import TimeControl
from serai.referee.core.game import Game
from serai.referee.games import GAMES
from serai.referee.match import Outcome
from serai.referee.replay import Replay, record
from serai.sample_bots.python.random.bot import Random
from serai.server.bot_process import BotCommand
from tests.sample_bots.arena import block, deal, play
from tests.serai.scripted import TOKEN, refereeing

FOLDER = Path(sample_bots.__file__).parent / "python"
Setting = tuple[str, int, dict[str, str]]  # game, seats, options
# Two games have a file of their own, with numbers of their own.
ELSEWHERE = {path.stem.removeprefix("test_greedy_") for path in Path(__file__).parent.glob("test_greedy_*.py")}
OPTIONS = {("catan", 4): {"layout": "variable"}, ("catan", 2): {"layout": "random"}}


def tables(game: Game) -> Iterator[Setting]:
    """Every number of seats, with the options that it takes or that make it more interesting."""
    for seats, choices in game.all_seat_counts().items():
        needed = dict(choice.split("=") for choice in choices[:1])
        yield game.name, seats, needed or OPTIONS.get((game.name, seats), {})


TABLES = [setting for game in GAMES.values() if game.name not in ELSEWHERE for setting in tables(game)]
EVERY_TABLE = pytest.mark.parametrize(("game", "seats", "options"), TABLES)


class Greedy(serai.Bot):
    """The greedy bot without the process: its modules for the games, imported from here."""

    games = serai.EVERY_GAME

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        place: int = import_module(f"serai.sample_bots.python.greedy.{table.game}").choose(table, view, options)
        return place


def command(name: str) -> tuple[str, ...]:
    return tuple(sys.executable if part == "{python}" else part for part in manifest.read_manifest(FOLDER / name).run)


@pytest.mark.parametrize("name", ["random", "greedy", "search"])
def test_a_bot_says_of_itself_what_its_folder_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is started as the platform starts it and leaves without a word when there is nothing to play."""
    with refereeing() as referee:
        monkeypatch.setenv("SERAI_REFEREE", referee.address)
        monkeypatch.setenv("SERAI_TOKEN", TOKEN)
        done = subprocess.run(command(name), cwd=FOLDER / name, check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")
    said = manifest.read_manifest(FOLDER / name)
    assert said.name == name
    assert list(said.all_games()) == list(referee.hello.games)


@pytest.mark.parametrize("name", ["random", "greedy", "search"])
def test_it_plays_every_game(name: str) -> None:
    assert list(manifest.read_manifest(FOLDER / name).all_games()) == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_greedy_has_a_module_for_every_game(game: str) -> None:
    assert callable(import_module(f"serai.sample_bots.python.greedy.{game}").choose)


def bots(seats: int) -> list[serai.Bot]:
    """Greedy, and random on all other seats."""
    return [Greedy(), *(Random() for _ in range(seats - 1))]


@EVERY_TABLE
def test_the_same_game_is_played_the_same_way_again(game: str, seats: int, options: dict[str, str]) -> None:
    first, second = (record(play(game, bots(seats), deal(1), options)) for _ in range(2))
    assert first == second


@EVERY_TABLE
def test_greedy_beats_random(game: str, seats: int, options: dict[str, str]) -> None:
    """Four blocks: it wins nearly every game, and makes more than twice the points of the best of the others."""
    played = [result for number in range(4) for result in block(game, bots(seats), deal(number), options)]
    wins = sum(result[0].rank == 1 for result in played)
    assert len(played) == 4 * seats
    assert wins >= 0.9 * len(played)
    others = [average([result[seat] for result in played]) for seat in range(1, seats)]
    assert average([result[0] for result in played]) > 2 * max(others)


def average(outcomes: list[Outcome]) -> float:
    return sum(outcome.points for outcome in outcomes) / len(outcomes)


def sitting(game: str, seats: int, options: dict[str, str]) -> list[Replay]:
    """Four games at once between real processes: greedy on every other seat, random on the rest."""
    names = [("greedy", "random")[seat % 2] for seat in range(seats)]
    commands = [BotCommand(name, command(name), FOLDER / name, version=name.capitalize()) for name in names]
    games = [GameToPlay(str(n), deal(n), tuple(range(seats)), reveals=True) for n in range(4)]
    return [played.replay for played in play_sitting(GAMES[game], options, commands, games, TimeControl())]


@EVERY_TABLE
def test_processes_play_what_the_same_bots_play_without_a_wire(game: str, seats: int, options: dict[str, str]) -> None:
    together: list[serai.Bot] = [(Greedy(), Random())[seat % 2] for seat in range(seats)]
    alone = [record(play(game, together, deal(number), options)) for number in range(4)]
    assert sitting(game, seats, options) == alone
