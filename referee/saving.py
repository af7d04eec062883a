"""A state as bytes and back, exactly: the same digest, the same options, the same future.

The first line says what it is: the game, its epoch, the shape of what follows, its checksum and how many numbers it
has. These follow in four bytes each, then what is of single bytes. Bytes may come from anywhere: what cannot be read is
UnreadableState, whatever is wrong with it.
"""

from __future__ import annotations

import sys
from array import array
from functools import lru_cache
from typing import Any
from zlib import crc32

from serai.referee.core.agenda import State
from serai.referee.core.errors import UnreadableState
from serai.referee.core.game import Game
from serai.referee.core.saved_row import NOTHING, Rest
from serai.referee.games import GAMES

MOST_BYTES = 1 << 16  # the largest state of a game takes a tenth of it
MOST = 1 << 21  # no number of a game is larger: a supply without end holds a million


def save(game: Game, state: State) -> bytes:
    """The state without its journal."""
    row = game.saved.write(state)
    body = _in_order(array("i", row)).tobytes() + row.text
    return b"%b %08x %d\n%b" % (_begin(game), crc32(body), len(row), body)


def load(data: bytes) -> tuple[Game, Any]:
    """The game and the state that was saved; UnreadableState says what is wrong with the bytes."""
    if len(data) > MOST_BYTES:
        raise UnreadableState(f"a saved state has at most {MOST_BYTES} bytes, not {len(data)}")
    line, _, body = data.partition(b"\n")
    begin, _, rest = line.rpartition(b" ")
    begin, _, checksum = begin.rpartition(b" ")
    game = _game_of(begin)
    if checksum != b"%08x" % crc32(body) or not rest.isdigit() or 4 * int(rest[:9]) > len(body):
        raise UnreadableState(f"the saved state of {game.name} was changed or cut off on the way")
    row, size = array("i"), 4 * int(rest[:9])
    row.frombytes(body[:size])
    numbers = _in_order(row).tolist()
    if not numbers or max(numbers) > MOST or min(numbers) < NOTHING:
        raise UnreadableState(f"the saved state of {game.name} has a number that no game can come to")
    try:
        return game, game.saved.read(Rest(numbers, body[size:]))
    except Exception as error:  # whatever a rule stumbles over in a position that cannot be
        raise UnreadableState(f"no game of {game.name} can come to the saved state ({error!r:.80})") from None


def _begin(game: Game) -> bytes:
    """What the first line says of the game."""
    return f"serai state {game.name} {game.epoch} {game.saved.shape}".encode()


def _in_order(row: array[int]) -> array[int]:
    """The lowest byte first, on every machine."""
    if sys.byteorder == "big":
        row.byteswap()
    return row


@lru_cache(64)
def _game_of(begin: bytes) -> Game:
    """The game that the first line names, if it is one of ours in this version."""
    words = begin.split(b" ")
    if len(words) != 5 or words[:2] != [b"serai", b"state"]:
        raise UnreadableState("these bytes are no saved state: they should begin with 'serai state'")
    name, epoch, shape = (word.decode("ascii", "replace")[:40] for word in words[2:])
    if name not in GAMES:
        raise UnreadableState(f"the state is of the game {name!r}, which this Serai does not have")
    game = GAMES[name]
    if epoch != str(game.epoch):
        raise UnreadableState(f"the state is of epoch {epoch!r} of {name}; this Serai plays epoch {game.epoch}")
    if shape != game.saved.shape:
        raise UnreadableState(f"the state of {name} was saved by another version of Serai")
    return game
