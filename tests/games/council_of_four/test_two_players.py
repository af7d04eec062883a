"""Setup for two players: neutral emporia."""

import pytest

from serai.referee.games.council_of_four.board import CITIES_ON, CITY_NAMES, PERMIT_NAMES, PERMITS_OF, REGION_OF
from serai.referee.games.council_of_four.scoring import final_points
from serai.referee.games.council_of_four.state import Council
from tests.games.council_of_four.table import COUNCIL, TWO, GameTable, begin

DEALS = range(40)


def drawn_tiles(deal: int) -> list[int]:
    """The tiles that brought the neutral emporia, as everybody was told."""
    state = begin(2, deal)
    line = next(text for text in told(state) if "neutral" in text)
    return [PERMIT_NAMES.index(name) for name in line.split()[2].split(",")]


def told(state: Council) -> list[str]:
    return [COUNCIL.events.say(event) for event in state.journal or ()]


def test_one_tile_of_each_region() -> None:
    """C-TW-01, R23: at random, from the face-down piles after the face-up tiles are laid out."""
    found = {tuple(drawn_tiles(deal)) for deal in DEALS}
    assert len(found) > len(DEALS) // 2
    for deal in DEALS:
        tiles = drawn_tiles(deal)
        assert [REGION_OF[tile] for tile in tiles] == [0, 1, 2]
        assert not set(tiles) & set(begin(2, deal).face_up)


@pytest.mark.parametrize("deal", DEALS)
def test_an_emporium_in_each_city_of_them(deal: int) -> None:
    """C-TW-02, C-TW-04: 3 to 9, one for each city."""
    cities = {city for tile in drawn_tiles(deal) for city in CITIES_ON[tile]}
    assert begin(2, deal).neutral == cities
    assert 3 <= len(cities) <= 9


@pytest.mark.parametrize("deal", DEALS)
def test_the_tiles_are_shuffled_back(deal: int) -> None:
    """C-TW-03: all tiles are there, and the drawn ones are nowhere in particular."""
    state = begin(2, deal)
    for region, tiles in enumerate(PERMITS_OF):
        shown = state.face_up[2 * region : 2 * region + 2]
        assert sorted([*state.piles[region], *(tile for tile in shown if tile is not None)]) == list(tiles)
        assert state.known[region] == 0


def test_they_are_nowhere_in_particular() -> None:
    """C-TW-03: over many deals a drawn tile lies in many places of its pile."""
    places = {begin(2, deal).piles[0].index(drawn_tiles(deal)[0]) for deal in DEALS}
    assert len(places) > 6
    assert all(pile != sorted(pile) for deal in DEALS for pile in begin(2, deal).piles)


def test_they_never_change() -> None:
    """C-TW-04: building beside them leaves them where they are."""
    table = GameTable(TWO)
    table.neutral("C F K")
    table.owns("green", up="C")
    table.acts("green", assistants=1)
    table.green.does("main_build")
    assert sorted(CITY_NAMES[city] for city in table.state.neutral) == ["C", "F", "K"]


def test_they_cost_an_assistant_beside_the_rivals() -> None:
    """C-TW-05, R23: Red's and the neutral one are two."""
    table = GameTable(TWO)
    table.neutral("C")
    table.built(red="C")
    table.owns("green", up="C")
    table.acts("green", assistants=2)
    table.green.does("main_build")
    assert table.green.assistants == 0


def test_they_link_and_score_nothing() -> None:
    """C-TW-05: A and F are not linked by the neutral emporium in C, and the set of silver is not complete by it."""
    table = GameTable(TWO)
    table.neutral("C D G L")
    table.built(green="A")
    table.owns("green", up="F")
    table.acts("green", vp=0)
    table.green.does("main_build")
    assert table.green.vp == 2
    assert table.green.bonus_tiles == ()
    assert all(points.bonus_tiles == 0 for points in final_points(table.state))


@pytest.mark.parametrize("seats", [3, 4])
def test_none_with_three_or_four(seats: int) -> None:
    """C-TW-06."""
    state = begin(seats)
    assert not state.neutral
    assert not any("neutral" in text for text in told(state))
