"""The turn, production and the supply pile, a seven (rules 6.1 to 6.3)."""

import pytest

from serai.referee.catan_rules.components import RESOURCE_NAMES
from serai.referee.catan_rules.robber import Discard, Robber
from serai.referee.catan_rules.turn import Main, PreRoll, end_turn
from serai.referee.core.errors import IllegalAction
from serai.referee.games.alexander.auction import Auction
from serai.referee.games.alexander.supply import draw_supplies
from tests.games.alexander.table import ALEXANDER, FOUR, THREE, Campaign
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
    campaign = Campaign()
    campaign.cards("anna", "knight monopoly")
    campaign.turn("anna")
    assert "play_knight" in campaign.anna.options
    campaign.event("famine")
    assert {option.partition(":")[0] for option in campaign.anna.options} == {"pass_bid", "bid"}
    with pytest.raises(IllegalAction):
        campaign.anna.does("play_knight")
    pass_all(campaign, *campaign.names)
    assert "play_monopoly:wool" in campaign.anna.options


def test_a_seven_comes_before_the_march() -> None:
    """A-TU-05: discards, robber and theft first."""
    campaign = Campaign()
    campaign.hand("ben", "12 wool")
    campaign.rolls("anna", 3, 4)
    assert campaign.ben.must(Discard)
    campaign.ben.does(*["discard:wool"] * 6)
    assert campaign.anna.must(Robber)
    assert campaign.state.position == 0
    campaign.anna.does("move_robber:q0r0")
    assert campaign.state.position == 1
    assert campaign.anna.must(Auction)


def test_the_active_seat_goes_on() -> None:
    """A-TU-06: whoever wins the auction."""
    campaign = Campaign()
    campaign.temple(1)
    campaign.says("anna pass", "ben 1", "carla pass", "dirk pass")
    assert campaign.anna.must(Main)
    assert campaign.ben.settlements == 1


def test_a_seat_without_buildings() -> None:
    """A-TU-07, A23: it trades, buys cards and bids, and is asked in every turn of its own."""
    campaign = Campaign()
    campaign.hand("anna", "1 lumber 1 brick 5 wool 1 grain 1 ore")
    campaign.hand("ben", "1 ore")
    starts = {option.partition(":")[0] for option in campaign.anna.options}
    assert starts == {"buy_dev_card", "bank_trade", "offer", "end_turn"}
    campaign.event("famine")
    assert "bid:1" in campaign.anna.options
    campaign.turn("anna")
    assert campaign.anna.must(PreRoll)


def test_example_3_first_turn() -> None:
    """All draw, the pile has 71; Ben wins the first temple; Anna builds; turn 2 begins with supplies."""
    table = first_turn()
    assert len(table.state.supply) == 71
    assert table.state.position == 1
    assert table.anna.must(Auction)
    table.anna.does("pass_bid")
    table.ben.does("bid:1")
    pass_all(table, "carla", "dirk")
    table.ben.does("pay:gold")
    place = table.state.layout.grid.vertex_names.index("q0r1N")
    assert table.state.vertices[place] == 2
    assert table.anna.must(Main)
    table.anna.does("end_turn")
    assert len(table.state.supply) == 67
    assert table.ben.must(PreRoll)


# Supply


def test_everybody_draws() -> None:
    """A-SP-01: in every turn, whoever is active and whatever it owns."""
    campaign = Campaign()
    campaign.settlements("anna", "q0r1S")
    campaign.set(supply=(0, 1, 2, 3, 4, 4, 4, 4))
    campaign.turn("carla")
    drawn = [campaign.holds(name).partition(" 8")[0] for name in campaign.names]
    assert drawn == ["1 wool", "1 grain", "1 lumber", "1 brick"]


def test_the_draw_comes_first() -> None:
    """A-SP-02, A3: active seat first, then clockwise, before the roll."""
    campaign = Campaign()
    campaign.set(supply=(0, 1, 2, 3))
    campaign.turn("ben")
    assert campaign.ben.must(PreRoll)
    assert [campaign.holds(name) for name in ("ben", "carla", "dirk", "anna")] == [
        f"1 {kind} 8 gold" for kind in RESOURCE_NAMES[:4]
    ]


def test_example_19_end_of_supply() -> None:
    """A-SP-03, A5: four seats at turn 19 with three cards, three at turn 21 with none: nobody draws, also later."""
    for names, pile, turn in ((FOUR, (0, 1, 2), 18), (FOUR, (0, 0, 0), 18), (THREE, (), 20)):
        campaign = Campaign(names)
        campaign.set(supply=pile, turn=turn)
        for name in campaign.names:
            campaign.turn(name)
            assert campaign.state.supply == pile
        assert [player.cards for player in campaign.state.players] == [0] * len(campaign.names)


def test_too_few_cards() -> None:
    """A-SP-03, A5: with fewer than seats nobody draws, then or later, also in the first turns."""
    campaign = Campaign()
    campaign.set(supply=(0, 1, 2))
    for name in campaign.names:
        campaign.turn(name)
    assert campaign.state.supply == (0, 1, 2)
    assert [seat.cards for seat in campaign.state.players] == [0] * 4


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
    campaign = Campaign()
    campaign.hand("anna", "11 wool")
    campaign.set(supply=(0, 0, 0, 0))
    campaign.turn("anna")
    assert campaign.anna.cards == 12
    assert campaign.anna.must(PreRoll)


def test_spent_cards_lie_open() -> None:
    """A-SP-06: payments, building and discards go to the stacks, never to the pile."""
    campaign = Campaign()
    campaign.set(supply=(0, 1, 2))
    campaign.settlements("anna", "q0r1S")
    campaign.bank(lumber=0, brick=0, grain=0)
    campaign.hand("anna", "1 lumber 1 brick 2 grain")
    campaign.main("anna")
    campaign.bank(lumber=0, brick=0, grain=0)
    campaign.anna.does(campaign.starting("anna", "build_road")[0])
    campaign.event("famine")
    campaign.says("anna 1", "ben pass", "carla pass", "dirk pass")
    campaign.anna.does("pay:grain")
    assert [campaign.state.bank[kind] for kind in (0, 1, 3)] == [1, 1, 1]
    assert campaign.state.supply == (0, 1, 2)


def test_production() -> None:
    """A-SP-07: one to a settlement, two to a city; the robber stops a hex."""
    campaign = Campaign()
    campaign.settlements("anna", "q0r1N")
    campaign.cities("ben", "q0r1S")
    campaign.produces(9)
    assert (campaign.holds("anna"), campaign.holds("ben")) == ("1 wool 8 gold", "2 wool 8 gold")
    campaign.robber("q0r1")
    campaign.produces(9)
    assert (campaign.anna.cards, campaign.ben.cards) == (1, 2)


def test_production_is_paid_from_open_stacks() -> None:
    """A-SP-08: the pile does not help."""
    campaign = Campaign()
    campaign.set(supply=(2, 2, 2))
    campaign.settlements("anna", "q0r1N")
    campaign.bank(wool=0)
    campaign.produces(9)
    assert campaign.anna.cards == 0


def test_example_20_empty_stack() -> None:
    """A-SP-09, A22: one wool in the bank: two seats that are owed one each get none, one that is owed two gets one."""
    campaign = Campaign()
    campaign.settlements("anna", "q0r1N")
    campaign.settlements("ben", "q0r1S")
    campaign.bank(wool=1)
    campaign.produces(9)
    assert (campaign.anna.cards, campaign.ben.cards) == (0, 0)
    campaign = Campaign()
    campaign.cities("anna", "q0r1N")
    campaign.bank(wool=1)
    campaign.produces(9)
    assert campaign.holds("anna") == "1 wool 8 gold"


def test_a_stack_too_small() -> None:
    """A-SP-09, A22: base's rule of shortage, also where the stack would do for one of two."""
    campaign = Campaign()
    campaign.cities("anna", "q0r1N")
    campaign.bank(wool=1)
    campaign.produces(9)
    assert campaign.holds("anna") == "1 wool 8 gold"
    campaign.settlements("ben", "q0r1S")
    campaign.bank(wool=2)
    campaign.produces(9)
    assert (campaign.anna.cards, campaign.ben.cards) == (1, 0)


def test_the_bank_needs_the_card() -> None:
    """A-SP-10: in trades with it and for a year of plenty."""
    campaign = Campaign()
    campaign.hand("anna", "4 wool")
    campaign.bank(ore=0, grain=0, lumber=0)
    assert campaign.starting("anna", "bank_trade:wool") == ["bank_trade:wool:brick", "bank_trade:wool:gold"]
    campaign.cards("anna", "year_of_plenty")
    campaign.anna.does("play_year_of_plenty")
    assert campaign.anna.options == ["take:brick", "take:wool"]


# Seven


def test_the_limit_is_eleven() -> None:
    """A-SE-01, A-BA-03: twelve are too many, half is rounded down."""
    campaign = Campaign()
    campaign.hand("ben", "11 wool")
    campaign.hand("carla", "13 ore")
    campaign.rolls("anna", 3, 4)
    assert not campaign.ben.asked
    campaign.carla.does(*["discard:ore"] * 6)
    assert campaign.carla.cards == 7
    assert campaign.anna.must(Robber)


def test_robber_and_theft() -> None:
    """A-SE-02: as in base, on any of the 52 other land hexes."""
    campaign = Campaign()
    campaign.settlements("ben", "q0r1S")
    campaign.hand("ben", "1 ore")
    campaign.rolls("anna", 3, 4)
    assert len(campaign.anna.options) == 52
    campaign.anna.does("move_robber:q0r1")
    assert (campaign.holds("anna"), campaign.holds("ben")) == ("1 ore 8 gold", "")


def test_example_13_seven() -> None:
    """Twelve cards return six, eleven none; twenty gold change nothing."""
    campaign = Campaign()
    campaign.hand("anna", "12 wool")
    campaign.hand("ben", "11 ore 20 gold")
    campaign.rolls("dirk", 3, 4)
    assert campaign.anna.must(Discard)
    campaign.anna.does(*["discard:wool"] * 6)
    assert campaign.dirk.must(Robber)
    assert (campaign.anna.cards, campaign.holds("ben")) == (6, "11 ore 20 gold")


def test_what_was_bought_is_old_in_the_next_turn() -> None:
    """A-BA-01: timing of cards as in base."""
    campaign = Campaign()
    campaign.hand("anna", "1 wool 1 grain 1 ore")
    campaign.on_top("knight")
    campaign.anna.does("buy_dev_card")
    assert not campaign.starting("anna", "play")
    campaign.state.agenda.clear()
    campaign.happens(end_turn)
    campaign.turn("anna")
    assert campaign.starting("anna", "play") == ["play_knight"]
