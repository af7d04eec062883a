"""Gold: what it is and what it is not (special rule 1; rules 7.1)."""

from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import waiting
from tests.games.cheops.table import River

MINE = "q-1r9S"  # at gold 10 and hills 9


def test_a_gold_field_yields() -> None:
    """H-GO-01: one to a settlement, two to a city."""
    river = River()
    river.settlements("anna", MINE)
    river.cities("ben", "q-1r9N")
    river.produces(10)
    assert (river.gold("anna"), river.gold("ben")) == (4, 5)


def test_the_robber_stops_it() -> None:
    """H-GO-02."""
    river = River()
    river.settlements("anna", MINE)
    river.robber("q-1r9")
    river.produces(10)
    assert river.gold("anna") == 3


def test_gold_never_runs_out() -> None:
    """H-GO-03: several who are owed are paid whatever lies in other hands."""
    river = River()
    river.cities("anna", MINE)
    river.cities("ben", "q-1r9N")
    river.hand("carla", "500 gold")
    for _ in range(100):
        river.produces(10)
    assert (river.gold("anna"), river.gold("ben")) == (203, 203)


def test_gold_is_no_card() -> None:
    """H-GO-04: seven cards and much gold are not too many; gold is never discarded."""
    river = River()
    river.hand("anna", "7 wool 9 gold")
    river.hand("ben", "8 wool 9 gold")
    river.rolls("anna", 3, 4)
    assert waiting(river.state) == (1,)
    assert river.ben.options == ["discard:wool"]
    river.ben.does(*["discard:wool"] * 4)
    assert river.gold("ben") == 9


def test_gold_cannot_be_stolen() -> None:
    """H-GO-05, C12: who has gold only is no victim."""
    river = River()
    river.settlements("ben", MINE)
    river.rolls("anna", 3, 4)
    assert river.anna.must(Robber)
    river.anna.does("move_robber:q-1r9")
    assert river.anna.must(Main)
    assert (river.gold("anna"), river.gold("ben")) == (3, 3)


def test_cards_do_not_name_gold() -> None:
    """H-GO-06, C12: neither monopoly nor year of plenty."""
    river = River()
    river.cards("anna", "monopoly year_of_plenty")
    river.main("anna")
    named = {option.partition(":")[2] for option in river.starting("anna", "play_monopoly")}
    assert named == {"lumber", "brick", "wool", "grain", "ore"}
    river.anna.does("play_year_of_plenty")
    assert river.anna.options == ["take:lumber", "take:brick", "take:wool", "take:grain", "take:ore"]


def test_gold_at_the_bank() -> None:
    """H-GO-07: four for one, three with an own 3:1 port; the 2:1 ports do not serve it."""
    river = River()
    river.hand("anna", "4 gold")
    river.anna.does("bank_trade:gold:ore")
    assert river.holds("anna") == "1 ore"
    river.settlements("anna", "q3r2N")
    assert river.anna.rates == (4, 4, 4, 2, 4, 4)
    river.settlements("anna", "q1r2N")
    assert river.anna.rates == (3, 3, 3, 2, 3, 3)
    river.hand("anna", "3 gold")
    river.anna.does("bank_trade:gold:wool")
    assert river.holds("anna") == "1 wool"


def test_gold_can_be_bought() -> None:
    """H-GO-08, C10: at the rate of what is given."""
    river = River()
    river.hand("anna", "4 wool")
    river.anna.does("bank_trade:wool:gold")
    assert river.holds("anna") == "1 gold"


def test_gold_between_seats() -> None:
    """H-GO-09, C11: given and asked for."""
    river = River()
    river.hand("anna", "1 wool 2 gold")
    river.hand("ben", "1 ore")
    river.main("anna")
    river.anna.does("offer:gold:2:ore:1")
    river.ben.does("accept")
    assert (river.holds("anna"), river.holds("ben")) == ("1 wool 1 ore", "2 gold")
    river.anna.does("offer:wool:1:gold:2")
    river.ben.does("accept")
    for name in ("carla", "dirk"):
        river.seat(name).does("decline")
    assert river.gold("anna") == 2


def test_gold_pays_the_fees() -> None:
    """H-GO-10: for a foreign port and for a foreign building at the site."""
    river = River()
    river.settlements("ben", "q3r2N q-1r5N")
    river.roads("ben", "q3r2NE q-1r5NE")
    river.settlements("anna", "q3r3N q0r5S")
    river.ships("anna", "q3r2E")
    river.roads("anna", "q-1r6NE q-1r5E")
    river.hand("anna", "1 brick 1 ore 2 grain 2 gold")
    river.anna.does("bank_trade:grain:wool:P2", "place_stone:1")
    assert (river.gold("anna"), river.gold("ben")) == (0, 5)


def test_gold_lies_open() -> None:
    """H-GO-11: everybody sees how much each has."""
    river = River()
    river.hand("carla", "7 gold 2 ore")
    assert river.anna.view.gold == (3, 3, 7, 3)
    assert river.anna.view.table.players[2].cards == 2


def test_example_20_gold_at_the_bank() -> None:
    """Four gold for an ore, three with an own 3:1 port; through a foreign port gold is never given nor taken."""
    river = River()
    river.settlements("ben", "q1r2N")
    river.roads("ben", "q1r1SE")
    river.settlements("anna", "q1r1S")
    river.hand("anna", "9 gold 9 wool")
    assert "bank_trade:gold:ore" in river.anna.options
    foreign = [option.split(":") for option in river.starting("anna", "bank_trade") if option.endswith(":P1")]
    assert foreign
    assert not [option for option in foreign if "gold" in option]
    river.anna.does("bank_trade:gold:ore")
    assert river.gold("anna") == 5
    river.settlements("anna", "q1r7S")
    river.anna.does("bank_trade:gold:ore")
    assert river.gold("anna") == 2
