"""Cards: thrown for one more die, or played for their effect."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.yspahan.board import SHOP_NAMES, SHOPS_AT, SQUARE_NAMES
from serai.referee.games.yspahan.cards import CardChoice
from serai.referee.games.yspahan.supervisor import Between, Move, Ransom
from serai.referee.games.yspahan.turn import BuildChoice
from tests.games.yspahan.table import GameTable


def playing(kinds: str, **things: int) -> GameTable:
    """Green, at the end of his turn, holds these cards and these things."""
    table = GameTable()
    table.cards(green=kinds)
    table.turn("green", gold=(4, 1))
    table.green.does("take:gold", "main")
    table.green.set(**{"gold": 0, "camels": 0} | things)
    return table


# Throwing a card


@pytest.mark.parametrize("row", ["camel", "gold"])
def test_a_card_thrown_is_one_more_die(row: str) -> None:
    """Y-CA-01: the card is discarded, what it says does not happen."""
    table = GameTable()
    table.cards(green="sell_gold")
    table.turn("green", **{row: (4, 2)})
    table.green.does(f"take:{row}", "main+sell_gold")
    assert (table.green.camels, table.green.gold) == ((3, 2) if row == "camel" else (0, 5))
    assert table.green.score == 0
    assert table.discards == ["sell_gold"]


def test_one_entry_for_each_kind_in_hand() -> None:
    """Y-CA-01: three cards of two kinds are two ways to throw one."""
    table = GameTable()
    table.cards(green="exchange camels3 exchange")
    table.turn("green", camel=(4, 2))
    table.green.does("take:camel")
    assert table.green.options == ["main", "main+camels3", "main+exchange", "super", "draw"]


def test_at_most_one_card_is_thrown() -> None:
    """Y-CA-02: after it the dice are used up and no other can be thrown."""
    table = GameTable()
    table.cards(green="exchange camels3")
    table.turn("green", camel=(4, 2))
    table.green.does("take:camel", "main+camels3")
    assert table.green.camels == 3
    assert not any(option.startswith("main") for option in table.green.options)


def test_one_good_more() -> None:
    """Y-CA-03: one die and a card place two goods."""
    table = GameTable()
    table.cards(green="exchange")
    table.turn("green", chest=(4, 1))
    table.green.does("take:chest", "main+exchange", "put:chest.blue.1")
    assert [table.in_shop("chest.blue.1"), table.in_shop("chest.blue.2")] == ["green", "green"]


def test_nothing_more_for_supervisor_and_card() -> None:
    """Y-CA-03: there is no way to throw a card for them."""
    table = GameTable()
    table.cards(green="exchange")
    table.turn("green", chest=(4, 1))
    table.green.does("take:chest")
    assert table.green.options == ["main", "main+exchange", "super", "draw"]
    with pytest.raises(ValueError, match="no action or event"):
        table.green.does("super+exchange")


def test_a_thrown_card_adds_up_with_the_paddock() -> None:
    """Y-CA-04: two dice, one card, one paddock: four camels."""
    table = GameTable()
    table.owns(green="paddock")
    table.cards(green="exchange")
    table.turn("green", camel=(4, 2))
    table.green.does("take:camel", "main+exchange")
    assert table.green.camels == 4


def test_a_thrown_card_adds_up_with_the_shop() -> None:
    """Y-CA-04: two dice, one card, one shop: five gold."""
    table = GameTable()
    table.owns(green="store")
    table.cards(green="exchange")
    table.turn("green", gold=(4, 2))
    table.green.does("take:gold", "main+exchange")
    assert table.green.gold == 2 + 5


def test_a_thrown_card_adds_up_with_the_hoist() -> None:
    """Y-CA-04: one die, one card, one hoist: three goods."""
    table = GameTable()
    table.owns(green="hoist")
    table.cards(green="exchange")
    table.turn("green", barrel=(4, 1))
    table.green.does("take:barrel", "main+exchange", "put:barrel.pink.1", "put:barrel.pink.2")
    assert table.green.stock == 22


def test_no_card_can_be_thrown_on_an_empty_box() -> None:
    """Y-CA-05, R8: without dice there is nothing to add a die to."""
    table = GameTable()
    table.cards(green="place_caravan")
    table.turn("green")
    assert table.green.options == ["nodice", "play:place_caravan"]
    with pytest.raises(IllegalAction):
        table.green.does("main+place_caravan")


# Playing a card


@pytest.mark.parametrize(
    ("kind", "gold", "rolls", "rolls_after", "held"),
    [
        ("camels3", 2, ["roll:0", "roll:1", "roll:2"], ["roll:0", "roll:1", "roll:2"], (3, 2)),
        ("gold3", 0, ["roll:0"], ["roll:0", "roll:1", "roll:2", "roll:3"], (0, 3)),
    ],
)
def test_cards_before_the_roll_example_25(
    kind: str, gold: int, rolls: list[str], rolls_after: list[str], held: tuple[int, int]
) -> None:
    """Example 25, Y-CA-06, R4, R5: the roll is part of the first player's turn; the gold of a card may pay for dice."""
    table = GameTable()
    table.cards(blue=kind)
    table.blue.set(gold=gold)
    assert table.blue.options == [*rolls, f"play:{kind}"]
    table.blue.does(f"play:{kind}")
    assert (table.blue.camels, table.blue.gold) == held
    assert table.blue.options == rolls_after


def test_cards_before_the_choice_of_dice() -> None:
    """Y-CA-06, R4: and the choice is still to be made."""
    table = GameTable()
    table.cards(green="camels3")
    table.turn("green", camel=(1, 1), gold=(6, 1))
    assert table.green.options == ["take:camel", "take:gold", "play:camels3"]
    table.green.does("play:camels3")
    assert table.green.options == ["take:camel", "take:gold"]


def test_cards_after_the_action() -> None:
    """Y-CA-06, R4: until the turn is ended."""
    table = playing("camels3")
    assert table.green.options == ["play:camels3", "end"]


def test_no_cards_within_an_action() -> None:
    """Y-CA-06, R4: neither while the Supervisor moves nor while a good is sent."""
    table = GameTable()
    table.cards(green="camels3", red="camels3")
    table.goods(red="chest.blue.1")
    table.red.set(camels=1)
    table.turn("green", gold=(2, 1))
    table.green.does("take:gold", "super")
    assert table.green.must(Move)
    assert not any(option.startswith("play") for option in table.green.options)
    table.green.does("go:w2")
    assert table.red.must(Ransom)
    assert table.red.options == ["send", "pay"]


def test_cards_between_two_goods() -> None:
    """Y-CA-06, R4: at any moment, so the camels of a card keep the second good in its shop."""
    table = GameTable()
    shops = next(tuple(shops) for shops in SHOPS_AT if len(shops) == 2)
    square = SQUARE_NAMES[SHOPS_AT.index(shops)]
    table.cards(green="camels3 gold3", red="camels3")
    table.goods(red=SHOP_NAMES[shops[0]], green=SHOP_NAMES[shops[1]])
    table.supervisor(square)
    table.green.set(gold=1)
    table.turn("green", gold=(1, 1), camel=(6, 1))
    table.green.does("take:gold", "super", f"go:{square}", f"first:{SHOP_NAMES[shops[0]]}")
    assert table.green.must(Between)
    assert table.green.options == ["play:camels3", "play:gold3", "end"]
    assert table.green.default == "end"
    table.green.does("play:camels3")
    assert table.green.must(Between)
    table.green.does("end")
    assert table.green.must(Ransom)
    table.green.does("pay")
    assert table.in_caravan == "red green"
    assert table.in_shop(SHOP_NAMES[shops[1]]) == "green"
    assert table.green.must(BuildChoice)


def test_a_card_drawn_for_the_first_good_may_be_played_before_the_second() -> None:
    """Y-CA-06, R4: both goods are green's, so nobody chooses an order; after the last good there is no gap."""
    table = GameTable()
    shops = next(tuple(shops) for shops in SHOPS_AT if len(shops) == 2)
    square = SQUARE_NAMES[SHOPS_AT.index(shops)]
    table.cards(green="")
    table.on_top("camels3 gold3")
    table.goods(green=" ".join(SHOP_NAMES[shop] for shop in shops))
    table.owns(green="caravanserai")
    table.supervisor(square)
    table.green.set(gold=1)
    table.turn("green", gold=(1, 1), camel=(6, 1))
    table.green.does("take:gold", "super", f"go:{square}")
    assert table.green.options == ["play:camels3", "end"]
    table.green.does("end")
    assert table.green.must(BuildChoice)
    assert table.hand("green") == ["camels3", "gold3"]


def test_without_cards_there_is_no_question_between_two_goods() -> None:
    """Y-CA-06, R4: how many cards a hand has is public."""
    table = GameTable()
    shops = next(tuple(shops) for shops in SHOPS_AT if len(shops) == 2)
    square = SQUARE_NAMES[SHOPS_AT.index(shops)]
    table.cards(green="")
    table.goods(green=" ".join(SHOP_NAMES[shop] for shop in shops))
    table.supervisor(square)
    table.green.set(gold=1)
    table.turn("green", gold=(1, 1), camel=(6, 1))
    table.green.does("take:gold", "super", f"go:{square}")
    assert table.in_caravan == "green green"


def test_no_cards_in_another_players_turn() -> None:
    """Y-CA-06: Red holds a card and is not asked in Green's turn."""
    table = GameTable()
    table.cards(red="camels3")
    table.turn("green", camel=(1, 1), gold=(6, 1))
    with pytest.raises(IllegalAction, match="seat 2 is not asked"):
        table.red.does("play:camels3")


def test_any_number_of_cards() -> None:
    """Y-CA-07: four in one turn, in both windows, one of them after another was thrown."""
    table = GameTable()
    table.cards(green="camels3 camels3 gold3 gold3 exchange")
    table.turn("green", camel=(1, 1))
    table.green.does("play:camels3", "play:gold3", "take:camel", "main+exchange", "play:camels3", "play:gold3")
    assert (table.green.camels, table.green.gold) == (8, 8)
    assert table.green.hand == []
    assert table.discards == ["camels3", "gold3", "exchange", "camels3", "gold3"]


def test_a_used_up_deck_is_made_anew_from_the_discards_example_24() -> None:
    """Example 24, Y-CA-08, R6: only when a card must be drawn, and a card played this turn is among the five."""
    table = GameTable()
    table.discarded("exchange gold3 place_shop sell_gold")
    table.cards(green="camels3")
    table.deck_into_the_hand_of("red")
    table.turn("green", camel=(1, 1))
    table.green.does("play:camels3")
    assert len(table.state.discard) == 5
    table.green.does("draw")
    assert len(table.green.hand) == 1
    assert (len(table.state.deck), table.discards) == (4, [])
    assert "5 discards make a new deck" in table.journal


def test_the_last_card_of_the_deck_does_not_bring_a_new_one() -> None:
    """Y-CA-08, R6: the pile lies until a card must be drawn from nothing, and is then really shuffled."""
    table = GameTable()
    table.discarded("exchange gold3 place_shop sell_gold")
    table.cards(green="", red="camels3")
    left = table.state.deck[:-1]
    table.player("blue").hand.extend(left)
    table.set(deck=table.state.deck[-1:])
    table.turn("green", camel=(1, 1))
    table.green.does("draw")
    assert (len(table.state.deck), len(table.state.discard)) == (0, 4)
    assert "4 discards make a new deck" not in table.journal


def test_the_order_of_the_discards_does_not_matter() -> None:
    """Y-CA-08: the same cards shuffled by the same deal give the same deck."""
    decks = []
    for pile in ("exchange gold3 camels3 sell_gold", "sell_gold camels3 exchange gold3"):
        table = GameTable()
        table.discarded(pile)
        table.deck_into_the_hand_of("red")
        table.turn("green", camel=(1, 1))
        table.green.does("draw")
        decks.append(table.state.deck + table.green.hand)
    assert decks[0] == decks[1]


def test_nothing_to_draw_example_24() -> None:
    """Example 24, Y-CA-08, R7: with deck and discard pile empty, drawing is no option."""
    table = GameTable()
    table.deck_into_the_hand_of("red")
    table.turn("green", camel=(1, 1))
    assert table.green.options == ["main", "super"]


# What the cards do


def test_exchange() -> None:
    """Y-CA-09, R26: any number of gold for camels, or of camels for gold, one for one, in one direction."""
    table = playing("exchange", gold=2, camels=3)
    table.green.does("play:exchange")
    assert table.green.options == ["g2c:1", "g2c:2", "c2g:1", "c2g:2", "c2g:3"]
    table.green.does("g2c:2")
    assert (table.green.gold, table.green.camels) == (0, 5)


def test_exchange_the_other_way() -> None:
    """Y-CA-09."""
    table = playing("exchange", gold=2, camels=3)
    table.green.does("play:exchange", "c2g:3")
    assert (table.green.gold, table.green.camels) == (5, 0)


def test_cards_that_can_do_nothing_are_no_option() -> None:
    """Y-CA-09, Y-CA-16, Y-CA-17, R25: nothing to exchange, no camel and no gold to sell."""
    table = playing("exchange sell_camels sell_gold", gold=0, camels=0)
    assert table.green.options == ["end"]


def test_three_camels() -> None:
    """Y-CA-10."""
    table = playing("camels3", camels=1)
    table.green.does("play:camels3")
    assert table.green.camels == 4


def test_three_gold() -> None:
    """Y-CA-11."""
    table = playing("gold3", gold=1)
    table.green.does("play:gold3")
    assert table.green.gold == 4


def test_a_good_in_any_shop() -> None:
    """Y-CA-12: from the stock into a shop of any neighbourhood."""
    table = playing("place_shop")
    table.green.does("play:place_shop")
    assert table.green.must(CardChoice)
    offered = {option.removeprefix("put:").partition(".")[0] for option in table.green.options}
    assert offered == {"bag", "barrel", "chest", "vase"}
    table.green.does("put:vase.orange.2")
    assert table.in_shop("vase.orange.2") == "green"
    assert table.green.stock == 24


def test_no_card_for_a_good_without_a_good() -> None:
    """Y-CA-12, Y-CA-14, R1: with an empty stock neither card can be played."""
    table = playing("place_shop place_caravan", stock=0)
    assert table.green.options == ["end"]


def test_the_souk_rules_hold_for_that_good() -> None:
    """Y-CA-13: not in Red's souk; in chest only in the souk begun; elsewhere wherever it is free."""
    table = playing("place_shop")
    table.goods(red="vase.blue.1 vase.orange.1", green="chest.pink.1")
    table.green.does("play:place_shop")
    offered = [option.removeprefix("put:") for option in table.green.options]
    assert [shop for shop in offered if shop.startswith("chest")] == ["chest.pink.2", "chest.pink.3"]
    assert [shop for shop in offered if shop.startswith("vase")] == ["vase.yellow.1", "vase.yellow.2"]


def test_a_good_into_the_caravan() -> None:
    """Y-CA-14: on the next camel, with its points."""
    table = playing("place_caravan")
    table.caravan("red red red red")
    table.green.does("play:place_caravan")
    assert table.in_caravan == "red red red red green"
    assert table.green.score == 1
    assert table.green.stock == 24


def test_a_card_may_fill_the_caravan() -> None:
    """Y-CA-14: then it is scored for everybody and emptied."""
    table = playing("place_caravan")
    table.caravan(" ".join(["red"] * 11))
    table.green.does("play:place_caravan")
    assert table.scores == [0, 3, 33, 0]
    assert table.in_caravan == ""
    assert table.green.stock == 25


def test_no_card_from_the_caravanserai_for_it_example_21() -> None:
    """Example 21, Y-CA-15, R19: two points, and no card drawn."""
    table = playing("place_caravan")
    table.owns(green="caravanserai")
    table.green.does("play:place_caravan")
    assert (table.green.score, table.green.hand) == (2, [])


@pytest.mark.parametrize(("amount", "camels", "points"), [(3, 3, 6), (4, 2, 8)])
def test_selling_camels_example_26(amount: int, camels: int, points: int) -> None:
    """Example 26, Y-CA-16: two points each, at most four."""
    table = playing("sell_camels", camels=6)
    table.green.does("play:sell_camels")
    assert table.green.options == ["sell:1", "sell:2", "sell:3", "sell:4"]
    table.green.does(f"sell:{amount}")
    assert (table.green.camels, table.green.score) == (camels, points)


def test_selling_gold_example_26() -> None:
    """Example 26, Y-CA-17: one point each, at most ten."""
    table = playing("sell_gold", gold=12)
    table.green.does("play:sell_gold")
    assert table.green.options == [f"sell:{amount}" for amount in range(1, 11)]
    table.green.does("sell:10")
    assert (table.green.gold, table.green.score) == (2, 10)


def test_only_what_is_there_is_sold() -> None:
    """Y-CA-16, Y-CA-17: two camels, or three gold."""
    table = playing("sell_camels", camels=2)
    table.green.does("play:sell_camels")
    assert table.green.options == ["sell:1", "sell:2"]
    table = playing("sell_gold", gold=3)
    table.green.does("play:sell_gold")
    assert table.green.options == ["sell:1", "sell:2", "sell:3"]
