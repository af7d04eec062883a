"""What is proved: a game, and the classes of the referee that send it. A planted leak replaces one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from serai.referee.core.game import Game
from serai.referee.match import Match
from serai.server.messages import MatchMessages
from serai.server.stream import Stream


@dataclass(frozen=True, slots=True)
class Stack:
    """A game as it is played at one number of seats."""

    game: Game
    seats: int
    settings: Mapping[str, str]
    match: type[Match] = Match
    messages: type[MatchMessages] = MatchMessages
    stream: type[Stream] = Stream

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """The public, and every seat."""
        return (None, *range(self.seats))

    def begin(self, deal: bytes) -> Any:
        """Return a game at its first decision."""
        return self.game.begin(self.seats, deal, self.settings)


def stacks(game: Game) -> list[Stack]:
    """Return the game at every number of seats, with as little chosen as that takes."""
    return [
        Stack(game, seats, dict(choice.split("=", 1) for choice in chosen))
        for seats, chosen in game.all_seat_counts().items()
    ]
