"""Catan, as the list of games knows it."""

from __future__ import annotations

from pathlib import Path

from serai.referee.catan_rules.assembly import ACTIONS
from serai.referee.catan_rules.events import EVENTS
from serai.referee.catan_rules.redeal import redeal, reshuffle
from serai.referee.catan_rules.scoring import items, score
from serai.referee.catan_rules.state import Settlers
from serai.referee.catan_rules.view import view
from serai.referee.core.game import Game, Switch
from serai.referee.core.notation import Notation
from serai.referee.games.catan.board import LAYOUTS
from serai.referee.games.catan.picture import LEGEND, picture
from serai.referee.games.catan.setup import SHARED, start
from serai.referee.games.catan.words import WORDS, spoken

GAME = Game(
    name="catan",
    title="Catan",
    edition="Klaus Teuber, Kosmos 1995, base game in the current rules",
    seat_counts=(2, 3, 4),
    epoch=2,
    switches=(
        Switch(
            "layout",
            tuple(LAYOUTS),
            "beginner",
            "the board: fixed for beginners; variable, tokens along the spiral so that 6 and 8 stay apart; all random",
        ),
    ),
    start=start,
    state=Settlers,
    clone=Settlers.clone,
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
    spoken=spoken,
)
