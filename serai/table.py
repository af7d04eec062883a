"""What a bot knows of one game, and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from serai.v1.referee_pb2 import Event, TimeControl

_WORDS = 1 << 64


class Luck:
    """Numbers that look random and are the same on every run: drawn from the secret that the referee gives this seat.

    No other seat knows the secret, so nobody can foresee what is drawn; and it says nothing about the dice.
    """

    __slots__ = ("_drawn", "_key")

    def __init__(self, secret: str) -> None:
        self._key = blake2b(secret.encode(), digest_size=32).digest()
        self._drawn = 0

    def below(self, bound: int) -> int:
        """Return the next draw, one of 0 .. bound - 1, each equally likely; bound is at most 2 ** 64."""
        if not 0 < bound <= _WORDS:
            raise ValueError(f"a draw below {bound} is impossible: the bound is 1 to 2 ** 64")
        fair = _WORDS - _WORDS % bound
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % bound

    def _word(self) -> int:
        number = self._drawn.to_bytes(8, "big")
        self._drawn += 1
        return int.from_bytes(blake2b(number, key=self._key, digest_size=8).digest(), "big")


@dataclass(slots=True, eq=False)
class Table:
    """One game as this bot knows it: what its start has settled, and `clock` and `events` of the question.

    handle        the number of the game on this stream, which the referee names in faults
    game, epoch   the name of the game, for example "yspahan", and the epoch of its rules
    seat, seats   the own seat, from 0, and how many there are
    options       the options of the game that were chosen, by name: {"two_players": "off"}
    board         what never changes, a message of the game: YspahanBoard for "yspahan"
    time_control  bank, increment and cap; see TimeControl in referee.proto
    commitment    the digest of the deal that fixes all luck of the game
    luck          numbers that look random and are the same on every run: table.luck.below(6)
    clock         seconds left for this question, its increment included
    world         a position that agrees with all that this seat knows, for serai.sim; None unless asked for
    memory        whatever the bot wants to remember of this game; None at first
    resumed       whether the game began on an earlier stream, which was lost
    events        what has happened since the last question, oldest first, as messages of the game
    """

    # The number of the game on this stream: the referee names it in faults.
    handle: int
    # The name of the game, for example "yspahan", and the epoch of its rules.
    game: str
    epoch: int
    # The own seat, and how many there are.
    seat: int
    seats: int
    options: dict[str, str]
    # The static board, a message of the game: YspahanBoard for "yspahan".
    board: Any
    time_control: TimeControl
    # The digest of the deal that fixes all luck of the game; the deal itself is revealed afterwards.
    commitment: str
    luck: Luck = field(repr=False)
    # Seconds left for this question, its increment included, when it was sent.
    clock: float = 0.0
    # A position that agrees with all that this seat knows, for serai.sim; None unless the bot asks for worlds and the
    # event allows them.
    world: bytes | None = field(default=None, repr=False)
    # Whatever the bot wants to remember of this game.
    memory: Any = None
    # The game began on an earlier stream, which was lost: in `game_started`, `events` are all that came before.
    resumed: bool = False
    _events: Sequence[Event] = field(default=(), repr=False)

    @property
    def events(self) -> list[Any]:
        """Return what has happened since the last question, oldest first, as messages of the game: YspahanEvent.

        When a game is resumed: since it began.
        """
        return [getattr(event, self.game) for event in self._events]

    def __str__(self) -> str:
        return f"game {self.handle} ({self.game}, seat {self.seat} of {self.seats})"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, by seat; rank 1 is the winner's, equal ranks share a place.

    points, ranks  one for each seat
    deal           the 32 bytes of the deal; empty while another game with the same deal is still to be played
    """

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    # The 32 bytes of the deal; empty as long as another game with the same deal is still to be played.
    deal: bytes
