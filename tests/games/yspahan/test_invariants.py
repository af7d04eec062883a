"""What always holds (rules 15), in random play of two, three and four seats."""

from collections import Counter
from itertools import pairwise

import pytest

from serai.referee.core.agenda import Event, decision, digest, options, over, waiting
from serai.referee.core.luck import Luck
from serai.referee.games.yspahan.board import EMPTY, HUB, LADDER
from serai.referee.games.yspahan.events import Constructed, DayBegan, Rolled, TookDice
from serai.referee.games.yspahan.redeal import redeal
from serai.referee.games.yspahan.supervisor import Ransom, leave_shop, ransom
from serai.referee.games.yspahan.supply import tower
from serai.referee.games.yspahan.turn import MainThrowing
from serai.referee.games.yspahan.view import view
from tests.games.yspahan.invariants import check
from tests.games.yspahan.table import EVERY_CASE, YSPAHAN, all_states
from tests.random_play import Case, Play

GAMES = 4


@EVERY_CASE
def test_nothing_is_lost_and_nothing_is_mixed(case: Case) -> None:
    """Rules 15, no. 1 to 5: cards, goods, souks, caravan and buildings, at every decision and at the end."""
    for number in range(GAMES):
        play = Play(case, number)
        for state in play.states():
            check(state)
        check(play.state)
        assert over(play.state)


@pytest.mark.parametrize(
    "broken",
    [
        {"deck": []},
        {"discard": [0]},
        {"caravan": [0]},
        {"shops": [0, 1, *[EMPTY] * 45]},
    ],
)
def test_a_loss_would_be_noticed(broken: dict[str, list[int]]) -> None:
    """Rules 15: the check itself fails on a state that cannot be."""
    state = Case(YSPAHAN, 3, {}).begin()
    for name, value in broken.items():
        setattr(state, name, value)
    with pytest.raises(AssertionError):
        check(state)


@EVERY_CASE
def test_buildings_score_the_ladder(case: Case) -> None:
    """Rules 15, no. 5."""
    for number in range(GAMES):
        play = Play(case, number)
        state = play.to_the_end()
        constructed = [event for event in play.journal if isinstance(event, Constructed)]
        for seat, player in enumerate(state.players):
            points = [event.points for event in constructed if event.seat == seat]
            assert points == list(LADDER[: len(player.buildings)])


@EVERY_CASE
def test_scores_never_fall(case: Case) -> None:
    """Rules 15, no. 6."""
    for number in range(GAMES):
        before = [0] * case.seats
        for state in Play(case, number).states():
            now = [player.score for player in state.players]
            assert all(new >= old for new, old in zip(now, before, strict=True))
            before = now


@EVERY_CASE
def test_one_building_and_one_thrown_card_in_a_turn(case: Case) -> None:
    """Rules 15, no. 6."""
    for number in range(GAMES):
        play = Play(case, number)
        seen = [(state.turn, sum(len(player.buildings) for player in state.players)) for state in play.states()]
        built = Counter[int]()
        for (turn, stood), (_, standing) in pairwise(seen):
            built[turn] += standing - stood
        answers = zip(seen, play.decisions, strict=True)
        thrown = Counter(turn for (turn, _), (_, action) in answers if isinstance(action, MainThrowing))
        assert max(built.values()) == max(thrown.values()) == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_yellow_dice_serve_the_first_player_only(seats: int) -> None:
    """Rules 15, no. 7: when another player takes dice, no yellow one is there."""
    for state in all_states(Case(YSPAHAN, seats, {})):
        (seat,) = waiting(state)
        if seat == state.active != state.first:
            assert not any(group and group[2] for group in state.tower)


@EVERY_CASE
def test_no_white_die_is_lost(case: Case) -> None:
    """Rules 15, no. 7: those in the tower and those taken today are all of them, as long as the day lasts."""
    for number in range(GAMES):
        play = Play(case, number)
        for state in play.states():
            today = since_the_day_began(play.journal)
            rolled = [event for event in today if isinstance(event, Rolled)]
            if rolled and not rolled[0].yellow:
                taken = sum(event.count for event in today if isinstance(event, TookDice))
                lying = sum(group[1] for group in state.tower if group)
                assert lying + taken == len(rolled[0].white) == (8 if case.seats == 2 else 9)


def since_the_day_began(events: list[Event]) -> list[Event]:
    began = max(number for number, event in enumerate(events) if isinstance(event, DayBegan))
    return events[began:]


@EVERY_CASE
def test_values_rise_in_the_tower(case: Case) -> None:
    """Rules 15, no. 8: every roll has dice on camel, and each row above shows more."""
    for number in range(GAMES):
        play = Play(case, number)
        play.to_the_end()
        rolls = [event for event in play.journal if isinstance(event, Rolled)]
        assert len(rolls) == 21
        for roll in rolls:
            groups = tower(roll.white, roll.yellow)
            values = [group[0] for group in groups if group]
            assert groups[0]
            assert values == sorted(set(values))


@EVERY_CASE
def test_options_are_there_once_each(case: Case) -> None:
    """Rules 15, no. 9: never none, never one twice."""
    for state in all_states(case):
        (seat,) = waiting(state)
        listed = options(state, seat)
        assert listed
        assert len(set(listed)) == len(listed)


@EVERY_CASE
def test_options_depend_on_the_own_hand_only(case: Case) -> None:
    """Rules 15, no. 9: with the other hands and the deck dealt anew they are the same."""
    for state in all_states(case, games=2):
        (seat,) = waiting(state)
        assert options(redeal(state, seat, Luck(bytes(32))), seat) == options(state, seat)


@EVERY_CASE
def test_21_days_and_as_many_turns(case: Case) -> None:
    """Rules 15, no. 10: one turn a day for each seat; with two, three turns a day."""
    for number in range(2):
        play = Play(case, number)
        state = play.to_the_end()
        days = [event for event in play.journal if isinstance(event, DayBegan)]
        turns = Counter(seat for day in days for seat in day.order)
        assert len(days) == 21
        assert state.turn == sum(turns.values()) == 21 * max(case.seats, 3)
        assert case.seats == 2 or set(turns.values()) == {21}


@EVERY_CASE
def test_a_week_begins_with_empty_shops(case: Case) -> None:
    """Rules 15, no. 11: and with the Supervisor on the hub; the caravan carries over."""
    carried = 0
    week = 0
    for state in all_states(case):
        if state.week != week:
            week = state.week
            assert set(state.shops) == {EMPTY}
            assert state.supervisor == HUB
            carried += len(state.caravan)
    assert carried


@EVERY_CASE
def test_the_same_deal_and_answers_give_the_same_game(case: Case) -> None:
    """Rules 15, no. 12."""
    ends = []
    for _ in range(2):
        play = Play(case, 7)
        path = [digest(state) for state in play.states()]
        ends.append((path, digest(play.state), play.journal))
    assert ends[0] == ends[1]


@EVERY_CASE
def test_a_view_holds_nothing_a_seat_cannot_know(case: Case) -> None:
    """Rules 15, no. 12: whatever is hidden from a seat, and from the public, may be anything."""
    for number, state in enumerate(all_states(case, games=2)):
        seat = number % (case.seats + 1) - 1
        watcher = None if seat < 0 else seat
        assert view(redeal(state, watcher, Luck(bytes(32))), watcher) == view(state, watcher)


@EVERY_CASE
def test_paying_and_sending_differ_by_a_camel_and_the_shop(case: Case) -> None:
    """Rules 15, no. 13: slot, points, the Caravanserai's card and the scoring are the same."""
    compared = 0
    for state in all_states(case, games=12):
        asked = decision(state)
        if isinstance(asked, Ransom):
            seat = asked.seat
            sent, paid = state.clone(), state.clone()
            leave_shop(sent, seat, asked.shop)
            ransom(paid, seat, asked.shop)
            assert [player.score for player in sent.players] == [player.score for player in paid.players]
            assert [player.hand for player in sent.players] == [player.hand for player in paid.players]
            assert sent.caravan == paid.caravan
            assert sent.players[seat].camels == paid.players[seat].camels + 1
            assert sent.players[seat].stock == paid.players[seat].stock + 1
            assert (sent.shops[asked.shop], paid.shops[asked.shop]) == (EMPTY, seat)
            compared += 1
    assert compared > 5
