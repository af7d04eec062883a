"""Main action: acquire a permit tile."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.council_of_four.permits import PermitPayment, PermitRegion, PermitTile
from tests.games.council_of_four.table import GameTable

COAST = "white 1 black 1 orange 1 purple 1"
PAY_COAST = "pay:white=1,black=1,orange=1,purple=1"


def acquiring(hand: str = COAST, region: str = "coast", **things: int) -> GameTable:
    """Green has chosen to acquire a tile of this region."""
    table = GameTable()
    table.acts("green", hand=hand, **{"coins": 20} | things)
    table.green.does("main_permit", f"region:{region}")
    return table


def test_one_of_the_three_regions() -> None:
    """C-PE-01: those whose council the hand can satisfy, and never the king's."""
    table = GameTable()
    table.acts("green", hand="white 1 purple 1 pink 1", coins=20)
    table.green.does("main_permit")
    assert table.green.must(PermitRegion)
    assert table.green.options == ["region:coast", "region:hills", "region:mountains"]
    table = GameTable()
    table.acts("green", hand="black 1 pink 1", coins=20)
    table.green.does("main_permit")
    assert table.green.options == ["region:coast", "region:mountains"]


def test_no_region_for_the_kings_colour() -> None:
    """C-PE-01: pink sits with the king alone."""
    table = GameTable()
    table.acts("green", hand="pink 3", coins=20)
    assert "main_permit" not in table.green.options
    assert "main_king" in table.green.options


def test_one_to_four_cards() -> None:
    """C-PE-02: from a single card to all four; never none, never five."""
    table = acquiring("white 1 black 1 orange 1 purple 1 wild 3")
    table.green.does("tile:B")
    sizes = {sum(int(lot.split("=")[1]) for lot in text[4:].split(",")) for text in table.green.options}
    assert sizes == {1, 2, 3, 4}
    assert "pay:-" not in table.green.options


def test_without_cards_no_council_is_satisfied() -> None:
    """C-PE-02: however rich the player is."""
    table = GameTable()
    table.acts("green", coins=20, assistants=1)
    assert table.green.options == ["main_elect", "quick_hire", "quick_swap", "quick_elect"]


def test_cards_match_councillors() -> None:
    """C-PE-03: two white cards need two white councillors."""
    for region, allowed in (("mountains", True), ("coast", False)):
        table = acquiring("white 2", region)
        table.green.does(f"tile:{table.face_up(region).split()[0]}")
        assert ("pay:white=2" in table.green.options) == allowed


def test_a_wild_card_counts_as_any_colour() -> None:
    """C-PE-04: beside three matching cards it answers for the fourth councillor, whatever his colour."""
    table = acquiring("white 1 black 1 orange 1 wild 1", coins=1)
    table.green.does("tile:B", "pay:white=1,black=1,orange=1,wild=1")
    assert table.green.coins == 0


@pytest.mark.parametrize(
    ("cards", "price"),
    [("white=1", 10), ("white=1,black=1", 7), ("white=1,black=1,orange=1", 4), (PAY_COAST[4:], 0)],
)
def test_price_by_number_of_cards(cards: str, price: int) -> None:
    """C-PE-05: 10, 7, 4, 0."""
    table = acquiring(coins=15)
    table.green.does("tile:B", f"pay:{cards}")
    assert table.green.coins == 15 - price


@pytest.mark.parametrize(("wild", "price"), [(1, 11), (2, 9), (3, 7), (4, 4)])
def test_a_wild_card_costs_one_more(wild: int, price: int) -> None:
    """C-PE-06: the price alone, with a tile that gives no coins."""
    table = acquiring("wild 4", coins=15)
    table.green.does("tile:B", f"pay:wild={wild}")
    assert table.green.coins == 15 - price


def test_no_debt() -> None:
    """C-PE-07: 6 coins pay for three or four cards only; 3 coins and a single card for nothing."""
    table = acquiring(coins=6)
    table.green.does("tile:B")
    assert len(table.green.options) == 4 + 1
    with pytest.raises(IllegalAction):
        table.green.does("pay:white=1,black=1")
    table = GameTable()
    table.acts("green", hand="white 1", coins=3)
    assert "main_permit" not in table.green.options


def test_fewer_cards_than_possible() -> None:
    """C-PE-08: one of four, and a wild card although a coloured one would do."""
    table = acquiring("white 1 black 1 orange 1 purple 1 wild 1")
    table.green.does("tile:B")
    assert {"pay:purple=1", "pay:wild=1", "pay:white=1,black=1,orange=1,wild=1"} <= set(table.green.options)


def test_one_of_the_two_tiles_of_that_region() -> None:
    """C-PE-09."""
    table = acquiring()
    assert table.green.must(PermitTile)
    assert table.green.options == ["tile:B", "tile:CDE"]


def test_the_target_is_chosen_before_the_payment() -> None:
    """C-PE-09: nothing is revealed in between, and every payment can be priced."""
    table = acquiring()
    table.green.does("tile:CDE")
    assert table.green.must(PermitPayment)
    assert table.face_up("coast") == "B CDE"


def test_it_lies_face_up_before_the_player() -> None:
    """C-PE-10: even if he can never build there again."""
    table = GameTable()
    table.built(green="B")
    table.acts("green", hand=COAST, coins=0)
    table.green.does("main_permit", "region:coast", "tile:B", PAY_COAST)
    assert (table.up("green"), table.down("green")) == ("B", "")


def test_its_bonuses_at_once() -> None:
    """C-PE-11, C-NO-01: G gives 2 assistants, 2 points and a step of nobility."""
    table = acquiring("orange 2 blue 1 purple 1", "hills", assistants=1)
    table.green.does("tile:G", "pay:orange=2,purple=1,blue=1")
    assert (table.green.assistants, table.green.vp, table.green.nobility) == (3, 2, 1)


def test_the_gap_is_filled_after_the_bonuses() -> None:
    """C-PE-12: with the top tile of that pile, the next one stays in it; see also example 4 and example 15."""
    table = GameTable()
    table.tiles("coast", "B CDE", pile="AB D")
    table.acts("green", hand=COAST)
    table.green.does("main_permit", "region:coast", "tile:B", PAY_COAST)
    assert (table.face_up("coast"), table.pile("coast")) == ("AB CDE", "D")
    journal = table.journal
    assert journal.index("seat 0 gains 1 assistants") < journal.index("AB is turned up on 0")


def test_a_used_up_pile_leaves_a_gap() -> None:
    """C-PE-13, R15: then one tile is left to choose, and at last the region is no longer offered."""
    table = GameTable()
    table.tiles("coast", "B CDE", pile="")
    table.acts("green", hand=COAST)
    table.green.does("main_permit", "region:coast", "tile:B", PAY_COAST)
    assert table.face_up("coast") == "- CDE"
    table.tiles("coast", "- -", pile="")
    table.acts("red", hand=COAST, coins=20)
    table.red.does("main_permit")
    assert "region:coast" not in table.red.options
