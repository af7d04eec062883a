"""Cheops, as the list of games knows it."""

from __future__ import annotations

from pathlib import Path

from serai.referee.catan_rules.assembly import ACTIONS
from serai.referee.catan_rules.redeal import redeal, reshuffle
from serai.referee.catan_rules.scoring import items, score
from serai.referee.core.game import Game
from serai.referee.core.notation import Notation
from serai.referee.games.cheops.events import EVENTS
from serai.referee.games.cheops.picture import LEGEND, picture
from serai.referee.games.cheops.ports import PortTrade
from serai.referee.games.cheops.pyramid import PlaceStone, PlaceStoneThrough
from serai.referee.games.cheops.setup import SHARED, start
from serai.referee.games.cheops.state import Cheops
from serai.referee.games.cheops.view import view
from serai.referee.games.cheops.words import WORDS, spoken

GAME = Game(
    name="cheops",
    title="Cheops",
    edition="Klaus Teuber, Kosmos, scenario of the Historical Scenarios I",
    seat_counts=(3, 4),
    epoch=2,
    switches=(),
    start=start,
    state=Cheops,
    clone=Cheops.clone,
    view=view,
    redeal=redeal,
    reshuffle=reshuffle,
    score=score,
    items=items,
    picture=picture,
    legend=LEGEND,
    actions=Notation((*ACTIONS, PortTrade, PlaceStone, PlaceStoneThrough), WORDS),
    events=Notation(EVENTS, WORDS),
    folder=Path(__file__).parent,
    shared=SHARED,
    spoken=spoken,
)
