"""A state as bytes: who may read it, and what becomes of bytes that are none."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from serai.referee import saving
from serai.referee.core.agenda import over
from serai.referee.core.errors import UnreadableState
from serai.referee.games import GAMES
from serai.referee.saving import MOST_BYTES, load, save
from tests.random_play import Play, plain_cases, print_of

EVERY_GAME = pytest.mark.parametrize("name", list(GAMES))


def states(name: str, every: int) -> Iterator[Any]:
    for place, state in enumerate(Play(plain_cases(GAMES[name])[-1], 3).states()):
        if place % every == 0:
            yield state


def some_state(name: str) -> bytes:
    *_, last = states(name, 25)
    return save(GAMES[name], last)


@EVERY_GAME
def test_the_bytes_say_which_game_and_epoch(name: str) -> None:
    state = next(states(name, 1))
    saved = save(GAMES[name], state)
    game, again = load(saved)
    assert game is GAMES[name]
    assert print_of(again) == print_of(state)
    assert again.journal is None
    assert saved.startswith(f"serai state {name} {game.epoch} ".encode())


def test_the_shape_does_not_depend_on_what_else_was_imported() -> None:
    """Of the family's modules a game imports some, and its neighbours others."""
    program = (
        "import sys; from serai.referee.games import GAMES; print(*(GAMES[name].saved.shape for name in sys.argv[1:]))"
    )
    for names in (list(GAMES), ["cheops"], ["alexander"], ["catan"]):
        line = [sys.executable, "-c", program, *names]
        said = subprocess.run(line, check=True, capture_output=True, text=True).stdout.split()
        assert said == [GAMES[name].saved.shape for name in names]


@EVERY_GAME
def test_a_finished_game_is_saved_as_well(name: str) -> None:
    play = Play(plain_cases(GAMES[name])[0], 1)
    state = play.to_the_end()
    again = load(save(GAMES[name], state))[1]
    assert over(again)
    assert GAMES[name].score(again) == GAMES[name].score(state)


def test_another_epoch_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["yspahan"]
    saved = save(replace(game, epoch=game.epoch + 1), next(states("yspahan", 1)))
    with pytest.raises(UnreadableState, match=f"of epoch '{game.epoch + 1}' of yspahan; this Serai plays epoch"):
        load(saved)


def test_another_shape_is_refused() -> None:
    """A step or a field more, and the numbers mean something else."""
    saved = some_state("yspahan")
    words = saved.split(b" ")
    with pytest.raises(UnreadableState, match="saved by another version of Serai"):
        load(saved.replace(words[4], b"00000000", 1))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no saved state"),
        (b"\n", "no saved state"),
        (b"serai state\n", "no saved state"),
        (b"serai state chess 1 00000000 00000000 0\n", "the game 'chess', which this Serai does not have"),
        (b"serai state yspahan 999 00000000 00000000 0\n", "epoch '999'"),
        (b"\xff" * 60, "no saved state"),
        (b"serai state \xff\xff 1 00000000 00000000 0\n", "does not have"),
        (b"0" * (MOST_BYTES + 1), "at most 65536 bytes, not 65537"),
    ],
)
def test_garbage_is_refused_with_a_reason(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableState, match=said):
        load(data)


@EVERY_GAME
def test_cut_off_bytes_are_refused(name: str) -> None:
    saved = some_state(name)
    for length in range(0, len(saved), 29):
        with pytest.raises(UnreadableState):
            load(saved[:length])
    with pytest.raises(UnreadableState):
        load(saved + b"\0")


@EVERY_GAME
def test_changed_bytes_are_refused(name: str) -> None:
    saved, chance = some_state(name), random.Random(name)
    for _ in range(200):
        changed = bytearray(saved)
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        with pytest.raises(UnreadableState):
            load(bytes(changed))


def forged(saved: bytes, chance: random.Random) -> bytes:
    """With other numbers in it, and a checksum that fits."""
    line, _, body = saved.partition(b"\n")
    size = 4 * int(line.split(b" ")[-1])
    numbers = array("i", body[:size])
    for _ in range(chance.randint(1, 4)):
        numbers[chance.randrange(len(numbers))] = chance.choice((-(2**31), -7, -1, 0, 1, 3, 40, 300, 2**21, 2**31 - 1))
    body = numbers.tobytes() + body[size:]
    words = line.split(b" ")
    words[5] = b"%08x" % crc32(body)
    return b" ".join(words) + b"\n" + body


@EVERY_GAME
def test_a_forged_state_is_refused_or_a_state(name: str) -> None:
    """Nothing that a stranger puts into the bytes is run or fills the memory: there is a state or a reason."""
    chance, saved, refused = random.Random(name), some_state(name), 0
    for _ in range(150):
        data = forged(saved, chance)
        with contextlib.suppress(UnreadableState):
            game, state = load(data)
            assert type(state) is game.state
            refused -= 1
        refused += 1
    assert refused > 30


def test_a_class_that_does_not_declare_a_field_cannot_be_saved() -> None:
    game = GAMES["yspahan"]

    class Forgetful(game.state):  # type: ignore[name-defined,misc]  # a class made for the test
        __slots__ = ("undeclared",)

    with pytest.raises(TypeError, match="does not say what undeclared is"):
        replace(game, state=Forgetful).saved.write(next(states("yspahan", 1)))


def test_no_state_comes_near_the_limit() -> None:
    sizes = [len(save(GAMES[name], state)) for name in GAMES for state in states(name, 40)]
    assert max(sizes) * 5 < saving.MOST_BYTES
