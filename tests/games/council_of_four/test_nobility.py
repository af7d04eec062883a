"""The nobility track."""

import pytest

from serai.referee.games.council_of_four.board import SPACES
from serai.referee.games.council_of_four.effects import Nobility
from serai.referee.games.council_of_four.nobility import FirstToken, OneToken, PermitAgain, TakePermit
from tests.games.council_of_four.table import GameTable


def reaching(space: int, mine: str = "", steps: int = 1, **things: object) -> GameTable:
    """Green, before he acts, makes steps of which the first leads to this space."""
    table = GameTable()
    table.built(green=mine)
    table.acts("green", hand="pink 1", **{"nobility": space - 1, "coins": 0, "assistants": 0, "vp": 0} | things)
    table.state.owned = table.green.permits
    table.gains("green", *[Nobility(1)] * steps)
    return table


def test_by_permit_tiles() -> None:
    """C-NO-01: IJ has a nobility symbol."""
    table = GameTable()
    table.tiles("hills", "IJ G")
    table.acts("green", hand="orange 2 purple 1 blue 1")
    table.green.does("main_permit", "region:hills", "tile:IJ", "pay:orange=2,purple=1,blue=1")
    assert table.green.nobility == 1


def test_by_tokens() -> None:
    """C-NO-02: the token of M, when building there, and again when building in O beside it."""
    table = GameTable()
    table.owns("green", up="M O")
    table.acts("green", hand="pink 1", nobility=7)
    table.green.does("main_build", "tile:M")
    assert table.green.nobility == 8
    table.acts("green", hand="pink 1")
    table.green.does("main_build")
    assert (table.cities("green"), table.green.nobility) == ("M O", 10)


@pytest.mark.parametrize(
    ("space", "vp", "coins", "assistants", "cards", "mains"),
    [
        (2, 2, 2, 0, 0, 0),
        (6, 0, 0, 0, 0, 1),
        (8, 3, 0, 0, 1, 0),
        (12, 5, 0, 1, 0, 0),
        (18, 8, 0, 0, 0, 0),
        (19, 2, 0, 0, 0, 0),
        (20, 3, 0, 0, 0, 0),
    ],
)
def test_spaces_with_a_bonus(space: int, vp: int, coins: int, assistants: int, cards: int, mains: int) -> None:
    """C-NO-03: at once, when the marker gets there."""
    table = reaching(space)
    assert (table.green.vp, table.green.coins, table.green.assistants) == (vp, coins, assistants)
    assert (sum(table.green.hand) - 1, table.state.main_left - 1) == (cards, mains)


def test_every_space_in_turn() -> None:
    """C-NO-03, R4: from 17 over 18 and 19 to 20, 8 + 2 + 3 points."""
    table = reaching(18, steps=3)
    assert (table.green.nobility, table.green.vp) == (20, 13)


@pytest.mark.parametrize("space", sorted(set(range(1, 21)) - {space.space for space in SPACES}))
def test_empty_spaces(space: int) -> None:
    """C-NO-04: nothing happens on them."""
    table = reaching(space)
    assert (table.green.vp, table.green.coins, table.green.assistants) == (0, 0, 0)
    assert (sum(table.green.hand), table.state.main_left) == (1, 1)


def test_the_track_ends_at_20() -> None:
    """C-NO-04, R3: further steps are lost, and the bonus of 20 is not gained again."""
    table = reaching(20, steps=3)
    assert (table.green.nobility, table.green.vp) == (20, 3)


def test_one_token() -> None:
    """C-NO-05: of a city with an own emporium; only that one, although C and F are linked."""
    table = reaching(4, mine="C F I")
    assert table.green.must(OneToken)
    assert table.green.options == ["city:C", "city:F", "city:I"]
    table.green.does("city:F")
    assert (table.green.vp, table.green.coins) == (2, 0)


def test_no_token_of_a_foreign_emporium() -> None:
    """C-NO-05: red stands in A and F, green in C and I."""
    table = GameTable()
    table.built(green="C I", red="A F")
    table.acts("green", nobility=3)
    table.gains("green", Nobility(1))
    assert table.green.must(OneToken)
    assert table.green.options == ["city:C", "city:I"]


def test_no_nobility_token() -> None:
    """C-NO-06: neither M nor O; nor J, which has none."""
    table = reaching(4, mine="A J K M O")
    assert table.green.options == ["city:A", "city:K"]


def test_a_free_tile() -> None:
    """C-NO-07, R8: any face-up tile of any region; its bonuses are gained, its place is refilled."""
    table = reaching(10)
    assert table.green.must(TakePermit)
    assert table.green.options == ["tile:B", "tile:CDE", "tile:J", "tile:G", "tile:KNO", "tile:KL"]
    table.green.does("tile:KL")
    assert table.up("green") == "KL"
    assert (table.green.assistants, sum(table.green.hand)) == (2, 2)


def test_a_tile_acquired_earlier() -> None:
    """C-NO-08, C-NO-09, R9: face up or face down, by their letters; the tile stays as it is."""
    table = GameTable()
    table.owns("green", up="N D", down="A")
    table.acts("green", hand="pink 1", coins=0, nobility=13)
    table.state.owned = table.green.permits
    table.gains("green", Nobility(1))
    assert table.green.must(PermitAgain)
    assert table.green.options == ["tile:A", "tile:D", "tile:N"]
    table.green.does("tile:A")
    assert (table.green.vp, table.green.coins) == (4, 3)
    assert (table.up("green"), table.down("green")) == ("N D", "A")


def test_two_tokens_of_two_cities() -> None:
    """C-NO-10, R10: the second from the cities after the first, so that each pair is listed once."""
    table = reaching(16, mine="A C F I")
    assert table.green.must(FirstToken)
    assert table.green.options == ["city:A", "city:C", "city:F"]
    table.green.does("city:C")
    assert table.green.must(OneToken)
    assert table.green.options == ["city:F", "city:I"]
    table.green.does("city:I")
    assert (table.green.vp, table.green.coins) == (3, 3)


def test_one_city_for_two_tokens() -> None:
    """C-NO-10, C-NO-11, R10: M is a nobility token, so C's is gained, once."""
    table = reaching(16, mine="C M")
    assert table.green.vp == 3


@pytest.mark.parametrize("space", [4, 16])
def test_no_token_to_choose(space: int) -> None:
    """C-NO-12, R11: only nobility tokens and the purple city: nothing is gained, and the turn goes on."""
    table = reaching(space, mine="J M O")
    assert (table.green.nobility, table.green.vp) == (space, 0)
    assert "main_elect" in table.green.options


def test_no_tile_to_take() -> None:
    """C-NO-12: all regions bought out."""
    table = GameTable()
    for region in ("coast", "hills", "mountains"):
        table.tiles(region, "- -", pile="")
    table.acts("green", hand="pink 1", nobility=9)
    table.gains("green", Nobility(1))
    assert table.green.nobility == 10
    assert "main_elect" in table.green.options


def test_no_tile_to_reuse() -> None:
    """C-NO-12, R9: none was owned before this action."""
    table = reaching(14)
    assert table.green.nobility == 14
    assert "main_elect" in table.green.options


def test_a_tile_acquired_earlier_in_the_same_turn() -> None:
    """C-NO-08, R9: by the first of two main actions; the tile of the second is only just being gained."""
    table = GameTable()
    table.tiles("coast", "D CDE")
    table.owns("green", up="N")
    table.acts("green", hand="white 1 black 2 orange 1 purple 2", coins=20, assistants=3, nobility=13)
    table.green.does("quick_extra", "main_permit", "region:coast", "tile:D", "pay:white=1,black=1,orange=1,purple=1")
    table.green.does("main_permit", "region:coast", "tile:CDE", "pay:black=1,purple=1")
    assert table.green.nobility == 14
    assert table.green.options == ["tile:D", "tile:N"]


def test_a_bonus_cannot_be_declined() -> None:
    """R11: there is no way round the choice of a tile."""
    table = reaching(10)
    assert all(text.startswith("tile:") for text in table.green.options)


def test_older_bonuses_wait() -> None:
    """C-NO-03: the token chosen on 4 gives its coins before the second step goes on to 5; C's points come last."""
    table = GameTable()
    table.built(green="I C")
    table.tiles("coast", "AE B")
    table.acts("green", hand="white 1 black 1 orange 1 purple 1", nobility=3, coins=0)
    table.green.does("main_permit", "region:coast", "tile:AE", "pay:white=1,black=1,orange=1,purple=1", "city:I")
    journal = table.journal
    assert journal.index("seat 0 gains 3 coins") < journal.index("seat 0 advances to nobility 5")
