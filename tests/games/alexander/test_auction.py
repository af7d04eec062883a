"""Events and bidding (rules 7.1 to 7.4)."""

import random

import pytest

from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import Action, act, decision, options, over, push, waiting
from serai.referee.core.errors import IllegalAction
from serai.referee.games.alexander.auction import Auction, Penalty
from serai.referee.games.alexander.board import EVENT_NAMES, PATH
from serai.referee.games.alexander.payment import Payment, Soldiers
from serai.referee.games.alexander.state import Alexander
from tests.games.alexander.table import ALEXANDER, FOUR, Campaign
from tests.random_play import Case

ALL = "3 lumber 3 brick 3 wool 3 grain 3 ore 3 gold"


def accepted(event: str) -> list[str]:
    """What a winner with everything in its hand may pay with."""
    campaign = Campaign()
    campaign.hand("anna", ALL)
    campaign.at(1)
    campaign.event(event, junction=1)
    campaign.says("anna 2", "ben pass", "carla pass", "dirk pass")
    return [option.partition(":")[2] for option in campaign.anna.options]


# Events


def test_settlement() -> None:
    """A-EV-01, A-PA-02."""
    assert accepted("settlement") == ["lumber", "brick", "wool", "grain", "gold"]


def test_famine() -> None:
    """A-EV-02."""
    assert accepted("famine") == ["wool", "grain", "gold"]


def test_bridge() -> None:
    """A-EV-03."""
    assert accepted("bridge") == ["lumber", "brick", "gold"]


def test_battle() -> None:
    """A-EV-04: and soldiers."""
    assert accepted("battle") == ["wool", "ore", "gold"]
    campaign = Campaign()
    campaign.soldiers("anna", 1)
    campaign.event("battle")
    campaign.says("anna 3", "ben pass", "carla pass", "dirk pass")
    assert campaign.anna.must(Soldiers)


def test_statue() -> None:
    """A-EV-05."""
    assert accepted("statue") == ["brick", "ore", "gold"]


@pytest.mark.parametrize(("event", "most"), [("battle", 3 + 2 + 6), ("famine", 5), ("bridge", 5), ("statue", 5)])
def test_what_things_are_worth(event: str, most: int) -> None:
    """A-EV-06: cards and gold 1, a soldier 3 and only in battles."""
    campaign = Campaign()
    campaign.hand("anna", "2 wool 1 ore 2 gold")
    campaign.soldiers("anna", 2)
    campaign.hand("ben", "9 ore 9 wool")
    campaign.event(event, "ben")
    campaign.says(f"ben {most - 1 if most < 6 else 5}", "carla pass", "dirk pass")
    if most > 6:
        campaign.says("anna 6", "ben 10")
    assert campaign.anna.options == ["pass_bid", f"bid:{most}"]


# Bidding


def test_who_speaks_first() -> None:
    """A-AU-01: the active seat, then clockwise."""
    campaign = Campaign()
    campaign.event("famine", "carla")
    order = []
    for _ in campaign.names:
        order.append(campaign.speaker())
        campaign.says(f"{order[-1]} pass")
    assert order == ["carla", "dirk", "anna", "ben"]


def test_a_bid_is_a_higher_number() -> None:
    """A-AU-02."""
    campaign = Campaign()
    campaign.event("famine")
    campaign.says("anna 3")
    assert campaign.ben.options == ["pass_bid", "bid:4", "bid:5", "bid:6", "bid:7", "bid:8"]
    with pytest.raises(IllegalAction):
        campaign.ben.does("bid:3")


def test_the_active_seat_may_pass() -> None:
    """A-AU-03, A6."""
    campaign = Campaign()
    campaign.event("famine")
    campaign.says("anna pass")
    assert campaign.speaker() == "ben"


def test_the_smallest_bid() -> None:
    """A-AU-04, A7."""
    campaign = Campaign()
    campaign.event("famine")
    assert campaign.anna.options[:2] == ["pass_bid", "bid:1"]
    with pytest.raises(IllegalAction):
        campaign.anna.does("bid:0")


def test_a_pass_is_final() -> None:
    """A-AU-05, A8."""
    campaign = Campaign()
    campaign.event("famine")
    campaign.says("anna pass", "ben 1", "carla 2", "dirk pass")
    assert campaign.speaker() == "ben"
    campaign.says("ben 3")
    assert campaign.speaker() == "carla"


def test_the_leader_is_not_asked() -> None:
    """A-AU-06."""
    campaign = Campaign()
    campaign.event("famine")
    campaign.says("anna 1", "ben pass", "carla pass", "dirk 2")
    assert campaign.speaker() == "anna"
    campaign.says("anna pass")
    assert campaign.journal.count("seat 3 wins with 2") == 1


def test_the_end_of_an_auction() -> None:
    """A-AU-07: when all others have passed or are excluded."""
    campaign = Campaign()
    campaign.hand("dirk", "4 ore")
    campaign.event("famine")
    campaign.says("anna pass", "ben pass", "carla pass", "dirk 4")
    campaign.dirk.does("discard:ore", "discard:ore")
    campaign.says("anna 1", "ben pass", "carla pass")
    assert campaign.chips("anna") == 1


def test_bids_beyond_ones_means() -> None:
    """A-AU-08, A10: up to what everybody can see: all cards, gold, and three for a soldier in a battle."""
    for event, most in (("famine", 4), ("battle", 7)):
        campaign = Campaign()
        campaign.hand("anna", "3 lumber 1 gold")
        campaign.soldiers("anna", 1)
        campaign.event(event, "ben")
        campaign.says(f"ben {most - 2}", "carla pass", "dirk pass")
        assert campaign.anna.options == ["pass_bid", f"bid:{most - 1}", f"bid:{most}"]


def test_a_raise_is_bounded() -> None:
    """A-AU-09, A28: by five."""
    campaign = Campaign()
    campaign.hand("anna", "19 gold")
    campaign.event("famine")
    assert campaign.anna.options[-1] == "bid:5"
    campaign.says("anna 2", "ben pass", "carla pass", "dirk 3")
    assert campaign.anna.options[-1] == "bid:8"
    with pytest.raises(IllegalAction):
        campaign.anna.does("bid:9")


def test_forced_passes() -> None:
    """A-AU-10: who can visibly bid no more is not asked."""
    campaign = Campaign()
    campaign.hand("ben", "2 gold")
    campaign.hand("carla", "1 wool 1 gold")
    campaign.event("famine")
    campaign.says("anna 2")
    assert campaign.speaker() == "dirk"
    assert campaign.journal[-2:] == ["seat 1 passes", "seat 2 passes"]


@pytest.mark.parametrize("event", ["statue", "famine"])
def test_example_6_everybody_passes_on_a_chip(event: str) -> None:
    """A-AU-11, A9: the chip is out of the game, nobody's count changes, MAIN follows; a temple's ground stays free."""
    campaign = Campaign()
    campaign.event(event)
    campaign.says("anna pass", "ben pass", "carla pass", "dirk pass")
    assert campaign.state.removed[EVENT_NAMES.index(event)] == sum(campaign.state.removed) == 1
    assert [campaign.chips(name) for name in campaign.names] == [0] * 4
    assert campaign.anna.must(Main)
    campaign.temple(4)
    campaign.says("anna pass", "ben pass", "carla pass", "dirk pass")
    assert campaign.state.open[PATH[4]]
    assert not any(campaign.state.vertices)
    assert sum(campaign.state.removed) == 1


def defaulted() -> Campaign:
    """Ben leads a battle with 9 and can pay 8: his ore, four gold and his soldier."""
    campaign = Campaign()
    campaign.hand("ben", "1 ore 4 brick 4 gold")
    campaign.soldiers("ben", 1)
    for name in ("carla", "dirk"):
        campaign.hand(name, "10 gold")
    campaign.event("battle")
    campaign.says("anna pass", "ben 5", "carla 8", "dirk pass", "ben 9", "carla pass")
    return campaign


def test_a_leader_that_cannot_pay() -> None:
    """A-AU-12, A11: half its cards, rounded down, of its own choice; gold and soldiers stay."""
    campaign = defaulted()
    assert campaign.journal[-1] == "seat 1 cannot pay 9"
    assert campaign.ben.must(Penalty)
    assert campaign.ben.options == ["discard:brick", "discard:ore"]
    campaign.ben.does("discard:ore")
    assert campaign.ben.options == ["discard:brick"]
    campaign.ben.does("discard:brick")
    assert (campaign.holds("ben"), campaign.ben.knights) == ("3 brick 4 gold", 1)
    assert campaign.ben.hand[1] == 3


def test_the_auction_starts_again() -> None:
    """A-AU-13, A12, A30: earlier passes are forgotten, the defaulter is out."""
    campaign = defaulted()
    campaign.ben.does("discard:brick", "discard:brick")
    auction = decision(campaign.state)
    assert isinstance(auction, Auction)
    assert (auction.bid, auction.passed, auction.excluded) == (0, (), (1,))
    campaign.says("anna pass", "carla pass", "dirk 1")
    assert campaign.chips("dirk") == 1


def test_who_speaks_first_then() -> None:
    """A-AU-14: the active seat, or the next one if it is excluded."""
    campaign = defaulted()
    campaign.ben.does("discard:brick", "discard:brick")
    assert campaign.speaker() == "anna"
    campaign = Campaign()
    campaign.hand("anna", "2 ore")
    campaign.event("famine")
    campaign.says("anna 2", "ben pass", "carla pass", "dirk pass")
    campaign.anna.does("discard:ore")
    assert campaign.speaker() == "ben"


def test_losers_keep_everything() -> None:
    """A-AU-15."""
    campaign = Campaign()
    campaign.event("famine")
    campaign.says("anna 3", "ben 5", "carla pass", "dirk pass", "anna 6", "ben pass")
    assert [campaign.gold(name) for name in campaign.names] == [2, 8, 8, 8]


def test_nothing_else_during_an_auction() -> None:
    """A-AU-16, A29: no trade, no building, whatever is in the hand."""
    campaign = Campaign()
    campaign.settlements("anna", "q0r1S")
    campaign.hand("anna", ALL)
    campaign.event("famine")
    assert {option.partition(":")[0] for option in campaign.anna.options} == {"pass_bid", "bid"}
    for action in ("build_road:q0r1NE", "bank_trade:gold:ore", "end_turn", "offer:ore:1:wool:1"):
        with pytest.raises(IllegalAction):
            campaign.anna.does(action)


def test_example_7_bid_beyond_means() -> None:
    """Statue: four grain, a brick and a gold could bid 6 and can pay 2; leading with 4 it returns two cards."""
    campaign = Campaign()
    campaign.hand("carla", "4 grain 1 brick 1 gold")
    campaign.event("statue")
    campaign.says("anna pass", "ben 2")
    assert campaign.carla.options == ["pass_bid", "bid:3", "bid:4", "bid:5", "bid:6"]
    campaign.says("carla 4", "dirk pass", "ben pass")
    assert campaign.carla.must(Penalty)
    campaign.carla.does("discard:grain", "discard:brick")
    assert campaign.holds("carla") == "3 grain 1 gold"
    assert campaign.speaker() == "anna"
    campaign.says("anna pass", "ben pass")
    assert campaign.speaker() == "dirk"


def test_example_9_soldier_not_accepted() -> None:
    """In a bridge auction soldiers add nothing to what may be bid or paid."""
    campaign = Campaign()
    campaign.hand("anna", "1 brick 1 gold")
    campaign.soldiers("anna", 3)
    campaign.event("bridge")
    assert campaign.anna.options == ["pass_bid", "bid:1", "bid:2"]
    campaign.says("anna 2", "ben pass", "carla pass", "dirk pass")
    assert (campaign.holds("anna"), campaign.anna.knights) == ("", 3)


def test_example_24_restart_without_bidders() -> None:
    """Three passed, the only bidder defaulted: a new auction with three seats; all pass, nobody wins."""
    campaign = Campaign()
    campaign.hand("dirk", "2 ore")
    campaign.event("famine")
    campaign.says("anna pass", "ben pass", "carla pass", "dirk 2")
    campaign.dirk.does("discard:ore")
    campaign.says("anna pass", "ben pass", "carla pass")
    assert campaign.anna.must(Main)
    assert sum(campaign.state.removed) == 1


# No way to stall


def test_everybody_defaults() -> None:
    """A-IN-06, A12: when the last seat is excluded the auction is over."""
    campaign = Campaign()
    for name in campaign.names:
        campaign.hand(name, "3 ore")
    campaign.event("famine")
    campaign.says("anna 1", "ben 2", "carla pass", "dirk pass", "anna pass")
    campaign.ben.does("discard:ore")
    campaign.says("anna pass", "carla 2", "dirk pass")
    campaign.carla.does("discard:ore")
    campaign.says("anna pass", "dirk 2")
    campaign.dirk.does("discard:ore")
    campaign.says("anna 2")
    campaign.anna.does("discard:ore")
    assert campaign.anna.must(Main)
    assert sum(campaign.state.removed) == 1


@pytest.mark.parametrize("greed", ["raise by one", "raise by most", "at random"])
def test_no_auction_can_be_stalled(greed: str) -> None:
    """A-IN-06: whatever the bidders do, each answer raises the bid or takes a seat out, and the number is bounded."""
    longest = 0
    for number in range(6):
        state = Case(ALEXANDER, 4, {}).begin(number)
        chance = random.Random(number)
        while not over(state):
            answered = 0
            while not over(state) and isinstance(decision(state), Auction | Penalty | Soldiers | Payment):
                before = progress(state)
                (seat,) = waiting(state)
                act(state, seat, stubborn(options(state, seat), greed, chance))
                answered += 1
                assert before is None or progress(state) != before
            longest = max(longest, answered)
            if not over(state):
                seat = waiting(state)[0]
                push(state, seat, decision(state).default(state, seat))
    assert 10 < longest < 400


def progress(state: Alexander) -> tuple[object, ...] | None:
    """What must have changed after an answer."""
    top = state.agenda[-1] if state.agenda else None
    match top:
        case Auction():
            return (top.junction, top.bid, len(top.passed), len(top.excluded))
        case Penalty():
            return (top.sale, top.left)
        case Payment():
            return (top.sale, top.due)
    return None


def stubborn(listed: list[Action], greed: str, chance: random.Random) -> Action:
    """Never a pass while there is something else."""
    if greed == "raise by one":
        return listed[min(1, len(listed) - 1)]
    return listed[-1] if greed == "raise by most" else chance.choice(listed)


def test_retired_seats_pass() -> None:
    """The default answer is a pass; who must pay or return cards does so with the first kind."""
    campaign = Campaign(FOUR)
    campaign.hand("anna", "3 ore 2 wool 1 gold")
    campaign.soldiers("anna", 2)
    campaign.event("battle")
    assert campaign.anna.default == "pass_bid"
    campaign.says("anna 5", "ben pass", "carla pass", "dirk pass")
    assert campaign.anna.default == "use_soldiers:0"
    campaign.anna.does("use_soldiers:0")
    assert campaign.anna.default == "pay:wool"
