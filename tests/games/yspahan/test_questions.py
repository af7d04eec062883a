"""What is asked, as every view says it (RULES.md 7, 10): the phase, the seat, and what is settled so far."""

from serai.referee.games.yspahan.board import KIND_NAMES, ROWS, SHOP_NAMES
from serai.referee.games.yspahan.view import PHASES
from tests.games.yspahan.table import TWO, GameTable

Asked = tuple[str, str | None, str | None, int, int, str | None, str | None]


def asked(table: GameTable) -> Asked:
    """Phase, seat, row, value, amount, shop and card; the same for everybody."""
    pending = table.game.view(table.state, None).pending
    assert all(player.view.pending == pending for player in table.players)
    return (
        PHASES[pending.phase],
        None if pending.actor is None else table.names[pending.actor],
        None if pending.row is None else ROWS[pending.row],
        pending.value,
        pending.amount,
        None if pending.shop is None else SHOP_NAMES[pending.shop],
        None if pending.kind is None else KIND_NAMES[pending.kind],
    )


def acting(hand: str = "exchange", **groups: tuple[int, int]) -> GameTable:
    """Yellow's turn with these dice; nothing else is waiting."""
    table = GameTable()
    table.state.agenda.clear()
    table.cards(yellow=hand)
    table.turn("yellow", **groups)
    return table


def test_the_questions_of_a_day() -> None:
    """Y-SU-02, Y-AC-01, Y-PL-01, Y-BU-01: roll, pick, act, place."""
    table = GameTable()
    table.day(1, 2, "yellow")
    table.dice("113344556")
    assert asked(table) == ("roll", "yellow", None, 0, 0, None, None)
    table.yellow.does("roll:0")
    assert asked(table) == ("pick", "yellow", None, 0, 0, None, None)
    table.yellow.does("take:bag")
    assert asked(table) == ("act", "yellow", "bag", 3, 2, None, None)
    table.yellow.does("main")
    assert asked(table) == ("place", "yellow", "bag", 0, 2, None, None)


def test_the_questions_of_a_move_and_a_card() -> None:
    """Y-SV-01, Y-CA-22, R16, R17: the value of the dice, the shop of the good, the kind of the card."""
    table = acting(chest=(1, 2))
    table.goods(blue="barrel.white.1", yellow="vase.blue.1")
    table.blue.set(camels=1)
    table.yellow.does("play:exchange")
    assert asked(table) == ("card", "yellow", None, 0, 0, None, "exchange")
    table.yellow.does("g2c:1", "super")  # without cards the only group is taken without asking
    assert asked(table) == ("move", "yellow", None, 1, 0, None, None)
    table.yellow.does("go:e1")
    assert asked(table) == ("order", "yellow", None, 0, 0, None, None)
    table.yellow.does("first:barrel.white.1")
    assert asked(table) == ("ransom", "blue", None, 0, 0, "barrel.white.1", None)


def test_gold_from_the_tower_is_told() -> None:
    """Y-BD-04, Y-AC-01: with the Shop two more."""
    table = acting("", gold=(6, 2))
    assert asked(table) == ("act", "yellow", "gold", 6, 2, None, None)
    table.owns(yellow="store")
    table.yellow.set(camels=2)
    table.yellow.does("main")
    assert table.told == ["seat 3 takes 2 dice of value 6 from gold", "seat 3 takes 4 gold"]
    assert asked(table) == ("build", "yellow", None, 0, 0, None, None)


def test_hand_and_discards_kind_by_kind() -> None:
    """Y-IN-01: whatever came first."""
    table = acting("build_no_gold camels3 sell_gold")
    table.set(discard=[5, 0, 3])
    assert table.yellow.view.hand == (0, 6, 8)
    assert table.blue.view.discard == (0, 3, 5)


def test_turns_are_counted() -> None:
    """Y-FL-01, Y-AC-01: one for each player and day, and nothing is asked when all are over."""
    table = GameTable()
    assert table.state.turn == 1
    table.play_on(1, 2)
    assert (table.state.turn, table.state.day) == (5, 2)
    table.play_on()
    assert table.state.turn == 4 * 21
    assert asked(table) == ("over", None, None, 0, 0, None, None)


def test_two_players_construct_with_both_cards() -> None:
    """Y-CA-22, rules 14: nothing is paid, neither camels nor gold."""
    table = GameTable(TWO)
    table.state.agenda.clear()
    table.cards(green="build_no_camels build_no_gold")
    table.green.set(camels=5, gold=5)
    table.turn("green", camel=(1, 2))
    table.green.does("take:camel", "construct")
    assert asked(table) == ("construct", "green", None, 0, 0, None, None)
    table.green.does("both:hoist")
    assert (table.green.camels, table.green.gold, table.built("green")) == (5, 5, ["hoist"])
    assert table.hand("green") == []
