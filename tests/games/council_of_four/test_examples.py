"""The worked examples of the rules (RULES.md, section 14), 1 to 13: W1 to W6 are the rulebook's own."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.council_of_four.board import COLOURS, PERMIT_NAMES, PERMITS
from serai.referee.games.council_of_four.effects import PERMIT_BONUS, Assistants, Coins
from tests.games.council_of_four.table import GameTable

ORANGE_PINK_BLUE_BLACK = "orange pink blue black"


def paying(hand: str, council: str = ORANGE_PINK_BLUE_BLACK, **things: int) -> GameTable:
    """Green is about to pay the coast's council for the tile C."""
    table = GameTable()
    table.tiles("coast", "C CDE")
    table.balcony("coast", council)
    table.acts("green", hand=hand, **things)
    table.green.does("main_permit", "region:coast", "tile:C")
    return table


def test_example_1_elect() -> None:
    """W1, C-EL-03, C-EL-04, C-EL-05: orange enters, black falls, 4 coins."""
    table = GameTable()
    table.balcony("coast", ORANGE_PINK_BLUE_BLACK)
    assert table.pool == "white 1 black 2 orange 1 pink 1 purple 2 blue 1"
    table.acts("green", coins=5)
    table.green.does("main_elect", "council:coast", "colour:orange")
    assert table.council("coast") == "orange orange pink blue"
    assert table.pool == "white 1 black 3 pink 1 purple 2 blue 1"
    assert table.green.coins == 9


def test_example_1_elect_by_an_assistant() -> None:
    """W1, C-QA-07, C-QA-08: the same council, any colour beside the board; an assistant less, no coins."""
    table = GameTable()
    table.balcony("coast", ORANGE_PINK_BLUE_BLACK)
    table.acts("green", coins=5, assistants=2)
    table.green.does("quick_elect", "council:coast")
    assert table.green.options == [f"colour:{colour}" for colour in COLOURS]
    table.green.does("colour:orange")
    assert table.council("coast") == "orange orange pink blue"
    assert (table.green.coins, table.green.assistants) == (5, 1)
    assert not any(" gains " in line for line in table.journal)


def test_example_2_which_cards_match() -> None:
    """W2, C-PE-03: each card a councillor of its colour, each councillor one card."""
    table = paying("orange 1 pink 1 blue 2 black 1 purple 1", coins=20)
    assert len(table.green.options) == 15
    assert "pay:black=1,orange=1,pink=1,blue=1" in table.green.options
    assert "pay:black=1,orange=1" in table.green.options
    for wrong in ("pay:orange=1,blue=2", "pay:purple=1"):
        with pytest.raises(IllegalAction):
            table.green.does(wrong)


def test_example_3_price_with_a_wild_card() -> None:
    """W3, C-PE-05, C-PE-06: 10, 7, 4 coins and one more for the wild card."""
    pays = {
        "orange=1": 10, "blue=1": 10, "wild=1": 11, "orange=1,blue=1": 7, "orange=1,wild=1": 8, "blue=1,wild=1": 8,
        "orange=1,blue=1,wild=1": 5,
    }  # fmt: skip
    assert sorted(paying("orange 1 blue 1 wild 1", coins=12).green.options) == sorted(f"pay:{cards}" for cards in pays)
    for cards, price in pays.items():
        table = paying("orange 1 blue 1 wild 1", coins=12)
        table.green.does(f"pay:{cards}")
        assert f"seat 0 satisfies coast with {cards} for {price} coins" in table.journal
    assert table.discards == "orange 1 blue 1 wild 1"
    assert table.cards("green") == ""


def test_example_4_bonus_of_a_permit() -> None:
    """W4, C-SY-07, C-PE-12: C gives 2 assistants and 3 coins, 12 - 5 + 3 are left; then its place gets the top tile."""
    assert PERMITS[PERMIT_NAMES.index("C")].bonus == ("assistants 2", "coins 3")
    assert PERMIT_BONUS[PERMIT_NAMES.index("C")] == (Assistants(2), Coins(3))
    table = paying("orange 1 blue 1 wild 1", coins=12, assistants=1)
    top, *rest = table.pile("coast").split()
    table.green.does("pay:orange=1,blue=1,wild=1")
    assert (table.green.assistants, table.green.coins) == (3, 10)
    assert table.up("green") == "C"
    assert (table.face_up("coast"), table.pile("coast")) == (f"{top} CDE", " ".join(rest))
    journal = table.journal
    gained = [journal.index(f"seat 0 gains {what}") for what in ("2 assistants", "3 coins")]
    assert max(gained) < journal.index(f"{top} is turned up on 0")


def test_example_5_the_king_moves() -> None:
    """W5, C-BK-03: four cards cost nothing, one road 2 coins; Castrum gives 3 points."""
    table = GameTable()
    table.king_at("A")
    table.acts("green", hand="white 1 pink 2 blue 1", coins=10)
    table.green.does("main_king", "city:C", "pay:white=1,pink=2,blue=1")
    assert (table.green.coins, table.green.vp) == (8, 3)
    assert table.king == "C"
    assert table.cities("green") == "C"


def indur() -> GameTable:
    """Green is about to build in Indur."""
    table = GameTable()
    table.built(green="C F G H J", red="C I", yellow="C D F H", blue="J")
    table.owns("green", up="I")
    return table


def test_example_6_building_and_chain() -> None:
    """W6, C-BR-12: one assistant back, five rewards, the tile of the hills, the king's tile 18."""
    table = indur()
    table.king_pile("18 12 7 3")
    table.acts("green", coins=10, assistants=2, vp=0)
    table.green.does("main_build")
    assert table.cities("green") == "C F G H I J"
    assert (table.green.coins, table.green.assistants, table.green.vp) == (15, 2, 5)
    assert (table.bonus_tiles("green"), table.green.king_tiles) == ("hills", (18,))
    assert (table.up("green"), table.down("green")) == ("", "I")
    assert table.game.score(table.state).points[0] == 5 + 5 + 18 + 5 + 3  # tied for nobility 0 and alone with a permit


def test_example_6_with_the_full_pile() -> None:
    """W6: then it is the first of the king's tiles, as the rulebook says."""
    table = indur()
    table.acts("green", coins=10, assistants=2)
    table.green.does("main_build")
    assert table.green.king_tiles == (25,)


def test_example_7_repeated_colours() -> None:
    """W7, C-PE-03: two orange councillors answer for two orange cards, not for three."""
    five = ["pay:blue=1", "pay:orange=1", "pay:orange=1,blue=1", "pay:orange=2", "pay:orange=2,blue=1"]
    for coins, expected in ((20, five), (8, five[2:])):
        table = paying("orange 3 blue 1", council="orange orange blue purple", coins=coins)
        assert table.green.options == expected


def test_example_8_wild_cards_only() -> None:
    """W8, C-PE-04, C-PE-06, C-PE-07: 11, 9, 7, 4 coins; with 3 coins the council cannot be satisfied."""
    every = ["pay:wild=1", "pay:wild=2", "pay:wild=3", "pay:wild=4"]
    assert paying("wild 4", coins=20).green.options == every
    assert paying("wild 4", coins=10).green.options == every[1:]
    for cards, price in zip(every, (11, 9, 7, 4), strict=True):
        table = paying("wild 4", coins=17)
        table.green.does(cards)
        assert table.green.coins == 17 - price + 3
    table = GameTable()
    table.acts("green", hand="wild 4", coins=3)
    assert not {"main_permit", "main_king"} & set(table.green.options)


def test_example_9_coin_cap() -> None:
    """W9, C-SY-02, R1: 18 and 4 are 20, two coins are lost."""
    table = GameTable()
    table.acts("green", coins=18)
    table.green.does("main_elect", "council:king", "colour:black")
    assert table.council("king") == "black pink pink blue"
    assert table.pool == "white 1 black 1 orange 1 pink 2 purple 1 blue 2"
    assert table.green.coins == 20


def test_example_10_reach_and_price_of_the_king() -> None:
    """W10, C-BK-02: three cards leave 6 coins for three roads, and Arkon is four away."""
    table = GameTable()
    table.deck("wild")
    table.acts("green", hand="", coins=10, assistants=1)
    table.green.set(hand=[0, 0, 0, 2, 0, 1, 0])
    table.green.does("main_king")
    assert table.green.options == [f"city:{city}" for city in "BCDEFGHIJKLMNO"]
    table.green.does("city:E")
    assert table.green.options == ["pay:pink=2,blue=1"]
    table.green.does("pay:pink=2,blue=1")
    assert table.king == "E"
    assert (table.green.coins, table.green.assistants) == (2, 2)
    assert table.cards("green") == "wild 1"


@pytest.mark.parametrize(
    ("before", "after", "vp", "coins", "mains"),
    [(1, 3, 2, 2, 0), (5, 7, 0, 0, 1), (18, 20, 5, 0, 0), (19, 20, 3, 0, 0)],
)
def test_example_11_two_nobility_symbols(before: int, after: int, vp: int, coins: int, mains: int) -> None:
    """W11, C-NO-03, C-NO-04, R3, R4: the spaces passed give their bonus; the second step beyond 20 is lost."""
    table = GameTable()
    table.tiles("coast", "AE B")
    table.acts("green", hand="white 1 black 1 orange 1 purple 1", coins=0, nobility=before, assistants=0)
    table.green.does("main_permit", "region:coast", "tile:AE", "pay:white=1,black=1,orange=1,purple=1")
    assert (table.green.nobility, table.green.vp, table.green.coins) == (after, vp, coins)
    assert ("seat 0 gains 1 main actions" in table.journal) == bool(mains)


def test_example_11_on_the_way_over_a_token() -> None:
    """W11, C-NO-05, C-NO-06: from 3 over 4 to 5; Castrum's token, as Merkatim's is a nobility token."""
    table = GameTable()
    table.tiles("coast", "AE B")
    table.built(green="C M")
    table.acts("green", hand="white 1 black 1 orange 1 purple 1", coins=0, nobility=3)
    table.green.does("main_permit", "region:coast", "tile:AE", "pay:white=1,black=1,orange=1,purple=1")
    assert (table.green.nobility, table.green.vp) == (5, 3)


def test_example_12_nobility_tokens_in_a_chain() -> None:
    """W12, C-NO-02, C-NO-12: two steps, 2 to 4; on 4 there is no token to choose."""
    table = GameTable()
    table.built(green="M")
    table.owns("green", up="O")
    table.acts("green", nobility=2, coins=0, vp=0, assistants=0)
    table.green.does("main_build")
    assert (table.green.nobility, table.green.vp, table.green.coins, table.green.assistants) == (4, 0, 0, 0)


def mountains_complete() -> GameTable:
    table = GameTable()
    table.built(green="A K L N O", red="K L N O")
    table.owns("green", up="M")
    table.owns("red", up="MN")
    table.acts("green", coins=0, assistants=0, vp=0, nobility=0)
    table.green.does("main_build")
    return table


def test_example_13_two_sets_at_once() -> None:
    """W13, C-BT-07, R18: the mountains with the king's 25, iron (A and M) with his 18."""
    table = mountains_complete()
    assert (table.green.coins, table.green.assistants, table.green.vp, table.green.nobility) == (4, 1, 2, 2)
    assert sum(table.green.hand) == 1
    assert table.bonus_tiles("green") == "mountains iron"
    assert table.green.king_tiles == (25, 18)
    assert table.state.king_pile == (12, 7, 3)


def test_example_14_second_to_complete() -> None:
    """W14, C-BT-06, R17: an assistant for Green's emporium, and no tile of either kind."""
    table = mountains_complete()
    table.acts("red", assistants=1)
    table.red.does("main_build")
    assert table.cities("red") == "K L M N O"
    assert table.red.bonus_tiles == table.red.king_tiles == ()
    assert table.state.king_pile == (12, 7, 3)
