"""Draw-indexed luck: the n-th draw for a purpose is a pure function of the deal, the purpose and n.

The same deal gives the same later dice whatever was decided before, and anybody who knows the deal can
recompute every draw: take the word w = BLAKE2b with an 8-byte digest, read as a big-endian number, of the text
"purpose\\nn" in UTF-8 under the key deal; if w is not below bound * floor(2^64 / bound), take instead that of
"purpose\\nn\\n1", then of "purpose\\nn\\n2" and so on; the draw is w modulo bound.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

DEAL_BYTES = 32
_WORDS = 1 << 64


def commit(deal: bytes) -> str:
    """What is published before a game, so that nobody can change the deal afterwards."""
    return hashlib.sha256(b"serai deal\n" + deal).hexdigest()


def bot_luck(deal: bytes, bot: str, seat: int) -> str:
    """What a bot draws its own luck from: a secret that only the deal tells, another for every bot, seat and deal.

    Its length makes it a hash of its own among those under the same key: no draw of the game is part of it.
    """
    return hashlib.blake2b(f"luck of a bot\n{bot}\n{seat}".encode(), key=deal, digest_size=32).hexdigest()


class Luck:
    """The draws of one game. What it keeps is one small counter per purpose."""

    __slots__ = ("deal", "drawn")

    def __init__(self, deal: bytes, drawn: dict[str, int] | None = None) -> None:
        self.deal = deal
        self.drawn = {} if drawn is None else drawn

    def clone(self) -> Luck:
        return Luck(self.deal, self.drawn.copy())

    def below(self, bound: int, purpose: str) -> int:
        """The next draw for this purpose, one of 0 .. bound - 1, each equally likely."""
        n = self.drawn.get(purpose, 0)
        self.drawn[purpose] = n + 1
        return draw(self.deal, purpose, n, bound)

    def shuffled(self, items: Sequence[T], purpose: str) -> list[T]:
        """A shuffle of the items (Fisher-Yates from the top), one draw for each but the first."""
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1, purpose)
            pile[last], pile[other] = pile[other], pile[last]
        return pile


def draw(deal: bytes, purpose: str, n: int, bound: int) -> int:
    """The n-th draw for a purpose: a keyed hash, with rejection so that no value is favoured."""
    fair = _WORDS - _WORDS % bound
    message = f"{purpose}\n{n}"
    word = _word(deal, message)
    tries = 0
    while word >= fair:
        tries += 1
        word = _word(deal, f"{message}\n{tries}")
    return word % bound


def _word(deal: bytes, message: str) -> int:
    return int.from_bytes(hashlib.blake2b(message.encode(), key=deal, digest_size=8).digest(), "big")
