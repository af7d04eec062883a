"""The worked examples of the rules (RULES.md, section 14), 1 to 13: W1 to W6 are the rulebook's own."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.council_of_four.board import COLOURS, PERMIT_NAMES, PERMITS
from serai.referee.games.council_of_four.effects import PERMIT_BONUS, Assistants, Coins
from tests.games.council_of_four.table import Realm

ORANGE_PINK_BLUE_BLACK = "orange pink blue black"


def paying(hand: str, council: str = ORANGE_PINK_BLUE_BLACK, **things: int) -> Realm:
    """Green is about to pay the coast's council for the tile C."""
    realm = Realm()
    realm.tiles("coast", "C CDE")
    realm.balcony("coast", council)
    realm.acts("green", hand=hand, **things)
    realm.green.does("main_permit", "region:coast", "tile:C")
    return realm


def test_example_1_elect() -> None:
    """W1, C-EL-03, C-EL-04, C-EL-05: orange enters, black falls, 4 coins."""
    realm = Realm()
    realm.balcony("coast", ORANGE_PINK_BLUE_BLACK)
    assert realm.pool == "white 1 black 2 orange 1 pink 1 purple 2 blue 1"
    realm.acts("green", coins=5)
    realm.green.does("main_elect", "council:coast", "colour:orange")
    assert realm.council("coast") == "orange orange pink blue"
    assert realm.pool == "white 1 black 3 pink 1 purple 2 blue 1"
    assert realm.green.coins == 9


def test_example_1_elect_by_an_assistant() -> None:
    """W1, C-QA-07, C-QA-08: the same council, any colour beside the board; an assistant less, no coins."""
    realm = Realm()
    realm.balcony("coast", ORANGE_PINK_BLUE_BLACK)
    realm.acts("green", coins=5, assistants=2)
    realm.green.does("quick_elect", "council:coast")
    assert realm.green.options == [f"colour:{colour}" for colour in COLOURS]
    realm.green.does("colour:orange")
    assert realm.council("coast") == "orange orange pink blue"
    assert (realm.green.coins, realm.green.assistants) == (5, 1)
    assert not any(" gains " in line for line in realm.journal)


def test_example_2_which_cards_match() -> None:
    """W2, C-PE-03: each card a councillor of its colour, each councillor one card."""
    realm = paying("orange 1 pink 1 blue 2 black 1 purple 1", coins=20)
    assert len(realm.green.options) == 15
    assert "pay:black=1,orange=1,pink=1,blue=1" in realm.green.options
    assert "pay:black=1,orange=1" in realm.green.options
    for wrong in ("pay:orange=1,blue=2", "pay:purple=1"):
        with pytest.raises(IllegalAction):
            realm.green.does(wrong)


def test_example_3_price_with_a_wild_card() -> None:
    """W3, C-PE-05, C-PE-06: 10, 7, 4 coins and one more for the wild card."""
    pays = {
        "orange=1": 10, "blue=1": 10, "wild=1": 11, "orange=1,blue=1": 7, "orange=1,wild=1": 8, "blue=1,wild=1": 8,
        "orange=1,blue=1,wild=1": 5,
    }  # fmt: skip
    assert sorted(paying("orange 1 blue 1 wild 1", coins=12).green.options) == sorted(f"pay:{cards}" for cards in pays)
    for cards, price in pays.items():
        realm = paying("orange 1 blue 1 wild 1", coins=12)
        realm.green.does(f"pay:{cards}")
        assert f"seat 0 satisfies coast with {cards} for {price} coins" in realm.journal
    assert realm.discards == "orange 1 blue 1 wild 1"
    assert realm.cards("green") == ""


def test_example_4_bonus_of_a_permit() -> None:
    """W4, C-SY-07, C-PE-12: C gives 2 assistants and 3 coins, 12 - 5 + 3 are left; then its place gets the top tile."""
    assert PERMITS[PERMIT_NAMES.index("C")].bonus == ("assistants 2", "coins 3")
    assert PERMIT_BONUS[PERMIT_NAMES.index("C")] == (Assistants(2), Coins(3))
    realm = paying("orange 1 blue 1 wild 1", coins=12, assistants=1)
    top, *rest = realm.pile("coast").split()
    realm.green.does("pay:orange=1,blue=1,wild=1")
    assert (realm.green.assistants, realm.green.coins) == (3, 10)
    assert realm.up("green") == "C"
    assert (realm.face_up("coast"), realm.pile("coast")) == (f"{top} CDE", " ".join(rest))
    journal = realm.journal
    gained = [journal.index(f"seat 0 gains {what}") for what in ("2 assistants", "3 coins")]
    assert max(gained) < journal.index(f"{top} is turned up on 0")


def test_example_5_the_king_moves() -> None:
    """W5, C-BK-03: four cards cost nothing, one road 2 coins; Castrum gives 3 points."""
    realm = Realm()
    realm.king_at("A")
    realm.acts("green", hand="white 1 pink 2 blue 1", coins=10)
    realm.green.does("main_king", "city:C", "pay:white=1,pink=2,blue=1")
    assert (realm.green.coins, realm.green.vp) == (8, 3)
    assert realm.king == "C"
    assert realm.cities("green") == "C"


def indur() -> Realm:
    """Green is about to build in Indur."""
    realm = Realm()
    realm.built(green="C F G H J", red="C I", yellow="C D F H", blue="J")
    realm.owns("green", up="I")
    return realm


def test_example_6_building_and_chain() -> None:
    """W6, C-BR-12: one assistant back, five rewards, the tile of the hills, the king's tile 18."""
    realm = indur()
    realm.king_pile("18 12 7 3")
    realm.acts("green", coins=10, assistants=2, vp=0)
    realm.green.does("main_build")
    assert realm.cities("green") == "C F G H I J"
    assert (realm.green.coins, realm.green.assistants, realm.green.vp) == (15, 2, 5)
    assert (realm.bonus_tiles("green"), realm.green.king_tiles) == ("hills", (18,))
    assert (realm.up("green"), realm.down("green")) == ("", "I")
    assert realm.game.score(realm.state).points[0] == 5 + 5 + 18 + 5 + 3  # tied for nobility 0 and alone with a permit


def test_example_6_with_the_full_pile() -> None:
    """W6: then it is the first of the king's tiles, as the rulebook says."""
    realm = indur()
    realm.acts("green", coins=10, assistants=2)
    realm.green.does("main_build")
    assert realm.green.king_tiles == (25,)


def test_example_7_repeated_colours() -> None:
    """W7, C-PE-03: two orange councillors answer for two orange cards, not for three."""
    five = ["pay:blue=1", "pay:orange=1", "pay:orange=1,blue=1", "pay:orange=2", "pay:orange=2,blue=1"]
    for coins, expected in ((20, five), (8, five[2:])):
        realm = paying("orange 3 blue 1", council="orange orange blue purple", coins=coins)
        assert realm.green.options == expected


def test_example_8_wild_cards_only() -> None:
    """W8, C-PE-04, C-PE-06, C-PE-07: 11, 9, 7, 4 coins; with 3 coins the council cannot be satisfied."""
    every = ["pay:wild=1", "pay:wild=2", "pay:wild=3", "pay:wild=4"]
    assert paying("wild 4", coins=20).green.options == every
    assert paying("wild 4", coins=10).green.options == every[1:]
    for cards, price in zip(every, (11, 9, 7, 4), strict=True):
        realm = paying("wild 4", coins=17)
        realm.green.does(cards)
        assert realm.green.coins == 17 - price + 3
    realm = Realm()
    realm.acts("green", hand="wild 4", coins=3)
    assert not {"main_permit", "main_king"} & set(realm.green.options)


def test_example_9_coin_cap() -> None:
    """W9, C-SY-02, R1: 18 and 4 are 20, two coins are lost."""
    realm = Realm()
    realm.acts("green", coins=18)
    realm.green.does("main_elect", "council:king", "colour:black")
    assert realm.council("king") == "black pink pink blue"
    assert realm.pool == "white 1 black 1 orange 1 pink 2 purple 1 blue 2"
    assert realm.green.coins == 20


def test_example_10_reach_and_price_of_the_king() -> None:
    """W10, C-BK-02: three cards leave 6 coins for three roads, and Arkon is four away."""
    realm = Realm()
    realm.deck("wild")
    realm.acts("green", hand="", coins=10, assistants=1)
    realm.green.set(hand=[0, 0, 0, 2, 0, 1, 0])
    realm.green.does("main_king")
    assert realm.green.options == [f"city:{city}" for city in "BCDEFGHIJKLMNO"]
    realm.green.does("city:E")
    assert realm.green.options == ["pay:pink=2,blue=1"]
    realm.green.does("pay:pink=2,blue=1")
    assert realm.king == "E"
    assert (realm.green.coins, realm.green.assistants) == (2, 2)
    assert realm.cards("green") == "wild 1"


@pytest.mark.parametrize(
    ("before", "after", "vp", "coins", "mains"),
    [(1, 3, 2, 2, 0), (5, 7, 0, 0, 1), (18, 20, 5, 0, 0), (19, 20, 3, 0, 0)],
)
def test_example_11_two_nobility_symbols(before: int, after: int, vp: int, coins: int, mains: int) -> None:
    """W11, C-NO-03, C-NO-04, R3, R4: the spaces passed give their bonus; the second step beyond 20 is lost."""
    realm = Realm()
    realm.tiles("coast", "AE B")
    realm.acts("green", hand="white 1 black 1 orange 1 purple 1", coins=0, nobility=before, assistants=0)
    realm.green.does("main_permit", "region:coast", "tile:AE", "pay:white=1,black=1,orange=1,purple=1")
    assert (realm.green.nobility, realm.green.vp, realm.green.coins) == (after, vp, coins)
    assert ("seat 0 gains 1 main actions" in realm.journal) == bool(mains)


def test_example_11_on_the_way_over_a_token() -> None:
    """W11, C-NO-05, C-NO-06: from 3 over 4 to 5; Castrum's token, as Merkatim's is a nobility token."""
    realm = Realm()
    realm.tiles("coast", "AE B")
    realm.built(green="C M")
    realm.acts("green", hand="white 1 black 1 orange 1 purple 1", coins=0, nobility=3)
    realm.green.does("main_permit", "region:coast", "tile:AE", "pay:white=1,black=1,orange=1,purple=1")
    assert (realm.green.nobility, realm.green.vp) == (5, 3)


def test_example_12_nobility_tokens_in_a_chain() -> None:
    """W12, C-NO-02, C-NO-12: two steps, 2 to 4; on 4 there is no token to choose."""
    realm = Realm()
    realm.built(green="M")
    realm.owns("green", up="O")
    realm.acts("green", nobility=2, coins=0, vp=0, assistants=0)
    realm.green.does("main_build")
    assert (realm.green.nobility, realm.green.vp, realm.green.coins, realm.green.assistants) == (4, 0, 0, 0)


def mountains_complete() -> Realm:
    realm = Realm()
    realm.built(green="A K L N O", red="K L N O")
    realm.owns("green", up="M")
    realm.owns("red", up="MN")
    realm.acts("green", coins=0, assistants=0, vp=0, nobility=0)
    realm.green.does("main_build")
    return realm


def test_example_13_two_sets_at_once() -> None:
    """W13, C-BT-07, R18: the mountains with the king's 25, iron (A and M) with his 18."""
    realm = mountains_complete()
    assert (realm.green.coins, realm.green.assistants, realm.green.vp, realm.green.nobility) == (4, 1, 2, 2)
    assert sum(realm.green.hand) == 1
    assert realm.bonus_tiles("green") == "mountains iron"
    assert realm.green.king_tiles == (25, 18)
    assert realm.state.king_pile == (12, 7, 3)


def test_example_14_second_to_complete() -> None:
    """W14, C-BT-06, R17: an assistant for Green's emporium, and no tile of either kind."""
    realm = mountains_complete()
    realm.acts("red", assistants=1)
    realm.red.does("main_build")
    assert realm.cities("red") == "K L M N O"
    assert realm.red.bonus_tiles == realm.red.king_tiles == ()
    assert realm.state.king_pile == (12, 7, 3)
