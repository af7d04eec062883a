"""Luck (RULES.md 10): every new deck has draws of its own, from the discards kind by kind."""

from serai.referee.games.council_of_four.two_players import place_neutral_emporia
from tests.games.council_of_four.table import TWO, GameTable


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


def test_the_pile_of_a_neutral_tile_is_shuffled_again() -> None:
    """C-TW-01, C-TW-03, R23: the drawn tile goes back, and the whole pile is shuffled from the order of its tiles."""
    table = GameTable(TWO)
    for region in ("coast", "hills", "mountains"):
        pile = table.pile(region).split()
        table.tiles(region, table.face_up(region), pile=" ".join([*pile[3:], *pile[:3]]))
        table.luck.foretell(f"{region} neutral tile", 0)
        table.luck.foretell(f"{region} permits again", 0, *range(len(pile) - 2, 0, -1))  # the last and the first change
    bottom = [pile[0] for pile in table.state.piles]
    ordered = [sorted(pile) for pile in table.state.piles]
    table.happens(place_neutral_emporia)
    assert table.told[-1].startswith("the tiles ")
    assert table.state.journal[-1].tiles == tuple(bottom)
    assert table.state.piles == [[pile[-1], *pile[1:-1], pile[0]] for pile in ordered]
