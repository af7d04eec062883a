"""The names that numbers stand for in the text form of actions and events."""

from __future__ import annotations

from serai.referee.core.agenda import State
from serai.referee.core.telling import Spoken
from serai.referee.games.yspahan.board import BUILDING_NAMES, KIND_NAMES, ROWS, SHOP_NAMES, SOUK_NAMES, SQUARE_NAMES

WORDS = {
    "row": ROWS,
    "souk": SOUK_NAMES,
    "shop": SHOP_NAMES,
    "square": SQUARE_NAMES,
    "building": BUILDING_NAMES,
    "kind": KIND_NAMES,
}
# For people: bag white 1, not bag.white.1.
_SPOKEN = {
    "souk": tuple(name.replace(".", " ") for name in SOUK_NAMES),
    "shop": tuple(name.replace(".", " ") for name in SHOP_NAMES),
}


def spoken(_: State) -> Spoken:
    return _SPOKEN
