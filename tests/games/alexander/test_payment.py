"""Payment (rules 7.5, 7.6)."""

import pytest

from serai.referee.catan_rules.components import KNIGHT
from serai.referee.catan_rules.turn import Main
from serai.referee.core.errors import IllegalAction
from serai.referee.games.alexander.payment import Payment, Soldiers
from tests.games.alexander.table import GameTable


def won(event: str, bid: int, hand: str, soldiers: int = 0) -> GameTable:
    """Anna wins the event with this bid of five at most; the others have nothing to bid."""
    table = GameTable()
    table.hand("anna", hand)
    table.soldiers("anna", soldiers)
    for name in ("ben", "carla", "dirk"):
        table.hand(name)
    table.at(1)
    table.event(event, junction=1)
    table.says(f"anna {bid}")
    return table


def test_any_mix() -> None:
    """A-PA-01: of accepted cards, gold and, in a battle, soldiers."""
    table = won("battle", 5, "1 ore 1 wool 4 gold 3 brick", soldiers=1)
    table.anna.does("use_soldiers:1", "pay:ore", "pay:gold")
    assert table.chips("anna") == 1
    assert table.holds("anna") == "3 brick 1 wool 3 gold"


@pytest.mark.parametrize("event", ["settlement", "famine", "bridge", "battle", "statue"])
def test_other_cards_are_never_accepted(event: str) -> None:
    """A-PA-02."""
    foreign = {"settlement": "ore", "famine": "brick", "bridge": "wool", "battle": "grain", "statue": "lumber"}[event]
    table = won(event, 2, f"3 {foreign} 4 gold")
    assert table.anna.options == ["pay:gold"]
    with pytest.raises(IllegalAction):
        table.anna.does(f"pay:{foreign}")


def test_where_it_goes() -> None:
    """A-PA-03: cards to the open stacks, gold to the supply."""
    table = won("famine", 3, "2 grain 3 gold 2 ore")
    before = table.state.bank[:]
    table.anna.does("pay:grain", "pay:gold", "pay:grain")
    assert [now - then for now, then in zip(table.state.bank, before, strict=True)] == [0, 0, 0, 2, 0, 1]


def test_soldiers_go_under_the_deck() -> None:
    """A-PA-04."""
    table = won("battle", 3, "1 grain", soldiers=2)
    assert table.anna.knights == 1
    assert table.state.deck[0] == KNIGHT
    assert (len(table.state.deck), table.state.buried) == (24, 1)


def test_which_soldiers_count() -> None:
    """A-PA-05: also one played before the roll of this turn."""
    table = GameTable()
    table.hand("anna", "1 gold")
    table.cards("anna", "knight")
    table.at(1)
    table.next_chip("battle")
    table.luck.foretell("dice", 0, 0)
    table.turn("anna")
    table.anna.does("play_knight", "move_robber:q0r0", "roll")
    assert table.anna.options[-1] == "bid:4"


def test_knights_in_hand_do_not_count() -> None:
    """A-PA-08."""
    table = GameTable()
    table.hand("anna", "1 gold")
    table.cards("anna", "knight knight")
    table.event("battle")
    assert table.anna.options == ["pass_bid", "bid:1"]


def test_no_superfluous_soldier() -> None:
    """A-PA-06, A13: up to two too much are lost without change."""
    table = won("battle", 4, "2 ore 4 gold", soldiers=4)
    assert table.anna.options == ["use_soldiers:0", "use_soldiers:1", "use_soldiers:2"]
    table.anna.does("use_soldiers:2")
    assert table.anna.must(Main)
    assert table.holds("anna") == "2 ore 4 gold"


def test_soldiers_first_then_unit_by_unit() -> None:
    """A-PA-07: asked where the others cannot see what is forced, also with one answer only."""
    table = won("battle", 5, "1 ore 3 brick 1 gold", soldiers=2)
    assert table.anna.must(Soldiers)
    assert table.anna.options == ["use_soldiers:1", "use_soldiers:2"]
    table.anna.does("use_soldiers:1")
    assert table.anna.must(Payment)
    assert table.anna.options == ["pay:ore", "pay:gold"]
    table.anna.does("pay:ore")
    assert table.anna.options == ["pay:gold"]
    table.anna.does("pay:gold")
    assert table.anna.must(Main)


def test_what_all_can_see_is_not_asked() -> None:
    """A-PA-07: no cards but gold, all that is there, or one number of soldiers whatever the cards are."""
    table = won("famine", 3, "5 gold")
    assert (table.chips("anna"), table.holds("anna")) == (1, "2 gold")
    table = won("famine", 3, "1 grain 1 wool 1 gold")
    assert (table.chips("anna"), table.holds("anna")) == (1, "")
    table = won("battle", 4, "1 ore", soldiers=1)
    assert (table.chips("anna"), table.anna.knights, table.holds("anna")) == (1, 0, "")


def test_a_single_number_of_soldiers_may_be_asked() -> None:
    """A-PA-07: three bricks could be ore for all the others know."""
    table = won("battle", 3, "3 brick", soldiers=1)
    assert table.anna.must(Soldiers)
    assert table.anna.options == ["use_soldiers:1"]


def test_example_4_paying_for_a_settlement() -> None:
    """Five for a settlement: two lumber, two brick and a grain, or two grain and three gold; ore is never offered."""
    for paid in (["lumber", "lumber", "brick", "brick", "grain"], ["grain", "grain", "gold", "gold", "gold"]):
        table = won("settlement", 5, "2 lumber 2 brick 2 grain 3 gold 4 ore")
        for good in paid:
            assert "pay:ore" not in table.anna.options
            table.anna.does(f"pay:{good}")
        table.anna.does("settle_temple")
        assert table.anna.settlements == 1
        assert table.anna.must(Main)


def test_example_5_battle_auction() -> None:
    """The rulebook's example: Gavin (Anna) bids 3, his neighbour 5; he wins with 6: ore, wool, gold and a soldier."""
    table = GameTable()
    table.hand("anna", "1 ore 1 wool 1 gold 4 grain")
    table.soldiers("anna", 1)
    table.hand("ben", "5 ore 3 gold")
    table.event("battle")
    table.says("anna 3", "ben 5")
    assert table.speaker() == "carla"
    table.says("carla pass", "dirk pass", "anna 6", "ben pass")
    deck = len(table.state.deck)
    assert table.journal[-2:] == ["seat 1 passes", "seat 0 wins with 6"]
    table.anna.does("use_soldiers:1")
    assert table.anna.view.auction.left == 3
    table.anna.does("pay:ore", "pay:wool", "pay:gold")
    assert table.chips("anna") == 1
    assert (table.anna.knights, table.holds("anna")) == (0, "4 grain")
    assert (len(table.state.deck), table.state.deck[0]) == (deck + 1, KNIGHT)
    assert table.holds("ben") == "5 ore 3 gold"


def test_example_8_only_soldiers() -> None:
    """A battle won with 4 and two soldiers alone: both go. With a gold more: one and the gold, or both."""
    table = won("battle", 4, "", soldiers=2)
    assert (table.anna.knights, table.chips("anna")) == (0, 1)
    table = won("battle", 4, "1 gold", soldiers=2)
    assert table.anna.options == ["use_soldiers:1", "use_soldiers:2"]
    table.anna.does("use_soldiers:1")
    assert (table.anna.knights, table.holds("anna"), table.chips("anna")) == (1, "", 1)
