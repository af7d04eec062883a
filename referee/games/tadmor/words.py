"""The names that numbers stand for in the text form of actions and events, by the field that holds the number."""

from serai.referee.games.tadmor.board import MISSION_NAMES, PIECES, PLACE_NAMES, REGION_NAMES, RESOURCES, TILE_NAMES
from serai.referee.games.tadmor.events import ITEMS, REASONS
from serai.referee.games.tadmor.kingdom import DUTIES
from serai.referee.games.tadmor.rare_goods import MEANS
from serai.referee.games.tadmor.works import COLOUR_NAMES, GOOD_NAMES, PART_NAMES

WORDS = {
    "resource": RESOURCES,
    "give": RESOURCES,
    "get": RESOURCES,
    "piece": PIECES,
    "place": PLACE_NAMES,
    "own": PLACE_NAMES,
    "region": REGION_NAMES,
    "tile": TILE_NAMES,
    "tiles": TILE_NAMES,
    "mission": MISSION_NAMES,
    "colour": COLOUR_NAMES,
    "good": GOOD_NAMES,
    "part": PART_NAMES,
    "means": MEANS,
    "duty": DUTIES,
    "reason": REASONS,
    "item": ITEMS,
}
