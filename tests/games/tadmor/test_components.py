"""Components and basics: what there is, and how many (RULES.md 1 to 3)."""

from collections import Counter

import pytest

from serai.referee.games.tadmor.board import (
    ADVANCED,
    BASIC,
    CONSTANTS,
    FITTING,
    IMPROVEMENTS,
    MISSIONS,
    PLACE_NAMES,
    REGION_OF,
    REGIONS,
    RESOURCES,
    SPACES,
)
from serai.referee.games.tadmor.marauders import deck
from serai.referee.games.tadmor.temple import card_left
from serai.referee.games.tadmor.works import BANDS, COLOUR_NAMES, COLOUR_OF, PARTS, RARE, cost_of_level
from tests.games.tadmor.table import TADMOR, GameTable, Start, only


def test_48_improvements() -> None:
    """T-CO-01, A1: 18 of era I, 18 of era II, 12 of era III; four START tiles."""
    assert Counter(tile.era for tile in IMPROVEMENTS) == {1: 18, 2: 18, 3: 12}
    assert [tile.id for tile in IMPROVEMENTS if tile.start] == ["I1", "I2", "I3", "I4"]


def test_36_rare_goods() -> None:
    """T-CO-02, T-BA-21: nine types of three colours, four tiles each."""
    assert sum(good.copies for good in RARE) == 36
    kinds = {colour: [good.id for good in RARE if good.colour == colour] for colour in COLOUR_NAMES}
    assert kinds == {
        "grey": ["glass", "incense", "myrrh"],
        "yellow": ["jade", "ivory", "porcelain"],
        "red": ["silk", "perfume", "oil"],
    }
    assert len(COLOUR_OF) == 9


def test_seven_regions_and_a_card_for_each() -> None:
    """T-CO-03, T-BA-02, A37: each with spaces of its own, on both sides of the board."""
    assert len(REGIONS) == 7
    assert deck(Start(2).state) == list(range(7))
    for side in ("front", "back"):
        assert {REGION_OF[n] for n, space in enumerate(SPACES) if side in space.sides} == set(range(7))


def test_tower_cards_carry_the_steps() -> None:
    """T-CO-04, T-BA-19: 0, 5, 10 and 15; the cost changes there."""
    assert [band.card_side for band in BANDS] == [0, 5, 10, 15]
    assert all(cost_of_level(step, 1) != cost_of_level(step + 1, 1) for step in (5, 10, 15))
    assert cost_of_level(1, 1) == cost_of_level(5, 1)


def test_16_temple_cards() -> None:
    """T-CO-05, T-BA-10, T-SU-02: four of each of four parts, all in the supply at the start."""
    assert [(part.id, part.cards) for part in PARTS] == [
        ("basement", 4), ("colonnade", 4), ("roof", 4), ("statues", 4),
    ]  # fmt: skip
    assert all(card_left(Start(4).state, part.index) for part in PARTS)


def test_26_missions() -> None:
    """T-CO-06."""
    assert [mission.id for mission in MISSIONS] == [f"K{number}" for number in range(1, 27)]
    assert len(Start(2).state.deck) == 26


def test_nobody_owns_more_than_five_camels_and_four_ships() -> None:
    """T-CO-07, T-GE-06: Caravan and Shipyard bring nothing beyond."""
    table = GameTable()
    table.red.set(owned=[5, 4], reserve=[5, 4])
    table.towers(red=20)
    table.rare(red="glass glass glass jade jade jade silk silk silk")
    table.stand(red="camel:des_caravan ship:nor_shipyard")
    table.improve()
    assert table.red.owned == [CONSTANTS.max_camels, CONSTANTS.max_ships] == [5, 4]
    assert table.on("des_caravan") == "red camel"


def test_two_to_four_players() -> None:
    """T-CO-08."""
    assert TADMOR.seat_counts == (2, 3, 4)


def test_basic_and_advanced_resources() -> None:
    """T-BA-07."""
    assert [RESOURCES[r] for r in BASIC] == ["wood", "stone"]
    assert [RESOURCES[r] for r in ADVANCED] == ["marble", "gold"]


def test_a_tower_has_no_upper_limit() -> None:
    """T-BA-20, T-BA-17, T-GE-05: it grows level by level, also beyond 20."""
    table = GameTable()
    table.towers(red=24)
    table.goods(red=(0, 30, 0, 0))
    table.stand(red="camel:ebl_tower1")
    table.build()
    table.red.does("tower1:ebl_tower1")
    assert table.red.tower == 25
    assert table.red.warehouse == [0, 30 - cost_of_level(25, 1)[1], 0, 0]


def test_rare_goods_are_no_resources() -> None:
    """T-BA-22: they pay nothing, are not traded and do not count for the limit."""
    table = GameTable()
    table.rare(red="glass jade silk oil ivory myrrh")
    table.goods(red=(8, 0, 0, 0))
    table.offer("I5")
    table.stand(red="camel:pal_market camel:ebl_temple")
    table.build()
    assert only(table.red.options, "trade") == ["wood:marble", "wood:gold"]
    assert only(table.red.options, "temple") == []
    table.red.does("end")
    table.end_turn()
    assert table.red.warehouse == [8, 0, 0, 0]


def test_the_sides_of_the_board() -> None:
    """T-SU-01, T-TP-01: 36 spaces on the front (22 for camels, 13 for ships, 1 for both), 28 on the back (18, 9, 1)."""
    for side, counts in (("front", (22, 13, 1)), ("back", (18, 9, 1))):
        pieces = Counter(space.piece for space in SPACES if side in space.sides)
        assert (pieces["camel"], pieces["ship"], pieces["either"]) == counts
    assert Start(2).state.variant.fitting == FITTING["back"]
    assert Start(3).state.variant.fitting == Start(4).state.variant.fitting == FITTING["front"]


@pytest.mark.parametrize(("action", "piece"), [("mission", "camel"), ("marauders", "camel"), ("market", "camel")])
def test_pieces_the_text_names(action: str, piece: str) -> None:
    """T-MI-03: a camel on the mission space, the market and the Marauders."""
    assert {space.piece for space in SPACES if space.action == action} == {piece}


def test_war_supplies_is_the_only_space_for_both() -> None:
    """T-KI-10, A42."""
    assert [space.id for space in SPACES if space.piece == "either"] == ["des_war"]


def test_four_improvement_spaces() -> None:
    """T-IM-06, A33: on the front."""
    front = [space.id for space in SPACES if space.action == "improvement" and "front" in space.sides]
    assert front == ["pal_imp1", "pal_imp2", "pal_imp3", "pal_imp4"]
    assert PLACE_NAMES[:4] == tuple(front)


def test_two_temple_actions_on_the_board() -> None:
    """T-TM-06: both can be used by one player in one turn."""
    table = GameTable()
    table.goods(red=(9, 9, 9, 9))
    table.stand(red="camel:pal_temple camel:ebl_temple")
    table.build()
    table.red.does("temple:pal_temple:0", "temple:ebl_temple:0")
    assert table.red.temples == [2]
