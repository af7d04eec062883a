"""Main action: build with a permit tile; and the rules for every building."""

import pytest

from serai.referee.core.errors import IllegalAction
from serai.referee.games.council_of_four.building import BuildCity, BuildTile
from tests.games.council_of_four.table import GameTable


def building(up: str, mine: str = "", answers: str = "", **things: int) -> GameTable:
    """Green, with these tiles and emporia, is about to build; Red stands in D, Yellow in D and E."""
    table = GameTable()
    table.built(green=mine, red="D", yellow="D E")
    table.owns("green", up=up)
    table.acts("green", hand="pink 1", **{"coins": 0, "assistants": 0, "vp": 0} | things)
    table.green.does("main_build", *answers.split())
    return table


def test_with_a_face_up_tile() -> None:
    """C-BP-01: one of those before the player, in the order acquired; those face down are of no use."""
    table = GameTable()
    table.owns("green", up="BC A", down="ABE")
    table.acts("green", hand="pink 1")
    table.green.does("main_build")
    assert table.green.must(BuildTile)
    assert table.green.options == ["tile:BC", "tile:A"]


def test_in_a_city_of_the_tile() -> None:
    """C-BP-02: A is Arkon's."""
    assert building("A").cities("green") == "A"


def test_one_of_several_cities() -> None:
    """C-BP-03: by letter, whatever the order on the tile."""
    table = building("HG")
    assert table.green.must(BuildCity)
    assert table.green.options == ["city:G", "city:H"]
    with pytest.raises(IllegalAction):
        table.green.does("city:F")
    table.green.does("city:H")
    assert table.cities("green") == "H"


def test_the_tile_is_turned_down() -> None:
    """C-BP-04: and never allows a building again."""
    table = building("BC", answers="city:B")
    assert (table.up("green"), table.down("green")) == ("", "BC")
    table.acts("green", hand="pink 1")
    assert "main_build" not in table.green.options


def test_its_bonus_is_not_gained_again() -> None:
    """C-BP-05: N would give 7 coins; building in N gives the token's 2."""
    assert building("N").green.coins == 2


def test_one_emporium_in_a_city() -> None:
    """C-BR-01: the tile for A is of no use to who is there."""
    table = GameTable()
    table.built(green="A")
    table.owns("green", up="A")
    table.acts("green", hand="pink 1", coins=20)
    assert "main_build" not in table.green.options


def test_several_players_in_a_city() -> None:
    """C-BR-02, C-BR-03: Green joins Red and Yellow for two assistants; they go back to the supply."""
    table = building("D", assistants=2)
    assert table.cities("green") == "D"
    assert f"seat 0 builds in D for {2} assistants" in table.journal
    assert table.green.assistants == 2  # the token of D
    assert table.state.assistant_pool == 38


def test_an_empty_city_costs_nothing() -> None:
    """C-BR-04."""
    assert "seat 0 builds in A for 0 assistants" in building("A").journal


def test_without_assistants_no_building() -> None:
    """C-BR-05, R24: D would bring two assistants, but they are needed before."""
    table = GameTable()
    table.built(red="D", yellow="D")
    table.owns("green", up="D")
    table.acts("green", hand="pink 1", assistants=1)
    assert "main_build" not in table.green.options


def test_the_token_of_the_city() -> None:
    """C-BR-06: I gives 3 coins."""
    assert building("I").green.coins == 3


def test_the_token_of_a_neighbour() -> None:
    """C-BR-07: F is joined to C: 2 points and 3."""
    assert building("F", mine="C").green.vp == 5


def test_tokens_of_a_whole_chain() -> None:
    """C-BR-08: A, C, F, I are one chain: 1, 3, 2 points and 3 coins."""
    table = building("F", mine="A C I")
    assert (table.green.vp, table.green.coins) == (6, 3)


def test_the_new_city_first_then_by_letter() -> None:
    """C-BR-08, R5: the order in which the chain's tokens are gained."""
    table = building("F", mine="A C I")
    gains = [line for line in table.journal if "gains" in line]
    assert gains == [f"seat 0 gains {what}" for what in ("2 points", "1 points", "3 points", "3 coins")]


def test_what_is_not_linked_gives_nothing() -> None:
    """C-BR-09: N is far away; Red and Yellow in D do not link B and G."""
    table = building("G", mine="B N")
    assert (table.green.vp, table.green.coins, table.green.assistants) == (0, 1, 1)


def test_the_purple_city_links() -> None:
    """C-BR-10: no token in J, but G and H are joined by it."""
    table = building("J", mine="G H")
    assert (table.green.coins, table.green.assistants) == (2, 1)
    table = building("J")
    assert (table.green.coins, table.green.vp, table.green.assistants) == (0, 0, 0)


def test_only_the_builder_gains() -> None:
    """C-BR-11: Red and Yellow have as much as before."""
    table = building("D", mine="B", assistants=2)
    for seat, player in enumerate((table.red, table.yellow, table.blue), 1):
        assert (player.coins, player.assistants, player.vp) == (10 + seat, 1 + seat, 0)
        assert sum(player.hand) == 0
