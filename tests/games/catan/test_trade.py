"""Trade with the bank and between seats (rules 6.6 and 6.7)."""

import pytest

from serai.referee.catan_rules.trade import ACCEPT, DECLINE, Partner, Replies
from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import push
from serai.referee.core.errors import IllegalAction
from tests.games.catan.table import CATAN, GameTable


def test_four_for_one() -> None:
    """B-BT-01."""
    table = GameTable()
    table.hand("anna", "4 wool")
    table.anna.does("bank_trade:wool:ore")
    assert table.holds("anna") == "1 ore"
    table.hand("anna", "3 wool")
    assert not table.starting("anna", "bank_trade")


def test_a_port_for_all_kinds() -> None:
    """B-BT-02: three for one, whatever is given."""
    table = GameTable()
    table.settlements("anna", "q0r-2N")
    table.hand("anna", "3 wool 3 brick")
    table.anna.does("bank_trade:wool:ore", "bank_trade:brick:ore")
    assert table.holds("anna") == "2 ore"


def test_a_port_for_one_kind() -> None:
    """B-BT-03: two for one of its kind, four of every other."""
    table = GameTable()
    table.settlements("anna", "q1r1S")
    table.hand("anna", "2 wool 3 brick")
    assert {option.split(":")[1] for option in table.starting("anna", "bank_trade")} == {"wool"}
    assert table.anna.rates == (4, 4, 2, 4, 4)


def test_the_best_own_rate() -> None:
    """B-BT-04: rates do not add up, and a worse port changes nothing."""
    table = GameTable()
    table.settlements("anna", "q1r1S q0r-2N q2r1N")
    assert table.anna.rates == (3, 3, 2, 3, 3)
    table.hand("anna", "2 wool")
    table.anna.does("bank_trade:wool:ore")
    assert table.holds("anna") == "1 ore"


def test_the_bank_must_have_it() -> None:
    """B-BT-05: and nothing is traded for itself."""
    table = GameTable()
    table.hand("anna", "4 wool")
    table.bank(brick=0)
    assert table.starting("anna", "bank_trade") == [f"bank_trade:wool:{good}" for good in ("lumber", "grain", "ore")]


def test_a_port_works_at_once() -> None:
    """B-BT-06: in the turn of its building, for its owner only."""
    table = GameTable()
    table.settlements("anna", "q0r0N")
    table.roads("anna", "q2r0E")
    table.hand("anna", "4 lumber 1 brick 1 wool 1 grain")
    table.anna.does("build_settlement:q3r-1S", "bank_trade:lumber:ore")
    assert table.holds("anna") == "1 ore"
    table.hand("ben", "3 lumber")
    table.main("ben")
    assert not table.starting("ben", "bank_trade")


def test_example_19_bank_rates() -> None:
    """With a 3:1 port and the wool port wool costs two, ore three; brick is not there."""
    table = GameTable()
    table.settlements("anna", "q0r-2N q1r1S")
    table.hand("anna", "2 wool 3 ore")
    table.bank(brick=0)
    trades = table.starting("anna", "bank_trade")
    assert "bank_trade:wool:ore" in trades
    assert "bank_trade:ore:wool" in trades
    assert not [trade for trade in trades if trade.endswith(":brick")]
    table.anna.does("bank_trade:ore:wool", "bank_trade:wool:lumber")
    assert table.holds("anna") == "1 lumber 1 wool"


# Between seats


def market() -> GameTable:
    """Anna after the roll with two wool; Ben has cards but no ore, Carla and Dirk have one ore each."""
    table = GameTable()
    table.hand("anna", "2 wool")
    table.hand("ben", "2 brick")
    table.hand("carla", "1 ore")
    table.hand("dirk", "1 ore")
    return table


def test_only_the_active_seat_offers_after_the_roll() -> None:
    """B-PT-01."""
    table = market()
    assert table.starting("anna", "offer")
    with pytest.raises(IllegalAction):
        table.ben.does("offer:brick:1:wool:1")
    table.turn("anna")
    assert not table.starting("anna", "offer")


def test_what_an_offer_is() -> None:
    """B-PT-02: 1:1, 2:1 and 1:2 of two kinds; no gifts, no equal kinds."""
    table = market()
    offers = [option.split(":")[1:] for option in table.starting("anna", "offer")]
    assert {(give, get) for give, _, get, _ in offers} == {("wool", get) for get in ("lumber", "brick", "grain", "ore")}
    assert {(n, m) for _, n, _, m in offers} == {("1", "1"), ("2", "1"), ("1", "2")}


def test_who_offers_must_hold_it() -> None:
    """B-PT-03: with one wool no offer of two."""
    table = market()
    table.hand("anna", "1 wool")
    assert "offer:wool:2:ore:1" not in table.anna.options
    assert "offer:wool:1:ore:1" in table.anna.options
    table.hand("anna")
    assert not table.starting("anna", "offer")


def test_a_refused_offer_is_not_repeated() -> None:
    """B-PT-04: within the turn; in the next it may be."""
    table = market()
    table.anna.does("offer:wool:1:ore:1")
    for name in ("ben", "carla", "dirk"):
        table.seat(name).does("decline")
    assert "offer:wool:1:ore:1" not in table.anna.options
    assert "offer:wool:2:ore:1" in table.anna.options
    assert [(o.give, o.n, o.get, o.m) for o in table.anna.view.refused] == [(2, 1, 4, 1)]
    table.main("anna")
    assert "offer:wool:1:ore:1" in table.anna.options


def test_example_18_offer_limit() -> None:
    """B-PT-04: after three offers none is listed, whatever came of them."""
    table = market()
    table.hand("anna", "6 wool")
    table.hand("carla", "3 ore")
    for offer in ("offer:wool:1:ore:1", "offer:wool:2:ore:1", "offer:wool:1:grain:1"):
        assert table.starting("anna", "offer")
        table.anna.does(offer)
        for name in ("ben", "carla", "dirk"):
            table.seat(name).does(table.seat(name).options[0])
        if table.anna.must(Partner):
            table.anna.does("choose_partner:2")
    assert table.anna.must(Main)
    assert not table.starting("anna", "offer")


def test_three_offers_a_turn() -> None:
    """B-PT-04: three that all decline count as well."""
    table = market()
    for offer in ("offer:wool:1:ore:1", "offer:wool:2:ore:1", "offer:wool:1:grain:1"):
        assert table.starting("anna", "offer")
        table.anna.does(offer)
        for name in ("ben", "carla", "dirk"):
            table.seat(name).does("decline")
    assert not table.starting("anna", "offer")


def test_somebody_must_have_enough_cards() -> None:
    """B-PT-05: as far as everybody can see."""
    table = market()
    table.hand("ben", "1 brick")
    assert not [option for option in table.starting("anna", "offer") if option.endswith(":2")]
    for name in ("ben", "carla", "dirk"):
        table.hand(name)
    assert not table.starting("anna", "offer")


def test_who_is_asked() -> None:
    """B-PT-06: every other seat with at least m cards, also who can only decline; the rest count as declining."""
    table = market()
    table.hand("dirk")
    table.anna.does("offer:wool:1:ore:1")
    assert set(table.state.options) == {1, 2}
    assert table.ben.options == ["decline"]
    assert table.carla.options == ["accept", "decline"]


def test_replies_are_sealed() -> None:
    """B-PT-07: nobody learns of one before all are in; then all together, clockwise from who offered."""
    table = market()
    table.anna.does("offer:wool:1:ore:1")
    told = len(table.journal)
    accepted, declined = (CATAN.clone(table.state) for _ in range(2))
    push(accepted, 3, ACCEPT)
    push(declined, 3, DECLINE)
    assert all(CATAN.view(accepted, seat) == CATAN.view(declined, seat) for seat in (None, 0, 1, 2, 3))
    table.dirk.does("accept")
    table.carla.does("accept")
    assert len(table.journal) == told
    table.ben.does("decline")
    assert table.journal[told] == "the offer of seat 0 is accepted by 2,3"


def test_nobody_one_or_several_accept() -> None:
    """B-PT-08, B17: nothing moves, the exchange is made, or who offered must choose."""
    table = market()
    table.anna.does("offer:wool:1:ore:1")
    for name in ("ben", "carla", "dirk"):
        table.seat(name).does("decline")
    assert table.holds("anna") == "2 wool"
    table.anna.does("offer:wool:2:ore:1")
    table.carla.does("accept")
    table.ben.does("decline")
    table.dirk.does("decline")
    assert (table.holds("anna"), table.holds("carla")) == ("1 ore", "2 wool")
    table.hand("anna", "2 wool")
    table.main("anna")
    table.hand("carla", "1 ore")
    table.anna.does("offer:wool:1:ore:1")
    table.carla.does("accept")
    table.ben.does("decline")
    table.dirk.does("accept")
    assert table.anna.must(Partner)
    assert table.anna.options == ["choose_partner:2", "choose_partner:3"]
    table.anna.does("choose_partner:3")
    assert table.holds("dirk") == "1 wool"


def test_nobody_else_trades() -> None:
    """B-PT-09: the others can only accept or decline what the active seat offers."""
    table = market()
    table.anna.does("offer:wool:1:ore:1")
    assert table.carla.must(Replies)
    assert table.carla.options == ["accept", "decline"]
    with pytest.raises(IllegalAction):
        table.carla.does("offer:ore:1:brick:1")


def test_goods_received_can_be_used_at_once() -> None:
    """B-PT-10: traded for and paid in the same turn."""
    table = market()
    table.hand("anna", "2 wool 1 grain")
    table.anna.does("offer:wool:1:ore:1")
    table.ben.does("decline")
    table.carla.does("accept")
    table.dirk.does("decline")
    table.anna.does("buy_dev_card")
    assert table.holds("anna") == ""


def test_replies_by_default() -> None:
    """A retired seat declines; who has offered takes the first partner."""
    table = market()
    table.anna.does("offer:wool:1:ore:1")
    assert table.carla.default == "decline"
    table.carla.does("accept")
    table.dirk.does("accept")
    table.ben.does("decline")
    assert table.anna.default == "choose_partner:2"


def test_example_17_offer() -> None:
    """B-PT-08, B17: two wool for an ore: seat 1 can only decline, 2 and 3 accept, seat 0 must choose and takes 3."""
    table = market()
    table.anna.does("offer:wool:2:ore:1")
    assert table.ben.options == ["decline"]
    table.ben.does("decline")
    table.carla.does("accept")
    table.dirk.does("accept")
    assert table.anna.must(Partner)
    assert table.anna.options == ["choose_partner:2", "choose_partner:3"]
    table.anna.does("choose_partner:3")
    assert (table.holds("anna"), table.holds("dirk"), table.holds("carla")) == ("1 ore", "2 wool", "1 ore")


def test_the_list_of_offers_is_bounded() -> None:
    """B-PT-02: with every card in hand there are sixty."""
    table = market()
    table.hand("anna", "5 lumber 5 brick 5 wool 5 grain 5 ore")
    assert len(table.starting("anna", "offer")) == 60
