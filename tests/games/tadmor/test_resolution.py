"""The resolution stage: its order, trading, the improvements phase, anytime actions (RULES.md 7.4 to 7.8, 8.2, 9)."""

import pytest

from serai.referee.games.tadmor.board import (
    CONSTANTS,
    PEACE_SPACES,
    PLACE_NAMES,
    REGION_NAMES,
    REGION_OF,
    SPACES,
    YIELDS,
)
from tests.games.tadmor.table import NONE, GameTable, only

START_PP = CONSTANTS.start_pp


# Order


def test_improvements_construction_kingdom() -> None:
    """T-RE-03, T-RE-01: the phases one after the other; a piece goes home right after its action."""
    table = GameTable(2)
    table.goods(red=(2, 1, 0, 0))
    table.offer("I5")
    table.stand(red="camel:pal_imp1 camel:ebl_tower1 camel:dam_first")
    table.resolve()
    table.red.does("acquire:I5", "pay:1,0,0,0")
    assert table.on("pal_imp1") is None
    table.red.does("tower1:ebl_tower1")
    assert table.on("ebl_tower1") is None  # nothing left to build with: the window has closed
    table.red.does("first_player:dam_first:wood")
    assert table.on("dam_first") is None


def test_players_do_not_disturb_each_other() -> None:
    """T-RE-04: whoever builds first, both end with the same."""
    results = []
    for first in (0, 1):
        table = GameTable(2)
        table.set(first=first, order=table.state.clockwise_from(first))
        table.goods(red=(1, 1, 0, 0), blue=(0, 0, 0, 3))
        table.stand(red="camel:ebl_tower1", blue="ship:sou_grey")
        table.pile(grey="glass myrrh")
        table.build()
        for name in ("red", "blue")[:: 1 if first == 0 else -1]:
            table.seat(name).does(table.seat(name).options[-1])
        results.append((table.red.tower, table.goods_of("blue"), table.red.warehouse, table.blue.warehouse))
    assert results[0] == results[1] == (1, ["glass"], NONE, NONE)


# Improvements phase


def test_spaces_are_resolved_in_their_printed_order() -> None:
    """T-IM-01, T-IM-05: not in turn order; several spaces are several purchases."""
    table = GameTable(3)
    table.goods(red=(3, 0, 0, 0), blue=(3, 0, 0, 0))
    table.offer("I5 I6 I8 I9")
    table.stand(red="camel:pal_imp2 camel:pal_imp4", blue="camel:pal_imp1")
    table.improve()
    table.blue.does("acquire:I9")
    table.red.does("acquire:I5")
    table.red.does("acquire:I6")
    assert (table.owned("red"), table.owned("blue"), table.offered) == (["I5", "I6"], ["I9"], ["I8"])


def test_buying_is_optional() -> None:
    """T-IM-02: without a purchase the piece goes home."""
    table = GameTable(3)
    table.goods(red=(3, 0, 0, 0))
    table.offer("I5")
    table.stand(red="camel:pal_imp1")
    table.improve()
    table.red.does("end")
    assert (table.owned("red"), table.on("pal_imp1"), table.offered) == ([], None, ["I5"])


@pytest.mark.parametrize("era", [1, 2, 3])
def test_a_tile_costs_more_from_era_to_era(era: int) -> None:
    """T-IM-03: 1, 2, 3 resources."""
    table = GameTable(3, era=era)
    table.goods(red=(3, 0, 0, 0))
    table.offer("I44")
    table.stand(red="camel:pal_imp1")
    table.improve()
    table.red.does("acquire:I44")
    assert table.red.warehouse == [3 - era, 0, 0, 0]


def test_the_offer_is_not_filled_up() -> None:
    """T-IM-11: a bought tile is gone, and the next one finds what is left."""
    table = GameTable(3)
    table.goods(red=(1, 0, 0, 0), blue=(1, 0, 0, 0))
    table.offer("I5 I6")
    table.stand(red="camel:pal_imp1", blue="camel:pal_imp2")
    table.improve()
    table.red.does("acquire:I5")
    assert only(table.blue.options, "acquire") == ["I6"]


# Trading


def test_goods_lie_in_two_zones() -> None:
    """T-BA-04, T-BA-05, T-MK-01: gathered ones in the Warehouse, got ones in Traded Goods; the Warehouse is traded."""
    table = GameTable(2)
    table.stand(red="ship:nor_wood_s1 camel:pal_market")
    table.improve()
    table.build()
    assert table.red.warehouse == [YIELDS[0, 1][0], 0, 0, 0]
    table.red.does("trade:wood:gold")
    assert (table.red.warehouse, table.red.traded) == ([YIELDS[0, 1][0] - 1, 0, 0, 0], [0, 0, 0, 1])
    assert only(table.red.options, "trade") == ["wood:marble", "wood:gold"]


def test_the_market_camel_stays_until_the_stage_is_over() -> None:
    """T-MK-03, D8: it leaves when the turn ends, not with the end of a phase."""
    table = GameTable(2)
    table.goods(red=(2, 0, 0, 0))
    table.stand(red="camel:pal_market")
    table.resolve()
    table.red.does("trade:wood:gold", "end")
    assert table.on("pal_market") == "red camel"
    table.end_turn()
    assert table.on("pal_market") is None


def test_missions_are_discarded_in_the_resolution_stage_only() -> None:
    """T-MI-04, T-MI-09, A8, A45: not while placing; they form an open pile."""
    table = GameTable(2)
    table.hand(red="K3 K9")
    table.placing()
    assert only(table.red.options, "discard_mission") == []
    table.state.agenda.clear()
    table.stand(red="camel:pal_imp1")
    table.improve()
    table.red.does("discard_mission:K9", "take:stone")
    table.red.does("discard_mission:K3", "take:stone")
    assert table.game.view(table.state, None).discard == (8, 2)
    assert table.red.traded == [0, 2, 0, 0]


def test_what_is_paid_is_gone() -> None:
    """T-GE-01, T-GE-02: resources go to the supply, PP move the marker back."""
    table = GameTable(2)
    table.tiles(red="I9 I6")
    table.goods(red=(5, 0, 0, 0))
    table.stand(red="ship:eup_red ship:sou_grey")
    table.build()
    table.red.does("rare:eup_red:red:resources", "rare:sou_grey:grey:pp", "trade_pp:wood")
    assert (table.red.warehouse, table.red.traded) == (NONE, [1, 0, 0, 0])
    assert table.red.pp == START_PP - 4 - 1


# Anytime actions


def test_where_resources_are_gathered() -> None:
    """T-AN-02: North Sea, South Sea and Euphrates."""
    regions = {REGION_NAMES[REGION_OF[n]] for n, space in enumerate(SPACES) if space.action == "gather"}
    assert regions == {"north_sea", "south_sea", "euphrates"}


@pytest.mark.parametrize("era", [1, 2, 3])
@pytest.mark.parametrize("resource", range(4))
def test_a_ship_gathers_more_than_a_camel(era: int, resource: int) -> None:
    """T-AN-01, T-AN-03, A48: what data.toml says for the era, into the Warehouse, without asking."""
    ship = ("nor_wood_s1", "sou_stone_s1", "eup_marble_s", "eup_gold_s")[resource]
    camel = ("nor_wood_c", "sou_stone_c", "eup_marble_c", "eup_gold_c")[resource]
    table = GameTable(3, era=era)
    table.stand(red=f"ship:{ship}", blue=f"camel:{camel}")
    table.improve()
    got = (table.red.warehouse[resource], table.blue.warehouse[resource])
    assert got == (YIELDS[resource, 1][era - 1], YIELDS[resource, 0][era - 1])
    assert got[0] > got[1]
    assert table.on(ship) is None


def test_a_ship_gathers_three_stone() -> None:
    """T-ST-03: in era I."""
    table = GameTable(2)
    table.stand(red="ship:sou_stone_s1")
    table.improve()
    assert table.red.warehouse == [0, 3, 0, 0]


@pytest.mark.parametrize("era", [1, 2, 3])
def test_peace_gifts(era: int) -> None:
    """T-AN-18, T-RE-01: the PP of the space for the era, at once; the piece goes home."""
    for place in PEACE_SPACES:
        table = GameTable(3, era=era)
        table.stand(red=f"{SPACES[place].piece}:{PLACE_NAMES[place]}")
        table.improve()
        assert table.red.pp == START_PP + SPACES[place].pp_by_era[era - 1]
        assert table.on(PLACE_NAMES[place]) is None


@pytest.mark.parametrize(
    ("tower", "missions", "camels"), [(5, "", 4), (4, "", 3), (0, "K1 K2", 4), (0, "K1", 3), (4, "K1", 3)]
)
def test_the_fourth_camel(tower: int, missions: str, camels: int) -> None:
    """T-AN-09, T-AN-10, T-AN-12, T-AN-17: a tower of 5 or two missions, hand cards do not count, nothing is spent."""
    table = GameTable(2)
    table.towers(red=tower)
    table.done(red=missions)
    table.hand(red="K20 K21 K22")
    table.stand(red="camel:des_caravan")
    table.improve()
    assert table.red.owned == [camels, 2]
    assert (table.red.tower, len(table.red.done)) == (tower, len(missions.split()))


@pytest.mark.parametrize(
    ("ships", "goods", "gained"),
    [
        (2, "glass jade silk", 3),
        (2, "glass incense silk oil", 2),
        (3, "glass glass jade jade oil oil", 4),
        (3, "glass myrrh jade oil oil", 3),
    ],
)
def test_more_ships(ships: int, goods: str, gained: int) -> None:
    """T-AN-13, T-AN-14, T-AN-15, T-AN-16, T-AN-17, A39: one, then two goods of each colour; equal ones are fine."""
    table = GameTable(2)
    table.red.set(owned=[3, ships], reserve=[3, ships])
    table.rare(red=goods)
    table.stand(red="ship:nor_shipyard")
    table.improve()
    assert table.red.owned == [3, gained]
    assert len(table.goods_of("red")) == len(goods.split())


def test_the_requirement_may_be_met_in_the_same_turn() -> None:
    """T-AN-19: build first, then the Caravan; a piece that got nothing goes home at the end of the turn."""
    table = GameTable(2)
    table.towers(red=4)
    table.goods(red=(1, 1, 0, 0))
    table.stand(red="camel:des_caravan camel:ebl_tower1", blue="ship:nor_shipyard")
    table.resolve()
    assert table.red.owned == [3, 2]
    table.red.does("tower1:ebl_tower1")
    assert table.red.owned == [4, 2]
    table.end_turn()
    assert (table.blue.owned, table.blue.reserve) == ([3, 2], [3, 2])
