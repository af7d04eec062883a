"""What always holds in every game of the Catan family (rules 11); a game's invariants.py adds its own."""

from __future__ import annotations

from collections.abc import Sequence

from serai.referee.catan_rules.beliefs import CERTAIN, LOST
from serai.referee.catan_rules.components import CARD_KINDS, DECK, KNIGHT, RESOURCES, VICTORY
from serai.referee.catan_rules.events import GameOver, Monopolised, Replied
from serai.referee.catan_rules.longest_road import length
from serai.referee.catan_rules.state import EMPTY, NOBODY, OWNER, SECOND, Settlers
from serai.referee.core.agenda import options, over, waiting

REVEALS = frozenset({GameOver, Monopolised, Replied})


def check(state: Settlers, aside: Sequence[int] = ()) -> None:
    """All of them; cards may lie aside, in a pile of the game's own."""
    no_card_is_lost(state, aside)
    no_development_card_is_lost(state)
    pieces_are_counted(state)
    buildings_keep_their_distance(state)
    special_cards_lie_right(state)
    the_robber_stands_on_land(state)
    doubts_are_possible(state)
    beliefs_are_possible(state)
    assert over(state) == bool(state.winners)
    assert all(options(state, seat) for seat in waiting(state))


def no_card_is_lost(state: Settlers, aside: Sequence[int]) -> None:
    """Bank, hands and what lies aside are all the cards; nobody has less than nothing."""
    for kind in range(CARD_KINDS):
        held = sum(player.hand[kind] for player in state.players)
        assert state.bank[kind] + held + aside.count(kind) == RESOURCES.cards_each
    assert min(state.bank) >= 0
    for player in state.players:
        assert min(player.hand) >= 0
        assert sum(player.hand[:CARD_KINDS]) == player.cards


def no_development_card_is_lost(state: Settlers) -> None:
    """Deck, unplayed cards and knights face up never exceed the 25; nobody's fresh cards exceed its cards."""
    left = list(state.deck)
    for player in state.players:
        left += [kind for kind, held in enumerate(player.dev_cards) for _ in range(held)]
        left += [KNIGHT] * player.knights
        assert all(fresh <= held for fresh, held in zip(player.fresh, player.dev_cards, strict=True))
    assert len(left) <= len(DECK)
    assert left.count(KNIGHT) == DECK.count(KNIGHT)


def pieces_are_counted(state: Settlers) -> None:
    """What lies on the board is what each seat has used, within its pieces; every piece where its kind may lie."""
    rules, takes = state.rules, state.layout.ground.takes
    for seat, player in enumerate(state.players):
        assert state.vertices.count(seat + 1) == player.settlements <= rules.settlements
        assert state.vertices.count(seat + 1 + SECOND) == player.cities <= rules.cities
        for kind, route in enumerate(rules.routes):
            assert state.edges.count(seat + 1 + kind * SECOND) == player.routes[kind] <= route.pieces
    assert all(edge in takes[piece > SECOND] for edge, piece in enumerate(state.edges) if piece)


def buildings_keep_their_distance(state: Settlers) -> None:
    """No two on neighbouring vertices, and `open` says exactly where one may still stand."""
    built = [vertex for vertex, piece in enumerate(state.vertices) if piece != EMPTY]
    beside = state.layout.grid.beside
    assert not any(state.vertices[other] for vertex in built for other in beside[vertex])
    assert not any(state.open[vertex] for vertex in built)


def special_cards_lie_right(state: Settlers) -> None:
    """A holder has the minimum and nobody more than it."""
    if state.longest_road != NOBODY:
        longest = state.players[state.longest_road].road_length
        assert longest == max(player.road_length for player in state.players) >= VICTORY.longest_road_min
    if state.largest_army != NOBODY:
        knights = state.players[state.largest_army].knights
        assert knights == max(player.knights for player in state.players) >= VICTORY.largest_army_min


def the_robber_stands_on_land(state: Settlers) -> None:
    assert state.layout.ground.land[state.robber]
    assert state.robber not in state.rules.robber_stays_off


def doubts_are_possible(state: Settlers) -> None:
    """Nobody doubts its own cards, nor more cards than a hand holds."""
    hands = [amount for player in state.players for amount in player.hand[:CARD_KINDS]]
    for viewer, row in enumerate(state.doubts):
        assert all(0 <= doubted <= held for doubted, held in zip(row, hands, strict=True))
        assert not any(row[viewer * CARD_KINDS : (viewer + 1) * CARD_KINDS])


def beliefs_are_possible(state: Settlers) -> None:
    """What is true is possible, no hand is of another size or has less than nothing, and the own one is known."""
    hands = [amount for player in state.players for amount in player.hand[:CARD_KINDS]]
    for viewer, belief in enumerate(state.beliefs):
        if belief not in (CERTAIN, LOST):
            assert (0,) * len(hands) in [each[1:] for each in belief]
        for _, *differs in () if belief == LOST else belief:
            assert min(map(sum, zip(hands, differs, strict=True))) >= 0
            rows = [differs[seat * CARD_KINDS : (seat + 1) * CARD_KINDS] for seat in range(len(state.players))]
            assert not any(map(sum, rows)), "a hand has another size"
            assert viewer == len(rows) or not any(rows[viewer]), "a seat doubts its own hand"


def roads_are_as_long_as_noted(state: Settlers) -> None:
    """Too slow for every state: what is kept of road lengths is what a new count gives."""
    for seat, player in enumerate(state.players):
        assert player.road_length == length(state, seat)


def roads_hang_together(state: Settlers) -> None:
    """Every piece of a seat's network leads to one of its own buildings, over pieces of its own."""
    grid = state.layout.grid
    for seat in range(len(state.players)):
        todo = [vertex for vertex, piece in enumerate(state.vertices) if piece and OWNER[piece] == seat]
        mine = {edge for edge, piece in enumerate(state.edges) if piece and OWNER[piece] == seat}
        while todo:
            found = [edge for edge in grid.edges_at[todo.pop()] if edge in mine]
            mine.difference_update(found)
            todo += [vertex for edge in found for vertex in grid.ends[edge]]
        assert not mine, f"seat {seat} has pieces that hang together with nothing"
