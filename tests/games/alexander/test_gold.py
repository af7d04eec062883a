"""Gold (resource fields c and d, extra; rules 6.2, 6.3, 6.5)."""

from serai.referee.catan_rules.robber import Robber
from serai.referee.core.agenda import waiting
from serai.referee.games.alexander.auction import Auction
from tests.games.alexander.table import ALEXANDER, Campaign

MINE = "q1r2S"  # at gold 4


def test_a_gold_field_yields() -> None:
    """A-GO-01: one to a settlement, two to a city."""
    campaign = Campaign()
    campaign.settlements("anna", MINE)
    campaign.cities("ben", "q1r2N")
    campaign.produces(4)
    assert (campaign.gold("anna"), campaign.gold("ben")) == (9, 10)


def test_gold_is_no_card() -> None:
    """A-GO-02, A20: it does not count for the limit and is never stolen."""
    campaign = Campaign()
    campaign.hand("ben", "11 wool 30 gold")
    campaign.settlements("carla", MINE)
    campaign.rolls("anna", 3, 4)
    assert campaign.anna.must(Robber)
    campaign.anna.does("move_robber:q1r2")
    assert campaign.anna.must(Auction)
    assert (campaign.gold("ben"), campaign.gold("carla")) == (30, 8)


def test_gold_between_seats() -> None:
    """A-GO-03: given and asked for, whoever has enough of it is asked."""
    campaign = Campaign()
    campaign.hand("anna", "1 wool 2 gold")
    campaign.hand("ben", "1 ore")
    campaign.hand("dirk", "2 gold")
    campaign.anna.does("offer:gold:2:ore:1")
    campaign.ben.does("accept")
    assert (campaign.holds("anna"), campaign.holds("ben")) == ("1 wool 1 ore", "2 gold")
    campaign.anna.does("offer:wool:1:gold:2")
    assert set(waiting(campaign.state)) == {1, 2, 3}
    campaign.ben.does("accept")
    campaign.carla.does("decline")
    campaign.dirk.does("decline")
    assert campaign.holds("anna") == "1 ore 2 gold"


def test_gold_at_the_bank() -> None:
    """A-GO-04: four for one, three with an own 3:1 port; the 2:1 ports do not serve it."""
    campaign = Campaign()
    campaign.hand("anna", "4 gold")
    campaign.anna.does("bank_trade:gold:ore")
    assert campaign.holds("anna") == "1 ore"
    campaign.settlements("anna", "q3r1N")
    assert campaign.anna.rates == (4, 4, 2, 4, 4, 4)
    campaign.settlements("anna", "q0r1S")
    assert campaign.anna.rates == (3, 3, 2, 3, 3, 3)
    campaign.hand("anna", "3 gold")
    campaign.anna.does("bank_trade:gold:wool")
    assert campaign.holds("anna") == "1 wool"


def test_gold_can_be_bought() -> None:
    """A-GO-05, A21: at the rate of what is given."""
    campaign = Campaign()
    campaign.hand("anna", "4 wool")
    campaign.anna.does("bank_trade:wool:gold")
    assert campaign.holds("anna") == "1 gold"


def test_cards_do_not_name_gold() -> None:
    """A-GO-06, A20: neither monopoly nor year of plenty."""
    campaign = Campaign()
    campaign.cards("anna", "monopoly year_of_plenty")
    campaign.main("anna")
    named = {option.partition(":")[2] for option in campaign.starting("anna", "play_monopoly")}
    assert named == {"lumber", "brick", "wool", "grain", "ore"}
    campaign.anna.does("play_year_of_plenty")
    assert "take:gold" not in campaign.anna.options


def test_gold_in_every_auction() -> None:
    """A-GO-07: one piece is worth 1."""
    for event in ("settlement", "famine", "bridge", "battle", "statue"):
        campaign = Campaign()
        campaign.at(1)
        campaign.event(event, junction=1)
        campaign.says("anna 2", "ben pass", "carla pass", "dirk pass")
        assert campaign.gold("anna") == 6


def test_gold_lies_open() -> None:
    """A-GO-08: everybody sees how much each has."""
    campaign = Campaign()
    campaign.hand("carla", "7 gold 2 ore")
    for name in (*campaign.names, None):
        seat = None if name is None else campaign.names.index(name)
        assert ALEXANDER.view(campaign.state, seat).gold == (8, 8, 7, 8)


def test_example_23_monopoly() -> None:
    """Wool cards move, gold does not, and is no choice."""
    campaign = Campaign()
    campaign.hand("ben", "2 wool 1 ore 5 gold")
    campaign.cards("anna", "monopoly")
    campaign.main("anna")
    assert "play_monopoly:gold" not in campaign.anna.options
    campaign.anna.does("play_monopoly:wool")
    assert (campaign.holds("anna"), campaign.holds("ben")) == ("2 wool 8 gold", "1 ore 5 gold")
