"""The worked examples of the rules (RULES.md, section 14), 15 to 26: what the rulebook leaves open."""

from serai.referee.core.agenda import over
from serai.referee.games.council_of_four.board import CITIES
from serai.referee.games.council_of_four.effects import Cards, Nobility
from serai.referee.games.council_of_four.scoring import nobility_points, permit_points
from serai.referee.games.council_of_four.two_players import place_neutral_emporia
from tests.games.council_of_four.table import FOUR, THREE, TWO, GameTable

COAST_HAND = "white 1 black 1 orange 1 purple 1"
PAY_COAST = "pay:white=1,black=1,orange=1,purple=1"


def acquiring_cde(**things: int) -> GameTable:
    table = GameTable()
    table.acts("green", hand=COAST_HAND, coins=0, **things)
    return table


def test_example_15_free_permit() -> None:
    """W15, C-NO-07, R8: the place of CDE is still empty; J gives a main action and 2 points; then both are refilled."""
    table = acquiring_cde(nobility=9)
    tops = [table.pile(region).split()[0] for region in ("coast", "hills")]
    table.green.does("main_permit", "region:coast", "tile:CDE", PAY_COAST)
    assert table.green.nobility == 10
    assert sum(table.green.hand) == 1
    assert table.green.options == ["tile:B", "tile:J", "tile:G", "tile:KNO", "tile:KL"]
    assert (table.face_up("coast"), table.up("green")) == ("B -", "CDE")
    table.green.does("tile:J")
    assert (table.green.vp, table.state.main_left) == (2, 1)
    assert table.up("green") == "CDE J"
    assert (table.face_up("coast"), table.face_up("hills")) == (f"B {tops[0]}", f"{tops[1]} G")


def test_example_16_reuse_a_permit() -> None:
    """W16, C-NO-08, C-NO-09, R9: not the tile just acquired; D gives 7 points and stays face down."""
    table = acquiring_cde(nobility=13)
    table.owns("green", up="AE", down="D")
    table.green.does("main_permit", "region:coast", "tile:CDE", PAY_COAST)
    assert table.green.nobility == 14
    assert table.green.options == ["tile:AE", "tile:D"]
    table.green.does("tile:D")
    assert table.green.vp == 7
    assert (table.up("green"), table.down("green")) == ("AE CDE", "D")


def test_example_16_nobility_symbols_of_a_reused_permit() -> None:
    """W16, C-NO-10: AE leads over 15 to 16, where two tokens are gained."""
    table = acquiring_cde(nobility=13)
    table.owns("green", up="AE", down="D")
    table.built(green="C I")
    table.green.does("main_permit", "region:coast", "tile:CDE", PAY_COAST, "tile:AE")
    assert (table.green.nobility, table.green.vp, table.green.coins) == (16, 3, 3)


def test_example_17_swap_with_a_short_pile() -> None:
    """W17, C-QA-05, C-QA-06, R16: the former first tile comes up again in the second place."""
    table = GameTable()
    table.tiles("hills", "J G", pile="F")
    table.acts("green", assistants=2)
    table.green.does("quick_swap", "region:hills")
    assert (table.face_up("hills"), table.pile("hills")) == ("F J", "G")
    assert table.green.assistants == 1


def test_example_18_the_deck_runs_out() -> None:
    """W18, C-TU-04, R14: white is drawn, and at once the three discards are the new deck."""
    table = GameTable()
    table.deck("white", discard="black 2 wild 1")
    table.gains("green", Cards(1))
    assert table.cards("green") == "white 1"
    assert sorted(table.state.deck) == [1, 1, 6]
    assert table.discards == ""


def test_example_18_both_empty() -> None:
    """W18, C-TU-05, R14: a draw changes nothing."""
    table = GameTable()
    table.deck("")
    table.gains("green", Cards(2))
    assert table.cards("green") == ""
    assert table.state.deck == []


def test_example_19_two_tokens() -> None:
    """W19, C-NO-10, C-NO-11: of C, I, J, M only Castrum and Indur count; there is nothing to choose."""
    table = GameTable()
    table.built(green="C I J M")
    table.green.set(nobility=15, coins=0)
    table.gains("green", Nobility(1))
    assert (table.green.vp, table.green.coins) == (3, 3)
    assert [line for line in table.journal if "token" in line] == [
        "seat 0 chooses the token of C",
        "seat 0 chooses the token of I",
    ]


def test_example_20_which_city_of_a_permit() -> None:
    """W20, C-BP-03, C-BR-01: not B, where an own emporium is, nor C, where two would cost two assistants."""
    table = GameTable()
    table.built(green="B", red="C", yellow="C")
    table.owns("green", up="BCD")
    table.acts("green", assistants=1)
    table.green.does("main_build")
    assert table.cities("green") == "B D"


def test_example_21_neutral_emporium() -> None:
    """W21, C-TW-05, R23: without an assistant no building in Castrum; with one it is the price."""
    for assistants, possible in ((0, False), (1, True)):
        table = GameTable(TWO)
        table.neutral("C")
        table.owns("green", up="C")
        table.acts("green", hand="pink 1", coins=3, assistants=assistants)
        assert ("main_build" in table.green.options) == possible
    table.green.does("main_build")
    assert table.green.assistants == 0


def test_example_21_the_tiles_of_the_setup() -> None:
    """W21, C-TW-02: B, FGH and KL bring neutral emporia to B F G H K L."""
    table = GameTable(TWO)
    for region, pile in (("coast", "A B"), ("hills", "F FGH"), ("mountains", "K KL")):
        table.tiles(region, table.face_up(region), pile=pile)
        table.luck.foretell(f"{region} neutral tile", 0)
    place_neutral_emporia(table.state)
    names = [CITIES[city].name for city in sorted(table.state.neutral)]
    assert names == ["Burgen", "Framek", "Graden", "Hellar", "Kultos", "Lyram"]


def test_example_22_last_emporium() -> None:
    """W22, C-EN-01, C-EN-02: the chain's rewards, 3 points more, a quick action, one last turn for the others."""
    table = GameTable(FOUR)
    table.built(yellow="A B C D F G H I K")
    table.owns("yellow", up="N")
    table.acts("yellow", vp=10, coins=5, assistants=1)
    table.yellow.does("main_build")
    assert (table.yellow.coins, table.yellow.assistants, sum(table.yellow.hand)) == (11, 4, 2)
    assert table.yellow.vp == 20
    assert table.yellow.options == ["quick_hire", "quick_swap", "quick_elect", "quick_extra", "end_turn"]
    table.yellow.does("quick_hire")
    turns = [line.split()[-1] for line in played_out(table) if "turn of seat" in line]
    assert turns[-3:] == ["3", "0", "1"]


def played_out(table: GameTable) -> list[str]:
    table.play_on()
    assert over(table.state)
    return table.journal


def test_example_23_extra_main_action() -> None:
    """W23, C-QA-09, R12: two main actions; after the first the turn may be ended."""
    table = GameTable()
    table.acts("green", hand="pink 1", assistants=3)
    table.green.does("quick_extra")
    assert (table.green.assistants, table.state.main_left) == (0, 2)
    assert "end_turn" not in table.green.options
    table.green.does("main_elect", "council:coast", "colour:pink")
    assert "main_elect" in table.green.options
    table.green.does("end_turn")
    assert table.acting == "red"


def test_example_24_final_score() -> None:
    """W24, C-EN-04, C-EN-08, C-EN-10: a tie for first in nobility, a tie for most permits."""
    table = GameTable(THREE)
    for name, vp, nobility, tiles in (("green", 40, 7, "A B"), ("red", 38, 7, "F G H"), ("yellow", 41, 3, "K L M")):
        table.seat(name).set(vp=vp, nobility=nobility)
        table.owns(name, up=tiles)
    table.green.set(bonus_tiles=(1,))
    assert nobility_points([7, 7, 3]) == [5, 5, 0]
    assert permit_points([2, 3, 3], tied_leaders_score=True) == [0, 3, 3]
    assert table.game.score(table.state).points == (50, 46, 44)


def test_example_25_tie_break() -> None:
    """W25, C-EN-12, R22: 2 assistants and 5 cards beat 4 and 2; 7 against 7 is a shared victory."""
    table = GameTable(TWO)
    table.green.set(vp=60, assistants=2)
    table.red.set(vp=60, assistants=4)
    table.hand("green", "pink 5")
    table.hand("red", "blue 2")
    assert table.game.score(table.state).points == (68, 68)
    assert table.game.score(table.state).ranks == (1, 2)
    table.hand("red", "blue 3")
    assert table.game.score(table.state).ranks == (1, 1)


def test_example_26_nobody_ever_builds() -> None:
    """W26, R30: a hundred rounds of elections; the cards run out, and who began last wins by assistants."""
    table = GameTable(FOUR)
    table.state = table.game.begin(4, bytes(32), {})
    table.play_on()
    hands = [sum(player.hand) for player in table.state.players]
    assert (hands, table.state.deck) == ([23, 23, 22, 22], [])
    assert {player.coins for player in table.state.players} == {20}
    assert (table.state.round, table.state.trigger) == (100, None)
    assert table.game.score(table.state).points == (8, 8, 8, 8)
    assert table.game.score(table.state).ranks == (4, 2, 2, 1)
