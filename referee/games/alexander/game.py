"""Alexander the Great, as the list of games knows it."""

from __future__ import annotations

from pathlib import Path

from serai.referee.catan_rules.assembly import ACTIONS
from serai.referee.catan_rules.founding import SetupRoute, SetupSettlement
from serai.referee.catan_rules.scoring import items, score
from serai.referee.core.game import Game
from serai.referee.core.notation import Notation
from serai.referee.games.alexander.advisers import LeaveAdvisers, TakeAdviser
from serai.referee.games.alexander.auction import Bid, PassBid
from serai.referee.games.alexander.board import SUPPLY_OF
from serai.referee.games.alexander.events import EVENTS
from serai.referee.games.alexander.payment import Pay, UseSoldiers
from serai.referee.games.alexander.picture import LEGEND, picture
from serai.referee.games.alexander.redeal import redeal, reshuffle
from serai.referee.games.alexander.rewards import LeaveTemple, SettleTemple
from serai.referee.games.alexander.setup import SHARED, start
from serai.referee.games.alexander.state import Alexander
from serai.referee.games.alexander.view import view
from serai.referee.games.alexander.words import WORDS, spoken

_COMMON = tuple(action for action in ACTIONS if action not in (SetupSettlement, SetupRoute))
_OWN = (PassBid, Bid, UseSoldiers, Pay, SettleTemple, LeaveTemple, TakeAdviser, LeaveAdvisers)

GAME = Game(
    name="alexander",
    title="Alexander the Great",
    edition="Klaus Teuber, Kosmos, scenario of the Historical Scenarios I",
    seat_counts=tuple(SUPPLY_OF),
    epoch=2,
    switches=(),
    start=start,
    state=Alexander,
    clone=Alexander.clone,
    view=view,
    redeal=redeal,
    reshuffle=reshuffle,
    score=score,
    items=items,
    picture=picture,
    legend=LEGEND,
    actions=Notation((*_COMMON, *_OWN), WORDS),
    events=Notation(EVENTS, WORDS),
    folder=Path(__file__).parent,
    shared=SHARED,
    spoken=spoken,
)
