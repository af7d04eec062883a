"""The bots without gRPC: behind a bridge they play every game, and choose alike whatever language they are in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor

import serai
from ladder import bots
from ladder.toolchains import lack
from referee.clock import TimeControl
from referee.games import GAMES
from referee.replay import Replay, record
from serai.v1 import referee_pb2 as wire
from server.hosting import BotCommand
from server.sitting import Appointment, play_sitting
from tests.sample_bots.arena import deal, play

LANGUAGES = {"c-random": "c", "awk-random": "awk"}
UNHURRIED = TimeControl(bank=600.0, increment=1.0, cap=60.0)


class ParkMiller(serai.Bot):
    """What every *-random outside Python does, said once more in Python."""

    games = serai.EVERY_GAME

    def choose(self, table: serai.Table, view: Any, options: Sequence[Any]) -> int:
        if table.memory is None:
            table.memory = (int(table.commitment[:7], 16) + 7919 * table.seat) % 2147483646 + 1
        table.memory = table.memory * 48271 % 2147483647
        return int(table.memory % len(options))


def command(name: str) -> BotCommand:
    """The bot, built here; skipped where its language is missing."""
    if why := lack(LANGUAGES[name]):
        pytest.skip(f"{name}: {why}")
    package = bots.package(bots.built_in()[name])
    bots.install(package)
    return bots.command(package.bot)


def sitting(game: str, names: Sequence[str], games: int) -> list[Replay]:
    commands = [command(name) for name in names]
    seats = tuple(range(len(names)))
    appointments = [Appointment(str(number), deal(number), seats, reveals=True) for number in range(games)]
    return [played.replay for played in play_sitting(GAMES[game], {}, commands, appointments, UNHURRIED)]


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_bot_plays_every_game(name: str) -> None:
    manifest = bots.package(bots.built_in()[name]).bot.manifest
    assert manifest.games == tuple(GAMES)
    assert manifest.language == LANGUAGES[name]


@pytest.mark.parametrize("game", GAMES)
def test_c_and_awk_choose_as_the_generator_says(game: str) -> None:
    """Two games at once, the languages on alternate seats: decision for decision what one program would play alone."""
    together = sitting(game, ["c-random", "awk-random", "c-random"], games=2)
    assert together == [record(play(game, [ParkMiller() for _ in range(3)], deal(number), {})) for number in range(2)]
    assert not any(replay.retirements for replay in together)


def test_the_same_deals_are_played_alike_in_either_language() -> None:
    """Many games at once."""
    ours, theirs = (sitting("yspahan", [name] * 3, games=12) for name in LANGUAGES)
    assert ours == theirs
    assert len({replay.digest for replay in ours}) == 12


def inner_fields(descriptor: Descriptor, met: set[str]) -> Iterator[str]:
    """The names of all fields in a message and below it."""
    if descriptor.full_name not in met:
        met.add(descriptor.full_name)
        for field in descriptor.fields:
            yield field.name
            if field.message_type is not None:
                yield from inner_fields(field.message_type, met)


def test_no_field_within_a_game_is_named_like_those_the_bots_look_for() -> None:
    """They find the list of options, its items and the commitment by name, without reading what is around them."""
    looked_for = {*GAMES, "options", "commitment"}
    for message in (wire.Board, wire.View, wire.Action, wire.Event):
        for game in GAMES:
            inner = message.DESCRIPTOR.fields_by_name[game].message_type
            assert inner is not None
            assert not looked_for.intersection(inner_fields(inner, set())), f"{message.DESCRIPTOR.name} of {game}"
