"""Lists of options (RULES.md 15): row by row, inside a row in canonical order, each once."""

from tests.games.tadmor.table import GameTable, in_order, only


def test_missions_in_the_order_of_their_numbers() -> None:
    """T-MI-01, T-MI-04, T-MI-07: in hand and on the table, whatever came first."""
    table = in_order("green", "red", "blue")
    table.hand(red="K16 K7 K3")
    table.done(red="K21 K8 K1")
    table.goods(red=(20, 20, 20, 20))
    table.stand(red="camel:pal_mission")
    table.build()
    assert only(table.red.options, "discard_mission") == ["K3", "K7", "K16"]
    assert only(table.red.options, "mission_fulfil") == ["pal_mission:K3", "pal_mission:K7", "pal_mission:K16"]
    assert only(table.red.options, "return") == ["K1", "K8", "K21"]
    assert table.red.view.hand == (2, 6, 15)


def test_redirections_card_by_card() -> None:
    """T-KA-09: the lower number first."""
    table = in_order("green", "red", "blue")
    table.done(red="K10 K9")
    table.marauders(held="ebla", by="blue")
    table.attack()
    cards = [text.partition(":")[0] for text in only(table.red.options, "redirect")]
    assert cards == ["K9"] * 6 + ["K10"] * 6


def test_pieces_and_missions_while_placing() -> None:
    """T-PL-05, T-KA-11, T-KA-26: camels, then ships, then missions by their numbers."""
    table = in_order("green", "red", "blue")
    table.done(green="K24 K12 K6")
    table.placing()
    kinds = [option.rpartition(":")[0] for option in table.green.options]
    assert kinds == sorted(kinds, key=["place:camel", "place:ship", "return"].index)
    assert only(table.green.options, "return") == ["K6", "K12", "K24"]


def test_goods_of_a_pile_type_by_type() -> None:
    """T-KA-01, T-IA-33: each type once, the colours one after the other."""
    table = in_order("green", "red", "blue")
    table.done(red="K1")
    table.pile(grey="myrrh glass myrrh", yellow="porcelain jade", red="")
    table.build()
    table.red.does("return:K1")
    assert only(table.red.options, "rare_pick") == ["glass", "myrrh", "jade", "porcelain"]


def unfinished(*parts: int) -> GameTable:
    table = in_order("green", "red", "blue")
    table.goods(red=(20, 20, 20, 20))
    table.red.set(temples=list(parts))
    table.stand(red="camel:pal_temple")
    table.build()
    return table


def test_temples_in_the_order_they_were_begun() -> None:
    """T-KA-21, T-TM-05: unfinished ones, equal ones once (the first); no new one beside them."""
    assert only(unfinished(3, 1, 4, 1).red.options, "temple") == ["pal_temple:0", "pal_temple:1"]
    assert only(unfinished(4, 2, 1, 3).red.options, "temple") == ["pal_temple:1", "pal_temple:2", "pal_temple:3"]
    assert only(unfinished(4, 4).red.options, "temple") == ["pal_temple:2"]
