"""Pharaos Segen and Pharaos Fluch (special rule 8; rules 8.5)."""

import pytest

from serai.referee.catan_rules.state import NOBODY
from tests.games.cheops.table import SITE, GameTable
from tests.games.cheops.test_pyramid import STONE, at_site


def test_example_9_first_stone() -> None:
    """H-SF-01, H-SF-02: stones 1,0,0,0: Segen and three points for seat 0, a Fluch and minus two for each other."""
    table = at_site(STONE)
    before = table.points("anna")
    assert (table.carla.view.segen, table.carla.view.fluch) == (None, ())
    table.anna.does("place_stone:own")
    assert (table.carla.view.segen, table.carla.view.fluch) == (0, (1, 2, 3))
    assert table.state.stones == (1, 0, 0, 0)
    assert (table.holder("segen"), table.points("anna")) == ("anna", before + 3)
    assert table.cursed() == ["ben", "carla", "dirk"]
    assert [table.points(name) for name in ("ben", "carla", "dirk")] == [-2, -2, -2]


@pytest.mark.parametrize(
    ("counts", "cursed"),
    [
        ((1, 1, 0, 0), [2, 3]),
        ((1, 1, 1, 0), [3]),
        ((1, 1, 1, 1), []),
        ((2, 1, 1, 1), [1, 2, 3]),
        ((3, 2, 1, 1), [2, 3]),
        ((2, 2, 2, 2), []),
    ],
)
def test_example_10_fluch_sequence(counts: tuple[int, ...], cursed: list[int]) -> None:
    """H-SF-03, H-SF-04, C5: the fewest, not all who have fewer than the leader; where all are level nobody."""
    table = GameTable()
    table.stones(*counts)
    assert [table.names.index(name) for name in table.cursed()] == cursed


def test_it_can_come_back() -> None:
    """H-SF-05: shed at 1,1,1,1 and there again at 2,1,1,1."""
    table = at_site()
    table.stones(1, 1, 1, 1)
    assert table.cursed() == []
    table.anna.does("place_stone:own")
    assert table.cursed() == ["ben", "carla", "dirk"]


def test_example_11_segen_tie() -> None:
    """H-SF-06: two against two nothing moves; the third stone takes it."""
    table = GameTable()
    table.settlements("ben", SITE)
    table.stones(2, 1, 0, 0)
    table.places("ben")
    assert table.holder("segen") == "anna"
    table.places("ben")
    assert table.holder("segen") == "ben"


def test_the_pharaohs_stones_count_for_neither() -> None:
    """H-SF-07, C18."""
    table = at_site("")
    table.stones(1, 0, 0, 0)
    before = (table.holder("segen"), table.cursed())
    for _ in range(5):
        table.pharaoh()
    assert (table.holder("segen"), table.cursed()) == before


def test_before_the_first_stone_of_a_seat() -> None:
    """H-SF-08, C21: nobody has either card, though the pharaoh has built."""
    table = at_site("")
    table.pharaoh()
    assert (table.state.segen, table.cursed()) == (NOBODY, [])
    assert table.points("anna") == 1


def test_the_two_cards_never_meet() -> None:
    """H-SF-09: at most n-1 have a Fluch, and who has the Segen has none."""
    table = GameTable()
    for counts in ((1, 0, 0, 0), (3, 3, 2, 3), (4, 0, 4, 0), (5, 4, 3, 2)):
        table.stones(*counts)
        assert len(table.cursed()) <= 3
        assert table.holder("segen") not in table.cursed()


def test_a_stone_frees_nobody_else() -> None:
    """H-SF-10, C22: over all small counts, whoever had a Fluch before another's stone has it after."""
    table = GameTable()
    for counts in ((a, b, c, d) for a in range(3) for b in range(3) for c in range(3) for d in range(3)):
        for builder in range(4):
            table.stones(*counts)
            before = set(table.cursed())
            more = tuple(count + (seat == builder) for seat, count in enumerate(counts))
            table.stones(*more)
            assert before - {table.names[builder]} <= set(table.cursed())
