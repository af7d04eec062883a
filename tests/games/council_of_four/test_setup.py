"""Contents and setup, for any number of players and on every board."""

from collections import Counter

import pytest

from serai.referee.core.agenda import waiting
from serai.referee.games.council_of_four.board import (
    ASSISTANTS,
    BONUS_TILES,
    CITIES,
    CITIES_IN,
    CITIES_ON,
    CITY_NAMES,
    COLOURS,
    COPIES,
    COUNCILLORS,
    COUNCILS,
    DECK,
    EMPORIA,
    KINDS,
    KING_TILES,
    PERMITS,
    PERMITS_OF,
    REGIONS,
    SUPPLY,
    TOKENS,
)
from serai.referee.games.council_of_four.kingdom import KINGDOMS
from serai.referee.games.council_of_four.state import Council
from tests.games.council_of_four.table import BOARDS, COUNCIL, SEATS, begin

every_number_of_seats = pytest.mark.parametrize("seats", SEATS)
every_board = pytest.mark.parametrize("sides", [tuple(board.values()) for board in BOARDS], ids="".join)


def on(sides: tuple[str, ...]) -> Council:
    return begin(4, 0, **dict(zip(REGIONS, sides, strict=True)))


# Contents


def test_two_to_four_players() -> None:
    """C-CO-08, C-SE-17: there are things for four."""
    assert COUNCIL.seat_counts == (2, 3, 4)


def test_three_regions_of_five_cities() -> None:
    """C-CO-01: three boards with two sides each, 15 cities; what else the king's board holds lies in the state."""
    assert (len(REGIONS), len(CITIES), len(KINGDOMS)) == (3, 15, 8)
    assert [len(cities) for cities in CITIES_IN] == [5, 5, 5]


def test_five_kings_tiles() -> None:
    """C-CO-02."""
    assert KING_TILES == (25, 18, 12, 7, 3)


def test_seven_bonus_tiles() -> None:
    """C-CO-03, C-BT-05: each region 5, gold 20, silver 12, bronze 8, iron 5, and none for purple."""
    worth = {tile.id: tile.points for tile in BONUS_TILES}
    assert worth == {"coast": 5, "hills": 5, "mountains": 5, "gold": 20, "silver": 12, "bronze": 8, "iron": 5}


def test_fourteen_tokens() -> None:
    """C-CO-04: two of them with a nobility symbol, the others all different."""
    assert len(TOKENS) == 14
    bonuses = Counter(token.bonus for token in TOKENS)
    assert [bonus for bonus, count in bonuses.items() if count > 1] == [("nobility 1",)]


def test_24_councillors_and_four_balconies() -> None:
    """C-CO-05: four of each of six colours."""
    assert (len(COUNCILS), len(COLOURS), COUNCILLORS.per_colour) == (4, 6, 4)


def test_45_permit_tiles() -> None:
    """C-CO-06: 15 of each region; every city on six of them."""
    assert len(PERMITS) == 45
    assert [len(tiles) for tiles in PERMITS_OF] == [15, 15, 15]
    assert set(Counter(city for cities in CITIES_ON for city in cities).values()) == {6}


def test_90_politics_cards() -> None:
    """C-CO-07: 13 of each colour, 12 wild cards."""
    assert len(DECK) == 90
    assert dict(zip(KINDS, COPIES, strict=True)) == dict.fromkeys(COLOURS, 13) | {"wild": 12}


def test_one_king_and_ten_emporia_each() -> None:
    """C-CO-08: the king is in one city; nobody can build an eleventh emporium (test_ending.py)."""
    assert EMPORIA == 10
    assert isinstance(begin().king, int)


def test_assistants_are_worth_48() -> None:
    """C-CO-09, R2: 21 singles and 9 triples; only the value counts, so change is always possible."""
    assert (SUPPLY.assistant_singles, SUPPLY.assistant_triples, ASSISTANTS) == (21, 9, 48)


def test_three_markers_for_each_player() -> None:
    """C-CO-10: score, nobility, wealth."""
    assert [(player.vp, player.nobility, player.coins) for player in begin(3).players] == [
        (0, 0, 10),
        (0, 0, 11),
        (0, 0, 12),
    ]


# Setup


@every_board
def test_every_board_can_be_chosen(sides: tuple[str, ...]) -> None:
    """C-SE-01, R31: eight maps; each with 5 gold, 4 silver, 3 bronze, 2 iron and one purple city."""
    kingdom = on(sides).variant.kingdom
    assert kingdom.sides == tuple("AB".index(side) for side in sides)
    assert Counter(kingdom.colours) == {"gold": 5, "silver": 4, "bronze": 3, "iron": 2, "purple": 1}


@every_board
def test_roads_and_distances(sides: tuple[str, ...]) -> None:
    """C-SE-01: 16 to 19 two-way roads, all cities within 7, within 4 of the king's city."""
    kingdom = on(sides).variant.kingdom
    assert 16 <= len(kingdom.roads) <= 19
    assert all(start in kingdom.neighbours[end] and end in kingdom.neighbours[start] for start, end in kingdom.roads)
    assert 5 <= max(map(max, kingdom.distance)) <= 7
    assert max(kingdom.distance[kingdom.king_city]) == 4


def test_the_third_road_to_the_mountains() -> None:
    """C-SE-01: from Hellar on side A of the hills, from Juvelar on side B."""
    roads = {}
    for side in "AB":
        roads[side] = {CITY_NAMES[a] + CITY_NAMES[b] for a, b in on(("A", side, "A")).variant.kingdom.roads}
    assert roads["A"] & {"HM", "JM"} == {"HM"}
    assert roads["B"] & {"HM", "JM"} == {"JM"}


def test_boards_chosen_at_random() -> None:
    """C-SE-01, R31: all eight come up, and a deal always gives the same."""
    chosen = dict.fromkeys(REGIONS, "random")
    found = {begin(3, deal, **chosen).variant.kingdom.sides for deal in range(60)}
    assert found == set(KINGDOMS)
    assert begin(3, 5, **chosen).variant.kingdom.sides == begin(4, 5, **chosen).variant.kingdom.sides


def test_cities_in_alphabetical_order() -> None:
    """C-SE-02, R28: A to E, F to J (not F to H, a misprint), K to O."""
    assert ["".join(CITY_NAMES[city] for city in cities) for cities in CITIES_IN] == ["ABCDE", "FGHIJ", "KLMNO"]


@every_board
def test_a_token_in_every_city_but_the_purple_one(sides: tuple[str, ...]) -> None:
    """C-SE-03, C-SE-04: all 14 lie open, and each once."""
    state = on(sides)
    bare = [city for city, token in enumerate(state.tokens) if token is None]
    assert sorted(token for token in state.tokens if token is not None) == list(range(14))
    assert [state.variant.kingdom.colours[city] for city in bare] == ["purple"]


def test_tokens_are_shuffled() -> None:
    """C-SE-03."""
    assert len({begin(number=deal).tokens for deal in range(10)}) == 10


@every_number_of_seats
def test_the_deck_is_shuffled(seats: int) -> None:
    """C-SE-05: what is not in the hands, in another order for every deal."""
    state = begin(seats)
    assert len(state.deck) == 90 - 6 * seats - 1
    assert state.deck != sorted(state.deck)
    assert state.deck != begin(seats, number=1).deck
    assert not any(state.discard)


@every_number_of_seats
def test_one_supply_of_assistants(seats: int) -> None:
    """C-SE-06: 48 less those of the players."""
    assert begin(seats).assistant_pool == 48 - sum(range(1, seats + 1))


@every_number_of_seats
def test_piles_and_face_up_tiles(seats: int) -> None:
    """C-SE-07, C-SE-08: each region its own pile, shuffled for itself, two tiles of it face up."""
    state, other = begin(seats), begin(seats, number=1)
    for region, tiles in enumerate(PERMITS_OF):
        shown = [tile for tile in state.face_up[2 * region : 2 * region + 2] if tile is not None]
        assert len(shown) == 2
        assert sorted(state.piles[region] + shown) == list(tiles)
        assert state.piles[region] != other.piles[region]


@every_board
def test_the_king_starts_in_the_purple_city(sides: tuple[str, ...]) -> None:
    """C-SE-09, R28: Juvelar on side A of the hills, Graden on side B."""
    assert CITY_NAMES[on(sides).king] == {"A": "J", "B": "G"}[sides[1]]


def test_the_kings_tiles_in_order() -> None:
    """C-SE-10: 25 on top, 3 at the bottom."""
    assert begin().king_pile == (25, 18, 12, 7, 3)


def test_all_bonus_tiles_lie_ready() -> None:
    """C-SE-11: four for colours, one for each region."""
    state = begin()
    assert len(state.bonus_left) == 7
    assert [tile.cities for tile in BONUS_TILES].count("colour") == 4
    assert [tile.id for tile in BONUS_TILES if tile.cities == "region"] == list(REGIONS)


def test_balconies_and_the_councillors_beside_the_board() -> None:
    """C-SE-12, C-SE-13: four at random in each, eight left over for everybody."""
    state = begin()
    assert [len(balcony) for balcony in state.balconies] == [4, 4, 4, 4]
    sitting = [colour for balcony in state.balconies for colour in balcony]
    assert [sitting.count(colour) + left for colour, left in enumerate(state.pool)] == [4] * 6
    assert state.balconies != begin(number=1).balconies


@every_number_of_seats
def test_what_each_player_starts_with(seats: int) -> None:
    """C-SE-14, C-SE-16, C-SE-17: 10, 11, 12, 13 coins and 1, 2, 3, 4 assistants; all else at 0, ten emporia left."""
    state = begin(seats)
    for seat, player in enumerate(state.players):
        assert (player.coins, player.assistants) == (10 + seat, 1 + seat)
        assert (player.vp, player.nobility, len(player.emporia), player.permits) == (0, 0, 0, ())
        assert player.bonus_tiles == player.king_tiles == ()


@every_number_of_seats
def test_seat_0_is_first_player(seats: int) -> None:
    """C-SE-15, R25: the others follow clockwise (test_turn.py)."""
    assert waiting(begin(seats)) == (0,)


@every_number_of_seats
def test_six_cards_each(seats: int) -> None:
    """C-SE-18: and the first player has drawn one more, as his turn has begun; nobody else saw them."""
    state = begin(seats)
    assert [sum(player.hand) for player in state.players] == [7, *[6] * (seats - 1)]
    assert COUNCIL.view(state, 1).hand == tuple(state.players[1].hand)
    assert [player.cards for player in COUNCIL.view(state, 1).players] == [7, *[6] * (seats - 1)]
