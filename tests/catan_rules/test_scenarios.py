"""What the shared rules do only in the scenarios: gold as a sixth good, a pile face down, armies that shrink."""

from __future__ import annotations

import pytest

from serai.referee.catan_rules.components import KNIGHT
from serai.referee.catan_rules.goods import draw_card
from serai.referee.catan_rules.largest_army import award_largest_army
from serai.referee.catan_rules.trade import Counter, Partner
from serai.referee.catan_rules.turn import Main, PreRoll
from serai.referee.core.agenda import act, waiting
from serai.referee.core.errors import IllegalAction
from serai.referee.games import GAMES
from tests.games.alexander.table import GameTable as AlexanderTable
from tests.games.cheops.table import GameTable
from tests.table import Table


def market() -> GameTable:
    """Carla trades. Dirk has gold only, Anna cards only, Ben one of each."""
    table = GameTable()
    for name, goods in (("carla", "2 wool 2 gold"), ("dirk", "3 gold"), ("anna", "3 ore"), ("ben", "1 ore 1 gold")):
        table.hand(name, goods)
    table.main("carla")
    return table


@pytest.mark.parametrize(
    ("offer", "asked"),
    [
        ("wool:gold:-", [3, 1]),
        ("wool:gold,gold:-", [3]),
        ("wool:ore:-", [0, 1]),
        ("wool:ore,gold:-", [1]),
        ("gold:ore,ore:-", [0]),
        ("wool,gold:ore:0", [0]),
    ],
)
def test_who_is_asked_for_gold(offer: str, asked: list[int]) -> None:
    """H-GO-09, B-PT-06: who has as much gold, which lies open, and as many cards, of whatever kind."""
    table = market()
    table.carla.does(f"offer:{offer}")
    assert list(table.state.options) == asked


def test_gold_changes_hands() -> None:
    """H-GO-09: as any good does, but it is no card in either hand."""
    table = market()
    table.carla.does("offer:wool:ore,gold:-")
    table.ben.does("accept")
    assert table.carla.must(Partner)
    table.carla.does("choose_partner:1")
    assert (table.holds("carla"), table.holds("ben")) == ("1 wool 1 ore 3 gold", "1 wool")
    assert (table.carla.cards, table.ben.cards) == (2, 1)
    assert table.carla.must(Main)


def test_a_counter_offer_for_gold() -> None:
    """H-GO-09, B-PT-11: no more than the active seat shows; what it gives in return need not be gold."""
    table = market()
    table.carla.does("offer:wool:ore:0")
    with pytest.raises(IllegalAction, match="could not deliver"):
        table.anna.does("counter:ore:gold,gold,gold")
    with pytest.raises(IllegalAction, match="at least one good"):
        act(table.state, 0, Counter((4,), (len(table.state.rules.goods),)))
    table.anna.does("counter:ore,ore:gold,gold")
    table.carla.does("choose_partner:0")
    assert (table.holds("carla"), table.holds("anna")) == ("2 wool 2 ore", "1 ore 2 gold")


def test_gold_is_offered_last() -> None:
    """B-PT-13, H-GO-09: gold only where no card is to spare; of two goods the card first."""
    table = market()
    table.hand("carla", "1 lumber 2 gold")
    assert table.starting("carla", "offer") == [
        "offer:gold:brick:-",
        "offer:gold:wool:-",
        "offer:gold,gold:brick:-",
    ]
    table.hand("carla", "1 lumber 1 grain 1 gold")
    assert table.starting("carla", "offer") == [
        "offer:grain:brick:-",
        "offer:grain:wool:-",
        "offer:grain,gold:brick:-",
    ]
    table.hand("carla", "1 lumber")
    assert not table.starting("carla", "offer")


def test_gold_and_the_bank() -> None:
    """H-GO-01, H-GO-04, H-GO-07, H-GO-08: it comes and goes as goods do, and the number of cards in the hand stays."""
    table = GameTable()
    table.settlements("carla", "q-1r9S")
    table.hand("carla", "4 wool 3 gold")
    bank = table.state.bank[:]
    table.produces(10)
    assert (table.holds("carla"), table.carla.cards) == ("4 wool 4 gold", 4)
    table.main("carla")
    table.carla.does("bank_trade:gold:ore")
    assert (table.holds("carla"), table.carla.cards) == ("4 wool 1 ore", 5)
    table.carla.does("bank_trade:wool:gold")
    assert (table.holds("carla"), table.carla.cards) == ("1 ore 1 gold", 1)
    assert [now - then for now, then in zip(table.state.bank, bank, strict=True)] == [0, 0, 4, 0, -1, 2]


def test_a_card_from_a_pile() -> None:
    """A-HI-01, A-SP-01: one more in the hand, known to its owner and to nobody else."""
    table = AlexanderTable()
    table.hand("carla", "1 wool")
    draw_card(table.state, 2, 4)
    assert (table.holds("carla"), table.carla.cards) == ("1 wool 1 ore", 2)
    doubted = [sum(row[2 * 5 : 3 * 5]) for row in table.state.doubts]
    assert doubted == [1, 1, 0, 1, 1]
    assert table.state.doubts[0][2 * 5 + 4] == 1


def test_gold_that_is_offered_shows_no_card() -> None:
    """A-GO-08, B-HI-09: gold lies open; what the next seat drew unseen is as doubtful as before."""
    table = AlexanderTable()
    draw_card(table.state, 3, 0)
    table.hand("carla", "1 gold")
    table.hand("anna", "1 ore")
    table.main("carla")
    table.carla.does("offer:gold:ore:0")
    assert table.state.doubts[0][3 * 5] == 1


def test_a_game_without_a_founding() -> None:
    """A-SU-11: seat 0 begins all the same."""
    state = GAMES["alexander"].begin(4, bytes(32), {})
    assert GAMES["alexander"].view(state, None).table.active == 0


def test_an_army_that_shrinks() -> None:
    """A-SC-03, A-SC-04: its card goes to a single seat that now has most, or to nobody."""
    table = AlexanderTable()
    for name, knights in (("carla", 4), ("ben", 3), ("dirk", 3)):
        table.seat(name).set(knights=knights)
    table.happens(award_largest_army)
    table.carla.set(knights=2)
    table.happens(award_largest_army)
    assert (table.holder("largest_army"), table.journal[-1]) == (None, "seat 2 loses the largest army to nobody")
    table.ben.set(knights=4)
    table.happens(award_largest_army)
    assert (table.holder("largest_army"), table.journal[-1]) == ("ben", "seat 1 has the largest army of 4")


def test_roads_and_ships_on_one_board() -> None:
    """H-MA-02, H-MA-03: each kind of piece where its edges are, told apart on the board, counted by kind."""
    table = GameTable()
    table.settlements("carla", "q2r2N")
    table.hand("carla", "2 lumber 1 brick 2 wool 1 grain")
    table.main("carla")
    assert table.starting("carla", "build_road") == ["build_road:q2r1SE", "build_road:q2r2NE"]
    assert table.starting("carla", "build_ship") == ["build_ship:q2r1E", "build_ship:q2r1SE", "build_ship:q2r2NE"]
    table.carla.does("build_ship:q2r1E", "build_road:q2r1SE")
    assert [table.state.edges[table.edge(name)] for name in ("q2r1E", "q2r1SE")] == [7, 3]
    assert table.carla.routes == (1, 1)
    assert not table.starting("carla", "build_settlement")


def test_what_a_game_does_after_a_purchase_and_a_play() -> None:
    """A-HI-04, A-HI-07: in Alexander's game everybody knows a spent knight that is bought, until it is played."""
    table = AlexanderTable()
    table.set(deck=(KNIGHT,), buried=1)
    table.hand("carla", "1 wool 1 grain 1 ore")
    table.main("carla")
    table.carla.does("buy_dev_card")
    assert (table.dirk.view.known, table.holds("carla")) == ((0, 0, 1, 0), "")
    table.turn("carla")
    table.carla.does("play_knight")
    assert table.dirk.view.known == (0, 0, 0, 0)


def test_free_pieces_of_the_kind_that_is_left() -> None:
    """H-SH-09, B-DC-09: the card can be played while a road or a ship can be placed, and both pieces may be ships."""
    table = GameTable()
    table.settlements("carla", "q2r2N")
    table.cards("carla", "road_building")
    table.carla.set(routes=(15, 0))
    table.main("carla")
    table.carla.does("play_road_building", "place_free_ship:q2r1E", "place_free_ship:q2r1SE")
    assert (table.carla.routes, table.carla.must(Main)) == ((15, 2), True)


def test_the_last_free_piece() -> None:
    """B-DC-09: with one piece left nothing more is asked after it."""
    table = GameTable()
    table.settlements("carla", "q2r2N")
    table.cards("carla", "road_building")
    table.carla.set(routes=(15, 7))
    table.main("carla")
    table.carla.does("play_road_building", "place_free_ship:q2r1E")
    assert (table.carla.routes, table.carla.must(Main)) == ((15, 8), True)


def test_a_founding_that_does_not_end_where_it_began() -> None:
    """H-FO-01, H-FO-06, H-FO-11: three rounds with a road or a ship as the edge allows; then seat 0 begins, not 2."""
    table = Table(GAMES["cheops"], "anna ben carla")
    table.anna.does("setup_settlement:q2r2N")
    pieces = ["road:q2r1SE", "road:q2r2NE", "ship:q2r1E", "ship:q2r1SE", "ship:q2r2NE"]
    assert table.anna.options == [f"setup_{piece}" for piece in pieces]
    table.anna.does("setup_ship:q2r1E")
    for _ in range(8):
        (seat,) = waiting(table.state)
        assert table.anna.view.table.active == seat
        for _ in range(2):
            table.players[seat].does(table.players[seat].options[0])
    assert (table.anna.must(PreRoll), table.state.active, waiting(table.state)) == (True, 0, (0,))
