"""Trade between seats (rules 6.7). Carla, seat 2, is active: clockwise from her sit Dirk, Anna and Ben."""

from serai.referee.catan_rules.trade import ACCEPT, DECLINE, Partner, Replies
from serai.referee.catan_rules.turn import Main
from serai.referee.core.agenda import options, push
from tests.games.catan.market import market, refuses, reply
from tests.games.catan.table import CATAN, GameTable

# --- offers


def test_only_the_active_seat_offers_after_the_roll() -> None:
    """B-PT-01: neither another seat nor the active one before it has rolled."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    reply(table)
    assert "seat 1 is not asked" in refuses(table, "ben", "offer:ore:wool:-")
    table.turn("carla")
    assert "not among the options" in refuses(table, "carla", "offer:wool:ore:-")


def test_an_offer_is_any_goods_for_any_goods() -> None:
    """B-PT-02, B12: several kinds on both sides, and none of them needs to be listed."""
    table = market()
    table.carla.does("offer:lumber,wool,wool:brick,ore:-")
    assert (table.state.offers_made, table.carla.asked) == (1, False)
    assert table.journal[-1] == "seat 2 offers lumber,wool,wool for brick,ore to -"


def test_something_on_each_side_and_nothing_on_both() -> None:
    """B-PT-02: no gifts, no wool for wool, no good that does not exist, and goods in their order."""
    table = market()
    empty = refuses(table, "carla", "offer:wool:-:-", "offer:-:ore:-", "offer:wool,lumber:ore:-", "offer:wool:#7:-")
    assert "at least one good" in empty
    assert "both sides" in refuses(table, "carla", "offer:lumber,wool:wool,ore:-")


def test_who_offers_must_hold_it() -> None:
    """B-PT-03: each good as often as it is offered."""
    table = market()
    assert "does not have" in refuses(table, "carla", "offer:wool,wool,wool:ore:-", "offer:grain:ore:-")
    table.carla.does("offer:wool,wool:ore:-")
    assert table.anna.must(Replies)


def test_three_offers_a_turn() -> None:
    """B-PT-04, B20: whatever came of them; then none is listed and none is allowed, until the next turn."""
    table = market()
    for give in ("wool", "wool,wool", "lumber"):
        table.carla.does(f"offer:{give}:ore:-")
        reply(table)
    assert table.carla.must(Main)
    assert not table.starting("carla", "offer")
    assert "3 offers" in refuses(table, "carla", "offer:wool:brick:-")
    table.main("carla")
    table.carla.does("offer:wool:ore:-")
    assert table.anna.must(Replies)


def test_refused_terms_are_not_offered_again() -> None:
    """B-PT-04: to a seat that refused them, within the turn; to others and on other terms they are."""
    table = market()
    table.carla.does("offer:wool:ore:0")
    reply(table)
    assert "refused" in refuses(table, "carla", "offer:wool:ore:-", "offer:wool:ore:0,1")
    assert [tuple(each) for each in table.carla.view.refused] == [((2,), (4,), (0,))]
    table.carla.does("offer:wool:ore:1")
    reply(table)
    table.main("carla")
    table.carla.does("offer:wool:ore:-")
    assert table.anna.must(Replies)


def test_a_refused_offer_leaves_the_list() -> None:
    """B-PT-04, B-PT-13: what cannot be offered is not listed."""
    table = market()
    table.hand("carla", "2 lumber 2 wool")
    assert table.starting("carla", "offer")[0] == "offer:wool:brick:-"
    table.carla.does("offer:wool:brick:-")
    reply(table)
    assert "offer:wool:brick:-" not in table.carla.options


def test_an_offer_to_chosen_seats() -> None:
    """B-PT-05: only they are asked; each is another seat, named once and in order."""
    table = market()
    wrong = ("offer:wool:ore:2", "offer:wool:ore:4", "offer:wool:ore:0,0", "offer:wool:ore:1,0")
    assert "other seats" in refuses(table, "carla", *wrong)
    table.carla.does("offer:wool:ore:0,1")
    assert list(table.state.options) == [0, 1]


def test_somebody_must_have_enough_cards() -> None:
    """B-PT-05: as far as everybody can see; who is named must have enough, of all others somebody."""
    table = market()
    assert "could deliver" in refuses(table, "carla", "offer:wool:ore,ore:0,3", "offer:wool:ore,ore,ore:-")
    table.carla.does("offer:wool:ore,ore:-")
    assert list(table.state.options) == [3]


def test_who_is_asked() -> None:
    """B-PT-06: every seat with enough cards of whatever kind, clockwise, also who cannot accept."""
    table = market()
    table.hand("ben")
    table.carla.does("offer:wool:ore:-")
    assert list(table.state.options) == [3, 0]
    assert "accept" not in table.dirk.options
    assert table.anna.options[:2] == ["accept", "decline"]


# --- replies


def test_replies_are_sealed() -> None:
    """B-PT-07: nobody learns of one before all are in; then all together, clockwise from who offered."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    told = len(table.journal)
    accepted, declined = (CATAN.clone(table.state) for _ in range(2))
    push(accepted, 1, ACCEPT)
    push(declined, 1, DECLINE)
    assert all(CATAN.view(accepted, seat) == CATAN.view(declined, seat) for seat in (None, 0, 1, 2, 3))
    table.ben.does("accept")
    table.anna.does("accept")
    assert len(table.journal) == told
    table.dirk.does("counter:brick:wool")
    assert table.journal[told:] == ["the offer of seat 2 is accepted by 0,1", "seat 3 would give brick for wool"]


def test_nobody_accepts() -> None:
    """B-PT-08: nothing moves, and nothing more is asked of anybody but the turn."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    reply(table)
    assert (table.holds("carla"), table.holds("anna")) == ("1 lumber 2 wool", "1 ore")
    assert (table.carla.must(Main), list(table.state.options)) == (True, [2])


def test_one_accepts() -> None:
    """B-PT-08, B17: who offered may take it or leave it."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    reply(table, ben="accept")
    assert table.carla.must(Partner)
    assert table.carla.options == ["choose_partner:1", "choose_nobody"]
    table.carla.does("choose_nobody")
    assert (table.holds("carla"), table.holds("ben")) == ("1 lumber 2 wool", "1 ore")
    assert table.journal[-1] == "seat 2 trades with nobody"
    table.carla.does("offer:wool:ore:1")
    reply(table, ben="accept")
    table.carla.does("choose_partner:1")
    assert (table.holds("carla"), table.holds("ben")) == ("1 lumber 1 wool 1 ore", "1 wool")
    assert table.carla.must(Main)


def test_all_accept() -> None:
    """B-PT-04, B-PT-08: nobody has refused, whoever is chosen, and the same may be offered again."""
    table = market()
    table.hand("dirk", "1 ore")
    table.carla.does("offer:wool:ore:-")
    reply(table, dirk="accept", anna="accept", ben="accept")
    table.carla.does("choose_nobody")
    assert table.anna.view.refused == ()
    table.carla.does("offer:wool:ore:-")
    reply(table, ben="accept")
    assert [tuple(each) for each in table.anna.view.refused] == [((2,), (4,), (0, 3))]


def test_several_accept() -> None:
    """B-PT-08: one of them is chosen, and only that one trades."""
    table = market()
    table.carla.does("offer:lumber,wool:ore:-")
    reply(table, ben="accept", anna="accept")
    assert table.carla.options == ["choose_partner:0", "choose_partner:1", "choose_nobody"]
    assert "not among" in refuses(table, "carla", "choose_partner:3")
    table.carla.does("choose_partner:1")
    assert [table.holds(name) for name in ("carla", "ben", "anna")] == ["1 wool 1 ore", "1 lumber 1 wool", "1 ore"]
    assert table.journal[-1] == "seat 2 gives lumber,wool to seat 1 for ore"
    assert (table.carla.must(Main), list(table.state.options)) == (True, [2])


def test_nobody_else_trades() -> None:
    """B-PT-09: the others answer the active seat and cannot offer anything to each other."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    assert table.anna.must(Replies)
    assert "not among" in refuses(table, "anna", "offer:ore:brick:3")
    reply(table, dirk="counter:brick:wool")
    assert "not asked" in refuses(table, "anna", "accept", "choose_partner:3")


def test_goods_received_can_be_used_at_once() -> None:
    """B-PT-10: traded for and paid in the same turn."""
    table = market()
    table.hand("carla", "2 wool 1 grain")
    table.carla.does("offer:wool:ore:-")
    reply(table, anna="accept")
    table.carla.does("choose_partner:0", "buy_dev_card")
    assert table.holds("carla") == ""


def test_replies_by_default() -> None:
    """A retired seat declines; who has offered and is retired then takes nobody."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    assert table.anna.default == "decline"
    reply(table, anna="accept", ben="accept")
    assert table.carla.default == "choose_nobody"


# --- counter-offers


def test_a_counter_offer() -> None:
    """B-PT-11, B21: any goods of its own for any of the active seat's, whether or not it could have accepted."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    reply(table, dirk="counter:brick,brick:lumber,wool")
    assert table.carla.must(Partner)
    assert [tuple(each) for each in table.anna.view.pending.counters] == [(3, (1, 1), (0, 2))]
    table.carla.does("choose_partner:3")
    assert (table.holds("carla"), table.holds("dirk")) == ("2 brick 1 wool", "1 lumber 1 wool")


def test_what_a_counter_offer_cannot_be() -> None:
    """B-PT-11: nothing on one side, what it does not have, what was offered, more than the active seat's cards."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    assert "does not have" in refuses(table, "anna", "counter:ore,ore:wool", "counter:grain:wool")
    assert "at least one" in refuses(table, "anna", "counter:-:wool", "counter:ore:-")
    assert "both sides" in refuses(table, "anna", "counter:ore:wool,ore")
    assert "terms of the offer" in refuses(table, "anna", "counter:ore:wool")
    assert "could not deliver" in refuses(table, "anna", "counter:ore:wool,wool,wool,wool")
    table.anna.does("counter:ore:wool,wool,wool")
    assert not table.anna.asked


def test_a_refused_counter_offer_is_not_repeated() -> None:
    """B-PT-11: within the turn, by the seat that made it; by another it may be made."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    reply(table, anna="counter:ore:wool,wool")
    table.carla.does("choose_nobody")
    assert [tuple(each) for each in table.ben.view.refused_counters] == [(0, (4,), (2, 2))]
    table.carla.does("offer:lumber:ore:-")
    assert "counter:ore:wool,wool" not in table.anna.options
    assert "refused this turn" in refuses(table, "anna", "counter:ore:wool,wool")
    reply(table, ben="counter:ore:wool,wool")
    table.carla.does("choose_partner:1")
    assert table.holds("ben") == "2 wool"
    assert len(table.ben.view.refused_counters) == 1
    table.main("carla")
    assert table.ben.view.refused_counters == ()


def test_who_has_countered_has_refused() -> None:
    """B-PT-11, B-PT-04: the terms it answered with others cannot be put to it again."""
    table = market()
    table.carla.does("offer:wool:ore:0")
    reply(table, anna="counter:ore:wool,wool")
    table.carla.does("choose_nobody")
    assert "refused" in refuses(table, "carla", "offer:wool:ore:0")


def test_a_counter_offer_that_cannot_be_paid() -> None:
    """B-PT-12: who offered is asked all the same, and finds only nobody."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    reply(table, anna="counter:ore:grain")
    assert table.carla.must(Partner)
    assert table.carla.options == ["choose_nobody"]
    table.carla.does("choose_nobody")
    assert table.carla.must(Main)


def test_acceptances_come_before_counter_offers() -> None:
    """B-PT-12: all in one list; who has countered trades on its own terms, who has accepted on those of the offer."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    reply(table, dirk="counter:brick:lumber", ben="accept")
    assert table.carla.options == ["choose_partner:1", "choose_partner:3", "choose_nobody"]
    assert table.anna.view.pending.accepted == (1,)
    table.carla.does("choose_partner:3")
    assert (table.holds("carla"), table.holds("dirk")) == ("1 brick 2 wool", "1 lumber 1 brick")


# --- worked examples


def test_example_17_offer() -> None:
    """B-PT-08, B17: two wool for an ore: seat 1 cannot accept, 2 and 3 do, seat 0 takes 3."""
    table = GameTable()
    for name, goods in (("anna", "2 wool"), ("ben", "2 brick"), ("carla", "1 ore"), ("dirk", "1 ore")):
        table.hand(name, goods)
    table.anna.does("offer:wool,wool:ore:-")
    assert "accept" not in table.ben.options
    table.ben.does("decline")
    table.carla.does("accept")
    table.dirk.does("accept")
    assert table.anna.options == ["choose_partner:2", "choose_partner:3", "choose_nobody"]
    table.anna.does("choose_partner:3")
    assert (table.holds("anna"), table.holds("dirk"), table.holds("carla")) == ("1 ore", "2 wool", "1 ore")


def test_example_18_offer_limit() -> None:
    """B-PT-04: after three offers none is listed, whatever came of them."""
    table = market()
    table.hand("carla", "6 wool 1 lumber")
    for give, partner in (("wool", "choose_partner:0"), ("lumber", "choose_nobody"), ("wool,wool", "choose_partner:1")):
        assert table.starting("carla", "offer")
        table.carla.does(f"offer:{give}:ore:-")
        reply(table, anna=table.anna.options[0], ben=table.ben.options[0])
        table.carla.does(partner)
    assert not table.starting("carla", "offer")


def test_example_24_counter_offer() -> None:
    """B-PT-11, B-PT-12: a wool for an ore; seat 3 has none, but would give two brick for wool and lumber."""
    table = market()
    table.carla.does("offer:wool:ore:-")
    reply(table, dirk="counter:brick,brick:lumber,wool", ben="accept")
    assert table.carla.options == ["choose_partner:1", "choose_partner:3", "choose_nobody"]
    table.carla.does("choose_partner:3")
    assert [table.holds(name) for name in ("carla", "dirk", "ben")] == ["2 brick 1 wool", "1 lumber 1 wool", "1 ore"]


def test_example_25_offer_to_one_seat() -> None:
    """B-PT-04, B-PT-05: seat 1 declines; the same terms go to seat 0, but not to all any more."""
    table = market()
    table.carla.does("offer:wool:ore:1")
    assert list(table.state.options) == [1]
    table.ben.does("decline")
    refuses(table, "carla", "offer:wool:ore:-", "offer:wool:ore:1")
    table.carla.does("offer:wool:ore:0")
    assert options(table.state, 0)[:2] == [ACCEPT, DECLINE]
