"""Tadmor, as the list of games knows it: its actions, its switches and where the rest of it lies."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from serai.referee.core.game import Game, Switch
from serai.referee.core.notation import Notation
from serai.referee.games.tadmor.benefits import Return
from serai.referee.games.tadmor.board import COUNTS, SWITCHES, Switches
from serai.referee.games.tadmor.deck import DiscardMission, MissionDraw, MissionFulfil
from serai.referee.games.tadmor.events import EVENTS
from serai.referee.games.tadmor.improvements import Gather
from serai.referee.games.tadmor.kingdom import Serve, TakePawn, TaxPay
from serai.referee.games.tadmor.marauders import Decline, Pass, Pick, Redirect, SwapOwn, SwapTarget
from serai.referee.games.tadmor.offer import Acquire, Stop
from serai.referee.games.tadmor.payment import Pay, Take
from serai.referee.games.tadmor.picture import LEGEND, picture
from serai.referee.games.tadmor.placement import Place
from serai.referee.games.tadmor.rare_goods import Rare, RarePick, RareTop
from serai.referee.games.tadmor.redeal import redeal, reshuffle
from serai.referee.games.tadmor.resolution import End, OpenMarket, Trade, TradePp
from serai.referee.games.tadmor.scoring import items, score
from serai.referee.games.tadmor.setup import SHARED, StartImprovement, StartResource, start
from serai.referee.games.tadmor.state import Tadmor
from serai.referee.games.tadmor.temple import BuildTemple, TempleWhich
from serai.referee.games.tadmor.tower import Destroy, Tower, Traitor
from serai.referee.games.tadmor.turn import Discard
from serai.referee.games.tadmor.view import view
from serai.referee.games.tadmor.words import WORDS, spoken

ACTIONS = (
    StartResource, StartImprovement, Place, Return, Stop, Pass, Redirect, SwapOwn, SwapTarget, Decline, Pick, End,
    Trade, TradePp, DiscardMission, OpenMarket, Gather, Acquire, Pay, Take, Tower, Traitor, BuildTemple, Rare,
    MissionDraw, MissionFulfil, RareTop, RarePick, TempleWhich, Destroy, TaxPay, TakePawn, Serve, Discard,
)  # fmt: skip

MEANINGS = {
    "experienced_setup": "draft any tile of era I instead of a START tile (the rulebook's variant)",
    "k14_requires_reveal": "K14 only in a turn in which a Marauders card was revealed",
    "extra_piece_missions_in_placement": "K5, K6, K11 and K12 also in the owner's own placement step",
    "free_rare_pp_per_tile": "I8 and I27 each give PP for a free rare good (off: the better of them only)",
    "i47_temple_draws_mission": "I47 copies the temple of Palmyra with its mission card",
    "rare_choice_on_free_goods": "I43 also for goods won with a temple",
}


def _switch(name: str) -> Switch:
    return Switch(name, ("off", "on"), "on" if getattr(SWITCHES, name) else "off", MEANINGS[name])


GAME = Game(
    name="tadmor",
    title="Tadmor - Palmyra: the Bride of the Desert",
    edition="Gianluca Piacentini, Gotha Games",
    seat_counts=tuple(sorted(COUNTS)),
    epoch=2,
    switches=tuple(_switch(field.name) for field in fields(Switches)),
    start=start,
    state=Tadmor,
    clone=Tadmor.clone,
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
