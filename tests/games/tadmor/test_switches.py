"""The switches of the game: what each changes, and that data.toml says what holds when nothing is chosen."""

import pytest

from serai.referee.games.tadmor.board import CONSTANTS, SWITCHES
from serai.referee.games.tadmor.works import PART_COSTS
from tests.games.tadmor.table import TADMOR, GameTable, only


def test_the_data_says_what_holds_without_a_choice() -> None:
    """Six switches, each on or off."""
    for switch in TADMOR.switches:
        assert switch.choices == ("off", "on")
        assert switch.default == ("on" if getattr(SWITCHES, switch.name) else "off")
    assert [switch.name for switch in TADMOR.switches] == list(SWITCHES.__dataclass_fields__)


@pytest.mark.parametrize(("value", "asked"), [("off", True), ("on", False)])
def test_k14_requires_reveal(value: str, asked: bool) -> None:
    """A13: without an attack the swap mission may be used, unless the switch forbids it; with one it always may."""
    table = GameTable(2, k14_requires_reveal=value)
    table.done(red="K14")
    table.stand(red="camel:pal_market", blue="camel:pal_imp1")
    table.attack()
    assert table.red.asked == asked
    table = GameTable(2, k14_requires_reveal=value)
    table.done(red="K14")
    table.marauders(held="ebla", by="blue")
    table.stand(red="camel:pal_market", blue="camel:pal_imp1")
    table.attack()
    assert table.red.asked


@pytest.mark.parametrize(("value", "missions"), [("on", ["K5", "K11", "K23"]), ("off", ["K23"])])
def test_extra_piece_missions_in_placement(value: str, missions: list[str]) -> None:
    """A10: also in the own placement step, or when building only."""
    table = GameTable(2, extra_piece_missions_in_placement=value)
    table.done(red="K5 K11 K23")
    table.placing()
    assert only(table.red.options, "return") == missions
    table.state.agenda.clear()
    table.build()
    assert only(table.red.options, "return") == ["K5", "K11"]


@pytest.mark.parametrize(("value", "points"), [("on", 2), ("off", 1)])
def test_free_rare_pp_per_tile(value: str, points: int) -> None:
    """A21: with I8 and I27 a free good gives 1 PP for each, or 1 in all."""
    table = GameTable(2, free_rare_pp_per_tile=value)
    table.tiles(red="I8 I27")
    table.done(red="K1")
    table.build()
    table.red.does("return:K1", "rare_pick:oil")
    assert table.red.pp == CONSTANTS.start_pp + points


@pytest.mark.parametrize(("value", "cards"), [("on", 1), ("off", 0)])
def test_i47_temple_draws_mission(value: str, cards: int) -> None:
    """A19: I47 copies Palmyra's temple with its card, or without."""
    table = GameTable(2, era=3, i47_temple_draws_mission=value)
    table.tiles(red="I47")
    table.goods(red=PART_COSTS[1])  # type: ignore[arg-type]  # four numbers
    table.stand(red="camel:I47")
    table.build()
    table.red.does("temple:I47:0")
    assert (table.red.temples, len(table.red.hand)) == ([1], cards)


@pytest.mark.parametrize(("value", "chosen"), [("off", ["jade"]), ("on", ["ivory"])])
def test_rare_choice_on_free_goods(value: str, chosen: list[str]) -> None:
    """A22: a good won with a temple is the top one, or with I43 one of choice."""
    table = GameTable(2, era=3, rare_choice_on_free_goods=value)
    table.tiles(red="I43")
    table.red.set(temples=[3])
    table.set(completions=[1])
    table.pile(yellow="jade ivory")
    table.goods(red=PART_COSTS[4])  # type: ignore[arg-type]  # four numbers
    table.stand(red="camel:ebl_temple")
    table.build()
    table.red.does("temple:ebl_temple:0", "rare_top:yellow")
    if value == "on":
        table.red.does("rare_pick:ivory")
    assert table.goods_of("red") == chosen
