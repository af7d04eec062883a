"""The names that numbers stand for in the text form of actions and events."""

from __future__ import annotations

from serai.referee.games.yspahan.board import BUILDING_NAMES, KIND_NAMES, ROWS, SHOP_NAMES, SOUK_NAMES, SQUARE_NAMES

WORDS = {
    "row": ROWS,
    "souk": SOUK_NAMES,
    "shop": SHOP_NAMES,
    "square": SQUARE_NAMES,
    "building": BUILDING_NAMES,
    "kind": KIND_NAMES,
}
