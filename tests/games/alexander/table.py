"""Alexander's own table for scenarios."""

from __future__ import annotations

from functools import partial

from serai.referee.catan_rules.components import CARD_KINDS, KNIGHT, RESOURCES
from serai.referee.catan_rules.turn import end_turn, trade_and_build
from serai.referee.core.agenda import decision, relist_options, waiting
from serai.referee.games import GAMES
from serai.referee.games.alexander.advisers import Advisers, chips_won
from serai.referee.games.alexander.auction import Opening
from serai.referee.games.alexander.board import ADVISERS, ADVISERS_OF, CHIP, EVENT_NAMES, GOLD, JUNCTIONS, PATH
from serai.referee.games.alexander.rewards import Temple, keep_chip
from serai.referee.games.alexander.state import Sale
from tests.catan_rules import table

ALEXANDER = GAMES["alexander"]
THREE, FOUR = table.THREE, table.FOUR


class GameTable(table.GameTable):
    """The map without pieces, eight gold and no cards in the hands, all cards in the open stacks, no supply pile.

    Alexander stands at his start, and Anna is asked what she builds.
    """

    def __init__(self, names: str = FOUR) -> None:
        table.GameTable.__init__(self, ALEXANDER, names)
        state = self.state
        state.supply = ()
        state.bank[:CARD_KINDS] = [RESOURCES.cards_each] * CARD_KINDS
        state.doubts = tuple((0,) * len(row) for row in state.doubts)
        for player in state.players:
            player.hand[:CARD_KINDS] = [0] * CARD_KINDS
            player.cards = 0
        self.at(0)

    # The march

    def at(self, position: int) -> None:
        """Alexander stands on this arrow; the chips behind him have left the game unseen."""
        state = self.state
        state.position = position
        ahead = JUNCTIONS[position + 1 :].count(CHIP)
        state.chips = state.chips[len(state.chips) - ahead :]
        for k, vertex in enumerate(PATH[1:], 1):
            near = [vertex, *state.layout.grid.beside[vertex]]
            state.open[vertex] = k <= position and not any(state.vertices[place] for place in near)
        relist_options(state)

    def marches(self, name: str = "anna", first: int = 1, second: int = 2) -> None:
        """A whole turn up to what the march brings, after this roll."""
        self.rolls(name, first, second)

    def next_chip(self, event: str) -> None:
        """The chip Alexander comes to next shows this."""
        self.state.chips = (EVENT_NAMES.index(event), *self.state.chips[1:])

    # Auctions

    def event(self, event: str, name: str = "anna", junction: int = 2) -> None:
        """An auction in the turn of this name; then it trades and builds."""
        self._clear(name)
        self.happens(Opening(EVENT_NAMES.index(event), junction), trade_and_build, end_turn)

    def temple(self, junction: int, name: str = "anna") -> None:
        """Alexander has just passed this temple."""
        self.at(junction)
        self.event("settlement", name, junction)

    def says(self, *words: str, settles: bool = True) -> None:
        """One after the other: a name and a bid, or pass. Who wins a temple settles there, unless it is left open."""
        for name, bid in (said.split() for said in words):
            self.seat(name).does("pass_bid" if bid == "pass" else f"bid:{bid}")
        if settles and not self.over and isinstance(decision(self.state), Temple):
            self.seat(self.speaker()).does("settle_temple")

    def speaker(self) -> str:
        """Who is asked in the auction."""
        (seat,) = waiting(self.state)
        return self.names[seat]

    def soldiers(self, name: str, count: int) -> None:
        """Knights of the deck, played long ago."""
        deck = list(self.state.deck)
        for _ in range(count):
            deck.remove(KNIGHT)
        self.state.deck = tuple(deck)
        self.seat(name).set(knights=count)

    # Rewards

    def keeps(self, name: str, *events: str) -> None:
        """The name wins these chips, and takes the best adviser's card it can."""
        for event in events:
            self.wins_chip(name, event)
            if self.seat(name).must(Advisers):
                self.seat(name).does(self.seat(name).default)

    def wins_chip(self, name: str, event: str) -> None:
        """The name wins a chip, and may have to say something about the advisers."""
        self.happens(partial(keep_chip, sale=Sale(EVENT_NAMES.index(event), 2, self.names.index(name), 1)))

    def chips(self, name: str) -> int:
        return chips_won(self.state, self.names.index(name))

    def adviser(self, name: str) -> str | None:
        """The adviser's card of the name."""
        seat, cards = self.names.index(name), ADVISERS_OF[len(self.names)]
        held = [card for card, holder in zip(cards, self.state.advisers, strict=True) if holder == seat]
        return ADVISERS[held[0]].id if held else None

    def gold(self, name: str) -> int:
        amount: int = self.seat(name).hand[GOLD]
        return amount
