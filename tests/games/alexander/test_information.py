"""What is hidden, what is public, what is drawn (rules 11), and what a new deal keeps."""

import random

import pytest

from serai.referee.catan_rules.components import CARD_KINDS, DEV_CARD_NAMES, KNIGHT
from serai.referee.catan_rules.robber import discard_card
from serai.referee.catan_rules.scoring import end_by_guard
from serai.referee.core.agenda import push
from serai.referee.core.luck import Luck
from serai.referee.games.alexander.board import EVENT_NAMES
from serai.referee.games.alexander.events import SupplyDrawn
from serai.referee.games.alexander.soldiers import spend_soldiers
from serai.referee.games.alexander.state import Alexander
from serai.referee.games.alexander.view import ADVISERS, BID, PAY, PENALTY, SOLDIERS, TEMPLE
from tests.catan_rules.whole_games import play_redealt
from tests.games.alexander.invariants import check
from tests.games.alexander.table import ALEXANDER, GameTable
from tests.random_play import Case, play_on


def deals(state: Alexander, viewer: int | None, count: int = 40) -> list[Alexander]:
    return [ALEXANDER.redeal(state, viewer, Luck(bytes([n]) * 32)) for n in range(count)]


def test_the_supply_pile() -> None:
    """A-HI-01: its size is public, its order nobody's; a drawn card is the drawer's."""
    state = Case(ALEXANDER, 4, {}).begin(1)
    for viewer in (None, *range(4)):
        before = ALEXANDER.view(state, viewer)
        assert before.supply == 71
        twin = ALEXANDER.clone(state)
        twin.supply = tuple(reversed(twin.supply))
        assert ALEXANDER.view(twin, viewer) == before
    drawn = [event for event in state.journal or () if isinstance(event, SupplyDrawn)]
    assert len(drawn) == 24
    for event in drawn:
        known = [seat for seat in (None, *range(4)) if getattr(event.seen_by(seat), "resource", None) is not None]
        assert known == [event.seat]


def test_face_down_chips() -> None:
    """A-HI-02: other chips ahead or aside change no view, also at the end."""
    state = Case(ALEXANDER, 3, {}).begin(1)
    for _ in range(2):
        twin = ALEXANDER.clone(state)
        chips = sorted([*twin.chips, *twin.spare])
        twin.chips, twin.spare = tuple(chips[: len(twin.chips)]), tuple(chips[len(twin.chips) :])
        for viewer in (None, *range(3)):
            assert ALEXANDER.view(twin, viewer) == ALEXANDER.view(state, viewer)
        play_on(state, random.Random(1))


def test_what_is_public() -> None:
    """A-HI-03: everybody sees the same of gold, soldiers, chips, advisers, position, bids and passes."""
    table = GameTable()
    table.soldiers("ben", 2)
    table.keeps("carla", "famine", "bridge", "statue")
    table.at(7)
    table.event("battle", junction=7)
    table.says("anna pass", "ben 3")
    public = ALEXANDER.view(table.state, None)
    for name in table.names:
        seen = table.seat(name).view
        assert seen._replace(table=public.table) == public
        assert seen.table._replace(seat=None, own=None) == public.table
    assert (public.position, public.gold, public.advisers[0]) == (7, (8, 8, 8, 8), 2)
    assert (public.auction.bid, public.auction.leader, public.auction.passed) == (3, 1, (0,))
    assert public.table.players[1].knights == 2


def test_payments_and_penalties_are_public() -> None:
    """A-HI-03: every unit and every returned card is told to all."""
    table = GameTable()
    table.hand("anna", "2 ore 2 grain 3 gold")
    table.event("famine")
    table.says("anna 3", "ben pass", "carla pass", "dirk pass")
    table.anna.does("pay:grain", "pay:gold", "pay:gold")
    table.hand("anna", "3 ore")
    table.event("famine")
    table.says("anna 3", "ben pass", "carla pass", "dirk pass")
    table.anna.does("discard:ore")
    told = table.heard_by(None)
    assert {"seat 0 pays 1 grain", "seat 0 pays 1 gold", "seat 0 cannot pay 3", "seat 0 discards ore"} <= set(told)


def test_spent_knights_are_counted() -> None:
    """A-HI-04."""
    table = GameTable()
    table.soldiers("anna", 2)
    table.happens(lambda state: spend_soldiers(state, 0, 2))
    assert [ALEXANDER.view(table.state, seat).buried for seat in (None, 0, 1, 2, 3)] == [2] * 5


@pytest.mark.parametrize("hand", ["4 grain", "4 brick", "2 grain 2 ore"])
def test_bids_follow_from_public_numbers(hand: str) -> None:
    """A-HI-05: options and forced passes depend on how many cards there are, not on which."""
    table = GameTable()
    table.hand("anna", f"{hand} 1 gold")
    table.hand("ben", f"{hand} 1 gold")
    table.event("famine")
    assert table.anna.options == ["pass_bid", "bid:1", "bid:2", "bid:3", "bid:4", "bid:5"]
    table.says("anna 5")
    assert table.speaker() == "carla"


def test_what_is_drawn() -> None:
    """A-HI-06: three shuffles at the set-up, then dice and theft."""
    drawn = set[str]()
    for number in range(6):
        state = Case(ALEXANDER, 4, {}).begin(number)
        assert set(state.luck.drawn) == {"deck", "supply", "chips"}
        play_on(state, random.Random(number))
        drawn.update(state.luck.drawn)
    assert drawn == {"deck", "supply", "chips", "dice", "theft"}


@pytest.mark.parametrize("seats", [3, 4])
def test_a_view_survives_a_new_deal(seats: int) -> None:
    """A-BA-01, A-HI-01, A-HI-02: nothing a seat cannot know shows in its view, and the new state is a possible one."""
    assert play_redealt(Case(ALEXANDER, seats, {}), 5, 500, 12, check) > 100


def test_a_new_deal_changes_what_is_hidden() -> None:
    """A-HI-01, A-HI-02: other hands of the others, another pile, other chips; the own hand stays."""
    state = Case(ALEXANDER, 4, {}).begin(3)
    twins = deals(state, 1)
    assert {tuple(twin.players[1].hand) for twin in twins} == {tuple(state.players[1].hand)}
    for things in ([twin.supply for twin in twins], [twin.chips for twin in twins], [twin.spare for twin in twins]):
        assert len(set(things)) > 10
    assert len({tuple(twin.players[2].hand) for twin in twins}) > 10


def test_a_shown_card_stays_known() -> None:
    """A-HI-01: what a seat received in the open is where it was seen to go."""
    state = Case(ALEXANDER, 4, {}).begin(3)
    state.bank[4] += 2
    state.supply = state.supply[2:]
    state.bank[4] -= 2
    state.players[2].hand[4] += 2
    state.players[2].cards += 2
    assert all(twin.players[2].hand[4] >= 2 for twin in deals(state, 0))


def drawn_unseen(hand: str, supply: tuple[int, ...]) -> GameTable:
    """Anna's six cards came from the supply pile, which nobody else has seen."""
    table = GameTable()
    table.hand("anna", hand)
    held = tuple(table.anna.hand[:CARD_KINDS])
    rest = (0,) * (3 * CARD_KINDS)
    table.state.doubts = tuple(((0,) * CARD_KINDS if viewer == 0 else held) + rest for viewer in range(5))
    table.set(supply=supply)
    table.event("famine")
    return table


def test_who_pays_can_pay() -> None:
    """7.4: after the auction everybody knows that the winner has enough; the hands dealt to it do."""
    table = drawn_unseen("6 grain", supply=(4,) * 30)
    table.says("anna 5", "ben pass", "carla pass", "dirk pass")
    table.anna.does("pay:grain")
    twins = deals(table.state, 1)
    assert {twin.players[0].hand[3] for twin in twins} <= {4, 5}
    assert {twin.players[0].cards for twin in twins} == {5}


def test_who_defaulted_could_not_pay() -> None:
    """7.4: hands dealt to a defaulter hold too few accepted cards, also after some were returned."""
    table = drawn_unseen("6 ore", supply=(3,) * 10)
    table.says("anna 2", "ben pass", "carla pass", "dirk pass")
    table.anna.does("discard:ore")
    twins = deals(table.state, 1)
    assert {twin.players[0].hand[3] for twin in twins} <= {0, 1}
    assert {twin.players[0].cards for twin in twins} == {5}


def test_what_a_default_in_a_battle_shows() -> None:
    """7.4: bid 6, gold 1, a soldier 3: one accepted card at most, and none once it has been returned."""
    table = drawn_unseen("5 lumber 1 ore", supply=(0,) * 6 + (4,) * 6)
    table.hand("anna", "5 lumber 1 ore 1 gold")
    table.soldiers("anna", 1)
    table.event("battle")
    table.says("anna 6", "ben pass", "carla pass", "dirk pass")
    assert {twin.players[0].hand[4] for twin in deals(table.state, 1)} == {0, 1}
    other = ALEXANDER.clone(table.state)
    table.anna.does("discard:ore")
    assert {twin.players[0].hand[4] for twin in deals(table.state, 1)} == {0}
    push(other, 0, discard_card(0))
    assert {twin.players[0].hand[4] for twin in deals(other, 1)} == {0, 1}


def knights_under_the_deck(count: int, above: str = "", held: str = "") -> GameTable:
    """Ben's turn, with goods for three cards; so many spent knights lie under these cards, and Ben holds others."""
    table = GameTable()
    table.cards("ben", held)
    cards = tuple(DEV_CARD_NAMES.index(card) for card in above.split())
    table.set(deck=(KNIGHT,) * count + cards, buried=count)
    table.hand("ben", "3 wool 3 grain 3 ore")
    table.main("ben")
    return table


def test_known_knights_stay_known() -> None:
    """11, A-HI-04: bought from a deck of spent knights, a card is known to be one until it is played."""
    table = knights_under_the_deck(1)
    table.ben.does("buy_dev_card")
    assert (table.state.known, table.dirk.view.buried) == ((0, 1, 0, 0), 0)
    assert {twin.players[1].dev_cards[KNIGHT] for twin in deals(table.state, 0)} == {1}
    table.turn("ben")
    table.ben.does("play_knight")
    assert table.state.known == (0, 0, 0, 0)


def test_a_card_above_the_spent_knights_is_unknown() -> None:
    """11, A-HI-04: also the last of them; the knights stay where they are."""
    table = knights_under_the_deck(1, above="monopoly monopoly")
    table.ben.does("buy_dev_card", "buy_dev_card")
    assert (table.state.known, table.dirk.view.buried) == ((0, 0, 0, 0), 1)
    table.ben.does("buy_dev_card")
    assert (table.state.known, table.dirk.view.buried) == ((0, 1, 0, 0), 0)


def test_an_old_known_knight_is_the_one_played() -> None:
    """11: of two known ones only one was bought this turn; played progress cards say nothing of knights."""
    table = knights_under_the_deck(2, held="monopoly")
    table.ben.does("buy_dev_card")
    table.turn("ben")
    table.ben.does("play_monopoly:ore")
    assert table.state.known == (0, 1, 0, 0)
    table.main("ben")
    table.ben.does("buy_dev_card", "play_knight")
    assert table.state.known == (0, 1, 0, 0)


def test_a_fresh_knight_is_not_the_one_played() -> None:
    """11: the one bought this turn is still in the hand."""
    table = GameTable()
    table.soldiers("anna", 1)
    table.cards("ben", "knight")
    table.set(deck=())
    table.happens(lambda state: spend_soldiers(state, 0, 1))
    table.hand("ben", "1 wool 1 grain 1 ore")
    table.main("ben")
    table.ben.does("buy_dev_card", "play_knight")
    assert table.state.known == (0, 1, 0, 0)
    assert table.unplayed("ben") == {"knight": 1}


def test_events_have_words() -> None:
    """Text forms name the event and the adviser."""
    table = GameTable()
    table.keeps("anna", "famine", "bridge", "battle")
    assert table.journal[-2:] == ["seat 0 keeps the chip with battle", "seat 0 is first adviser"]
    assert EVENT_NAMES == ("settlement", "famine", "bridge", "battle", "statue")


def test_the_view_of_an_auction() -> None:
    """A-HI-03, A-HI-07: step, event, junction, bid, leader, who passed, who is out, and what is left to do."""
    table = GameTable()
    table.hand("ben", "4 ore")
    table.hand("anna", "2 grain 2 gold")
    assert not table.dirk.view.auction
    table.event("famine", "carla", junction=3)
    assert tuple(table.dirk.view.auction) == (BID, 1, 3, 0, None, (), (), 0)
    table.says("carla pass", "dirk pass", "anna 1", "ben 2")
    assert tuple(table.dirk.view.auction) == (BID, 1, 3, 2, 1, (2, 3), (), 0)
    table.says("anna pass")
    assert tuple(table.dirk.view.auction) == (PENALTY, 1, 3, 2, 1, (2, 3, 0), (), 2)
    table.ben.does("discard:ore", "discard:ore")
    table.says("carla pass", "dirk pass", "anna 2")
    assert tuple(table.dirk.view.auction) == (PAY, 1, 3, 2, 0, (2, 3), (1,), 2)
    table.anna.does("pay:grain")
    assert tuple(table.dirk.view.auction) == (PAY, 1, 3, 2, 0, (2, 3), (1,), 1)


def test_the_view_of_a_reward() -> None:
    """A-HI-03, A-HI-07: soldiers, temple and advisers are steps of the auction that is being rewarded."""
    table = GameTable()
    table.soldiers("ben", 1)
    table.event("battle", "carla", junction=3)
    table.says("carla pass", "dirk pass", "anna pass", "ben 3")
    assert tuple(table.dirk.view.auction) == (SOLDIERS, 3, 3, 3, 1, (2, 3, 0), (), 3)
    table.temple(4, "carla")
    table.says("carla pass", "dirk pass", "anna pass", "ben 1", settles=False)
    assert tuple(table.dirk.view.auction) == (TEMPLE, 0, 4, 1, 1, (2, 3, 0), (), 0)
    table.keeps("dirk", "famine", "bridge", "battle")
    table.keeps("ben", "famine", "bridge", "battle")
    table.wins_chip("ben", "statue")
    assert tuple(table.anna.view.auction) == (ADVISERS, 4, 2, 1, 1, (), (), 0)
    table.happens(end_by_guard)
    assert table.anna.view.auction is None


def test_the_view_holds_what_was_told() -> None:
    """A-HI-07: knights bought when only spent ones were left, and who is out of an auction that is being paid."""
    table = GameTable()
    table.hand("carla", "1 wool 1 grain 1 ore")
    table.set(deck=(KNIGHT,), buried=1)
    table.main("carla")
    table.carla.does("buy_dev_card")
    assert table.dirk.view.known == (0, 0, 1, 0)
    table.hand("ben", "1 grain 2 gold")
    table.event("famine", "carla")
    table.says("dirk pass", "anna pass", "ben 2")
    auction = table.anna.view.auction
    assert (auction.leader, auction.passed, auction.excluded) == (1, (2, 3, 0), ())
