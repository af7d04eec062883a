"""The improvements of era III, one test each, and what all private actions have in common."""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS, SPACES
from serai.referee.games.tadmor.construction import Build, BuildBetween, BuildLate
from serai.referee.games.tadmor.scoring import breakdown
from serai.referee.games.tadmor.works import PART_COSTS
from tests.games.tadmor.table import NONE, GameTable, only

START_PP = CONSTANTS.start_pp
PLENTY = (9, 9, 9, 9)


def end_bonus(tile: str, **things: object) -> int:
    """What the tile scores at the end for red, who has these things."""
    table = GameTable(3, era=3)
    table.tiles(red=tile)
    table.red.set(**things)
    return breakdown(table.state, 0).tiles


def test_i37_a_private_temple() -> None:
    """T-PA-08, T-PA-09, T-PA-10: a part at its cost and 3 PP, beside a temple of the board; no mission card."""
    table = GameTable(era=3)
    table.tiles(red="I37")
    table.goods(red=(9, 9, 9, 9))
    table.stand(red="camel:I37 camel:ebl_temple")
    table.build()
    table.red.does("temple:I37:0", "temple:ebl_temple:0")
    assert (table.red.temples, table.red.pp, table.cards("red")) == ([2], START_PP + 3, [])
    spent = [9 - one - two for one, two in zip(PART_COSTS[1], PART_COSTS[2], strict=True)]
    assert table.red.warehouse == spent


def test_i38_the_tallest_tower() -> None:
    """T-IA-29, T-IA-30, T-SC-07: 12 PP for strictly the tallest."""
    assert end_bonus("I38", tower=3) == 12
    assert end_bonus("I38", tower=0) == 0


def test_i39_the_most_rare_goods() -> None:
    """T-IA-29, T-IA-30: 12 PP for strictly the most tiles, whatever they are worth."""
    assert end_bonus("I39", rare=[1, 0, 0, 0, 0, 0, 0, 0, 0]) == 12
    assert end_bonus("I39", rare=[0] * 9) == 0


def test_i40_the_most_improvements() -> None:
    """T-IA-29, T-IA-30: 12 PP for strictly the most tiles."""
    table = GameTable(3, era=3)
    table.tiles(red="I40")
    assert breakdown(table.state, 0).tiles == 12
    table.tiles(blue="I5")
    assert breakdown(table.state, 0).tiles == 0


@pytest.mark.parametrize(
    ("mine", "other", "points"),
    [([4, 4], [4], 0), ([4, 1], [3], 12), ([2], [1, 1], 12), ([2], [2], 0), ([1], [], 12), ([], [], 0)],
)
def test_i41_example_s51_the_most_advanced_temple(mine: list[int], other: list[int], points: int) -> None:
    """T-IA-29, T-IA-30, T-IA-31, A44 [RB]: the best single temple counts; two completed ones tie, even against one."""
    table = GameTable(3, era=3)
    table.tiles(red="I41")
    table.red.set(temples=mine)
    table.blue.set(temples=other)
    assert breakdown(table.state, 0).tiles == points


def test_i42_the_highest_mission_value() -> None:
    """T-IA-29, T-IA-32: full value of fulfilled missions, half of returned ones."""
    table = GameTable(3, era=3)
    table.tiles(red="I42")
    table.done(red="K1")
    table.returned(blue="K2")
    assert breakdown(table.state, 0).tiles == 12
    table.done(blue="K7")
    assert breakdown(table.state, 0).tiles == 0


def test_i43_choosing_the_good() -> None:
    """T-IA-33, A22: any good of the pile, which is then shuffled; the top one leaves the pile as it is."""
    for good, pile in (("jade", ["jade", "ivory"]), ("ivory", ["jade", "jade"])):
        table = GameTable(era=3)
        table.tiles(red="I43")
        table.goods(red=(0, 5, 0, 0))
        table.pile(yellow="jade ivory jade")
        table.stand(red="ship:eup_yellow")
        table.build()
        table.red.does("rare:eup_yellow:yellow:resources")
        assert table.red.options == ["rare_pick:jade", "rare_pick:ivory"]
        table.red.does(f"rare_pick:{good}")
        assert table.goods_of("red") == [good]
        assert ("the yellow pile is shuffled" in table.journal) == (good == "ivory")
        assert sorted(table.state.piles[1]) == sorted({"jade": 3, "ivory": 4}[name] for name in pile)


def test_i44_example_s27_peace_gifts_doubled() -> None:
    """T-IA-34, T-IA-35, A41 [RB]: both spaces in era III: 14 PP; in era II twice what the space gives."""
    table = GameTable(era=3)
    table.tiles(red="I44")
    table.stand(red="camel:des_peace ship:nor_peace")
    table.improve()
    assert table.red.pp == START_PP + 14
    table = GameTable(era=2)
    table.tiles(red="I44")
    table.stand(red="ship:nor_peace")
    table.improve()
    peace = next(space for space in SPACES if space.id == "nor_peace")
    assert table.red.pp == START_PP + 2 * peace.pp_by_era[1]


def test_i45_immune_to_marauders() -> None:
    """T-IA-36: whoever reveals."""
    for by in ("red", "blue"):
        table = GameTable(3, era=3)
        table.tiles(red="I45")
        table.marauders(held="ebla", by=by)
        table.stand(red="camel:ebl_tower1", blue="camel:ebl_mission")
        table.attack()
        assert (table.on("ebl_tower1"), table.on("ebl_mission")) == ("red camel", None)


def test_i46_immune_to_the_taxman() -> None:
    """T-IA-37, A2: no tax in eras II and III, no loss."""
    for era in (2, 3):
        table = GameTable(3, era=era)
        table.tiles(red="I46")
        table.goods(red=(0, 0, 0, 2))
        table.kingdom()
        assert (table.red.pp, table.red.warehouse) == (START_PP, [0, 0, 0, 2])
        assert table.blue.pp < START_PP


def copying(pieces: str = "camel:I47", **chosen: str) -> GameTable:
    table = GameTable(3, era=3, **chosen)
    table.tiles(red="I47")
    table.towers(red=1, blue=2)
    table.hand(red="K16")
    table.goods(red=(9, 9, 9, 9))
    table.stand(red=pieces)
    table.build()
    return table


def in_between(red: str = "camel:I47") -> GameTable:
    """Red is second in the order, after green and before blue, and has kept the piece on I47."""
    table = GameTable(3, era=3)
    table.set(order=(2, 0, 1), first=2)
    table.tiles(red="I47")
    table.goods(red=(9, 9, 9, 9), blue=(9, 9, 9, 9), green=(9, 9, 9, 9))
    table.pile(grey="glass incense myrrh")
    table.stand(red=red, blue="ship:sou_grey camel:ebl_mission camel:ebl_tower1", green="ship:eup_red camel:dam_tower2")
    table.build()
    return table


def test_i47_after_anothers_purchase() -> None:
    """T-PA-12, A19: blue takes the glass, and red, who is earlier in the order, may have what lies below."""
    table = in_between()
    table.green.does("rare:eup_red:red:resources", "end")
    table.red.does("end")
    table.blue.does("rare:sou_grey:grey:resources")
    assert table.red.must(BuildBetween)
    assert "rare:I47:grey:resources" in table.red.options
    table.red.does("rare:I47:grey:resources")
    assert (table.goods_of("red"), table.on("I47")) == (["incense"], None)
    table.blue.does("end")
    assert table.over


def test_i47_keeps_its_piece_while_it_waits() -> None:
    """T-PA-12, A19: to end is to wait; the last chance comes after all others."""
    table = in_between()
    table.green.does("rare:eup_red:red:resources", "end")
    assert table.red.must(Build)
    table.red.does("end")
    table.blue.does("rare:sou_grey:grey:resources")
    table.red.does("end")
    assert table.on("I47") == "red camel"
    table.blue.does("end")
    assert table.red.must(BuildLate)
    table.red.does("end")
    assert table.on("I47") is None
    assert table.over


def test_i47_is_not_asked_where_nothing_changed() -> None:
    """T-PA-12, A19: a mission drawn by another, or a level of a tower that stays below, changes nothing for red."""
    table = in_between()
    table.towers(red=5)
    assert table.green.must(Build)
    table.green.does("end")
    table.red.does("end")
    table.blue.does("mission_draw:ebl_mission", "tower1:ebl_tower1")
    assert table.blue.must(Build)


def test_i47_does_not_come_before_its_turn() -> None:
    """T-PA-12, A19: in a dispute the order of play decides, so green builds undisturbed."""
    table = in_between()
    table.green.does("rare:eup_red:red:resources")
    assert table.green.must(Build)


@pytest.mark.parametrize(
    ("action", "towers"),
    [("tower1:ebl_tower1", (1, 0)), ("temple:pal_temple:0", (0, 0))],
)
def test_i47_when_victims_or_cards_change(action: str, towers: tuple[int, int]) -> None:
    """T-PA-12, A19: a tower that reaches red's makes a victim; the last card of a part takes a temple away."""
    table = GameTable(3, era=3)
    table.set(order=(2, 0, 1), first=2)
    table.tiles(red="I47")
    table.towers(red=towers[0], blue=towers[1])
    table.goods(red=(9, 9, 9, 9), blue=(9, 9, 9, 9))
    table.green.set(temples=[1, 1, 1])
    table.stand(red="camel:I47", blue="camel:ebl_tower1 camel:pal_temple")
    table.build()
    table.red.does("end")
    table.blue.does(action)
    assert table.red.must(BuildBetween)


def test_i47_any_construction_action() -> None:
    """T-PA-11, A19: both towers, traitor, temple with its card, mission, any rare good."""
    table = copying()
    assert [option for option in table.red.options if ":I47" in option] == [
        "tower1:I47", "tower2:I47", "traitor:I47:1", "temple:I47:0", "mission_draw:I47", "mission_fulfil:I47:K16",
        "rare:I47:grey:resources", "rare:I47:yellow:resources", "rare:I47:red:resources",
    ]  # fmt: skip
    table.red.does("temple:I47:0")
    assert (table.red.temples, len(table.red.hand)) == ([1], 2)
    assert table.on("I47") is None


def test_i47_is_not_offered_for_what_the_board_does() -> None:
    """T-PA-13, D5: while an own piece on the board does the same, that piece is used first."""
    table = copying("camel:I47 camel:ebl_tower1 ship:sou_grey")
    assert "tower1:I47" not in table.red.options
    assert "rare:I47:grey:resources" not in table.red.options
    table.red.does("rare:sou_grey:grey:resources")
    assert "rare:I47:grey:resources" in table.red.options


def test_i47_builds_a_tower_level_by_level() -> None:
    """T-PA-11, T-PA-05: once it builds a tower it does nothing else; another action closes it."""
    table = copying("camel:I47 camel:ebl_mission")
    table.red.does("tower1:I47", "tower1:I47")
    assert [option for option in table.red.options if ":I47" in option] == ["tower1:I47"]
    table.red.does("mission_draw:ebl_mission")
    assert (table.red.tower, table.on("I47")) == (3, None)


def test_i47_at_any_time_of_the_phase() -> None:
    """T-PA-12: kept for later, it is used when everybody has built."""
    table = copying()
    table.red.does("end")
    assert table.on("I47") == "red camel"
    assert "tower1:I47" in table.red.options
    table.red.does("mission_fulfil:I47:K16", "return:K16", "take:gold")
    assert table.red.traded == [0, 0, 0, 5]
    assert table.on("I47") is None


def test_i48_any_kingdom_action() -> None:
    """T-PA-15: Taxman, War Supplies or First Player."""
    for answer, points, pawn in (
        ("kingdom:I48:taxman", 0, 1),
        ("kingdom:I48:war_supplies", 4 - 6, 1),
        ("first_player:I48:stone", -6, 0),
    ):
        table = GameTable(3, era=3)
        table.tiles(red="I48")
        table.towers(red=4)
        table.set(first=1)
        table.stand(red="camel:I48")
        table.kingdom()
        table.red.does(answer)
        if table.red.asked:
            table.red.does("end")
        assert (table.red.pp, table.state.first) == (START_PP + points, pawn)
        assert table.on("I48") is None


def test_i48_is_no_taxman_without_a_debt() -> None:
    """T-PA-15: there is nothing to be freed from in era I or for who stands with the taxman."""
    table = GameTable(3, era=3)
    table.tiles(red="I48 I46")
    table.stand(red="camel:I48")
    table.kingdom()
    assert only(table.red.options, "kingdom") == ["I48:war_supplies"]


def test_a_private_action_is_its_owners() -> None:
    """T-PA-01, T-PA-04, A31: he may place a camel or a ship on it instead of on the board; nobody else may."""
    table = GameTable(2, era=2)
    table.tiles(red="I21")
    table.placing()
    assert {"place:camel:I21", "place:ship:I21"} <= set(table.red.options)
    table.red.does("place:ship:I21")
    assert not any("I21" in option for option in table.blue.options)
    table.blue.does("place:camel:pal_imp1")
    assert not any("I21" in option for option in table.red.options)


def test_marauders_never_touch_private_tiles() -> None:
    """T-PA-02: a tile is in no region."""
    for region in ("palmyra", "damascus", "ebla", "north_sea", "south_sea", "euphrates", "desert"):
        table = GameTable(2, era=2)
        table.tiles(red="I21")
        table.marauders(held=region, by="blue")
        table.stand(red="ship:I21")
        table.attack()
        assert table.on("I21") == "red ship"


def test_a_private_action_is_active_at_once() -> None:
    """T-PA-03: the piece that bought the tile moves onto it and works in this turn."""
    table = GameTable(2, era=2)
    table.goods(red=(1, 0, 0, 2))
    table.offer("I21")
    table.stand(red="camel:pal_imp2")
    table.improve()
    table.red.does("acquire:I21", "pay:0,0,0,2")
    assert (table.on("pal_imp2"), table.on("I21")) == (None, "red camel")
    table.build()
    table.red.does("trade:wood:gold")
    assert (table.red.warehouse, table.red.traded) == (NONE, [0, 0, 0, 1])
