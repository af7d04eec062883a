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
from tests.games.alexander.table import ALEXANDER, FOUR, GameTable
from tests.random_play import Case

ALL = "3 lumber 3 brick 3 wool 3 grain 3 ore 3 gold"


def accepted(event: str) -> list[str]:
    """What a winner with everything in its hand may pay with."""
    table = GameTable()
    table.hand("anna", ALL)
    table.at(1)
    table.event(event, junction=1)
    table.says("anna 2", "ben pass", "carla pass", "dirk pass")
    return [option.partition(":")[2] for option in table.anna.options]


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
    table = GameTable()
    table.soldiers("anna", 1)
    table.event("battle")
    table.says("anna 3", "ben pass", "carla pass", "dirk pass")
    assert table.anna.must(Soldiers)


def test_statue() -> None:
    """A-EV-05."""
    assert accepted("statue") == ["brick", "ore", "gold"]


@pytest.mark.parametrize(("event", "most"), [("battle", 3 + 2 + 6), ("famine", 5), ("bridge", 5), ("statue", 5)])
def test_what_things_are_worth(event: str, most: int) -> None:
    """A-EV-06: cards and gold 1, a soldier 3 and only in battles."""
    table = GameTable()
    table.hand("anna", "2 wool 1 ore 2 gold")
    table.soldiers("anna", 2)
    table.hand("ben", "9 ore 9 wool")
    table.event(event, "ben")
    table.says(f"ben {most - 1 if most < 6 else 5}", "carla pass", "dirk pass")
    if most > 6:
        table.says("anna 6", "ben 10")
    assert table.anna.options == ["pass_bid", f"bid:{most}"]


# Bidding


def test_who_speaks_first() -> None:
    """A-AU-01: the active seat, then clockwise."""
    table = GameTable()
    table.event("famine", "carla")
    order = []
    for _ in table.names:
        order.append(table.speaker())
        table.says(f"{order[-1]} pass")
    assert order == ["carla", "dirk", "anna", "ben"]


def test_a_bid_is_a_higher_number() -> None:
    """A-AU-02."""
    table = GameTable()
    table.event("famine")
    table.says("anna 3")
    assert table.ben.options == ["pass_bid", "bid:4", "bid:5", "bid:6", "bid:7", "bid:8"]
    with pytest.raises(IllegalAction):
        table.ben.does("bid:3")


def test_the_active_seat_may_pass() -> None:
    """A-AU-03, A6."""
    table = GameTable()
    table.event("famine")
    table.says("anna pass")
    assert table.speaker() == "ben"


def test_the_smallest_bid() -> None:
    """A-AU-04, A7."""
    table = GameTable()
    table.event("famine")
    assert table.anna.options[:2] == ["pass_bid", "bid:1"]
    with pytest.raises(IllegalAction):
        table.anna.does("bid:0")


def test_a_pass_is_final() -> None:
    """A-AU-05, A8."""
    table = GameTable()
    table.event("famine")
    table.says("anna pass", "ben 1", "carla 2", "dirk pass")
    assert table.speaker() == "ben"
    table.says("ben 3")
    assert table.speaker() == "carla"


def test_the_leader_is_not_asked() -> None:
    """A-AU-06."""
    table = GameTable()
    table.event("famine")
    table.says("anna 1", "ben pass", "carla pass", "dirk 2")
    assert table.speaker() == "anna"
    table.says("anna pass")
    assert table.journal.count("seat 3 wins with 2") == 1


def test_the_end_of_an_auction() -> None:
    """A-AU-07: when all others have passed or are excluded."""
    table = GameTable()
    table.hand("dirk", "4 ore")
    table.event("famine")
    table.says("anna pass", "ben pass", "carla pass", "dirk 4")
    table.dirk.does("discard:ore", "discard:ore")
    table.says("anna 1", "ben pass", "carla pass")
    assert table.chips("anna") == 1


def test_bids_beyond_ones_means() -> None:
    """A-AU-08, A10: up to what everybody can see: all cards, gold, and three for a soldier in a battle."""
    for event, most in (("famine", 4), ("battle", 7)):
        table = GameTable()
        table.hand("anna", "3 lumber 1 gold")
        table.soldiers("anna", 1)
        table.event(event, "ben")
        table.says(f"ben {most - 2}", "carla pass", "dirk pass")
        assert table.anna.options == ["pass_bid", f"bid:{most - 1}", f"bid:{most}"]


def test_a_bid_may_jump() -> None:
    """A-AU-09, A28: five bids are listed, but any number up to the public limit may be said."""
    table = GameTable()
    table.hand("carla", "19 gold")
    table.event("famine", "carla")
    assert table.carla.options == ["pass_bid", *(f"bid:{bid}" for bid in range(1, 6))]
    table.says("carla 2", "dirk pass", "anna pass", "ben 3")
    assert table.carla.options[-1] == "bid:8"
    for bid in (0, 3, 20):
        with pytest.raises(IllegalAction, match=f"above 3 and up to 19, not {bid}"):
            table.carla.does(f"bid:{bid}")
    table.carla.does("bid:19")
    assert "seat 2 wins with 19" in table.journal
    assert table.gold("carla") == 0


def test_forced_passes() -> None:
    """A-AU-10: who can visibly bid no more is not asked."""
    table = GameTable()
    table.hand("ben", "2 gold")
    table.hand("carla", "1 wool 1 gold")
    table.event("famine")
    table.says("anna 2")
    assert table.speaker() == "dirk"
    assert table.journal[-2:] == ["seat 1 passes", "seat 2 passes"]


@pytest.mark.parametrize("event", ["statue", "famine"])
def test_example_6_everybody_passes_on_a_chip(event: str) -> None:
    """A-AU-11, A9: the chip is out of the game, nobody's count changes, MAIN follows; a temple's ground stays free."""
    table = GameTable()
    table.event(event)
    table.says("anna pass", "ben pass", "carla pass", "dirk pass")
    assert table.state.removed[EVENT_NAMES.index(event)] == sum(table.state.removed) == 1
    assert [table.chips(name) for name in table.names] == [0] * 4
    assert table.anna.must(Main)
    table.temple(4)
    table.says("anna pass", "ben pass", "carla pass", "dirk pass")
    assert table.state.open[PATH[4]]
    assert not any(table.state.vertices)
    assert sum(table.state.removed) == 1


def defaulted() -> GameTable:
    """Ben leads a battle with 9 and can pay 8: his ore, four gold and his soldier."""
    table = GameTable()
    table.hand("ben", "1 ore 4 brick 4 gold")
    table.soldiers("ben", 1)
    for name in ("carla", "dirk"):
        table.hand(name, "10 gold")
    table.event("battle")
    table.says("anna pass", "ben 5", "carla 8", "dirk pass", "ben 9", "carla pass")
    return table


def test_a_leader_that_cannot_pay() -> None:
    """A-AU-12, A11: half its cards, rounded down, of its own choice; gold and soldiers stay."""
    table = defaulted()
    assert table.journal[-1] == "seat 1 cannot pay 9"
    assert table.ben.must(Penalty)
    assert table.ben.options == ["discard:brick", "discard:ore"]
    table.ben.does("discard:ore")
    assert table.ben.options == ["discard:brick"]
    table.ben.does("discard:brick")
    assert (table.holds("ben"), table.ben.knights) == ("3 brick 4 gold", 1)
    assert table.ben.hand[1] == 3


def test_half_of_one_card_is_none() -> None:
    """A-AU-12: rounded down; nothing is asked of the defaulter, and the auction goes on without it."""
    table = GameTable()
    table.hand("ben", "1 ore")
    table.event("famine", "ben")
    table.says("ben 1", "carla pass", "dirk pass", "anna pass")
    assert (table.holds("ben"), table.speaker(), waiting(table.state)) == ("1 ore", "carla", (2,))


def test_the_auction_starts_again() -> None:
    """A-AU-13, A12, A30: earlier passes are forgotten, the defaulter is out."""
    table = defaulted()
    table.ben.does("discard:brick", "discard:brick")
    auction = decision(table.state)
    assert isinstance(auction, Auction)
    assert (auction.bid, auction.passed, auction.excluded) == (0, (), (1,))
    table.says("anna pass", "carla pass", "dirk 1")
    assert table.chips("dirk") == 1


def test_who_speaks_first_then() -> None:
    """A-AU-14: the active seat, or the next one if it is excluded."""
    table = defaulted()
    table.ben.does("discard:brick", "discard:brick")
    assert table.speaker() == "anna"
    table = GameTable()
    table.hand("anna", "2 ore")
    table.event("famine")
    table.says("anna 2", "ben pass", "carla pass", "dirk pass")
    table.anna.does("discard:ore")
    assert table.speaker() == "ben"


def test_losers_keep_everything() -> None:
    """A-AU-15."""
    table = GameTable()
    table.event("famine")
    table.says("anna 3", "ben 5", "carla pass", "dirk pass", "anna 6", "ben pass")
    assert [table.gold(name) for name in table.names] == [2, 8, 8, 8]


def test_nothing_else_during_an_auction() -> None:
    """A-AU-16, A29: no trade, no building, whatever is in the hand."""
    table = GameTable()
    table.settlements("anna", "q0r1S")
    table.hand("anna", ALL)
    table.event("famine")
    assert {option.partition(":")[0] for option in table.anna.options} == {"pass_bid", "bid"}
    for action in ("build_road:q0r1NE", "bank_trade:gold:ore", "end_turn", "offer:ore:wool:-"):
        with pytest.raises(IllegalAction):
            table.anna.does(action)


def test_example_7_bid_beyond_means() -> None:
    """Statue: four grain, a brick and a gold could bid 6 and can pay 2; leading with 4 it returns two cards."""
    table = GameTable()
    table.hand("carla", "4 grain 1 brick 1 gold")
    table.event("statue")
    table.says("anna pass", "ben 2")
    assert table.carla.options == ["pass_bid", "bid:3", "bid:4", "bid:5", "bid:6"]
    table.says("carla 4", "dirk pass", "ben pass")
    assert table.carla.must(Penalty)
    table.carla.does("discard:grain", "discard:brick")
    assert table.holds("carla") == "3 grain 1 gold"
    assert table.speaker() == "anna"
    table.says("anna pass", "ben pass")
    assert table.speaker() == "dirk"


def test_example_9_soldier_not_accepted() -> None:
    """In a bridge auction soldiers add nothing to what may be bid or paid."""
    table = GameTable()
    table.hand("anna", "1 brick 1 gold")
    table.soldiers("anna", 3)
    table.event("bridge")
    assert table.anna.options == ["pass_bid", "bid:1", "bid:2"]
    table.says("anna 2", "ben pass", "carla pass", "dirk pass")
    assert (table.holds("anna"), table.anna.knights) == ("", 3)


def test_example_24_restart_without_bidders() -> None:
    """Three passed, the only bidder defaulted: a new auction with three seats; all pass, nobody wins."""
    table = GameTable()
    table.hand("dirk", "2 ore")
    table.event("famine")
    table.says("anna pass", "ben pass", "carla pass", "dirk 2")
    table.dirk.does("discard:ore")
    table.says("anna pass", "ben pass", "carla pass")
    assert table.anna.must(Main)
    assert sum(table.state.removed) == 1


# No way to stall


def test_everybody_defaults() -> None:
    """A-IN-06, A12: when the last seat is excluded the auction is over."""
    table = GameTable()
    for name in table.names:
        table.hand(name, "3 ore")
    table.event("famine")
    table.says("anna 1", "ben 2", "carla pass", "dirk pass", "anna pass")
    table.ben.does("discard:ore")
    table.says("anna pass", "carla 2", "dirk pass")
    table.carla.does("discard:ore")
    table.says("anna pass", "dirk 2")
    table.dirk.does("discard:ore")
    table.says("anna 2")
    table.anna.does("discard:ore")
    assert table.anna.must(Main)
    assert sum(table.state.removed) == 1


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
    table = GameTable(FOUR)
    table.hand("anna", "3 ore 2 wool 1 gold")
    table.soldiers("anna", 2)
    table.event("battle")
    assert table.anna.default == "pass_bid"
    table.says("anna 5", "ben pass", "carla pass", "dirk pass")
    assert table.anna.default == "use_soldiers:0"
    table.anna.does("use_soldiers:0")
    assert table.anna.default == "pay:wool"
