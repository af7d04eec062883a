"""Main action: build with the king's help."""

import pytest

from serai.referee.games.council_of_four.board import CITY_NAMES
from serai.referee.games.council_of_four.king import KingCity, KingPayment
from tests.games.council_of_four.table import Realm

FOUR_CARDS = "white 1 pink 2 blue 1"
PAY_FOUR = "pay:white=1,pink=2,blue=1"


def helped(hand: str = FOUR_CARDS, mine: str = "", **things: int) -> Realm:
    """Green has chosen the king's help; the council is pink, pink, blue, white, the king in J."""
    realm = Realm()
    realm.built(green=mine)
    realm.acts("green", hand=hand, **{"coins": 20, "assistants": 0} | things)
    realm.green.does("main_king")
    return realm


@pytest.mark.parametrize(
    ("hand", "pay", "price"),
    [("pink 1", "pink=1", 10), ("pink 2", "pink=2", 7), ("pink 2 wild 1", "pink=2,wild=1", 5), ("wild 4", "wild=4", 4)],
)
def test_the_kings_council_is_satisfied_like_any_other(hand: str, pay: str, price: int) -> None:
    """C-BK-01: matching cards, the same prices, one coin more for a wild card."""
    realm = helped(hand)
    realm.green.does("city:J", f"pay:{pay}")
    assert realm.green.coins == 20 - price
    assert realm.cards("green") == ""


def test_without_a_matching_card_no_help() -> None:
    """C-BK-01: orange does not sit with the king."""
    realm = Realm()
    realm.acts("green", hand="orange 4", coins=20)
    assert "main_king" not in realm.green.options


def test_any_city_along_the_roads() -> None:
    """C-BK-02: with enough coins, all of them; the way is the shortest (R6)."""
    realm = helped()
    assert realm.green.must(KingCity)
    assert realm.green.options == [f"city:{city}" for city in CITY_NAMES]


@pytest.mark.parametrize(("city", "roads"), [("I", 1), ("F", 2), ("E", 2), ("B", 3), ("C", 3), ("A", 4)])
def test_two_coins_a_road(city: str, roads: int) -> None:
    """C-BK-03, R6: paid together with the council's price, for a shortest way."""
    realm = helped()
    realm.green.does(f"city:{city}")
    assert realm.green.must(KingPayment)
    realm.green.does("pay:white=1,pink=1,blue=1")
    assert f"seat 0 moves the king to {city} for {2 * roads} coins" in realm.journal
    assert f"seat 0 satisfies king with white=1,pink=1,blue=1 for {4} coins" in realm.journal


def test_council_and_way_from_one_purse() -> None:
    """C-BK-03: with 7 coins and three cards there are 3 for the way: one road."""
    realm = helped("pink 2 blue 1", coins=7)
    assert realm.green.options == [f"city:{city}" for city in "GHIJL"]


def test_the_king_may_stay() -> None:
    """C-BK-04: nothing is paid for the way; with money for no road it is the only choice."""
    realm = helped("pink 1", coins=10)
    assert realm.green.options == ["city:J"]
    realm.green.does("city:J", "pay:pink=1")
    assert (realm.green.coins, realm.king, realm.cities("green")) == (0, "J", "J")


def test_emporia_on_the_way_do_not_matter() -> None:
    """C-BK-05: Red, Yellow and Blue in I and F do not stop the king on his way to C."""
    realm = Realm()
    realm.built(red="I F", yellow="I F", blue="I F")
    realm.acts("green", hand=FOUR_CARDS, coins=6, assistants=0)
    realm.green.does("main_king", "city:C", PAY_FOUR)
    assert (realm.king, realm.green.coins, realm.green.assistants) == ("C", 0, 0)


def test_an_emporium_without_a_permit() -> None:
    """C-BK-06: at once, where the king ends; no tile is used, the token is gained."""
    realm = helped()
    realm.owns("green", up="I")
    realm.green.does("city:I", PAY_FOUR)
    assert realm.cities("green") == "I"
    assert realm.up("green") == "I"
    assert realm.green.coins == 20 - 2 + 2  # of the token's 3 coins one is lost


def test_he_goes_only_where_green_may_build() -> None:
    """C-BK-07, R7: not to own emporia, nor where assistants are missing."""
    realm = Realm()
    realm.built(green="G H I", red="J L")
    realm.acts("green", hand="pink 2 blue 1", coins=7, assistants=0)
    assert "main_king" not in realm.green.options
    realm.acts("green", hand="pink 2 blue 1", coins=7, assistants=1)
    realm.green.does("main_king")
    assert realm.green.options == ["city:J", "city:L"]


def test_foreign_emporia_cost_assistants_here_too() -> None:
    """C-BR-03: with the king as with a permit."""
    realm = Realm()
    realm.built(red="H", yellow="H")
    realm.acts("green", hand=FOUR_CARDS, coins=2, assistants=2)
    realm.green.does("main_king", "city:H", PAY_FOUR)
    assert realm.green.assistants == 0


def test_he_stays_in_the_new_city() -> None:
    """C-BK-08: Red's way begins where Green's ended."""
    realm = helped()
    realm.green.does("city:E", PAY_FOUR)
    realm.acts("red", hand=FOUR_CARDS, coins=2, assistants=0)
    realm.red.does("main_king")
    assert realm.red.options == ["city:B", "city:H"]
