"""Luck (RULES.md 4): a shuffle starts from canonical order, and the first of its result is the top."""

from serai.referee.games.tadmor.offer import lay_out
from tests.games.tadmor.table import GameTable, in_order


def unshuffled(table: GameTable, purpose: str, size: int) -> None:
    """Foretell a shuffle of so many that changes nothing."""
    table.luck.foretell(purpose, *range(size - 1, 0, -1))


def test_a_renewed_deck() -> None:
    """T-MI-10: from the lowest number on, whatever the order of the discards; none is left of them."""
    table = in_order("green", "red", "blue")
    table.set(deck=[], discard=[8, 2, 24, 4])
    table.stand(red="camel:pal_mission camel:dam_mission")
    unshuffled(table, "missions", 4)
    table.build()
    table.red.does("mission_draw:pal_mission", "mission_draw:dam_mission")
    assert table.cards("red") == ["K3", "K5"]
    assert (table.state.deck, table.state.discard) == ([24, 8], [])


def test_a_shuffled_deck() -> None:
    """T-MI-10: the draws decide."""
    table = in_order("green", "red", "blue")
    table.set(deck=[], discard=[8, 2, 24])
    table.stand(red="camel:pal_mission")
    table.luck.foretell("missions", 0, 1)
    table.build()
    table.red.does("mission_draw:pal_mission")
    assert table.cards("red") == ["K25"]
    assert table.state.deck == [2, 8]


def test_nothing_comes_from_no_cards() -> None:
    """T-MI-10, T-TM-07: the part is built, no mission comes with it, and nothing more is asked."""
    table = in_order("green", "red", "blue")
    table.goods(red=(2, 3, 0, 0))
    table.set(deck=[], discard=[])
    table.stand(red="camel:pal_temple")
    table.build()
    table.red.does("temple:pal_temple:0")
    assert (table.red.temples, table.red.hand, table.over) == ([1], [], True)
    assert table.told == ["seat 0 pays 2,3,0,0", "seat 0 builds basement of temple 0"]


def test_a_shuffled_pile() -> None:
    """T-KA-02: what is left, from the first type on."""
    table = in_order("green", "red", "blue")
    table.done(red="K1")
    table.pile(grey="glass incense myrrh incense")
    unshuffled(table, "pile_grey", 3)
    table.build()
    table.red.does("return:K1", "rare_pick:incense")
    assert table.state.piles[0] == [2, 1, 0]
    assert table.red.view.piles[0] == (0, (1, 1, 1))


def test_an_offer() -> None:
    """T-EN-06: the first of the shuffle lie out, in the order of their numbers."""
    table = in_order("green", "red", "blue")
    tiles = table.state.variant.tiles[1]
    table.luck.foretell("offer", 0, *range(len(tiles) - 2, 0, -1))  # the last changes places with the first
    table.happens(lambda state: lay_out(state, tiles))
    assert table.state.offer == [*tiles[1:8], tiles[-1]]
