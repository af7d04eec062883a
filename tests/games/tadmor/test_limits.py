"""Where a rule stops (RULES.md 7 to 10): no card, no good, no room, no second time, the border of a band."""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS, SPACES
from serai.referee.games.tadmor.deck import COSTS
from serai.referee.games.tadmor.placement import Placing
from serai.referee.games.tadmor.works import COLOUR_COSTS, PART_COSTS
from tests.games.tadmor.table import GameTable, Start, in_order, only


def full_board(table: GameTable) -> None:
    """Blue's camels stand on every space of the board."""
    for place in range(len(SPACES)):
        table.state.occupied[place] = 1 + 2 * 1
    table.set()


def test_a_private_tile_is_room_enough() -> None:
    """T-PA-01, T-PL-10, A31: when the board is full its owner still places there, once."""
    table = in_order("green", "red", "blue", era=3)
    full_board(table)
    table.tiles(red="I47", green="I5")
    table.green.set(reserve=[1, 0])
    table.red.set(reserve=[1, 1])
    table.blue.set(reserve=[0, 0])
    table.placing()
    assert table.red.must(Placing)
    assert table.red.options == ["place:camel:I47", "place:ship:I47"]
    table.red.does("place:camel:I47")
    assert (table.on("I47"), table.over, table.green.reserve) == ("red camel", True, [1, 0])


def test_a_private_tile_brings_room_for_an_extra_piece() -> None:
    """T-KA-11, A10, A31: the camel of a mission could be placed on it, so its owner is asked; when it is taken, not."""
    table = in_order("green", "red", "blue", era=3)
    full_board(table)
    table.tiles(red="I47")
    table.done(red="K11 K12")
    for name in table.names:
        table.seat(name).set(reserve=[0, 0])
    table.placing()
    assert table.red.options == ["return:K11", "return:K12", "stop"]
    table.red.does("return:K11")
    assert table.red.options == ["place:camel:I47", "return:K12"]
    table.red.does("place:camel:I47")
    assert (table.on("I47"), table.over) == ("red camel", True)


def test_a_part_needs_its_own_card() -> None:
    """T-TM-19, S35: four colonnades are in use; the roof has cards, the colonnade has not."""
    table = in_order("green", "red", "blue")
    table.goods(red=(20, 20, 20, 20))
    table.red.set(temples=[1])
    table.green.set(temples=[2, 2])
    table.blue.set(temples=[2, 2])
    table.stand(red="camel:pal_temple camel:pal_mission")
    table.build()
    assert only(table.red.options, "temple") == []
    table.blue.set(temples=[2, 3])
    assert only(table.red.options, "temple") == ["pal_temple:0"]


@pytest.mark.parametrize(
    ("pile", "goods"), [("", []), ("oil", ["oil"]), ("oil silk perfume", ["perfume", "silk", "oil"])]
)
def test_a_completed_temple_takes_what_there_is(pile: str, goods: list[str]) -> None:
    """T-TM-11, T-GE-06: two goods, or the last one, or none; from the piles that are not empty."""
    table = in_order("green", "red", "blue", era=3)
    table.done(red="K3")
    table.red.set(temples=[3])
    table.pile(grey="", yellow="", red=pile)
    table.build()
    table.red.does("return:K3")
    assert sorted(table.goods_of("red")) == sorted(pile.split()[:2])
    assert table.over
    assert len(goods) - len(table.state.piles[2]) == len(table.goods_of("red"))


def test_what_was_bought_for_points_is_seen() -> None:
    """T-IA-05, T-IA-12, T-GE-04: one good of a grade and one rare good, counted for everybody, until the turn ends."""
    table = in_order("green", "red", "blue")
    assert (table.blue.view.players[0].bought, table.blue.view.players[0].rare_for_pp) == ((0, 0), 0)
    table.tiles(red="I6 I9")
    table.stand(red="ship:sou_grey")
    table.build()
    table.red.does("trade_pp:gold", "rare:sou_grey:grey:pp")
    seen = table.blue.view.players[0]
    assert (seen.bought, seen.rare_for_pp) == ((0, 1), 1)
    table.red.does("end")
    table.end_turn()
    seen = table.blue.view.players[0]
    assert (seen.bought, seen.rare_for_pp) == ((0, 0), 0)


def test_nothing_is_owed_at_the_start() -> None:
    """T-KI-06, T-GE-04: no market is open, nothing bought, no tax due."""
    for seen in Start(3).red.view.players:
        assert (seen.owes, seen.market_open, seen.ebla_open, seen.bought, seen.rare_for_pp) == (
            0,
            False,
            False,
            (0, 0),
            0,
        )


def test_a_free_good_without_the_tile() -> None:
    """T-IA-09, A21: no PP, whatever the switch says."""
    for value in ("on", "off"):
        table = GameTable(2, free_rare_pp_per_tile=value)
        table.done(red="K1")
        table.build()
        table.red.does("return:K1", "rare_pick:oil")
        assert table.red.pp == CONSTANTS.start_pp


def test_a_tile_of_the_box_works_at_once() -> None:
    """T-KA-27, A50, T-IA-16: I14 from the box in an own improvements window: level 5 comes before the purchase."""
    table = in_order("green", "red", "blue", era=1)
    table.goods(red=(1, 1, 0, 0))
    table.towers(red=4)
    table.done(red="K25")
    table.offer("I5")
    table.stand(red="camel:pal_imp1")
    table.improve()
    table.red.does("return:K25", "acquire:I14")
    assert (table.red.tower, table.owned("red")) == (5, ["I14"])
    assert only(table.red.options, "acquire") == ["I5"]


def test_two_tiles_and_no_third() -> None:
    """T-KA-16: of three on offer."""
    table = in_order("green", "red", "blue", era=1)
    table.done(red="K15")
    table.offer("I5 I6 I8")
    table.improve()
    table.red.does("return:K15", "acquire:I5", "acquire:I8")
    assert (table.owned("red"), table.offered, table.over) == (["I5", "I8"], ["I6"], True)


@pytest.mark.parametrize(("tower", "stone"), [(4, 1), (5, 2), (9, 2), (10, 3)])
def test_without_wood_at_the_border_of_a_band(tower: int, stone: int) -> None:
    """T-IA-21, T-TW-04: with I18 the next level costs the stone of its own band."""
    table = in_order("green", "red", "blue")
    table.tiles(red="I18")
    table.goods(red=(0, stone, 0, 0))
    table.towers(red=tower)
    table.stand(red="camel:ebl_tower1")
    table.build()
    table.red.does("tower1:ebl_tower1")
    assert (table.red.tower, table.red.warehouse) == (tower + 1, [0, 0, 0, 0])


def test_three_players_use_every_tile() -> None:
    """T-TP-03, T-SU-15: only two leave some out."""
    counts = [[len(era) for era in Start(seats).state.variant.tiles] for seats in (2, 3, 4)]
    assert counts == [[13, 12, 9], [18, 18, 12], [18, 18, 12]]


def test_no_discount_is_as_large_as_a_price() -> None:
    """T-IA-22, T-IA-26, T-IA-28: two less for a mission or a rare good, three for a part of the temple."""
    for prices, discount in ((COSTS, 2), (COLOUR_COSTS, 2), (PART_COSTS[1:], 3)):
        assert min(map(sum, prices)) > discount
