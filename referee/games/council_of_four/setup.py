"""Setup (chapter of that name; rules 3). Each random thing has draws of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from serai.referee.core.agenda import settle
from serai.referee.core.game import Settings
from serai.referee.core.luck import Luck
from serai.referee.core.saved import Shared
from serai.referee.games.council_of_four.board import (
    ASSISTANTS,
    CITIES,
    COLOURS,
    COUNCILLORS,
    COUNCILS,
    DECK,
    PERMITS_OF,
    REGIONS,
    SETUP,
    TOKENS,
)
from serai.referee.games.council_of_four.deck import draw_cards
from serai.referee.games.council_of_four.effects import PERMIT_BONUS, TOKEN_BONUS, TRACK
from serai.referee.games.council_of_four.kingdom import KINGDOMS, SIDES
from serai.referee.games.council_of_four.permits import refill
from serai.referee.games.council_of_four.state import Council, Variant
from serai.referee.games.council_of_four.turn import Turn
from serai.referee.games.council_of_four.two_players import place_neutral_emporia

ENDLESS = 1_000_000  # coins or assistants where a switch takes the limit away


def start(seats: int, luck: Luck, settings: Settings) -> Council:
    """The game at its first decision: everything laid out; seat 0 is first player (R25)."""
    state = Council(seats, luck, variant_for(luck, settings))
    lay_tokens(state)
    shuffle_deck(state)
    lay_permits(state)
    fill_balconies(state)
    deal_hands(state)
    if seats == 2:
        place_neutral_emporia(state)
    state.then(Turn(0))
    settle(state)
    return state


def variant_for(luck: Luck, settings: Settings) -> Variant:
    """The sides of the boards, and the rulings that can be chosen."""
    return agreed(
        Agreement(
            sides=tuple(side_of(luck, region, settings[region]) for region in REGIONS),
            coins_cap=ENDLESS if settings["coins_cap"] == "none" else int(settings["coins_cap"]),
            assistants=ASSISTANTS if settings["assistants_limited"] == "on" else ENDLESS,
            tied_leaders_score=settings["permit_majority_tie"] == "all",
            max_rounds=int(settings["max_rounds"]),
            asks_forced=settings["auto_apply_single"] == "off",
        )
    )


class Agreement(NamedTuple):
    """What a variant is made from."""

    sides: tuple[int, ...]
    coins_cap: int
    assistants: int
    tied_leaders_score: bool
    max_rounds: int
    asks_forced: bool


@lru_cache(64)
def agreed(terms: Agreement) -> Variant:
    """The variant to these terms, with all that is the same in every game."""
    return Variant(KINGDOMS[terms.sides], TOKEN_BONUS, PERMIT_BONUS, TRACK, *terms[1:])


def agreement(variant: Variant) -> Agreement:
    return Agreement(
        variant.kingdom.sides,
        variant.coins_cap,
        variant.assistants,
        variant.tied_leaders_score,
        variant.max_rounds,
        variant.asks_forced,
    )


SHARED = {Variant: Shared(Agreement, agreement, agreed)}


def side_of(luck: Luck, region: str, choice: str) -> int:
    """The side of a region's board: as chosen, or drawn."""
    return luck.below(len(SIDES), f"{region} side") if choice == "random" else SIDES.index(choice)


def lay_tokens(state: Council) -> None:
    """One token in every city, by letter; the purple city stays without."""
    tokens = iter(state.luck.shuffled(range(len(TOKENS)), "tokens"))
    king_city = state.variant.kingdom.king_city
    state.tokens = tuple(None if city == king_city else next(tokens) for city in range(len(CITIES)))


def shuffle_deck(state: Council) -> None:
    """All politics cards, face down."""
    state.deck = state.luck.shuffled(DECK, "deck")


def lay_permits(state: Council) -> None:
    """A shuffled pile for each region, two tiles of it face up."""
    for region, name in enumerate(REGIONS):
        state.piles[region] = state.luck.shuffled(PERMITS_OF[region], f"{name} permits")
    refill(state)


def fill_balconies(state: Council) -> None:
    """Four councillors at random in each balcony, the others beside the board."""
    all_of_them = [colour for colour in range(len(COLOURS)) for _ in range(COUNCILLORS.per_colour)]
    councillors = state.luck.shuffled(all_of_them, "councillors")
    size = COUNCILLORS.per_balcony
    for council in range(len(COUNCILS)):
        state.balconies[council] = tuple(councillors[council * size : council * size + size])
    beside = councillors[size * len(COUNCILS) :]
    state.pool = [beside.count(colour) for colour in range(len(COLOURS))]


def deal_hands(state: Council) -> None:
    """Six cards each, from the deck."""
    for seat in range(len(state.players)):
        draw_cards(state, seat, SETUP.hand)
