"""Main action: build with the king's help."""

import pytest

from serai.referee.games.council_of_four.board import CITY_NAMES
from serai.referee.games.council_of_four.king import KingCity, KingPayment
from tests.games.council_of_four.table import GameTable

FOUR_CARDS = "white 1 pink 2 blue 1"
PAY_FOUR = "pay:white=1,pink=2,blue=1"


def helped(hand: str = FOUR_CARDS, mine: str = "", **things: int) -> GameTable:
    """Green has chosen the king's help; the council is pink, pink, blue, white, the king in J."""
    table = GameTable()
    table.built(green=mine)
    table.acts("green", hand=hand, **{"coins": 20, "assistants": 0} | things)
    table.green.does("main_king")
    return table


@pytest.mark.parametrize(
    ("hand", "pay", "price"),
    [("pink 1", "pink=1", 10), ("pink 2", "pink=2", 7), ("pink 2 wild 1", "pink=2,wild=1", 5), ("wild 4", "wild=4", 4)],
)
def test_the_kings_council_is_satisfied_like_any_other(hand: str, pay: str, price: int) -> None:
    """C-BK-01: matching cards, the same prices, one coin more for a wild card."""
    table = helped(hand)
    table.green.does("city:J", f"pay:{pay}")
    assert table.green.coins == 20 - price
    assert table.cards("green") == ""


def test_without_a_matching_card_no_help() -> None:
    """C-BK-01: orange does not sit with the king."""
    table = GameTable()
    table.acts("green", hand="orange 4", coins=20)
    assert "main_king" not in table.green.options


def test_any_city_along_the_roads() -> None:
    """C-BK-02: with enough coins, all of them; the way is the shortest (R6)."""
    table = helped()
    assert table.green.must(KingCity)
    assert table.green.options == [f"city:{city}" for city in CITY_NAMES]


@pytest.mark.parametrize(("city", "roads"), [("I", 1), ("F", 2), ("E", 2), ("B", 3), ("C", 3), ("A", 4)])
def test_two_coins_a_road(city: str, roads: int) -> None:
    """C-BK-03, R6: paid together with the council's price, for a shortest way."""
    table = helped()
    table.green.does(f"city:{city}")
    assert table.green.must(KingPayment)
    table.green.does("pay:white=1,pink=1,blue=1")
    assert f"seat 0 moves the king to {city} for {2 * roads} coins" in table.journal
    assert f"seat 0 satisfies king with white=1,pink=1,blue=1 for {4} coins" in table.journal


def test_council_and_way_from_one_purse() -> None:
    """C-BK-03: with 7 coins and three cards there are 3 for the way: one road."""
    table = helped("pink 2 blue 1", coins=7)
    assert table.green.options == [f"city:{city}" for city in "GHIJL"]


def test_the_king_may_stay() -> None:
    """C-BK-04: nothing is paid for the way; with money for no road it is the only choice."""
    table = helped("pink 1", coins=10)
    assert table.green.options == ["city:J"]
    table.green.does("city:J", "pay:pink=1")
    assert (table.green.coins, table.king, table.cities("green")) == (0, "J", "J")


def test_emporia_on_the_way_do_not_matter() -> None:
    """C-BK-05: Red, Yellow and Blue in I and F do not stop the king on his way to C."""
    table = GameTable()
    table.built(red="I F", yellow="I F", blue="I F")
    table.acts("green", hand=FOUR_CARDS, coins=6, assistants=0)
    table.green.does("main_king", "city:C", PAY_FOUR)
    assert (table.king, table.green.coins, table.green.assistants) == ("C", 0, 0)


def test_an_emporium_without_a_permit() -> None:
    """C-BK-06: at once, where the king ends; no tile is used, the token is gained."""
    table = helped()
    table.owns("green", up="I")
    table.green.does("city:I", PAY_FOUR)
    assert table.cities("green") == "I"
    assert table.up("green") == "I"
    assert table.green.coins == 20 - 2 + 2  # of the token's 3 coins one is lost


def test_he_goes_only_where_green_may_build() -> None:
    """C-BK-07, R7: not to own emporia, nor where assistants are missing."""
    table = GameTable()
    table.built(green="G H I", red="J L")
    table.acts("green", hand="pink 2 blue 1", coins=7, assistants=0)
    assert "main_king" not in table.green.options
    table.acts("green", hand="pink 2 blue 1", coins=7, assistants=1)
    table.green.does("main_king")
    assert table.green.options == ["city:J", "city:L"]


def test_foreign_emporia_cost_assistants_here_too() -> None:
    """C-BR-03: with the king as with a permit."""
    table = GameTable()
    table.built(red="H", yellow="H")
    table.acts("green", hand=FOUR_CARDS, coins=2, assistants=2)
    table.green.does("main_king", "city:H", PAY_FOUR)
    assert table.green.assistants == 0


def test_he_stays_in_the_new_city() -> None:
    """C-BK-08: Red's way begins where Green's ended."""
    table = helped()
    table.green.does("city:E", PAY_FOUR)
    table.acts("red", hand=FOUR_CARDS, coins=2, assistants=0)
    table.red.does("main_king")
    assert table.red.options == ["city:B", "city:H"]
