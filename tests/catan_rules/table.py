"""The table of the family's scenarios: pieces, hands and cards by name, turns begun where a scenario needs them."""

from __future__ import annotations

from collections import Counter

from serai.referee.catan_rules.building import place_route, place_settlement
from serai.referee.catan_rules.components import CARD_KINDS, DEV_CARD_NAMES, DEV_CARDS, VICTORY_POINT
from serai.referee.catan_rules.layout import ROAD, SHIP
from serai.referee.catan_rules.production import produce
from serai.referee.catan_rules.scoring import public_points, score, true_points
from serai.referee.catan_rules.state import NOBODY, SECOND
from serai.referee.catan_rules.turn import begin_turn, end_turn, trade_and_build
from serai.referee.core.agenda import relist_options
from serai.referee.core.game import Game
from tests.table import Player, Table

FOUR = "anna ben carla dirk"
THREE = "anna ben carla"
TWO = "anna ben"


class GameTable(Table):
    """A game of the family whose founding is left out: an empty map, and Anna asked what she builds."""

    def __init__(self, game: Game, names: str = FOUR, **chosen: str) -> None:
        Table.__init__(self, game, names, **chosen)
        self.main("anna")

    # Turns

    def main(self, name: str) -> None:
        """The part of a turn after the roll."""
        self._clear(name)
        self.state.turn += 1
        self.happens(trade_and_build, end_turn)

    def turn(self, name: str) -> None:
        """A whole turn from its start."""
        self._clear(name)
        self.happens(begin_turn)

    def rolls(self, name: str, first: int, second: int) -> None:
        """The name rolls these dice, in a turn of its own."""
        self.luck.foretell("dice", first - 1, second - 1)
        self.turn(name)
        self.seat(name).does("roll")

    def produces(self, number: int) -> None:
        self.happens(lambda state: produce(state, number))

    def _clear(self, name: str) -> None:
        state = self.state
        state.agenda.clear()
        state.active = self.names.index(name)
        state.card_played, state.offers_made, state.refused, state.refused_counters = False, 0, (), ()
        state.players[state.active].fresh = (0,) * len(DEV_CARDS)

    # What lies where

    def seat(self, name: str) -> Player:
        return self.players[self.names.index(name)]

    def vertex(self, name: str) -> int:
        return int(self.state.layout.grid.vertex_names.index(name))

    def edge(self, name: str) -> int:
        return int(self.state.layout.grid.edge_names.index(name))

    def hex(self, name: str) -> int:
        return int(self.state.layout.grid.hex_names.index(name))

    def settlements(self, name: str, vertices: str) -> None:
        for vertex in vertices.split():
            place_settlement(self.state, self.names.index(name), self.vertex(vertex))
        relist_options(self.state)

    def cities(self, name: str, vertices: str) -> None:
        self.settlements(name, vertices)
        me = self.seat(name)
        for vertex in vertices.split():
            self.state.vertices[self.vertex(vertex)] += SECOND
            me.set(settlements=me.settlements - 1, cities=me.cities + 1)

    def roads(self, name: str, edges: str) -> None:
        self._routes(name, ROAD, edges)

    def ships(self, name: str, edges: str) -> None:
        self._routes(name, SHIP, edges)

    def _routes(self, name: str, kind: int, edges: str) -> None:
        for edge in edges.split():
            place_route(self.state, self.names.index(name), kind, self.edge(edge))
        relist_options(self.state)

    def robber(self, hex_: str) -> None:
        self.set(robber=self.hex(hex_))

    # Hands and cards

    def hand(self, name: str, goods: str = "") -> None:
        """This hand and no other, exchanged with the bank: for example 2 wool 1 ore."""
        me, names = self.seat(name), self.state.rules.goods
        for good, amount in enumerate(me.hand):
            self.state.bank[good] += amount
        hand = [0] * len(names)
        words = goods.split()
        for said, kind in zip(words[::2], words[1::2], strict=True):
            hand[names.index(kind)] = int(said)
            self.state.bank[names.index(kind)] -= int(said)
        me.set(hand=hand, cards=sum(hand[:CARD_KINDS]))

    def bank(self, **amounts: int) -> None:
        """What the bank has of some goods; the rest has left the table."""
        for good, amount in amounts.items():
            self.state.bank[self.state.rules.goods.index(good)] = amount
        relist_options(self.state)

    def holds(self, name: str) -> str:
        """The hand in words, without what is not there."""
        pairs = zip(self.seat(name).hand, self.state.rules.goods, strict=True)
        return " ".join(f"{amount} {good}" for amount, good in pairs if amount)

    def cards(self, name: str, kinds: str) -> None:
        """These unplayed development cards and no others, exchanged with the deck; none of them fresh."""
        deck = list(self.state.deck)
        me = self.seat(name)
        for kind, held in enumerate(me.dev_cards):
            deck += [kind] * held
        counted = Counter(DEV_CARD_NAMES.index(kind) for kind in kinds.split())
        for kind in counted.elements():
            deck.remove(kind)
        self.state.deck = tuple(deck)
        me.set(dev_cards=tuple(counted[kind] for kind in range(len(DEV_CARDS))))

    def on_top(self, kind: str) -> None:
        """The next card of the deck."""
        deck = list(self.state.deck)
        deck.remove(DEV_CARD_NAMES.index(kind))
        self.state.deck = (*deck, DEV_CARD_NAMES.index(kind))

    def unplayed(self, name: str) -> dict[str, int]:
        pairs = zip(DEV_CARD_NAMES, self.seat(name).dev_cards, strict=True)
        return {card: held for card, held in pairs if held}

    def needs(self, name: str, points: int) -> None:
        """Hidden victory points until the name has so many in all; further cards than there are may be needed."""
        missing = points - true_points(self.state, self.names.index(name))
        me = self.seat(name)
        held = list(me.dev_cards)
        held[VICTORY_POINT] += missing
        me.set(dev_cards=tuple(held))

    # What comes of it

    def points(self, name: str) -> int:
        return true_points(self.state, self.names.index(name))

    def public_points(self, name: str) -> int:
        return public_points(self.state, self.names.index(name))

    def starting(self, name: str, start: str) -> list[str]:
        """The options of a seat that begin with this word."""
        return [option for option in self.seat(name).options if option.startswith(start)]

    def holder(self, card: str) -> str | None:
        holder = getattr(self.state, card)
        return None if holder == NOBODY else self.names[holder]

    def winners(self) -> list[str]:
        return [self.names[seat] for seat in self.state.winners]

    def ranks(self) -> tuple[int, ...]:
        return score(self.state).ranks
