"""The placement stage (RULES.md 7.1, 7.2)."""

from serai.referee.games.tadmor.board import PIECES, PLACE_NAMES, SPACES
from serai.referee.games.tadmor.placement import Placing
from tests.games.tadmor.table import GameTable, only


def places(options: list[str], piece: str) -> list[str]:
    """Where a piece may be placed."""
    return [text.partition(":")[2] for text in only(options, "place") if text.startswith(f"{piece}:")]


def test_the_holder_of_the_pawn_begins() -> None:
    """T-PL-02: then clockwise, round and round."""
    table = GameTable(3)
    table.set(first=1)
    table.turn(2)
    for name, place in (("blue", "pal_imp1"), ("green", "pal_imp2"), ("red", "pal_imp3"), ("blue", "pal_imp4")):
        assert table.seat(name).must(Placing)
        table.seat(name).does(f"place:camel:{place}")
    assert table.green.asked


def test_a_piece_must_be_placed() -> None:
    """T-PL-03: there is no passing."""
    table = GameTable(2)
    table.placing()
    assert {option.partition(":")[0] for option in table.red.options} == {"place"}


def test_only_free_spaces() -> None:
    """T-PL-04, T-PL-08: one piece per space."""
    table = GameTable(2)
    table.placing()
    table.red.does("place:camel:pal_market")
    assert "place:camel:pal_market" not in table.blue.options


def test_camels_and_ships_have_their_spaces() -> None:
    """T-PL-05, T-PL-06, T-PL-07: round ones for camels, rectangular ones for ships, War Supplies for both."""
    table = GameTable(4)
    table.placing()
    for piece in PIECES:
        for place in places(table.red.options, piece):
            assert SPACES[PLACE_NAMES.index(place)].piece in (piece, "either")
    assert "des_war" in places(table.red.options, "camel")
    assert "des_war" in places(table.red.options, "ship")


def test_equal_spaces_are_offered_once() -> None:
    """T-PL-04, D6: of two spaces for wood the first free one."""
    table = GameTable(4)
    table.placing()
    assert "place:ship:nor_wood_s2" not in table.red.options
    table.red.does("place:ship:nor_wood_s1")
    assert "place:ship:nor_wood_s2" in table.blue.options


def place_first(table: GameTable, times: int) -> list[str]:
    """Everybody places on the first space of his list; who placed."""
    placed = []
    for _ in range(times):
        name = next(name for name in table.names if table.seat(name).asked)
        placed.append(name)
        table.seat(name).does(table.seat(name).options[0])
    return placed


def test_everybody_places_everything() -> None:
    """T-PL-09, T-PL-12: five pieces each, then the next stage begins."""
    table = GameTable(3)
    table.placing()
    assert place_first(table, 15) == ["red", "blue", "green"] * 5
    assert table.over
    assert [player.reserve for player in table.state.players] == [[0, 0]] * 3


def test_who_has_no_pieces_is_passed_over() -> None:
    """T-PL-10, A32: the others go on."""
    table = GameTable(3)
    table.blue.set(reserve=[1, 0], owned=[1, 0])
    table.placing()
    assert place_first(table, 7) == ["red", "blue", "green", "red", "green", "red", "green"]


def test_who_finds_no_space_is_passed_over() -> None:
    """T-PL-10, A32: ships without a free space stay in reserve."""
    table = GameTable(2)
    ships = [n for n, space in enumerate(SPACES) if space.piece != "camel"]
    for place in ships:
        table.state.occupied[place] = 1 + 2 * 1 + 1
    table.red.set(reserve=[0, 2])
    table.blue.set(reserve=[1, 0])
    table.placing()
    assert table.blue.asked
    table.blue.does("place:camel:pal_imp1")
    assert table.over
    assert table.red.reserve == [0, 2]


def placed_out(**missions: str) -> GameTable:
    """Blue is first and has one camel left, green two; red has none but a mission for one."""
    table = GameTable(3)
    table.set(order=(1, 2, 0))
    table.done(**missions)
    table.red.set(reserve=[0, 0])
    table.blue.set(reserve=[1, 0])
    table.green.set(reserve=[2, 0])
    table.placing()
    table.blue.does("place:camel:pal_imp1")
    table.green.does("place:camel:pal_imp2")
    return table


def test_an_extra_piece_after_the_last_own_one() -> None:
    """T-KA-11, A10: at any moment, so also when no piece is left; the new one is placed at once."""
    table = placed_out(red="K11")
    assert table.red.options == ["return:K11", "stop"]
    assert table.red.default == "stop"
    table.red.does("return:K11")
    assert "stop" not in table.red.options
    table.red.does("place:camel:pal_market")
    table.green.does("place:camel:pal_imp3")
    assert table.over


def test_who_waits_is_asked_again_after_the_next_piece() -> None:
    """T-KA-06, A10: and not when nobody places any more."""
    table = placed_out(red="K6")
    table.red.does("stop")
    assert not table.blue.asked
    table.green.does("place:camel:pal_imp3")
    assert table.red.options == ["return:K6", "stop"]
    table.red.does("stop")
    assert table.over
    assert table.red.reserve == [0, 0]


def test_no_question_where_the_piece_could_not_be_placed() -> None:
    """T-KA-06, A10: every space for ships is taken, so the ship is not missed before the construction."""
    table = GameTable(2)
    table.done(red="K5")
    for place in (n for n, space in enumerate(SPACES) if space.piece != "camel"):
        table.state.occupied[place] = 1 + 2 * 1 + 1
    table.red.set(reserve=[0, 0])
    table.blue.set(reserve=[1, 0])
    table.placing()
    table.blue.does("place:camel:pal_imp1")
    assert table.over


def test_nothing_is_carried_out_while_placing() -> None:
    """T-PL-11: a ship on wood brings nothing yet."""
    table = GameTable(2)
    table.placing()
    table.red.does("place:ship:nor_wood_s1")
    table.blue.does("place:ship:nor_peace")
    assert (table.red.warehouse, table.blue.pp) == ([0, 0, 0, 0], 10)
