"""What is told (RULES.md 10): everything that happens, once, in its order; the third seat acts."""

from serai.referee.games.council_of_four.effects import FreePermit, ReusePermit, Tokens
from tests.games.council_of_four.table import THREE, GameTable, counted


def acting(hand: str = "pink 1", **things: int) -> GameTable:
    table = GameTable()
    table.deck("wild black")
    table.acts("yellow", "", **things)
    table.yellow.set(hand=counted(hand))
    return table


def test_elections_are_told() -> None:
    """C-EL-03, C-EL-05, C-QA-07, C-QA-08, C-TU-01, C-TU-03: sent or elected, who falls, coins; then the next turn."""
    table = acting(assistants=1)
    table.yellow.does("quick_elect", "council:coast", "colour:pink", "main_elect", "council:king", "colour:orange")
    assert table.told == [
        "seat 2 sends an assistant",
        "seat 2 elects pink to coast and purple falls",
        "seat 2 elects orange to king and white falls",
        "seat 2 gains 4 coins",
        "round 1 turn of seat 3",
        "seat 3 draws wild",
    ]


def test_what_does_not_fit_on_the_wealth_track_is_told() -> None:
    """C-QA-09, C-QA-10, R1: two elections for a main action more, and only the coins that count."""
    table = acting(coins=18, assistants=3)
    table.yellow.does("quick_extra", "main_elect", "council:king", "colour:orange")
    assert (table.state.main_left, table.state.mains_done, table.state.quick_left) == (1, 1, 0)
    table.yellow.does("main_elect", "council:coast", "colour:pink")
    assert table.told == [
        "seat 2 gives assistants for a main action",
        "seat 2 elects orange to king and white falls",
        "seat 2 gains 2 coins",
        "seat 2 elects pink to coast and purple falls",
        "seat 2 gains 0 coins",
        "round 1 turn of seat 3",
        "seat 3 draws wild",
    ]
    assert (table.yellow.coins, table.yellow.assistants) == (20, 0)


def test_turns_are_counted() -> None:
    """C-TU-01, C-TU-02: one after the other, and the round when all had theirs."""
    table = GameTable()
    seen = []
    for name in ("green", "red", "yellow", "blue", "green"):
        seen.append((table.state.turn, table.state.round, table.acting))
        table.seat(name).does("main_elect", "council:coast")
        table.seat(name).does(table.seat(name).options[0], "end_turn")
    assert seen == [(1, 1, "green"), (2, 1, "red"), (3, 1, "yellow"), (4, 1, "blue"), (5, 2, "green")]


def test_hiring_and_swapping_are_told() -> None:
    """C-QA-02, C-QA-04, C-QA-06: an assistant from the supply; two new tiles, place by place."""
    table = acting(coins=3, assistants=0)
    table.yellow.does("quick_hire")
    assert table.told == ["seat 2 hires an assistant", "seat 2 gains 1 assistants"]
    table = acting(coins=0, assistants=1)
    table.tiles("coast", "B CDE", pile="A C D")
    table.yellow.does("quick_swap", "region:coast")
    assert table.told == ["seat 2 swaps the permits of coast", "A is turned up on 0", "C is turned up on 1"]
    assert table.yellow.options == ["main_elect"]


def test_a_permit_is_told() -> None:
    """C-PE-02, C-PE-10, C-PE-11, C-PE-12, C-NO-03: cards, the tile, its bonuses and their step, the refill."""
    table = acting(coins=4, nobility=1)
    table.deck("pink blue")
    table.tiles("hills", "IJ G", pile="F H")
    table.yellow.set(hand=counted("orange 2 blue 1"))
    table.yellow.does("main_permit", "region:hills", "tile:IJ", "pay:orange=2,blue=1")
    assert table.told == [
        "seat 2 satisfies hills with orange=2,blue=1 for 4 coins",
        "seat 2 acquires IJ",
        "seat 2 draws pink",
        "seat 2 draws blue",
        "3 discards make a new deck",
        "seat 2 advances to nobility 2",
        "seat 2 gains 2 points",
        "seat 2 gains 2 coins",
        "F is turned up on 2",
    ]
    assert (table.up("yellow"), table.face_up("hills"), table.pile("hills")) == ("IJ", "F G", "H")
    assert (table.cards("yellow"), table.yellow.coins, table.yellow.vp) == ("pink 1 blue 1", 2, 2)


def test_a_building_is_told() -> None:
    """C-BP-01, C-BT-02, C-BT-03, R5: the tile used, the toll, tiles, then rewards, the new city first."""
    table = acting(coins=0, assistants=1)
    table.owns("yellow", up="C")
    table.built(yellow="A B D E", red="C")
    table.yellow.does("main_build")
    assert table.told == [
        "seat 2 uses C",
        "seat 2 builds in C for 1 assistants",
        "seat 2 takes the bonus tile coast",
        "seat 2 takes the king's tile 25",
        "seat 2 gains 3 points",
        "seat 2 gains 1 points",
        "seat 2 draws wild",
        "seat 2 gains 1 points",
        "seat 2 gains 2 assistants",
        "seat 2 gains 1 assistants",
        "seat 2 draws black",
    ]
    assert (table.yellow.assistants, table.yellow.vp, table.down("yellow")) == (3, 5, "C")


def test_the_king_is_told() -> None:
    """C-BK-01, C-BK-03: the cards, the way, the building, its reward."""
    table = acting(hand="pink 2 blue 1 white 1", coins=6)
    table.yellow.does("main_king", "city:C", "pay:white=1,pink=2,blue=1")
    assert table.told == [
        "seat 2 satisfies king with white=1,pink=2,blue=1 for 0 coins",
        "seat 2 moves the king to C for 6 coins",
        "seat 2 builds in C for 0 assistants",
        "seat 2 gains 3 points",
    ]
    assert (table.king, table.yellow.coins) == ("C", 0)


def test_the_end_is_told() -> None:
    """C-EN-01, C-EN-02, C-EN-03: the trigger, one last turn each for the others, then where the points come from."""
    table = GameTable(THREE)
    table.owns("red", up="A")
    table.built(red="B C D F G H I K L")
    table.acts("red", hand="pink 1", coins=0, assistants=0)
    table.red.does("main_build")
    told = table.told
    assert told[4:6] == ["seat 1 gains 3 points", "seat 1 triggers the end"]
    assert table.state.last_turns == (2, 0)
    table.red.does("end_turn")
    table.yellow.does("main_elect", "council:king", "colour:orange", "end_turn")
    table.green.does("main_elect", "council:king", "colour:black", "end_turn")
    assert table.over
    turns = [line for line in table.told if "turn of" in line]
    assert turns == ["round 1 turn of seat 2", "round 1 turn of seat 0"]
    assert table.told[-3:] == [
        "seat 0 scores 0 and 0 0 5 0",
        "seat 1 scores 10 and 12 25 5 3",
        "seat 2 scores 0 and 0 0 5 0",
    ]


def test_the_symbols_of_the_track_are_told() -> None:
    """C-NO-05, C-NO-07, C-NO-08, C-NO-09: a tile again, a token of an own city (not of A, which is red's), a tile
    for nothing."""
    table = acting(coins=0, assistants=0)
    table.owns("yellow", up="C", down="IJ")
    table.built(yellow="C D", red="A")
    table.set(owned=table.yellow.permits)
    table.gains("yellow", ReusePermit(1))
    assert table.yellow.options == ["tile:C", "tile:IJ"]
    table.yellow.does("tile:C")
    table.gains("yellow", Tokens(1))
    assert table.yellow.options == ["city:C", "city:D"]
    table.yellow.does("city:D")
    table.gains("yellow", FreePermit(1))
    table.yellow.does("tile:G")
    assert table.told == [
        "seat 2 reuses C",
        "seat 2 gains 2 assistants",
        "seat 2 gains 3 coins",
        "seat 2 chooses the token of D",
        "seat 2 gains 2 assistants",
        "seat 2 acquires G",
        "seat 2 gains 2 assistants",
        "seat 2 gains 2 points",
        "seat 2 advances to nobility 1",
    ]
    assert (table.up("yellow"), table.down("yellow")) == ("C G", "IJ")
