"""The turn, production and the supply pile, a seven (rules 6.1 to 6.3)."""

import pytest

from serai.referee.catan_rules.components import RESOURCE_NAMES
from serai.referee.catan_rules.robber import Discard, Robber
from serai.referee.catan_rules.turn import Main, PreRoll, end_turn
from serai.referee.core.errors import IllegalAction
from serai.referee.games.alexander.auction import Auction
from serai.referee.games.alexander.supply import draw_supplies
from tests.games.alexander.table import ALEXANDER, FOUR, THREE, GameTable
from tests.table import Table


def first_turn(names: str = FOUR) -> Table:
    return Table(ALEXANDER, names)


def pass_all(table: Table, *names: str) -> None:
    for name in names:
        table.players[table.names.index(name)].does("pass_bid")


# Turn


def test_the_order_of_a_turn() -> None:
    """A-TU-01, A3: supply, roll, march, event, trade and build."""
    table = first_turn()
    pass_all(table, *table.names)
    table.anna.does("end_turn")
    before = len(table.journal)
    table.luck.foretell("dice", 0, 1)
    assert table.ben.must(PreRoll)
    table.ben.does("roll")
    told = [line.split()[0] for line in table.journal[before:] if not line.startswith("seat")]
    assert told == ["Alexander", "Alexander"]
    told = table.journal[before - 5 :]
    assert told[0] == "turn 2 of seat 1"
    assert [line.split()[1] for line in told[1:5]] == ["1", "2", "3", "0"]
    assert told[5] == "seat 1 rolls 1 and 2"
    assert told[-2] == "Alexander passes junction 2"
    assert told[-1].startswith("Alexander asks for")
    pass_all(table, "ben", "carla", "dirk", "anna")
    assert table.ben.must(Main)


def test_the_first_turn_has_no_dice() -> None:
    """A-TU-02, A4: cards are drawn, Alexander marches, his event is auctioned."""
    table = first_turn()
    assert table.anna.must(Auction)
    assert [player.cards for player in table.state.players] == [6] * 4
    assert (table.state.position, table.state.dice) == (1, (0, 0))
    pass_all(table, *table.names)
    assert table.anna.must(Main)
    assert not [line for line in table.journal if "rolls" in line]


def test_later_turns_are_rolled() -> None:
    """A-TU-03: also when nobody owns a building."""
    table = first_turn()
    pass_all(table, *table.names)
    table.anna.does("end_turn")
    assert not any(table.state.vertices)
    assert table.ben.options == ["roll"]


def test_when_cards_are_played() -> None:
    """A-TU-04, A29: before the roll or in MAIN, never during an auction."""
    table = GameTable()
    table.cards("anna", "knight monopoly")
    table.turn("anna")
    assert "play_knight" in table.anna.options
    table.event("famine")
    assert {option.partition(":")[0] for option in table.anna.options} == {"pass_bid", "bid"}
    with pytest.raises(IllegalAction):
        table.anna.does("play_knight")
    pass_all(table, *table.names)
    assert "play_monopoly:wool" in table.anna.options


def test_a_seven_comes_before_the_march() -> None:
    """A-TU-05: discards, robber and theft first."""
    table = GameTable()
    table.hand("ben", "12 wool")
    table.rolls("anna", 3, 4)
    assert table.ben.must(Discard)
    table.ben.does(*["discard:wool"] * 6)
    assert table.anna.must(Robber)
    assert table.state.position == 0
    table.anna.does("move_robber:q0r0")
    assert table.state.position == 1
    assert table.anna.must(Auction)


def test_the_active_seat_goes_on() -> None:
    """A-TU-06: whoever wins the auction."""
    table = GameTable()
    table.temple(1)
    table.says("anna pass", "ben 1", "carla pass", "dirk pass")
    assert table.anna.must(Main)
    assert table.ben.settlements == 1


def test_a_seat_without_buildings() -> None:
    """A-TU-07, A23: it trades, buys cards and bids, and is asked in every turn of its own."""
    table = GameTable()
    table.hand("anna", "1 lumber 5 wool 1 grain 1 ore")
    table.hand("ben", "1 ore")
    starts = {option.partition(":")[0] for option in table.anna.options}
    assert starts == {"buy_dev_card", "bank_trade", "offer", "end_turn"}
    table.event("famine")
    assert "bid:1" in table.anna.options
    table.turn("anna")
    assert table.anna.must(PreRoll)


def test_example_3_first_turn() -> None:
    """All draw, the pile has 71; Ben wins the first temple; Anna builds; turn 2 begins with supplies."""
    table = first_turn()
    assert len(table.state.supply) == 71
    assert table.state.position == 1
    assert table.anna.must(Auction)
    table.anna.does("pass_bid")
    table.ben.does("bid:1")
    pass_all(table, "carla", "dirk")
    table.ben.does("pay:gold", "settle_temple")
    place = table.state.layout.grid.vertex_names.index("q0r1N")
    assert table.state.vertices[place] == 2
    assert table.anna.must(Main)
    table.anna.does("end_turn")
    assert len(table.state.supply) == 67
    assert table.ben.must(PreRoll)


# Supply


def test_everybody_draws() -> None:
    """A-SP-01: in every turn, whoever is active and whatever it owns."""
    table = GameTable()
    table.settlements("anna", "q0r1S")
    table.set(supply=(0, 1, 2, 3, 4, 4, 4, 4))
    table.turn("carla")
    drawn = [table.holds(name).partition(" 8")[0] for name in table.names]
    assert drawn == ["1 wool", "1 grain", "1 lumber", "1 brick"]


def test_the_draw_comes_first() -> None:
    """A-SP-02, A3: active seat first, then clockwise, before the roll."""
    table = GameTable()
    table.set(supply=(0, 1, 2, 3))
    table.turn("ben")
    assert table.ben.must(PreRoll)
    assert [table.holds(name) for name in ("ben", "carla", "dirk", "anna")] == [
        f"1 {kind} 8 gold" for kind in RESOURCE_NAMES[:4]
    ]


def test_example_19_end_of_supply() -> None:
    """A-SP-03, A5: four seats at turn 19 with three cards, three at turn 21 with none: nobody draws, also later."""
    for names, pile, turn in ((FOUR, (0, 1, 2), 18), (FOUR, (0, 0, 0), 18), (THREE, (), 20)):
        table = GameTable(names)
        table.set(supply=pile, turn=turn)
        for name in table.names:
            table.turn(name)
            assert table.state.supply == pile
        assert [player.cards for player in table.state.players] == [0] * len(table.names)


def test_too_few_cards() -> None:
    """A-SP-03, A5: with fewer than seats nobody draws, then or later, also in the first turns."""
    table = GameTable()
    table.set(supply=(0, 1, 2))
    for name in table.names:
        table.turn(name)
    assert table.state.supply == (0, 1, 2)
    assert [seat.cards for seat in table.state.players] == [0] * 4


@pytest.mark.parametrize(("names", "turns", "left"), [(FOUR, 18, 3), (THREE, 20, 0)])
def test_turns_with_supply(names: str, turns: int, left: int) -> None:
    """A-SP-04: four seats draw in 18 turns and 3 cards remain, three in 20 and none does."""
    table = first_turn(names)
    drawn = 1
    while True:
        before = len(table.state.supply)
        draw_supplies(table.state)
        if len(table.state.supply) == before:
            break
        drawn += 1
    assert (drawn, len(table.state.supply)) == (turns, left)


def test_drawing_is_not_asked() -> None:
    """A-SP-05: a full hand draws too, before anything else is asked."""
    table = GameTable()
    table.hand("anna", "11 wool")
    table.set(supply=(0, 0, 0, 0))
    table.turn("anna")
    assert table.anna.cards == 12
    assert table.anna.must(PreRoll)


def test_spent_cards_lie_open() -> None:
    """A-SP-06: payments, building and discards go to the stacks, never to the pile."""
    table = GameTable()
    table.set(supply=(0, 1, 2))
    table.settlements("anna", "q0r1S")
    table.bank(lumber=0, brick=0, grain=0)
    table.hand("anna", "1 lumber 1 brick 2 grain")
    table.main("anna")
    table.bank(lumber=0, brick=0, grain=0)
    table.anna.does(table.starting("anna", "build_road")[0])
    table.event("famine")
    table.says("anna 1", "ben pass", "carla pass", "dirk pass")
    table.anna.does("pay:grain")
    assert [table.state.bank[kind] for kind in (0, 1, 3)] == [1, 1, 1]
    assert table.state.supply == (0, 1, 2)


def test_production() -> None:
    """A-SP-07: one to a settlement, two to a city; the robber stops a hex."""
    table = GameTable()
    table.settlements("anna", "q0r1N")
    table.cities("ben", "q0r1S")
    table.produces(9)
    assert (table.holds("anna"), table.holds("ben")) == ("1 wool 8 gold", "2 wool 8 gold")
    table.robber("q0r1")
    table.produces(9)
    assert (table.anna.cards, table.ben.cards) == (1, 2)


def test_production_is_paid_from_open_stacks() -> None:
    """A-SP-08: the pile does not help."""
    table = GameTable()
    table.set(supply=(2, 2, 2))
    table.settlements("anna", "q0r1N")
    table.bank(wool=0)
    table.produces(9)
    assert table.anna.cards == 0


def test_example_20_empty_stack() -> None:
    """A-SP-09, A22: one wool in the bank: two seats that are owed one each get none, one that is owed two gets one."""
    table = GameTable()
    table.settlements("anna", "q0r1N")
    table.settlements("ben", "q0r1S")
    table.bank(wool=1)
    table.produces(9)
    assert (table.anna.cards, table.ben.cards) == (0, 0)
    table = GameTable()
    table.cities("anna", "q0r1N")
    table.bank(wool=1)
    table.produces(9)
    assert table.holds("anna") == "1 wool 8 gold"


def test_a_stack_too_small() -> None:
    """A-SP-09, A22: base's rule of shortage, also where the stack would do for one of two."""
    table = GameTable()
    table.cities("anna", "q0r1N")
    table.bank(wool=1)
    table.produces(9)
    assert table.holds("anna") == "1 wool 8 gold"
    table.settlements("ben", "q0r1S")
    table.bank(wool=2)
    table.produces(9)
    assert (table.anna.cards, table.ben.cards) == (1, 0)


def test_the_bank_needs_the_card() -> None:
    """A-SP-10: in trades with it and for a year of plenty."""
    table = GameTable()
    table.hand("anna", "4 wool")
    table.bank(ore=0, grain=0, lumber=0)
    assert table.starting("anna", "bank_trade:wool") == ["bank_trade:wool:brick", "bank_trade:wool:gold"]
    table.cards("anna", "year_of_plenty")
    table.anna.does("play_year_of_plenty")
    assert table.anna.options == ["take:brick", "take:wool"]


# Seven


def test_the_limit_is_eleven() -> None:
    """A-SE-01, A-BA-03: twelve are too many, half is rounded down."""
    table = GameTable()
    table.hand("ben", "11 wool")
    table.hand("carla", "13 ore")
    table.rolls("anna", 3, 4)
    assert not table.ben.asked
    table.carla.does(*["discard:ore"] * 6)
    assert table.carla.cards == 7
    assert table.anna.must(Robber)


def test_robber_and_theft() -> None:
    """A-SE-02: as in base, on any of the 52 other land hexes."""
    table = GameTable()
    table.settlements("ben", "q0r1S")
    table.hand("ben", "1 ore")
    table.rolls("anna", 3, 4)
    assert len(table.anna.options) == 52
    table.anna.does("move_robber:q0r1")
    assert (table.holds("anna"), table.holds("ben")) == ("1 ore 8 gold", "")


def test_example_13_seven() -> None:
    """Twelve cards return six, eleven none; twenty gold change nothing."""
    table = GameTable()
    table.hand("anna", "12 wool")
    table.hand("ben", "11 ore 20 gold")
    table.rolls("dirk", 3, 4)
    assert table.anna.must(Discard)
    table.anna.does(*["discard:wool"] * 6)
    assert table.dirk.must(Robber)
    assert (table.anna.cards, table.holds("ben")) == (6, "11 ore 20 gold")


def test_what_was_bought_is_old_in_the_next_turn() -> None:
    """A-BA-01: timing of cards as in base."""
    table = GameTable()
    table.hand("anna", "1 wool 1 grain 1 ore")
    table.on_top("knight")
    table.anna.does("buy_dev_card")
    assert not table.starting("anna", "play")
    table.state.agenda.clear()
    table.happens(end_turn)
    table.turn("anna")
    assert table.starting("anna", "play") == ["play_knight"]


def test_the_base_rules_hold() -> None:
    """A-BA-01: what is rolled, robbed, built, bought, traded and awarded is as in Catan, one case of each."""
    table = GameTable()
    table.settlements("ben", "q0r1S")
    table.settlements("dirk", "q4r1N")
    hex_ = next(h for h in table.state.layout.grid.hexes_at[table.vertex("q0r1S")] if table.state.layout.numbers[h])
    table.produces(table.state.layout.numbers[hex_])
    assert table.ben.cards == 1, "B-PR: one card for a settlement"
    table.happens(Robber(2))
    table.luck.foretell("theft", 0)
    table.carla.does(f"move_robber:{table.state.layout.grid.hex_names[hex_]}")
    assert (table.carla.cards, table.ben.cards) == (1, 0), "B-RB: one card of a seat beside the hex"
    assert "?" in next(line for line in table.heard_by("anna") if "steals" in line), "B-HI: known to two"
    table.main("dirk")
    table.hand("dirk", "6 lumber 6 brick 1 wool 1 grain 1 ore")
    for _ in range(5):
        table.dirk.does(table.starting("dirk", "build_road")[-1])
    assert table.holds("dirk") == "1 lumber 1 brick 1 wool 1 grain 1 ore", "B-CO: lumber and brick for a road"
    table.dirk.does("buy_dev_card")
    assert (table.holds("dirk"), sum(table.dirk.dev_cards)) == ("1 lumber 1 brick", 1), "B-DC"
    assert not table.starting("dirk", "play_"), "B-DC: not in the turn of its purchase"
    table.hand("dirk", "4 wool")
    table.dirk.does("bank_trade:wool:ore")
    assert table.holds("dirk") == "1 ore", "B-BT: four for one"
    table.hand("anna", "1 brick")
    table.dirk.does("offer:ore:brick:0")
    table.anna.does("accept")
    table.dirk.does("choose_partner:0")
    assert (table.holds("dirk"), table.holds("anna")) == ("1 brick", "1 ore"), "B-PT"
    table.dirk.does("end_turn")
    assert table.state.active == 0, "B-TU: clockwise"
