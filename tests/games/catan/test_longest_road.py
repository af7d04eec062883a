"""The longest road: its length, and who holds the card (rules 6.8)."""

import random
from collections.abc import Iterator

import pytest

from serai.referee.catan_rules.longest_road import longest_trail
from serai.referee.catan_rules.scoring import longest_road_points
from serai.referee.games.catan.board import GRID
from tests.games.catan.table import GameTable

RING = ("q0r0NE", "q0r0E", "q0r0SE", "q-1r1NE", "q-1r0E", "q0r-1SE")  # round the desert


def chain(table: GameTable, name: str, length: int, row: int) -> None:
    """A straight chain of roads along the top of a row of hexes, from the west."""
    table.roads(name, " ".join(top_of(row)[:length]))


def top_of(row: int) -> list[str]:
    """The edges above a row of hexes, from west to east."""
    hexes = [hex_ for hex_ in GRID.hexes if hex_[1] == row]
    return [name for q, r in hexes for name in (f"q{q}r{r - 1}SE", f"q{q}r{r}NE")]


def test_branches_do_not_add_up() -> None:
    """B-LR-01: no edge twice; a fork counts its two longest arms."""
    table = GameTable()
    table.roads("anna", "q0r0NE q0r-1SE q0r-1E")
    assert table.anna.road_length == 2
    table.roads("anna", "q1r-1SE")
    assert table.anna.road_length == 3


def test_example_12_trail_not_path() -> None:
    """B-LR-01: round one hex and one road away: 7. Three arms of two meeting at one vertex: 4."""
    table = GameTable()
    table.roads("anna", " ".join((*RING, "q0r-1E")))
    assert table.anna.road_length == 7
    arms = GameTable()
    arms.roads("anna", "q0r-1E q1r-2SE q0r-1SE q-1r0NE q0r0NE q1r-1SE")
    assert arms.anna.road_length == 4


def test_example_9_longest_road_broken() -> None:
    """B-LR-02, B5: a chain of six is settled in its middle: the card goes back, two points are lost."""
    table = GameTable()
    chain(table, "anna", 6, 0)
    before = table.points("anna")
    assert table.anna.road_length == 6
    table.settlements("ben", "q-1r0N")
    assert table.anna.road_length == 3
    assert table.holder("longest_road") is None
    assert table.points("anna") == before - 2


def test_edges_at_a_foreign_building_count_as_ends() -> None:
    """B-LR-02, B5: a ring that is settled at one place is still walked all round."""
    ring = GameTable()
    ring.roads("anna", " ".join(RING))
    ring.settlements("ben", "q0r0N")
    assert ring.anna.road_length == 6


def test_five_take_the_card() -> None:
    """B-LR-03: four do not; it is worth two points."""
    table = GameTable()
    chain(table, "anna", 4, 0)
    assert table.holder("longest_road") is None
    table.roads("anna", top_of(0)[4])
    assert table.holder("longest_road") == "anna"
    assert (longest_road_points(table.state, 0), longest_road_points(table.state, 1)) == (2, 0)


def test_example_10_tie_keeps_the_holder() -> None:
    """B-LR-04: 6 against 6 nothing moves, 7 takes it."""
    table = GameTable()
    chain(table, "anna", 6, 0)
    chain(table, "ben", 6, 1)
    assert table.holder("longest_road") == "anna"
    table.roads("ben", top_of(1)[6])
    assert table.holder("longest_road") == "ben"


def test_after_a_break_the_single_longest() -> None:
    """B-LR-05: Ben's five are the longest once Anna's six are broken."""
    table = GameTable()
    chain(table, "anna", 6, 0)
    chain(table, "ben", 5, 1)
    table.settlements("carla", "q-1r0N")
    assert (table.anna.road_length, table.holder("longest_road")) == (3, "ben")


def test_after_a_break_with_a_tie() -> None:
    """B-LR-06, B6: the holder keeps it if among the longest, otherwise nobody holds it."""
    table = GameTable()
    chain(table, "anna", 8, 0)
    chain(table, "ben", 5, 1)
    table.settlements("carla", "q0r0N")
    assert (table.anna.road_length, table.holder("longest_road")) == (5, "anna")
    table = GameTable()
    chain(table, "anna", 6, 0)
    chain(table, "ben", 5, 1)
    chain(table, "dirk", 5, -1)
    table.settlements("carla", "q-1r0N")
    assert table.holder("longest_road") is None
    assert table.journal[-1] == "seat 0 loses the longest road to nobody"


def test_example_11_tie_without_holder() -> None:
    """B-LR-07: the holder is broken to 4, two have 5: nobody; the sixth road of one takes it."""
    table = GameTable()
    chain(table, "anna", 8, 0)
    chain(table, "ben", 5, 1)
    chain(table, "carla", 5, -1)
    table.settlements("dirk", "q0r-1S")
    assert table.anna.road_length == 4
    assert table.holder("longest_road") is None
    table.roads("carla", top_of(-1)[5])
    assert table.holder("longest_road") == "carla"


def test_from_the_table_to_who_is_alone_in_front() -> None:
    """B-LR-07: the holder is broken to 3, of the two with 5 the last seat takes it."""
    table = GameTable()
    chain(table, "anna", 6, 0)
    chain(table, "ben", 5, 1)
    chain(table, "dirk", 5, -1)
    table.settlements("carla", "q-1r0N")
    assert table.holder("longest_road") is None
    table.roads("dirk", top_of(-1)[5])
    assert table.holder("longest_road") == "dirk"


def test_checked_after_free_roads_too() -> None:
    """B-LR-08: the fifth road is a free one, the card and its points come at once."""
    table = GameTable()
    chain(table, "anna", 4, 0)
    table.cards("anna", "road_building")
    table.main("anna")
    table.anna.does("play_road_building", f"place_free_road:{top_of(0)[4]}")
    assert (table.holder("longest_road"), table.points("anna")) == ("anna", 2)


def test_own_buildings_do_not_cut() -> None:
    """B-LR-09."""
    table = GameTable()
    chain(table, "anna", 6, 0)
    table.settlements("anna", "q-1r0N")
    assert table.anna.road_length == 6


# Against a search that tries everything


def brute_force(roads: list[tuple[int, int]], blocked: set[int]) -> int:
    """Every trail from both ends of every road, one edge after the other."""
    return max((len(trail) for start in roads for trail in trails(roads, blocked, [start])), default=0)


def trails(
    roads: list[tuple[int, int]], blocked: set[int], trail: list[tuple[int, int]], end: int | None = None
) -> Iterator[list[tuple[int, int]]]:
    yield trail
    for here in trail[-1] if end is None else (end,):
        if here in blocked:
            continue
        for road in roads:
            if road not in trail and here in road:
                yield from trails(roads, blocked, [*trail, road], sum(road) - here)


def network(chance: random.Random) -> tuple[list[tuple[int, int]], set[int]]:
    """Up to fifteen connected roads grown from one or two places, and some foreign buildings."""
    edges: set[int] = set()
    for _ in range(chance.choice((1, 1, 2))):
        edges.add(chance.randrange(len(GRID.edges)))
    wanted = chance.randint(2, 15)
    while len(edges) < wanted:
        ends = sorted({vertex for edge in edges for vertex in GRID.ends[edge]})
        edges.add(chance.choice(GRID.edges_at[chance.choice(ends)]))
    blocked = set(chance.sample(range(len(GRID.vertices)), chance.choice((0, 0, 1, 3, 8))))
    return [GRID.ends[edge] for edge in sorted(edges)], blocked


@pytest.mark.parametrize("part", range(10))
def test_against_a_brute_force_search(part: int) -> None:
    """B-LR-01, B-LR-02: on ten thousand random networks, one thousand in each part."""
    chance = random.Random(part)
    lengths = set()
    for _ in range(1000):
        roads, blocked = network(chance)
        length = longest_trail(roads, blocked)
        assert length == brute_force(roads, blocked), (roads, blocked)
        lengths.add(length)
    assert max(lengths) >= 13


def test_no_road_at_all() -> None:
    assert longest_trail([], set()) == 0
