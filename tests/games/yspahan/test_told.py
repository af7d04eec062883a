"""What is told (RULES.md 7, 9, 10): everything that happens, once, in its order; seat 0 does not begin."""

from serai.referee.games.yspahan.board import KIND_NAMES
from tests.games.yspahan.table import THREE, GameTable


def test_a_roll_is_told() -> None:
    """Y-SU-02, Y-SU-09, Y-AC-01, Y-CA-01: the day, the dice, the group, the card thrown, the yellow dice leaving."""
    table = GameTable()
    table.cards(red="exchange")
    table.red.set(gold=2)
    table.day(2, 3, "red")
    table.dice("112233555", "16")
    table.red.does("roll:2", "take:camel", "main+exchange")
    assert table.told == [
        "day 2.3 order 2,3,0,1",
        "seat 2 rolls 1,1,2,2,3,3,5,5,5 yellow 1,6",
        "seat 2 takes 3 dice of value 1 from camel",
        "seat 2 throws exchange for one more die",
        "seat 2 takes 4 camels",
        "yellow dice leave the tower",
    ]
    assert table.red.options == ["build:paddock", "end"]


def test_a_move_is_told() -> None:
    """Y-SV-01, Y-BD-06, Y-BD-07, Y-BD-09, Y-CV-01, R4, R17: four squares less, three free; goods of two owners."""
    table = GameTable()
    table.state.agenda.clear()
    table.goods(blue="barrel.white.1", yellow="vase.blue.1")
    table.owns(yellow="caravanserai hammam")
    table.yellow.set(gold=2)
    table.blue.set(camels=1)
    table.cards(yellow="sell_gold")
    table.on_top("gold3")
    table.turn("yellow", chest=(5, 2))
    table.yellow.does("take:chest", "super", "go:e1", "first:vase.blue.1", "end")
    assert table.blue.options == ["send", "pay"]
    table.blue.does("pay")
    assert table.told == [
        "seat 3 takes 2 dice of value 5 from chest",
        "seat 3 moves the supervisor to e1 for 1 gold",
        "the good of seat 3 leaves vase.blue.1",
        "a good of seat 3 joins the caravan on 0 for 2 points",
        "seat 3 draws gold3",
        "seat 0 gives a camel, the good in barrel.white.1 stays",
        "a good of seat 0 joins the caravan on 1 for 2 points",
    ]
    assert (table.yellow.gold, table.blue.camels, table.in_shop("barrel.white.1")) == (1, 0, "blue")
    assert table.yellow.options == ["play:gold3", "play:sell_gold", "end"]


def test_cards_are_told() -> None:
    """Y-CA-22, Y-DR-01, Y-BU-01: each kind of card, and the two construction cards on one building."""
    table = GameTable()
    table.state.agenda.clear()
    table.cards(yellow=" ".join(KIND_NAMES))
    table.on_top("gold3")
    table.owns(yellow="paddock store hammam")
    table.yellow.set(camels=1, gold=0)
    table.turn("yellow")
    table.yellow.does("nodice", "play:camels3", "play:gold3", "play:exchange", "c2g:1", "play:sell_camels", "sell:2")
    table.yellow.does("play:sell_gold", "sell:1", "play:place_shop", "put:vase.orange.2", "play:place_caravan")
    table.yellow.does("play:build_no_gold", "both:hoist", "end")
    assert table.over
    assert table.told == [
        "seat 3 draws gold3",
        "seat 3 plays camels3",
        "seat 3 takes 3 camels",
        "seat 3 plays gold3",
        "seat 3 takes 3 gold",
        "seat 3 plays exchange",
        "seat 3 exchanges: camels -1, gold 1",
        "seat 3 plays sell_camels",
        "seat 3 sells 2 camels for 4 points",
        "seat 3 plays sell_gold",
        "seat 3 sells 1 gold for 1 points",
        "seat 3 plays place_shop",
        "seat 3 supplies vase.orange.2",
        "seat 3 plays place_caravan",
        "a good of seat 3 joins the caravan on 0 for 2 points",
        "seat 3 plays build_no_gold",
        "seat 3 plays build_no_camels",
        "seat 3 constructs hoist for 5 points",
    ]
    assert (table.yellow.camels, table.yellow.gold, table.yellow.score) == (1, 3, 12)
    assert sorted(table.discards) == sorted(line.split()[-1] for line in table.told if " plays " in line)


def test_the_end_of_a_week_is_told() -> None:
    """Y-CV-01, Y-PN-01, Y-EW-01, Y-BD-11, Y-ED-01, Y-AC-01: a full caravan, souks, the caravan again, the next week."""
    table = GameTable(THREE)
    first, second, third = table.names
    table.owns(**{third: "bazaar"})
    table.goods(**{third: "chest.blue.1 chest.blue.2", first: "bag.white.1"})
    table.caravan(f"{third} {first} " * 4)
    table.cards(**{second: "place_caravan", third: "", first: ""})
    table.on_top("exchange build_no_camels")
    table.day(1, 7, second)
    table.dice("111111111")
    table.player(second).does("play:place_caravan", "roll:0", "main", "end")
    assert table.told == [
        "day 1.7 order 1,2,0",
        "seat 1 plays place_caravan",
        "a good of seat 1 joins the caravan on 8 for 0 points",
        "the caravan scores 12,3,12",
        "the caravan is emptied",
        "seat 1 rolls 1,1,1,1,1,1,1,1,1 yellow -",
        "seat 1 takes 9 dice of value 1 from camel",
        "seat 1 takes 9 camels",
        "seat 2 draws exchange",
    ]
    table.play_on(2, 1)
    assert table.told[9:] == [
        "seat 0 draws build_no_camels",
        "chest.blue scores 6 for seat 2",
        "the caravan scores 0,0,0",
        "week 1 ends",
        "day 2.1 order 2,0,1",
    ]
    assert (table.scores, table.where) == ([12, 3, 18], "hub")
    assert [player.stock for player in table.players] == [25, 25, 25]


def test_a_new_deck_is_told() -> None:
    """Y-DR-01, R6: the discards are shuffled when a card is to be drawn and none is left, and not before."""
    table = GameTable()
    table.state.agenda.clear()
    table.set(deck=[3], discard=[8, 0, 5])
    table.luck.foretell("reshuffle", 2, 1)
    table.cards(yellow="")
    table.turn("yellow")
    assert table.told == ["seat 3 draws place_shop"]
    assert (table.state.deck, table.state.discard) == ([], [8, 0, 5])
    table.yellow.does("end")
    table.turn("green")
    assert table.told[1:] == ["3 discards make a new deck", "seat 1 draws build_no_gold"]
    assert (table.state.deck, table.state.discard) == ([0, 5], [])
