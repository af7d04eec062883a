"""The construction phase: tower, traitor, temple, rare goods, missions (RULES.md 7.9, 8.3, 10)."""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS, PHASE_OF
from serai.referee.games.tadmor.construction import Build
from serai.referee.games.tadmor.deck import COSTS
from serai.referee.games.tadmor.scoring import breakdown
from serai.referee.games.tadmor.works import BAND_COSTS, BANDS, COLOUR_COSTS, PART_COSTS, cost_of_level
from tests.games.tadmor.table import NONE, GameTable, cost, only

PLENTY = (20, 20, 20, 20)


# Order


def test_what_belongs_to_the_phase() -> None:
    """T-CN-01: temple, tower, missions, rare goods and traitor."""
    actions = {action for action, phase in PHASE_OF.items() if phase == "construction"}
    assert actions == {"tower1", "tower2", "traitor", "temple_mission", "temple_or_market", "mission", "rare"}
    table = GameTable(3, era=2)
    table.goods(red=PLENTY)
    table.towers(blue=3)
    table.red.set(owned=[5, 2], reserve=[5, 2])
    table.stand(
        red="camel:dam_tower2 camel:ebl_tower1 camel:dam_traitor camel:pal_temple camel:pal_mission ship:sou_grey"
    )
    table.build()
    kinds = [option.partition(":")[0] for option in table.red.options]
    assert kinds == ["end", "temple", "mission_draw", "tower2", "traitor", "tower1", "rare"]


def test_everybody_builds_in_turn_order() -> None:
    """T-CN-02, A47: from the first player on."""
    table = GameTable(3)
    table.set(first=1, order=(1, 2, 0))
    table.goods(red=PLENTY, blue=PLENTY, green=PLENTY)
    table.stand(red="camel:dam_tower2", blue="camel:pal_mission", green="camel:ebl_tower1")
    table.build()
    for name in ("blue", "green", "red"):
        assert table.seat(name).must(Build)
        table.seat(name).does("end")
    assert not any(table.seat(name).asked for name in table.names)


def test_using_a_piece_is_optional() -> None:
    """T-CN-03, T-TT-05: who ends takes his pieces home without effect."""
    table = GameTable(3, era=2)
    table.goods(red=PLENTY)
    table.towers(blue=4)
    table.stand(red="camel:dam_tower2 camel:dam_traitor camel:pal_temple")
    table.build()
    table.red.does("end")
    assert (table.red.reserve, table.red.tower, table.blue.tower, table.red.temples) == ([3, 2], 0, 4, [])


# Tower


@pytest.mark.parametrize(("place", "blocks"), [("ebl_tower1", 1), ("dam_tower2", 2)])
def test_any_number_of_levels(place: str, blocks: int) -> None:
    """T-TW-01, T-TW-02, T-BA-18, A34: level by level, or pair by pair, each at its cost; the piece stays meanwhile."""
    table = GameTable()
    table.goods(red=PLENTY)
    table.stand(red=f"camel:{place}")
    table.build()
    spent = list(PLENTY)
    for _ in range(3):
        price = cost_of_level(table.red.tower + 1, blocks)
        spent = [had - paid for had, paid in zip(spent, price, strict=True)]
        table.red.does(f"tower{blocks}:{place}")
        assert table.red.warehouse == spent
        assert table.on(place) == "red camel"
    assert table.red.tower == 3 * blocks
    table.red.does("end")
    assert table.on(place) is None


def test_what_towers_are_paid_with() -> None:
    """T-TW-03, A4: Build 1 in wood and stone, Build 2 in wood and marble."""
    for single, pair in BAND_COSTS:
        assert single[2] == single[3] == 0
        assert pair[1] == pair[3] == 0
    assert BAND_COSTS[0] == (cost(wood=1, stone=1), cost(wood=1, marble=2))
    assert BAND_COSTS[1] == (cost(stone=2), cost(wood=2, marble=2))
    assert BAND_COSTS[2][0] == cost(stone=3)


def test_the_cost_rises_with_the_height() -> None:
    """T-TW-04, T-BA-19: from band to band, with both actions."""
    for blocks in (1, 2):
        costs = [sum(cost_of_level(band.from_level, blocks)) for band in BANDS]
        assert costs == sorted(costs)
        assert costs[0] < costs[-1]


def test_a_destroyed_level_lowers_the_cost() -> None:
    """T-TW-10: from 6 to 4 the band is the first again."""
    table = GameTable(3, era=3)
    table.towers(red=6, blue=6)
    table.goods(blue=(1, 1, 0, 0))
    table.stand(red="camel:dam_traitor", blue="camel:ebl_tower1")
    table.build()
    table.red.does("traitor:dam_traitor:1")
    assert table.blue.tower == 4
    table.blue.does("tower1:ebl_tower1")
    assert (table.blue.tower, table.blue.warehouse) == (5, NONE)


def test_another_action_closes_a_tower() -> None:
    """T-TW-01: trades and missions may come between levels, another construction ends the action."""
    table = GameTable()
    table.tiles(red="I2")
    table.done(red="K16")
    table.goods(red=PLENTY)
    table.stand(red="camel:ebl_tower1 camel:ebl_mission")
    table.build()
    table.red.does("tower1:ebl_tower1", "trade:wood:gold", "return:K16", "take:gold", "tower1:ebl_tower1")
    assert table.on("ebl_tower1") == "red camel"
    table.red.does("mission_draw:ebl_mission")
    assert table.on("ebl_tower1") is None
    assert only(table.red.options, "tower1") == []


@pytest.mark.parametrize(("era", "levels"), [(2, 1), (3, 2)])
def test_levels_a_traitor_destroys(era: int, levels: int) -> None:
    """T-TT-03: 1 in era II, 2 in era III, and never below the ground."""
    assert CONSTANTS.traitor_levels_by_era[era - 1] == levels
    table = GameTable(3, era=era)
    table.towers(blue=5, green=1)
    table.stand(red="camel:dam_traitor")
    table.build()
    table.red.does("traitor:dam_traitor:1")
    assert table.blue.tower == 5 - levels


# Temple


def test_one_part_at_its_cost() -> None:
    """T-TM-01, T-TM-02, T-TM-04, T-BA-10: one action, one part, in the fixed order."""
    table = GameTable()
    for part in (1, 2, 3, 4):
        table.goods(red=PART_COSTS[part])  # type: ignore[arg-type]  # four numbers
        table.stand(red="camel:ebl_temple")
        table.build()
        table.red.does("temple:ebl_temple:0")
        if table.red.asked and part == 4:
            table.red.does("rare_top:grey", "rare_top:red")
        assert (table.red.temples, table.red.warehouse, table.on("ebl_temple")) == ([part], NONE, None)


def test_without_the_cost_no_part() -> None:
    """T-TM-02: one marble short."""
    table = GameTable()
    table.red.set(temples=[1])
    table.goods(red=(0, 2, 3, 0))
    table.stand(red="camel:ebl_temple")
    table.build()
    assert only(table.red.options, "temple") == []


def test_a_new_temple_after_a_complete_one() -> None:
    """T-TM-05: not before."""
    for temples, index in (([3], "0"), ([4], "1")):
        table = GameTable()
        table.red.set(temples=temples)
        table.goods(red=PLENTY)
        table.stand(red="camel:ebl_temple")
        table.build()
        assert only(table.red.options, "temple") == [f"ebl_temple:{index}"]


def test_palmyra_gives_a_mission_card() -> None:
    """T-TM-07, T-TM-08, T-TM-09: with a part built; Ebla gives none."""
    table = GameTable()
    table.on_deck("K7")
    table.goods(red=PLENTY, blue=PLENTY)
    table.stand(red="camel:pal_temple", blue="camel:ebl_temple")
    table.build()
    table.red.does("temple:pal_temple:0", "end")
    table.blue.does("temple:ebl_temple:0")
    assert (table.cards("red"), table.cards("blue")) == (["K7"], [])
    table = GameTable()
    table.goods(red=PLENTY)
    table.stand(red="camel:pal_temple")
    table.build()
    table.red.does("end")
    assert table.cards("red") == []


def test_goods_for_a_temple_come_from_the_tops() -> None:
    """T-TM-11, T-TM-14, T-TM-15, A22: not chosen inside a pile, even with I43; both may be of one pile."""
    table = GameTable()
    table.tiles(red="I43")
    table.red.set(temples=[3])
    table.goods(red=PART_COSTS[4])  # type: ignore[arg-type]  # four numbers
    table.pile(red="oil silk perfume")
    table.stand(red="camel:ebl_temple")
    table.build()
    table.red.does("temple:ebl_temple:0")
    assert table.red.options == ["rare_top:grey", "rare_top:yellow", "rare_top:red"]
    table.red.does("rare_top:red", "rare_top:red")
    assert table.goods_of("red") == ["silk", "oil"]


def test_temple_points_come_at_the_end() -> None:
    """T-BA-09: building scores nothing at once."""
    table = GameTable()
    table.goods(red=PLENTY)
    table.stand(red="camel:ebl_temple")
    table.build()
    table.red.does("temple:ebl_temple:0")
    assert table.red.pp == CONSTANTS.start_pp
    assert breakdown(table.state, 0).temples > 0


# Rare goods


@pytest.mark.parametrize(
    ("place", "colour", "price"),
    [
        ("sou_grey", "grey", cost(gold=3)),
        ("eup_yellow", "yellow", cost(stone=5)),
        ("eup_red", "red", cost(wood=5)),
    ],
)
def test_buying_a_rare_good(place: str, colour: str, price: tuple[int, ...]) -> None:
    """T-RG-01, T-RG-02, T-RG-03, T-RG-04: the printed price, the top tile."""
    table = GameTable()
    table.goods(red=price)  # type: ignore[arg-type]  # four numbers
    table.pile(grey="myrrh glass", yellow="ivory jade", red="oil silk")
    table.stand(red=f"ship:{place}")
    table.build()
    table.red.does(f"rare:{place}:{colour}:resources")
    top = {"grey": "myrrh", "yellow": "ivory", "red": "oil"}[colour]
    assert (table.goods_of("red"), table.red.warehouse, table.on(place)) == ([top], NONE, None)
    assert price in COLOUR_COSTS


def test_one_tile_an_action_and_none_from_an_empty_pile() -> None:
    """T-RG-05, T-GE-06: goods are limited."""
    table = GameTable()
    table.goods(red=PLENTY)
    table.pile(grey="", red="oil silk")
    table.stand(red="ship:sou_grey ship:eup_red")
    table.build()
    assert only(table.red.options, "rare") == ["eup_red:red:resources"]
    table.red.does("rare:eup_red:red:resources")
    assert table.goods_of("red") == ["oil"]
    assert only(table.red.options, "rare") == []


# Missions


def test_a_mission_action_draws_or_fulfils() -> None:
    """T-MI-01, T-MI-02, T-BA-13: one of both, and the piece goes home."""
    table = GameTable()
    table.hand(red="K16 K7")
    table.on_deck("K1")
    table.goods(red=COSTS[15])  # type: ignore[arg-type]  # four numbers
    table.stand(red="camel:ebl_mission")
    table.build()
    assert table.red.options[-2:] == ["mission_draw:ebl_mission", "mission_fulfil:ebl_mission:K16"]
    table.red.does("mission_fulfil:ebl_mission:K16")
    assert (table.cards("red"), table.cards("red", "done"), table.red.warehouse) == (["K7"], ["K16"], NONE)
    assert table.on("ebl_mission") is None
    table = GameTable()
    table.on_deck("K1")
    table.stand(red="camel:ebl_mission")
    table.build()
    table.red.does("mission_draw:ebl_mission")
    assert table.cards("red") == ["K1"]


def test_equal_mission_pieces_are_offered_once() -> None:
    """T-MI-01, D6: two camels are two actions, one after the other."""
    table = GameTable()
    table.stand(red="camel:ebl_mission camel:dam_mission")
    table.build()
    assert only(table.red.options, "mission_draw") == ["dam_mission"]
    table.red.does("mission_draw:dam_mission")
    assert only(table.red.options, "mission_draw") == ["ebl_mission"]


def test_nothing_is_drawn_from_nothing() -> None:
    """T-MI-10, T-GE-06: no card in deck and discard pile, no drawing."""
    table = GameTable()
    table.state.players[1].hand, table.state.deck = table.state.deck, []
    table.stand(red="camel:ebl_mission")
    table.build()
    assert not table.red.asked
    assert table.on("ebl_mission") is None


def test_a_mission_of_a_private_temple() -> None:
    """T-TM-07, T-MI-10: the last card of the deck, then the discards."""
    table = GameTable()
    table.goods(red=PLENTY)
    table.state.players[1].hand, table.state.deck = table.state.deck[1:], []
    table.state.discard = [card for card in range(26) if card not in table.state.players[1].hand]
    table.stand(red="camel:pal_temple")
    table.build()
    table.red.does("temple:pal_temple:0")
    assert (len(table.red.hand), table.state.discard) == (1, [])
    assert "1 discarded missions make a new deck" in table.journal
