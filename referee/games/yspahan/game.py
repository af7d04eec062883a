"""Yspahan, as the list of games knows it."""

from __future__ import annotations

from pathlib import Path

from serai.referee.core.game import Game, Switch
from serai.referee.core.notation import Notation
from serai.referee.games.yspahan.buildings import Build
from serai.referee.games.yspahan.cards import End, Play
from serai.referee.games.yspahan.effects import BuildForBoth, SellSome, ToCamels, ToGold
from serai.referee.games.yspahan.events import EVENTS
from serai.referee.games.yspahan.picture import LEGEND, picture
from serai.referee.games.yspahan.redeal import redeal, reshuffle
from serai.referee.games.yspahan.scoring import items, score
from serai.referee.games.yspahan.setup import SHARED, seat_counts_for, start
from serai.referee.games.yspahan.shops import Put
from serai.referee.games.yspahan.state import Yspahan
from serai.referee.games.yspahan.supervisor import First, Go, Pay, Send
from serai.referee.games.yspahan.supply import Roll
from serai.referee.games.yspahan.turn import Draw, Main, MainThrowing, NoDice, Super, Take
from serai.referee.games.yspahan.two_players import BuildWithCard, Constructing
from serai.referee.games.yspahan.view import view
from serai.referee.games.yspahan.words import WORDS, spoken

ACTIONS = (
    Roll, Play, Take, NoDice, Main, MainThrowing, Super, Draw, Put, Go, First, Send, Pay, Build, End,
    ToCamels, ToGold, SellSome, BuildForBoth, Constructing, BuildWithCard,
)  # fmt: skip

GAME = Game(
    name="yspahan",
    title="Yspahan",
    edition="Sébastien Pauchon, Ystari 2006",
    seat_counts=(3, 4),
    epoch=2,
    switches=(
        Switch("first_player", ("0", "1", "2", "3"), "0", "the seat that begins (the rulebook: the oldest player)"),
        Switch("two_players", ("off", "on"), "off", "the two-player variant of the publisher's sheet"),
    ),
    start=start,
    state=Yspahan,
    clone=Yspahan.clone,
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
    seat_counts_for=seat_counts_for,
)
