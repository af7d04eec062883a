"""The sample bots outside Python: a table of them, built once for all workers of a run, and seated for real."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from bench.one_sitting import GameToPlay, play_sitting
from serai.ladder.bots import registry
from serai.ladder.bots.toolchains import lack
from serai.referee.clock import TimeControl
from serai.referee.core.luck import bot_luck
from serai.referee.games import GAMES
from serai.referee.match import Match
from serai.referee.replay import Replay, record
from serai.server.bot_process import BotCommand
from tests.sample_bots.arena import deal
from tests.serai.scripted import TOKEN


@dataclass(frozen=True, slots=True)
class Language:
    """The sample bots of a language. `greedy` and `search` are empty where there is none; `shared` are files of all.

    Those that are not typed read lines of JSON and take any game for one of theirs.
    """

    random: str
    greedy: str = ""
    search: str = ""
    greedy_game: str = "yspahan"
    shared: tuple[str, ...] = ()
    typed: bool = True


LANGUAGES = {
    "typescript": Language(
        "ts-random",
        "ts-greedy",
        shared=("stream.ts", "build.sh", "package.json", "package-lock.json", "tsconfig.json"),
    ),
    "go": Language(
        "go-random",
        "go-greedy",
        "go-search",
        shared=("referee.go", "build.sh", "go.mod", "go.sum", "internal/generate/main.go"),
    ),
    "rust": Language(
        "rust-random",
        "rust-greedy",
        shared=("src/referee.rs", "build.rs", "Cargo.toml", "Cargo.lock", "rustfmt.toml"),
    ),
    "java": Language(
        "java-random",
        "java-greedy",
        shared=("src/main/java/bot/Conversation.java", "src/main/java/bot/Table.java", "pom.xml", "build.sh"),
    ),
    "cpp": Language("cpp-random", "cpp-greedy", shared=("Makefile", "referee.cpp", "referee.hpp")),
    "c": Language("c-random", typed=False),
    "awk": Language("awk-random", typed=False),
    "json": Language("json-random", typed=False),
}
EVERY_RANDOM = [language.random for language in LANGUAGES.values()]
EVERY_GREEDY = [(language.greedy, language.greedy_game) for language in LANGUAGES.values() if language.greedy]
EVERY_TYPED = [language.random for language in LANGUAGES.values() if language.typed]
EVERY_SEARCH = [language.search for language in LANGUAGES.values() if language.search]
EVERY_BOT = [*EVERY_RANDOM, *(name for name, _ in EVERY_GREEDY), *EVERY_SEARCH]


@cache
def command(name: str) -> BotCommand:
    """How to start a sample bot, which is built if nobody has yet; skips the test where its language lacks tools."""
    found = registry.package(registry.built_in()[name])
    if why := lack(found.bot.manifest.language):
        pytest.skip(f"{name} cannot be built: {why}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERAI_HOME", os.environ["SERAI_TEST_BUILDS"])
        registry.install(found)
        return registry.command(found.bot)


def smallest(game: str) -> tuple[int, dict[str, str]]:
    """The smallest number of seats of a game, with the option it takes."""
    seats, choices = next(iter(GAMES[game].all_seat_counts().items()))
    return seats, dict(choice.split("=") for choice in choices[:1])


def play(game: str, names: Sequence[str], number: int, options: Mapping[str, str]) -> Replay:
    """One game with the deal of that number, the bots in order on the seats."""
    return _sit(game, names, [(number, tuple(range(len(names))))], options)[0]


def play_blocks(
    game: str, names: Sequence[str], blocks: int, control: TimeControl | None = None
) -> list[tuple[tuple[int, ...], Replay]]:
    """Every deal once with each rotation of the seats: which bot sat where, and the game."""
    order = tuple(range(len(names)))
    seatings = [(number, (*order[turn:], *order[:turn])) for number in range(blocks) for turn in order]
    replays = _sit(game, names, seatings, {}, control)
    return [(seats, replay) for (_, seats), replay in zip(seatings, replays, strict=True)]


def _sit(
    game: str,
    names: Sequence[str],
    seatings: Sequence[tuple[int, tuple[int, ...]]],
    options: Mapping[str, str],
    control: TimeControl | None = None,
) -> list[Replay]:
    commands = [command(name) for name in names]
    games = [GameToPlay(str(key), deal(number), seats, reveals=True) for key, (number, seats) in enumerate(seatings)]
    return [played.replay for played in play_sitting(GAMES[game], options, commands, games, control or TimeControl())]


class Draws:
    """The luck of the random bots outside Python: Park and Miller's generator, one draw for each question of a game."""

    def __init__(self, secret: str) -> None:
        self.number = int(secret[:7], 16) % 2147483646 + 1

    def below(self, bound: int) -> int:
        self.number = self.number * 48271 % 2147483647
        return self.number % bound


def random_game(game: str, name: str, seats: int, number: int, options: Mapping[str, str]) -> Replay:
    """The game that a random bot outside Python plays with itself, whatever its language."""
    match = Match(GAMES[game], seats, deal(number), options, TimeControl())
    draws = [Draws(bot_luck(match.deal, command(name).version, seat)) for seat in range(seats)]
    while not match.over:
        for question in match.questions():
            match.answer(question, draws[question.seat].below(len(question.options)), seconds=0.0)
    return record(match)


def run(name: str, address: str) -> subprocess.CompletedProcess[str]:
    """Start a bot as the platform would, until it leaves: its exit code and what it has printed."""
    start = command(name)
    given = {"PATH": os.environ["PATH"], "HOME": str(Path.home()), "SERAI_REFEREE": address, "SERAI_TOKEN": TOKEN}
    return subprocess.run(start.command, cwd=start.folder, env=given, check=False, capture_output=True, text=True)
