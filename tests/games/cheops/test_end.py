"""The three endings, points and ranks (rules 9), and what is public (rules 10)."""

import random

import pytest

from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.turn import end_turn
from serai.referee.core.agenda import over, waiting
from tests.catan_rules.whole_games import play_redealt
from tests.games.cheops.invariants import check
from tests.games.cheops.table import CHEOPS, SITE, GameTable
from tests.random_play import Case, decide, play_on


def test_what_counts() -> None:
    """H-EN-01: settlements, cities, hidden cards, Largest Army 2, Segen 3, Fluch -2."""
    table = GameTable()
    table.settlements("anna", "q0r5N")
    table.cities("anna", "q0r9S")
    table.cards("anna", "victory_point")
    assert table.points("anna") == 4
    table.set(largest_army=0)
    assert table.points("anna") == 6
    table.stones(1, 0, 0, 0)
    assert table.points("anna") == 9
    table.stones(1, 2, 2, 2)
    assert table.points("anna") == 4


def test_twelve_points_in_the_own_turn() -> None:
    """H-EN-02: not in another's; at its start they win."""
    table = GameTable()
    table.needs("anna", 12)
    table.main("ben")
    assert not table.over
    table.turn("anna")
    assert table.winners() == ["anna"]
    assert "ends by target" in table.journal[-1]


def full_but_one(*counts: int) -> GameTable:
    """Everybody at the site, one stone missing."""
    table = GameTable()
    table.settlements("ben", SITE)
    table.stones(*counts, pharaoh=29 - sum(counts))
    return table


def test_the_thirtieth_stone() -> None:
    """H-EN-03: placed by a seat, or by the pharaoh."""
    table = full_but_one(5, 4, 5, 5)
    table.places("ben")
    assert table.over
    assert "ends by pyramid" in table.journal[-1]
    table = full_but_one(5, 4, 5, 5)
    table.pharaoh()
    assert table.over
    assert "ends by pyramid" in table.journal[-1]


def test_example_16_end_by_the_pharaoh() -> None:
    """H-EN-04: 9, 10, 10 and 7 points when his last stone lies: before any discard seats 1 and 2 win jointly."""
    table = GameTable()
    table.settlements("anna", SITE)
    table.state.started = True
    table.state.pharaoh_left = 1
    for name, points in zip(table.names, (9, 10, 10, 7), strict=True):
        table.needs(name, points)
    table.hand("ben", "9 wool")
    table.rolls("dirk", 3, 4)
    assert table.over
    assert "ends by pharaoh" in table.journal[-1]
    assert table.ben.cards == 9
    assert table.winners() == ["ben", "carla"]
    assert table.ranks() == (3, 1, 1, 4)


def test_the_pharaohs_last_stone() -> None:
    """H-EN-04: his sixteenth, on a pyramid with stones of all; before any discard."""
    table = GameTable()
    table.settlements("ben", SITE)
    table.stones(1, 1, 1, 1, pharaoh=15)
    table.hand("carla", "9 wool")
    table.rolls("anna", 3, 4)
    assert table.over
    assert "ends by pharaoh" in table.journal[-1]
    assert table.carla.cards == 9


def test_most_points_win_jointly() -> None:
    """H-EN-05, C17: hidden cards included."""
    table = full_but_one(5, 5, 5, 4)
    table.settlements("carla", "q0r9S")
    table.needs("carla", 8)
    table.needs("dirk", 8)
    table.pharaoh()
    assert table.winners() == ["carla", "dirk"]


def test_target_before_pyramid() -> None:
    """H-EN-06: the stone that brings twelve points and fills the pyramid."""
    table = full_but_one(5, 5, 5, 4)
    table.needs("ben", 9)
    table.needs("carla", 11)
    table.places("ben")
    assert table.winners() == ["ben"]
    assert "ends by target" in table.journal[-1]


def test_the_guard() -> None:
    """H-EN-07: scored like a finished pyramid after 400 turns."""
    table = GameTable()
    table.settlements("dirk", "q0r5N")
    table.state.turn = 400
    table.state.agenda.clear()
    table.happens(end_turn)
    assert table.winners() == ["dirk"]
    assert "ends by guard" in table.journal[-1]


def test_ranks() -> None:
    """H-EN-08: winners first, then by points; equal points share a rank."""
    table = full_but_one(5, 4, 5, 5)
    table.needs("anna", 4)
    table.needs("carla", 6)
    table.needs("dirk", 4)
    table.pharaoh()
    assert table.winners() == ["carla"]
    assert table.ranks() == (2, 4, 1, 2)


@pytest.mark.parametrize("seats", [3, 4])
def test_points_never_rise_in_another_turn(seats: int) -> None:
    """H-EN-09, C22: they may fall there, by a lost Segen, a gained Fluch or a larger army elsewhere."""
    state = Case(CHEOPS, seats, {}).begin(3)
    chance = random.Random(3)
    table = GameTable()
    table.state = state
    while not over(state):
        before = [table.points(name) for name in table.names[:seats]]
        active, turn = state.active, state.turn
        decide(state, chance)
        if state.turn == turn > 0:
            after = [table.points(name) for name in table.names[:seats]]
            assert all(after[seat] <= before[seat] for seat in range(seats) if seat != active)
    assert state.winners


def test_points_may_fall_in_another_turn() -> None:
    """H-EN-09: Ben's third stone takes Anna's Segen."""
    table = GameTable()
    table.settlements("ben", SITE)
    table.stones(2, 2, 1, 1)
    before = table.points("anna")
    table.places("ben")
    assert table.points("anna") == before - 3


# Information


def test_what_is_public() -> None:
    """H-HI-01: everybody sees gold, ships, stones, pyramid, both cards and whether work has begun."""
    table = GameTable()
    table.ships("anna", "q2r3E")
    table.stones(2, 1, 0, 0, pharaoh=1)
    public = CHEOPS.view(table.state, None)
    for name in table.names:
        seen = table.seat(name).view
        assert seen._replace(table=public.table) == public
        assert seen.table._replace(seat=None, own=None) == public.table
    assert (public.stones, public.segen, public.fluch, public.started) == ((2, 1, 0, 0), 0, (2, 3), True)
    assert public.pharaoh_left == 15
    assert public.table.edges.count(5) == 1


def test_no_new_draws() -> None:
    """H-HI-02, H-BA-01: deck, dice and theft are all that is drawn."""
    state = Case(CHEOPS, 4, {}).begin(2)
    assert set(state.luck.drawn) == {"deck"}
    play_on(state, random.Random(2))
    assert set(state.luck.drawn) == {"deck", "dice", "theft"}


def test_who_is_asked_for_gold() -> None:
    """H-HI-03: exactly the seats with that much of it."""
    table = GameTable()
    table.hand("anna", "1 wool 3 gold")
    table.hand("ben", "5 ore 1 gold")
    table.hand("carla", "2 gold")
    table.hand("dirk", "3 gold")
    table.anna.does("offer:wool:gold,gold:-")
    assert set(waiting(table.state)) == {2, 3}


def test_the_base_rules_hold() -> None:
    """H-BA-01: costs, distance, timing of cards, bank trades and offers are those of Catan."""
    table = GameTable()
    table.settlements("anna", "q0r5N")
    table.roads("anna", "q0r5NE q1r4SE")
    table.hand("anna", "2 lumber 3 wool 4 grain 4 ore")
    table.hand("ben", "1 wool")
    table.cards("anna", "knight")
    table.main("anna")
    starts = {option.partition(":")[0] for option in table.anna.options}
    assert {"build_city", "buy_dev_card", "play_knight", "bank_trade", "offer", "end_turn"} <= starts
    table.anna.does("buy_dev_card", "build_city:q0r5N")
    assert table.holds("anna") == "2 lumber 2 wool 1 grain"


def test_distance_and_pieces_hold() -> None:
    """H-BA-04: beside a building nobody settles; the sixth settlement has no piece."""
    table = GameTable()
    table.settlements("ben", "q0r5N")
    table.roads("anna", "q0r5NE q0r4SE")
    table.hand("anna", "1 lumber 1 brick 1 wool 1 grain")
    places = table.starting("anna", "build_settlement")
    beside = {table.state.layout.grid.vertex_names[v] for v in table.state.layout.grid.beside[table.vertex("q0r5N")]}
    assert not {option.partition(":")[2] for option in places} & beside
    table.roads("anna", "q0r9SE")
    assert table.starting("anna", "build_settlement")
    table.anna.set(settlements=5)
    assert not table.starting("anna", "build_settlement")


@pytest.mark.parametrize("seats", [3, 4])
def test_a_view_survives_a_new_deal(seats: int) -> None:
    """H-BA-01: as in Catan, nothing a seat cannot know shows in its view."""
    assert play_redealt(Case(CHEOPS, seats, {}), 5, 1200, 12, check) > 100


def test_example_17_end_by_the_pyramid() -> None:
    """Seat 1 places the thirtieth stone and takes the Segen, nine points; seat 2 has ten and wins."""
    table = full_but_one(5, 5, 5, 4)
    table.needs("ben", 6)
    table.needs("carla", 10)
    table.places("ben")
    assert (table.holder("segen"), table.points("ben")) == ("ben", 9)
    assert table.winners() == ["carla"]


def test_example_18_target() -> None:
    """Nine points and no Segen; the stone that leads brings twelve, the game is won at once."""
    table = GameTable()
    table.settlements("ben", SITE)
    table.stones(2, 2, 2, 2)
    table.needs("ben", 9)
    table.places("ben")
    assert table.winners() == ["ben"]
    assert table.points("ben") == 12


def test_example_19_fluch_counts() -> None:
    """Four cities, two settlements and the army are twelve; with the Fluch ten, and no win."""
    table = GameTable()
    table.cities("anna", "q0r9S q2r4N q0r6S q3r2N")
    table.settlements("anna", "q4r4N q6r2N")
    table.set(largest_army=0)
    assert table.points("anna") == 12
    table.stones(0, 1, 1, 1)
    assert table.points("anna") == 10
    table.turn("anna")
    assert not table.over


def test_a_stolen_card_is_told_to_two() -> None:
    """H-BA-01: thief and victim hear what it was, the others and the public that one was stolen (D17)."""
    table = GameTable()
    table.settlements("ben", "q0r5N")
    table.hand("ben", "2 wool")
    table.happens(Robber(2))
    hexes = [table.state.layout.grid.hex_names[n] for n in range(len(table.state.layout.grid.hexes))]
    beside = {n for n, corners in enumerate(table.state.layout.grid.corners) if table.vertex("q0r5N") in corners}
    target = next(option for option in table.carla.options if hexes.index(option.partition(":")[2]) in beside)
    table.carla.does(target)
    told = "seat 2 steals {} from seat 1"
    for name, word in (("carla", "wool"), ("ben", "wool"), ("anna", "?"), ("dirk", "?"), (None, "?")):
        assert told.format(word) in table.heard_by(name)
    assert not [line for line in table.heard_by("anna") if "steals wool" in line]
