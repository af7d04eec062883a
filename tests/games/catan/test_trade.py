"""Trade with the bank (rules 6.6)."""

from tests.games.catan.table import GameTable


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
