"""Gold: what it is and what it is not (special rule 1; rules 7.1)."""

from serai.referee.catan_rules.robber import Robber
from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import waiting
from tests.games.cheops.table import GameTable

MINE = "q-1r9S"  # at gold 10 and hills 9


def test_a_gold_field_yields() -> None:
    """H-GO-01: one to a settlement, two to a city."""
    table = GameTable()
    table.settlements("anna", MINE)
    table.cities("ben", "q-1r9N")
    table.produces(10)
    assert (table.gold("anna"), table.gold("ben")) == (4, 5)


def test_the_robber_stops_it() -> None:
    """H-GO-02."""
    table = GameTable()
    table.settlements("anna", MINE)
    table.robber("q-1r9")
    table.produces(10)
    assert table.gold("anna") == 3


def test_gold_never_runs_out() -> None:
    """H-GO-03: several who are owed are paid whatever lies in other hands."""
    table = GameTable()
    table.cities("anna", MINE)
    table.cities("ben", "q-1r9N")
    table.hand("carla", "500 gold")
    for _ in range(100):
        table.produces(10)
    assert (table.gold("anna"), table.gold("ben")) == (203, 203)


def test_gold_is_no_card() -> None:
    """H-GO-04: seven cards and much gold are not too many; gold is never discarded."""
    table = GameTable()
    table.hand("anna", "7 wool 9 gold")
    table.hand("ben", "8 wool 9 gold")
    table.rolls("anna", 3, 4)
    assert waiting(table.state) == (1,)
    assert table.ben.options == ["discard:wool"]
    table.ben.does(*["discard:wool"] * 4)
    assert table.gold("ben") == 9


def test_gold_cannot_be_stolen() -> None:
    """H-GO-05, C12: who has gold only is no victim."""
    table = GameTable()
    table.settlements("ben", MINE)
    table.rolls("anna", 3, 4)
    assert table.anna.must(Robber)
    table.anna.does("move_robber:q-1r9")
    assert table.anna.must(Main)
    assert (table.gold("anna"), table.gold("ben")) == (3, 3)


def test_cards_do_not_name_gold() -> None:
    """H-GO-06, C12: neither monopoly nor year of plenty."""
    table = GameTable()
    table.cards("anna", "monopoly year_of_plenty")
    table.main("anna")
    named = {option.partition(":")[2] for option in table.starting("anna", "play_monopoly")}
    assert named == {"lumber", "brick", "wool", "grain", "ore"}
    table.anna.does("play_year_of_plenty")
    assert table.anna.options == ["take:lumber", "take:brick", "take:wool", "take:grain", "take:ore"]


def test_gold_at_the_bank() -> None:
    """H-GO-07: four for one, three with an own 3:1 port; the 2:1 ports do not serve it."""
    table = GameTable()
    table.hand("anna", "4 gold")
    table.anna.does("bank_trade:gold:ore")
    assert table.holds("anna") == "1 ore"
    table.settlements("anna", "q3r2N")
    assert table.anna.rates == (4, 4, 4, 2, 4, 4)
    table.settlements("anna", "q1r2N")
    assert table.anna.rates == (3, 3, 3, 2, 3, 3)
    table.hand("anna", "3 gold")
    table.anna.does("bank_trade:gold:wool")
    assert table.holds("anna") == "1 wool"


def test_gold_can_be_bought() -> None:
    """H-GO-08, C10: at the rate of what is given."""
    table = GameTable()
    table.hand("anna", "4 wool")
    table.anna.does("bank_trade:wool:gold")
    assert table.holds("anna") == "1 gold"


def test_gold_between_seats() -> None:
    """H-GO-09, C11: given and asked for."""
    table = GameTable()
    table.hand("anna", "1 wool 2 gold")
    table.hand("ben", "1 ore")
    table.main("anna")
    table.anna.does("offer:gold,gold:ore:-")
    table.ben.does("accept")
    table.anna.does("choose_partner:1")
    assert (table.holds("anna"), table.holds("ben")) == ("1 wool 1 ore", "2 gold")
    table.anna.does("offer:wool:gold,gold:-")
    table.ben.does("accept")
    for name in ("carla", "dirk"):
        table.seat(name).does("decline")
    table.anna.does("choose_partner:1")
    assert table.gold("anna") == 2


def test_gold_pays_the_fees() -> None:
    """H-GO-10: for a foreign port and for a foreign building at the site."""
    table = GameTable()
    table.settlements("ben", "q3r2N q-1r5N")
    table.roads("ben", "q3r2NE q-1r5NE")
    table.settlements("anna", "q3r3N q0r5S")
    table.ships("anna", "q3r2E")
    table.roads("anna", "q-1r6NE q-1r5E")
    table.hand("anna", "1 brick 1 ore 2 grain 2 gold")
    table.anna.does("bank_trade:grain:wool:P2", "place_stone:1")
    assert (table.gold("anna"), table.gold("ben")) == (0, 5)


def test_gold_lies_open() -> None:
    """H-GO-11: everybody sees how much each has."""
    table = GameTable()
    table.hand("carla", "7 gold 2 ore")
    assert table.anna.view.gold == (3, 3, 7, 3)
    assert table.anna.view.table.players[2].cards == 2


def test_example_20_gold_at_the_bank() -> None:
    """Four gold for an ore, three with an own 3:1 port; through a foreign port gold is never given nor taken."""
    table = GameTable()
    table.settlements("ben", "q1r2N")
    table.roads("ben", "q1r1SE")
    table.settlements("anna", "q1r1S")
    table.hand("anna", "9 gold 9 wool")
    assert "bank_trade:gold:ore" in table.anna.options
    foreign = [option.split(":") for option in table.starting("anna", "bank_trade") if option.endswith(":P1")]
    assert foreign
    assert not [option for option in foreign if "gold" in option]
    table.anna.does("bank_trade:gold:ore")
    assert table.gold("anna") == 5
    table.settlements("anna", "q1r7S")
    table.anna.does("bank_trade:gold:ore")
    assert table.gold("anna") == 2
