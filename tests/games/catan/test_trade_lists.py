"""The lists of offers and counter-offers, and the clock of a trade (rules 6.7)."""

from random import Random

from serai.referee.clock import TimeControl
from serai.referee.core.luck import DEAL_BYTES
from serai.referee.match import Match
from tests.games.catan.market import market
from tests.games.catan.table import CATAN


def test_the_list_of_offers() -> None:
    """B-PT-13: for what could be bought but for one card, that card: for one of what is most to spare, then for two."""
    table = market()
    table.hand("carla", "1 lumber 3 wool")
    assert table.starting("carla", "offer") == ["offer:wool:brick:-", "offer:wool,wool:brick:-"]
    table.hand("carla", "1 lumber 3 wool 1 grain")
    offers = ["offer:wool:brick:-", "offer:wool:ore:-", "offer:wool,wool:brick:-"]
    assert table.starting("carla", "offer") == offers
    table.hand("carla", "1 lumber")
    assert not table.starting("carla", "offer")


def test_the_cheapest_purchase_comes_first() -> None:
    """B-PT-13: a brick for a road, a wool for a card, a grain for a city, in this order."""
    table = market()
    table.hand("carla", "2 lumber 1 grain 3 ore")
    offers = ["offer:ore:brick:-", "offer:lumber:wool:-", "offer:lumber:grain:-"]
    assert table.starting("carla", "offer") == offers


def test_two_of_what_is_most_to_spare() -> None:
    """B-PT-13: the second card is again of the kind of which there is most then, the first kind among equals."""
    table = market()
    table.hand("carla", "1 lumber 4 wool 3 ore")
    offers = ["offer:wool:brick:-", "offer:wool:grain:-", "offer:wool,wool:brick:-"]
    assert table.starting("carla", "offer") == offers
    table.hand("carla", "1 lumber 7 wool 9 ore")
    assert table.starting("carla", "offer")[0] == "offer:ore:brick:-"


def test_somebody_must_have_a_card() -> None:
    """B-PT-13: an offer is listed as long as one of the others could take it."""
    table = market()
    table.hand("dirk")
    table.hand("anna")
    assert table.starting("carla", "offer")


def test_the_list_of_offers_is_short() -> None:
    """B-PT-13: three at most, whatever is in the hand, and none that nobody could take."""
    table = market()
    table.hand("carla", "2 lumber 3 wool 2 grain 2 ore")
    assert len(table.starting("carla", "offer")) == 3
    for name in ("dirk", "anna", "ben"):
        table.hand(name)
    assert not table.starting("carla", "offer")


def test_the_list_of_counter_offers() -> None:
    """B-PT-13: what was asked for, for one more; and what the seat itself would offer first. Others are allowed."""
    table = market()
    table.hand("anna", "1 lumber 2 ore")
    table.carla.does("offer:wool:ore:-")
    assert table.anna.options == ["accept", "decline", "counter:ore:wool,wool", "counter:ore:brick"]
    assert table.dirk.options == ["decline", "counter:brick:lumber"]
    table.anna.does("counter:lumber:wool")
    assert not table.anna.asked


def test_trade_earns_no_time() -> None:
    """B-PT-14: neither an offer nor an answer to one adds to a clock; another answer to the same question does."""
    match = Match(CATAN, 3, bytes(DEAL_BYTES), {}, TimeControl(bank=100, increment=1, cap=60))
    chance, earned = Random(0), dict[str, set[float]]()
    for _ in range(600):
        for question in match.questions():
            match.sent(question, now=0.0)
            action = chance.choice(question.options)
            before, several = match.clocks[question.seat].bank, len(question.options) > 1
            match.answer(question, action, seconds=0.0)
            earned.setdefault(type(action).__name__, set()).add(match.clocks[question.seat].bank - before)
            assert several or match.clocks[question.seat].bank == before
    trade = {"Offer", "Accept", "Decline", "Counter", "ChoosePartner", "ChooseNobody"}
    assert {name for name in earned if earned[name] == {0.0}} == trade
    assert 1.0 in earned["EndTurn"]
