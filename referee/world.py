"""A world: a whole position, drawn at random among those that agree with everything a seat knows.

It is a function of what the seat knows and of the luck it is drawn with, and of nothing else. So it may be sent to the
seat: for any states in which the seat knows the same it is the same to the byte, and no draw of the game is part of it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from serai.referee.core.game import Game
from serai.referee.core.luck import DEAL_BYTES, Luck
from serai.referee.saving import save


def drawn_world(game: Game, state: Any, seat: int | None, luck: Luck) -> Any:
    """The state as the seat might find it, with luck to come that nobody has drawn from yet."""
    copy = game.redeal(state, seat, luck)
    copy.luck = Luck(luck.deal)
    return copy


def world(game: Game, state: Any, seat: int | None, luck: Luck) -> bytes:
    """The same as bytes."""
    return save(game, drawn_world(game, state, seat, luck))


def world_luck(luck: str, question: int) -> Luck:
    """The luck of the world in a seat's question of this number, from the luck that the seat was told at the start.

    The seat could work it out itself, so the world tells it nothing new; and when the game is played again, it is again
    the same.
    """
    return Luck(blake2b(f"world\n{question}".encode(), key=luck.encode(), digest_size=DEAL_BYTES).digest())
