"""Yspahan, as the list of games knows it: set-up (chapter "Setup"; rules 4) and options."""

from __future__ import annotations

from pathlib import Path

from serai.referee.core.agenda import settle
from serai.referee.core.game import Game, Settings, Switch
from serai.referee.core.luck import Luck
from serai.referee.core.notation import Notation
from serai.referee.games.yspahan.board import DECK, DICE, SLOTS_PER_ROW, WORDS
from serai.referee.games.yspahan.buildings import Build
from serai.referee.games.yspahan.calendar import begin_day, by_rising_score, clockwise, score
from serai.referee.games.yspahan.cards import BuildForBoth, Play, SellSome, ToCamels, ToGold
from serai.referee.games.yspahan.events import EVENTS
from serai.referee.games.yspahan.picture import picture
from serai.referee.games.yspahan.shops import Put
from serai.referee.games.yspahan.state import Variant, Yspahan
from serai.referee.games.yspahan.supervisor import First, Go, Pay, Send
from serai.referee.games.yspahan.supply import Roll
from serai.referee.games.yspahan.turn import Close, Draw, End, Main, MainThrowing, NoDice, Pick, Super, Take
from serai.referee.games.yspahan.two_players import TWO, BuildWithCard, Constructing
from serai.referee.games.yspahan.view import redeal, view

THREE = Variant(
    white_dice=DICE.white,
    slots_per_row=SLOTS_PER_ROW[3],
    yellow_dice_stay=False,
    kept_for_constructing=frozenset(),
    order=clockwise,
    last_order=clockwise,
    pick=Pick,
    close=Close,
)
FOUR = Variant(
    white_dice=DICE.white,
    slots_per_row=SLOTS_PER_ROW[4],
    yellow_dice_stay=False,
    kept_for_constructing=frozenset(),
    order=clockwise,
    last_order=by_rising_score,
    pick=Pick,
    close=Close,
)
VARIANT_FOR = {2: TWO, 3: THREE, 4: FOUR}

ACTIONS = (
    Roll, Play, Take, NoDice, Main, MainThrowing, Super, Draw, Put, Go, First, Send, Pay, Build, End,
    ToCamels, ToGold, SellSome, BuildForBoth, Constructing, BuildWithCard,
)  # fmt: skip


def start(seats: int, luck: Luck, settings: Settings) -> Yspahan:
    """Two gold each, an empty city, the Supervisor on the hub, the deck shuffled; seat 0 is first unless told (R3)."""
    state = Yspahan(seats, luck, VARIANT_FOR[seats], first=int(settings["first_player"]) % seats)
    state.deck = luck.shuffled(DECK, "deck")
    state.then(begin_day)
    settle(state)
    return state


def seat_counts_for(settings: Settings) -> tuple[int, ...]:
    return (2,) if settings["two_players"] == "on" else (3, 4)


GAME = Game(
    name="yspahan",
    title="Yspahan",
    edition="Sébastien Pauchon, Ystari 2006",
    seat_counts=(3, 4),
    epoch=1,
    switches=(
        Switch("first_player", ("0", "1", "2", "3"), "0", "the seat that begins (the rulebook: the oldest player)"),
        Switch("two_players", ("off", "on"), "off", "the two-player variant of the publisher's sheet"),
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
    seat_counts_for=seat_counts_for,
)
