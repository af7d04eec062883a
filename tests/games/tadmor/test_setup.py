"""Setting up (RULES.md 5)."""

from collections import Counter

import pytest

from serai.referee.games.tadmor.board import COUNTS, IMPROVEMENTS, RESOURCES, START_GOODS
from serai.referee.games.tadmor.setup import Draft, ExtraGoods
from tests.games.tadmor.table import TADMOR, Start, only
from tests.random_play import Case


@pytest.mark.parametrize(("seats", "copies"), [(2, 2), (3, 3), (4, 4)])
def test_piles_of_rare_goods(seats: int, copies: int) -> None:
    """T-SU-04, T-SU-05: two tiles of each type are left out with two players, one with three."""
    state = Start(seats).state
    assert COUNTS[seats].rare_copies_per_type == copies
    for colour, pile in enumerate(state.piles):
        assert Counter(pile) == dict.fromkeys(range(3 * colour, 3 * colour + 3), copies)


def test_piles_are_shuffled() -> None:
    """T-SU-05: their order is the luck of the deal."""
    piles = {tuple(Case(TADMOR, 4, {}).begin(number).piles[0]) for number in range(5)}
    assert len(piles) == 5


def test_the_first_player_is_drawn_by_lot() -> None:
    """T-SU-06: every seat comes up."""
    firsts = {Case(TADMOR, 4, {}).begin(number).first for number in range(40)}
    assert firsts == {0, 1, 2, 3}


def test_what_everybody_starts_with() -> None:
    """T-SU-03, T-SU-07, T-SU-08, T-SU-12, T-SU-18, T-BA-06, T-BA-17: pieces, goods in the Warehouse, 10 PP."""
    table = Start(4)
    for player in table.state.players:
        assert (player.owned, player.reserve, player.tower) == ([3, 2], [3, 2], 0)
        assert (player.warehouse, player.traded) == ([2, 2, 1, 1], [0, 0, 0, 0])
        assert (player.pp, player.temples, player.hand) == (10, [], [])
    assert START_GOODS == (2, 2, 1, 1)
    assert (table.state.current, table.state.holder) == (-1, -1)


def test_later_players_get_more() -> None:
    """T-SU-09, T-SU-10, T-SU-11: the second a basic, the third an advanced, the fourth one of each."""
    table = Start(4)
    first, second, third, fourth = table.by_position
    assert second.must(ExtraGoods)
    assert second.options == ["start_resource:wood", "start_resource:stone"]
    second.does("start_resource:stone")
    assert third.options == ["start_resource:marble", "start_resource:gold"]
    third.does("start_resource:gold")
    assert fourth.options == ["start_resource:wood", "start_resource:stone"]
    fourth.does("start_resource:wood")
    assert fourth.options == ["start_resource:marble", "start_resource:gold"]
    fourth.does("start_resource:marble")
    assert [second.warehouse, third.warehouse, fourth.warehouse] == [[2, 3, 1, 1], [2, 2, 1, 2], [3, 2, 2, 1]]
    assert first.warehouse == [2, 2, 1, 1]


def drafted(seats: int, **chosen: str) -> Start:
    """The extra goods are taken, the draft begins."""
    table = Start(seats, **chosen)
    while type(table.state.agenda[-1]) is ExtraGoods:
        table.answer()
    return table


def test_start_tiles_are_drafted_from_the_last_to_the_first() -> None:
    """T-SU-13: each takes one of those left."""
    table = drafted(3)
    first, second, third = table.by_position
    assert third.must(Draft)
    assert only(third.options, "start_improvement") == ["I1", "I2", "I3", "I4"]
    third.does("start_improvement:I2")
    assert only(second.options, "start_improvement") == ["I1", "I3", "I4"]
    second.does("start_improvement:I4")
    assert only(first.options, "start_improvement") == ["I1", "I3"]
    first.does("start_improvement:I1")
    assert [player.tiles for player in table.by_position] == [(0,), (3,), (1,)]


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 8), (4, 10)])
def test_the_first_offer(seats: int, size: int) -> None:
    """T-SU-14, T-SU-15, T-TP-02, T-BA-23: 6, 8 or 10 tiles of era I, START tiles never."""
    for number in range(10):
        table = Start(seats)
        table.state = Case(TADMOR, seats, {}).begin(number)
        table.answer_all()
        assert len(table.state.offer) == size
        assert all(IMPROVEMENTS[tile].era == 1 and not IMPROVEMENTS[tile].start for tile in table.state.offer)
        assert table.state.offer == sorted(table.state.offer)


def test_missions_are_dealt_after_the_draft() -> None:
    """T-SU-17, T-BA-11, T-SU-19: two each, then turn 1 begins."""
    table = drafted(3)
    assert all(not player.hand for player in table.state.players)
    table.answer_all()
    assert [len(player.hand) for player in table.state.players] == [2, 2, 2]
    assert (len(table.state.deck), table.state.turn, table.state.era) == (20, 1, 1)


@pytest.mark.parametrize(("seats", "tiles"), [(2, 13), (4, 18)])
def test_experienced_players_draft_any_tile(seats: int, tiles: int) -> None:
    """T-SU-20: all tiles of era I in play."""
    table = drafted(seats, experienced_setup="on")
    last = table.by_position[-1]
    assert len(last.options) == tiles
    last.does("start_improvement:I14")
    assert len(table.by_position[-2].options) == tiles - 1


def test_experienced_players_may_find_start_tiles_on_offer() -> None:
    """T-SU-21: START tiles nobody took are shuffled in."""
    seen = set()
    for number in range(10):
        table = Start(4, experienced_setup="on")
        table.state = Case(TADMOR, 4, {"experienced_setup": "on"}).begin(number)
        while table.state.turn == 0:
            asked = next(player for player in table.players if player.asked)
            asked.does(asked.options[-1])
        seen |= set(table.state.offer)
    assert seen & {0, 1, 2, 3}


def test_two_players_play_by_the_same_rules() -> None:
    """T-TP-04: the same start, the same stages."""
    two, four = Start(2), Start(4)
    assert two.state.players[0].warehouse == four.state.players[0].warehouse
    two.answer_all()
    assert [len(player.hand) for player in two.state.players] == [2, 2]
    assert len(RESOURCES) == 4
