"""Council of Four, as the list of games knows it."""

from __future__ import annotations

from pathlib import Path

from referee.core.game import Game, Option
from referee.core.notation import Notation
from referee.games.council_of_four.actions import Pay, PickCity, PickColour, PickCouncil, PickRegion, PickTile
from referee.games.council_of_four.board import ENGINE, TRACKS, WORDS
from referee.games.council_of_four.ending import score
from referee.games.council_of_four.events import EVENTS
from referee.games.council_of_four.kingdom import SIDES
from referee.games.council_of_four.picture import picture
from referee.games.council_of_four.redeal import redeal
from referee.games.council_of_four.setup import start
from referee.games.council_of_four.state import Council
from referee.games.council_of_four.turn import MAIN_ACTIONS, QUICK_ACTIONS, EndTurn
from referee.games.council_of_four.view import view

ACTIONS = (
    *map(type, MAIN_ACTIONS), *map(type, QUICK_ACTIONS), EndTurn,
    PickCouncil, PickColour, PickRegion, PickTile, PickCity, Pay,
)  # fmt: skip

ON_OFF = ("on", "off")
BOARD_SIDES = (*SIDES, "random")

GAME = Game(
    name="council_of_four",
    title="Council of Four",
    edition="Simone Luciani and Daniele Tascini, Cranio Creations",
    seats=(2, 3, 4),
    epoch=1,
    options=(
        Option("coast", BOARD_SIDES, "A", "the side of the coast's board (A: the one in the rulebook's picture)"),
        Option("hills", BOARD_SIDES, "A", "the side of the hills' board"),
        Option("mountains", BOARD_SIDES, "A", "the side of the mountains' board"),
        Option("permit_majority_tie", ("all", "none"), "all", "who scores when several own most permit tiles"),
        Option("coins_cap", (str(TRACKS.coins), "none"), str(TRACKS.coins), "where the wealth track ends"),
        Option("assistants_limited", ON_OFF, "on", "whether the supply of assistants can run out"),
        Option(
            "max_rounds",
            (str(ENGINE.max_rounds), str(ENGINE.short_game_rounds)),
            str(ENGINE.max_rounds),
            "after so many rounds a game that nobody ends is scored",
        ),
        Option("auto_apply_single", ON_OFF, "on", "whether a single option that everybody can foresee is not asked"),
    ),
    start=start,
    clone=Council.clone,
    view=view,
    redeal=redeal,
    score=score,
    picture=picture,
    actions=Notation(ACTIONS, WORDS),
    events=Notation(EVENTS, WORDS),
    folder=Path(__file__).parent,
)
