"""Council of Four, as the list of games knows it."""

from __future__ import annotations

from pathlib import Path

from serai.referee.core.game import Game, Switch
from serai.referee.core.notation import Notation
from serai.referee.games.council_of_four.board import ENGINE, TRACKS
from serai.referee.games.council_of_four.events import EVENTS
from serai.referee.games.council_of_four.kingdom import SIDES
from serai.referee.games.council_of_four.picture import LEGEND, picture
from serai.referee.games.council_of_four.redeal import redeal, reshuffle
from serai.referee.games.council_of_four.scoring import items, score
from serai.referee.games.council_of_four.setup import SHARED, start
from serai.referee.games.council_of_four.state import Council
from serai.referee.games.council_of_four.turn import ACTIONS
from serai.referee.games.council_of_four.view import view
from serai.referee.games.council_of_four.words import WORDS

ON_OFF = ("on", "off")
BOARD_SIDES = (*SIDES, "random")

GAME = Game(
    name="council_of_four",
    title="Council of Four",
    edition="Simone Luciani and Daniele Tascini, Cranio Creations",
    seat_counts=(2, 3, 4),
    epoch=1,
    switches=(
        Switch("coast", BOARD_SIDES, "A", "the side of the coast's board (A: the one in the rulebook's picture)"),
        Switch("hills", BOARD_SIDES, "A", "the side of the hills' board"),
        Switch("mountains", BOARD_SIDES, "A", "the side of the mountains' board"),
        Switch("permit_majority_tie", ("all", "none"), "all", "who scores when several own most permit tiles"),
        Switch("coins_cap", (str(TRACKS.coins), "none"), str(TRACKS.coins), "where the wealth track ends"),
        Switch("assistants_limited", ON_OFF, "on", "whether the supply of assistants can run out"),
        Switch(
            "max_rounds",
            (str(ENGINE.max_rounds), str(ENGINE.short_game_rounds)),
            str(ENGINE.max_rounds),
            "after so many rounds a game that nobody ends is scored",
        ),
        Switch("auto_apply_single", ON_OFF, "on", "whether a single option that everybody can foresee is not asked"),
    ),
    start=start,
    state=Council,
    clone=Council.clone,
    view=view,
    redeal=redeal,
    reshuffle=reshuffle,
    score=score,
    items=items,
    picture=picture,
    legend=LEGEND,
    actions=Notation(ACTIONS, WORDS),
    events=Notation(EVENTS, WORDS),
    folder=Path(__file__).parent,
    shared=SHARED,
)
