"""The names that numbers stand for in the text form of actions and events."""

from __future__ import annotations

from serai.referee.games.council_of_four.board import (
    BONUS_NAMES,
    CITY_NAMES,
    COLOURS,
    COUNCILS,
    KINDS,
    LOT_NAMES,
    PERMIT_NAMES,
    REGIONS,
)

WORDS = {
    "council": COUNCILS,
    "region": REGIONS,
    "colour": COLOURS,
    "fallen": COLOURS,
    "kind": KINDS,
    "lots": LOT_NAMES,
    "city": CITY_NAMES,
    "cities": CITY_NAMES,
    "tile": PERMIT_NAMES,
    "tiles": PERMIT_NAMES,
    "bonus": BONUS_NAMES,
}
