"""What is hidden, what is drawn, what a journal tells (rules 7, 8)."""

import random

import pytest

from serai.referee.catan_rules.components import CARD_KINDS, COSTS, RESOURCE_NAMES, counts
from serai.referee.catan_rules.events import (
    BY_GUARD,
    BoughtCard,
    BuiltCity,
    BuiltRoute,
    BuiltSettlement,
    Discarded,
    Exchanged,
    Monopolised,
    Received,
    Rolled,
    Stole,
    Took,
    TradedWithBank,
)
from serai.referee.catan_rules.goods import give_back
from serai.referee.catan_rules.scoring import end_by_guard
from serai.referee.catan_rules.state import Settlers
from serai.referee.catan_rules.view import PHASES, Own, PlayerView
from serai.referee.core.agenda import Event, act, digest, waiting
from serai.referee.core.luck import Luck
from serai.referee.games.catan.board import DATA
from tests.catan_rules.whole_games import play_redealt
from tests.games.catan.invariants import check
from tests.games.catan.table import CATAN, GameTable
from tests.random_play import Case, Play, RecordingLuck, play_on


def played(seats: int, deal: int, chance: int) -> Settlers:
    """A random game to its end, with its journal."""
    state: Settlers = Case(CATAN, seats, {}).begin(deal)
    play_on(state, random.Random(chance))
    return state


def test_what_is_public() -> None:
    """B-HI-01: everybody, also who has no seat, sees the same of the board, the bank and the counts."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.roads("anna", "q0r0NE")
    table.hand("anna", "2 ore 1 wool")
    table.cards("anna", "knight monopoly")
    public = CATAN.view(table.state, None)
    for name in table.names:
        seen = table.seat(name).view
        assert seen._replace(seat=None, own=None) == public
    assert public.bank == (19, 19, 18, 19, 17)
    assert (public.players[0].cards, public.players[0].dev_cards, public.deck) == (3, 2, 23)
    assert (public.robber, public.dice, public.turn) == (table.hex("q0r0"), (0, 0), table.state.turn)


def test_what_everybody_sees_of_a_seat() -> None:
    """B-HI-01, B-HI-05: counts, and pieces still to be had; hidden points are the owner's."""
    table = GameTable()
    table.settlements("carla", "q0r0N q0r-2N")
    table.cities("carla", "q0r1N")
    table.roads("carla", "q0r0NE q0r0E")
    table.hand("carla", "2 ore 1 wool")
    table.cards("carla", "knight victory_point victory_point")
    table.carla.set(knights=1)
    seen = table.dirk.view.players[2]
    assert seen == PlayerView(
        points=4,
        cards=3,
        dev_cards=3,
        knights=1,
        road_length=2,
        settlements=3,
        cities=3,
        routes=(13,),
        rates=(3, 3, 3, 3, 3),
        played=(0, 0, 0, 0, 0),
    )
    assert table.carla.view.own == Own((0, 0, 1, 0, 2), (1, 2, 0, 0, 0), (0, 0, 0, 0, 0), 6)
    assert table.dirk.view.own.hand == (0,) * 5
    assert CATAN.view(table.state, None).own is None


def test_who_has_the_special_cards() -> None:
    """B-HI-01: nobody, or a seat."""
    table = GameTable()
    assert (table.anna.view.longest_road, table.anna.view.largest_army) == (None, None)
    table.set(longest_road=2, largest_army=3)
    assert (table.anna.view.longest_road, table.anna.view.largest_army) == (2, 3)


def test_the_phase_and_what_is_left_of_it() -> None:
    """B-HI-01: what the game waits for, of whom, how often still, and about what."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.settlements("dirk", "q0r-1N")
    for name in ("anna", "dirk"):
        table.hand(name, "1 ore")
    table.hand("ben", "9 wool")
    seen: list[tuple[object, ...]] = []

    def note() -> None:
        seen.append(tuple(table.dirk.view.pending))

    table.main("carla")
    note()
    table.luck.foretell("dice", 2, 3)
    table.turn("carla")
    note()
    table.carla.does("roll")
    note()
    table.ben.does(*["discard:wool"] * 4)
    note()
    table.carla.does("move_robber:q0r-1")
    note()
    table.carla.does("steal:3")
    table.happens(end_by_guard)
    note()
    phases = [(PHASES[int(str(phase))], *rest) for phase, *rest in seen]
    nothing = (None, None, (), ())
    assert phases == [
        ("main", (2,), 0, *nothing),
        ("pre_roll", (2,), 0, *nothing),
        ("discard", (1,), 4, *nothing),
        ("move_robber", (2,), 0, *nothing),
        ("steal", (2,), 0, *nothing),
        ("over", (), 0, *nothing),
    ]


def test_points_are_open_at_the_end() -> None:
    """B-HI-05: once the game is over everybody sees all of them."""
    table = GameTable()
    table.cards("carla", "victory_point")
    assert table.dirk.view.players[2].points == 0
    table.happens(end_by_guard)
    assert table.dirk.view.players[2].points == 1
    assert (table.dirk.view.winners, table.dirk.view.ending) == ((2,), BY_GUARD)


def test_hands_and_cards_are_the_owners() -> None:
    """B-HI-02: two hands of the same size look the same to the others."""
    table = GameTable()
    table.hand("anna", "2 ore 1 wool")
    table.cards("anna", "knight")
    before = table.ben.view
    table.state.players[0].hand[:] = [1, 1, 1, 0, 0]
    table.state.players[0].dev_cards = (0, 0, 0, 0, 1)
    assert table.ben.view == before
    assert table.anna.view.own.hand == (1, 1, 1, 0, 0)


def test_a_stolen_card_is_known_to_two() -> None:
    """B-HI-03."""
    table = GameTable()
    table.settlements("ben", "q0r0N")
    table.hand("ben", "1 ore")
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    told = [table.heard_by(name)[-1] for name in (*table.names, None)]
    known, hidden = "seat 0 steals ore from seat 1", "seat 0 steals ? from seat 1"
    assert told == [known, known, hidden, hidden, hidden]


def test_the_deck_is_nobodys() -> None:
    """B-HI-04: another order of the deck changes no view."""
    table = GameTable()
    before = [table.seat(name).view for name in table.names]
    table.state.deck = tuple(reversed(table.state.deck))
    assert [table.seat(name).view for name in table.names] == before


def test_hidden_points() -> None:
    """B-HI-05: the others see points without hidden cards, the owner its true ones."""
    table = GameTable()
    table.cards("anna", "victory_point victory_point")
    assert table.anna.view.own.points == 2
    assert [table.seat(name).view.players[0].points for name in table.names] == [0, 0, 0, 0]


def test_options_are_shown_to_who_is_asked() -> None:
    """B-HI-06."""
    table = GameTable()
    assert table.anna.options
    assert [table.ben.options, table.carla.options, table.dirk.options] == [[], [], []]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_survives_a_new_deal(seats: int) -> None:
    """B-HI-07: all that a viewer cannot know is dealt anew, and it sees the same."""
    assert play_redealt(Case(CATAN, seats, {}), 3, 1500, 10, check) > 100


def test_who_is_asked_follows_from_public_numbers() -> None:
    """B-HI-08: whatever Ben holds, he is asked about an offer when he has enough cards, and about discards."""
    for hand in ("2 ore", "2 brick", "1 ore 1 wool"):
        table = GameTable()
        table.hand("anna", "1 wool")
        table.hand("ben", hand)
        table.anna.does("offer:wool:ore:-")
        assert set(waiting(table.state)) == {1}


# What is known of hands after a theft


def robbed() -> GameTable:
    """Anna has stolen one of Ben's three wool and one ore; it was a wool."""
    table = GameTable()
    table.settlements("ben", "q0r0N")
    table.hand("ben", "3 wool 1 ore")
    table.luck.foretell("theft", 0)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    return table


def hands_of(table: GameTable, viewer: int | None) -> set[tuple[int, ...]]:
    """Ben's and Anna's hands in many new deals for this viewer."""
    deals = [CATAN.redeal(table.state, viewer, Luck(bytes([n]) * 32)) for n in range(60)]
    return {(*deal.players[0].hand, *deal.players[1].hand) for deal in deals}


def test_a_new_deal_keeps_what_was_seen() -> None:
    """B-HI-03, B-HI-07: thief and victim know both hands; for the others a wool or the ore has moved."""
    table = robbed()
    wool_moved = (0, 0, 1, 0, 0, 0, 0, 2, 0, 1)
    ore_moved = (0, 0, 0, 0, 1, 0, 0, 3, 0, 0)
    assert hands_of(table, 0) == hands_of(table, 1) == {wool_moved}
    assert hands_of(table, 2) == hands_of(table, None) == {wool_moved, ore_moved}


def test_a_card_shown_settles_the_doubt() -> None:
    """B-HI-07: Ben discards the ore; now everybody knows that a wool was stolen."""
    table = robbed()
    assert len(hands_of(table, 2)) == 2
    table.happens(lambda state: give_back(state, 1, RESOURCE_NAMES.index("ore"), 1))
    assert len(hands_of(table, 2)) == 1


# Luck


@pytest.mark.parametrize("layout", ["beginner", "variable", "random"])
def test_draws_have_purposes(layout: str) -> None:
    """B-LU-01: the n-th draw for a purpose is the same whatever was decided and drawn before."""
    games = []
    for chance in range(3):
        state = Case(CATAN, 4, {"layout": layout}).begin(5, luck=RecordingLuck)
        play_on(state, random.Random(chance))
        games.append(state.luck.draws)
    shortest = min(len(draws["dice"]) for draws in games)
    assert shortest > 100
    assert games[0]["dice"][:shortest] == games[1]["dice"][:shortest] == games[2]["dice"][:shortest]
    assert games[0]["deck"] == games[1]["deck"]


def test_nothing_else_is_drawn() -> None:
    """B-LU-02: boards and deck at the set-up, two dice a turn, one draw for a theft."""
    purposes = {"beginner": set(), "variable": {"terrain", "corner", "ports"}, "random": {"terrain", "tokens", "ports"}}
    for layout, at_start in purposes.items():
        state = Case(CATAN, 4, {"layout": layout}).begin(1)
        assert set(state.luck.drawn) == {"deck", *at_start}
        play_on(state, random.Random(1))
        assert set(state.luck.drawn) == {"deck", "dice", "theft", *at_start}
        assert state.luck.drawn["dice"] == 2 * sum(isinstance(event, Rolled) for event in state.journal)
        assert state.luck.drawn["theft"] == sum(isinstance(event, Stole) for event in state.journal)


def test_deal_and_actions_replay_the_game() -> None:
    """B-LU-03: the same answers to the same deal give the same digests."""
    play = Play(Case(CATAN, 3, {}), 2)
    digests = [digest(state) for state in play.states()]
    again = play.case.begin(2)
    for (seat, action), before in zip(play.decisions, digests, strict=True):
        assert digest(again) == before
        act(again, seat, action)
    assert digest(again) == digest(play.state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_journal_alone_tells_the_hands(seats: int) -> None:
    """B-LU-03: who reads all events knows every hand and every card at the end."""
    state = played(seats, 6, seats)
    hands = [[0] * CARD_KINDS for _ in range(seats)]
    cards = [0] * seats
    assert state.journal is not None
    for event in state.journal:
        follow(event, hands)
        if isinstance(event, BoughtCard):
            cards[event.seat] += 1
    assert hands == [player.hand for player in state.players]
    assert sum(cards) == 25 - len(state.deck)


def follow(event: Event, hands: list[list[int]]) -> None:
    """What an event does to the hands."""
    match event:
        case Received():
            hands[event.seat] = [held + more for held, more in zip(hands[event.seat], event.amounts, strict=True)]
        case Discarded():
            hands[event.seat][event.resource] -= 1
        case Stole(resource=int(resource)):
            hands[event.victim][resource] -= 1
            hands[event.seat][resource] += 1
        case Took():
            hands[event.seat][event.resource] += 1
        case Monopolised():
            for seat, amount in enumerate(event.amounts):
                hands[seat][event.resource] -= amount
            hands[event.seat][event.resource] += sum(event.amounts)
        case TradedWithBank():
            hands[event.seat][event.give] -= event.paid
            hands[event.seat][event.get] += 1
        case Exchanged():
            for seat, sign in ((event.seat, 1), (event.partner, -1)):
                for good in event.give:
                    hands[seat][good] -= sign
                for good in event.get:
                    hands[seat][good] += sign
        case BuiltRoute():
            spend(hands[event.seat], COSTS.road)
        case BuiltSettlement():
            spend(hands[event.seat], COSTS.settlement)
        case BuiltCity():
            spend(hands[event.seat], COSTS.city)
        case BoughtCard():
            spend(hands[event.seat], COSTS.dev_card)


def spend(hand: list[int], cost: tuple[str, ...]) -> None:
    for good, amount in counts(DATA, cost, RESOURCE_NAMES, "cost"):
        hand[good] -= amount
