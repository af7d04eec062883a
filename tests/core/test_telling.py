"""Events are told with names; their notation stays as it is."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from serai.referee.core.agenda import Event, options, over, waiting
from serai.referee.core.game import Game, no_words
from serai.referee.core.notation import Notation
from serai.referee.core.picture import plain
from serai.referee.core.telling import SEAT_FIELDS, Teller, in_words
from serai.referee.games import GAMES
from serai.referee.match import Match
from serai.referee.replay import ReplayedMatch
from tests import golden
from tests.random_play import deal, decide

NAMES = ("ann", "ben", "cleo", "dora")


@dataclass(frozen=True, slots=True)
class Gave(Event):
    form = "seat {seat} gives {amounts} of {good} to {to}, points {points}"
    seat: int
    amounts: tuple[int, ...]
    good: int | None
    to: tuple[int, ...]
    points: tuple[int, ...]


def told(event: Event) -> str:
    teller = Teller(Notation([Gave], {"good": ("wool", "old_ore")}), NAMES, {"Gave.amounts": ("sheep", "stones")})
    return plain(teller.tell(event))


def test_seats_goods_and_points() -> None:
    assert told(Gave(1, (2, 0), 1, (0, 2), (5, 6))) == (
        "B ben gives 2 sheep of old ore to A ann, C cleo, points 5 A, 6 B"
    )


def test_what_is_secret_or_empty() -> None:
    assert told(Gave(0, (0, 0), None, (), ())) == "A ann gives nothing of something unseen to all, points nothing"


def test_an_event_may_have_a_form_for_people() -> None:
    """The final score of Council of Four names its items; its notation is as it was."""
    council = GAMES["council_of_four"]
    scored = council.events.read("seat 1 scores 10 and 12 25 5 3")
    said = plain(Teller(council.events, NAMES, {}).tell(scored))
    assert said.startswith("at the end B ben has 10 on the track, 12 for bonus tiles, 25 for king's tiles, ")
    assert said.endswith("5 for nobility and 3 for permits")
    assert council.events.say(scored) == "seat 1 scores 10 and 12 25 5 3"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_seat_in_a_form_is_told_by_name(game: Game) -> None:
    """What stands behind the word seat is a field of seats, in every game."""
    for event in game.events.classes:
        assert set(re.findall(r"\bseat {(\w+)}", event.form)) <= SEAT_FIELDS, event
        assert {"seat", "victim"} & {field.name for field in fields(event)} <= SEAT_FIELDS


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_whole_game_is_told_and_counted(game: Game) -> None:
    """Every event finds its words, nobody is a bare number, and the items at the end add up to the points."""
    match = played(min((golden.FOLDER / game.name).glob("*.jsonl")), game)
    teller = Teller(game.events, NAMES, game.spoken(match.state))
    said = [plain(teller.tell(event)) for event in match.state.journal or ()]
    assert said
    assert not [line for line in said if re.search(r"\bseat \d", line)]
    counted = game.items(match.state)
    assert tuple(map(sum, zip(*counted.values(), strict=True))) == game.score(match.state).points


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_options_name_is_said_in_words(game: Game) -> None:
    """In a whole game no option lacks a word."""
    chance, said = random.Random(1), set[str]()
    state = game.begin(3, deal(1), game.complete(3, {}))
    while not over(state):
        spoken = game.spoken(state)
        said.update(in_words(option, spoken) for seat in waiting(state) for option in options(state, seat))
        decide(state, chance)
    assert any(said) is (game.spoken is not no_words)


def played(path: Path, game: Game) -> Match:
    match = ReplayedMatch(game, golden.read(path))
    for _ in match.steps():
        pass
    return match
