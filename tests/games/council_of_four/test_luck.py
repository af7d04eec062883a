"""Luck (RULES.md 10): every new deck has draws of its own, from the discards kind by kind."""

from tests.games.council_of_four.table import GameTable


def drawing(deck: str, discard: str) -> GameTable:
    """Yellow's turn begins with this deck and these discards."""
    table = GameTable()
    table.deck(deck, discard)
    table.luck.foretell("reform 1", 2, 1)
    table.luck.foretell("reform 2", 0, 0)
    return table


def test_a_new_deck_at_once() -> None:
    """C-TU-04, R14: when the last card is drawn; its shuffle is the first, the next one's the second."""
    table = drawing("pink", "white 1 black 1 orange 1")
    table.turn("yellow")
    assert table.told == ["round 1 turn of seat 2", "seat 2 draws pink", "3 discards make a new deck"]
    assert (table.state.deck, table.discards, table.state.reforms) == ([0, 1, 2], "", 1)
    table.deck("pink", "white 1 black 1 orange 1")
    table.turn("blue")
    assert (table.state.deck, table.state.reforms) == ([1, 2, 0], 2)


def test_no_new_deck_without_discards() -> None:
    """C-TU-05: nothing is drawn from nothing, and nothing is told of it; the turn goes on."""
    table = drawing("", "")
    table.turn("yellow")
    assert table.told == ["round 1 turn of seat 2"]
    assert (table.cards("yellow"), table.state.reforms) == ("", 0)
    assert table.yellow.options[0] == "main_elect"


def test_a_new_deck_before_the_draw() -> None:
    """C-TU-04, R14: when there were no discards at the moment the deck ran out."""
    table = drawing("", "white 1 black 1 orange 1")
    table.turn("yellow")
    assert table.told == ["round 1 turn of seat 2", "3 discards make a new deck", "seat 2 draws orange"]
    assert (table.cards("yellow"), table.state.deck) == ("orange 1", [0, 1])
