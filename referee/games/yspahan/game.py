"""Yspahan, as the list of games knows it: set-up (chapter "Setup"; rules 4) and options."""

from __future__ import annotations

from pathlib import Path

from referee.core.agenda import settle
from referee.core.game import Game, Option, Options
from referee.core.luck import Luck
from referee.core.notation import Notation
from referee.games.yspahan.board import DECK, DICE, SLOTS_PER_ROW, WORDS
from referee.games.yspahan.buildings import Build
from referee.games.yspahan.calendar import begin_day, by_rising_score, clockwise, score
from referee.games.yspahan.cards import BuildForBoth, Play, SellSome, ToCamels, ToGold
from referee.games.yspahan.events import EVENTS
from referee.games.yspahan.picture import picture
from referee.games.yspahan.shops import Put
from referee.games.yspahan.state import Table, Yspahan
from referee.games.yspahan.supervisor import First, Go, Pay, Send
from referee.games.yspahan.supply import Roll
from referee.games.yspahan.turn import Close, Draw, End, Main, MainThrowing, NoDice, Pick, Super, Take
from referee.games.yspahan.two_players import TWO, BuildWithCard, Constructing
from referee.games.yspahan.view import redeal, view

THREE = Table(
    white_dice=DICE.white,
    slots_per_row=SLOTS_PER_ROW[3],
    yellow_dice_stay=False,
    kept_for_constructing=frozenset(),
    order=clockwise,
    last_order=clockwise,
    pick=Pick,
    close=Close,
)
FOUR = Table(
    white_dice=DICE.white,
    slots_per_row=SLOTS_PER_ROW[4],
    yellow_dice_stay=False,
    kept_for_constructing=frozenset(),
    order=clockwise,
    last_order=by_rising_score,
    pick=Pick,
    close=Close,
)
TABLE_FOR = {2: TWO, 3: THREE, 4: FOUR}

ACTIONS = (
    Roll, Play, Take, NoDice, Main, MainThrowing, Super, Draw, Put, Go, First, Send, Pay, Build, End,
    ToCamels, ToGold, SellSome, BuildForBoth, Constructing, BuildWithCard,
)  # fmt: skip


def start(seats: int, luck: Luck, options: Options) -> Yspahan:
    """Two gold each, an empty city, the Supervisor on the hub, the deck shuffled; seat 0 is first unless told (R3)."""
    state = Yspahan(seats, luck, TABLE_FOR[seats], first=int(options["first_player"]) % seats)
    state.deck = luck.shuffled(DECK, "deck")
    state.then(begin_day)
    settle(state)
    return state


def seats_for(options: Options) -> tuple[int, ...]:
    return (2,) if options["two_players"] == "on" else (3, 4)


GAME = Game(
    name="yspahan",
    title="Yspahan",
    edition="Sébastien Pauchon, Ystari 2006",
    seats=(3, 4),
    epoch=1,
    options=(
        Option("first_player", ("0", "1", "2", "3"), "0", "the seat that begins (the rulebook: the oldest player)"),
        Option("two_players", ("off", "on"), "off", "the two-player variant of the publisher's sheet"),
    ),
    start=start,
    clone=Yspahan.clone,
    view=view,
    redeal=redeal,
    score=score,
    picture=picture,
    actions=Notation(ACTIONS, WORDS),
    events=Notation(EVENTS, WORDS),
    folder=Path(__file__).parent,
    seats_for=seats_for,
)
