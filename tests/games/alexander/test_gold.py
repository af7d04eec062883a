"""Gold (resource fields c and d, extra; rules 6.2, 6.3, 6.5)."""

from serai.referee.catan_rules.robber import Robber
from serai.referee.core.agenda import waiting
from serai.referee.games.alexander.auction import Auction
from tests.games.alexander.table import ALEXANDER, GameTable

MINE = "q1r2S"  # at gold 4


def test_a_gold_field_yields() -> None:
    """A-GO-01: one to a settlement, two to a city."""
    table = GameTable()
    table.settlements("anna", MINE)
    table.cities("ben", "q1r2N")
    table.produces(4)
    assert (table.gold("anna"), table.gold("ben")) == (9, 10)


def test_gold_is_no_card() -> None:
    """A-GO-02, A20: it does not count for the limit and is never stolen."""
    table = GameTable()
    table.hand("ben", "11 wool 30 gold")
    table.settlements("carla", MINE)
    table.rolls("anna", 3, 4)
    assert table.anna.must(Robber)
    table.anna.does("move_robber:q1r2")
    assert table.anna.must(Auction)
    assert (table.gold("ben"), table.gold("carla")) == (30, 8)


def test_gold_between_seats() -> None:
    """A-GO-03: given and asked for, whoever has enough of it is asked."""
    table = GameTable()
    table.hand("anna", "1 wool 2 gold")
    table.hand("ben", "1 ore")
    table.hand("dirk", "2 gold")
    table.anna.does("offer:gold,gold:ore:-")
    table.ben.does("accept")
    table.anna.does("choose_partner:1")
    assert (table.holds("anna"), table.holds("ben")) == ("1 wool 1 ore", "2 gold")
    table.anna.does("offer:wool:gold,gold:-")
    assert set(waiting(table.state)) == {1, 2, 3}
    table.ben.does("accept")
    table.carla.does("decline")
    table.dirk.does("decline")
    table.anna.does("choose_partner:1")
    assert table.holds("anna") == "1 ore 2 gold"


def test_gold_at_the_bank() -> None:
    """A-GO-04: four for one, three with an own 3:1 port; the 2:1 ports do not serve it."""
    table = GameTable()
    table.hand("anna", "4 gold")
    table.anna.does("bank_trade:gold:ore")
    assert table.holds("anna") == "1 ore"
    table.settlements("anna", "q3r1N")
    assert table.anna.rates == (4, 4, 2, 4, 4, 4)
    table.settlements("anna", "q0r1S")
    assert table.anna.rates == (3, 3, 2, 3, 3, 3)
    table.hand("anna", "3 gold")
    table.anna.does("bank_trade:gold:wool")
    assert table.holds("anna") == "1 wool"


def test_gold_can_be_bought() -> None:
    """A-GO-05, A21: at the rate of what is given."""
    table = GameTable()
    table.hand("anna", "4 wool")
    table.anna.does("bank_trade:wool:gold")
    assert table.holds("anna") == "1 gold"


def test_cards_do_not_name_gold() -> None:
    """A-GO-06, A20: neither monopoly nor year of plenty."""
    table = GameTable()
    table.cards("anna", "monopoly year_of_plenty")
    table.main("anna")
    named = {option.partition(":")[2] for option in table.starting("anna", "play_monopoly")}
    assert named == {"lumber", "brick", "wool", "grain", "ore"}
    table.anna.does("play_year_of_plenty")
    assert "take:gold" not in table.anna.options


def test_gold_in_every_auction() -> None:
    """A-GO-07: one piece is worth 1."""
    for event in ("settlement", "famine", "bridge", "battle", "statue"):
        table = GameTable()
        table.at(1)
        table.event(event, junction=1)
        table.says("anna 2", "ben pass", "carla pass", "dirk pass")
        assert table.gold("anna") == 6


def test_gold_lies_open() -> None:
    """A-GO-08: everybody sees how much each has."""
    table = GameTable()
    table.hand("carla", "7 gold 2 ore")
    for name in (*table.names, None):
        seat = None if name is None else table.names.index(name)
        assert ALEXANDER.view(table.state, seat).gold == (8, 8, 7, 8)


def test_example_23_monopoly() -> None:
    """Wool cards move, gold does not, and is no choice."""
    table = GameTable()
    table.hand("ben", "2 wool 1 ore 5 gold")
    table.cards("anna", "monopoly")
    table.main("anna")
    assert "play_monopoly:gold" not in table.anna.options
    table.anna.does("play_monopoly:wool")
    assert (table.holds("anna"), table.holds("ben")) == ("2 wool 8 gold", "1 ore 5 gold")
