"""What trade, theft and monopoly show of hands, and what stays in doubt (rules 8)."""

from serai.referee.catan_rules.components import CARD_KINDS, RESOURCE_NAMES
from serai.referee.core.luck import DEAL_BYTES, Luck
from tests.games.catan.market import market, reply
from tests.games.catan.table import CATAN, GameTable


def after_a_theft() -> GameTable:
    """Anna has stolen one of Ben's two wool and two ore, a wool: Carla and Dirk do not know which card."""
    table = GameTable()
    table.settlements("ben", "q0r0N")
    table.hand("ben", "2 wool 2 ore")
    table.hand("carla", "1 brick")
    table.luck.foretell("theft", 0)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    return table


def could_hold(table: GameTable, viewer: int, seat: int) -> set[tuple[int, ...]]:
    """The hands of a seat that a viewer holds for possible, as far as forty new deals show them."""
    deals = (CATAN.redeal(table.state, viewer, Luck(number.to_bytes(DEAL_BYTES, "big"))) for number in range(40))
    return {tuple(state.players[seat].hand) for state in deals}


def test_what_a_trade_has_shown_is_not_doubted() -> None:
    """B-HI-09: both ores of Ben's are known after he has offered, accepted with or countered with them."""
    two_ore, one_ore = (0, 0, 1, 0, 2), (0, 0, 2, 0, 1)
    assert could_hold(after_a_theft(), 3, 1) == {two_ore, one_ore}
    offered, accepted, countered = (after_a_theft() for _ in range(3))
    offered.main("ben")
    offered.ben.does("offer:ore,ore:brick:-")
    accepted.main("carla")
    accepted.carla.does("offer:brick:ore,ore:1")
    assert could_hold(accepted, 3, 1) == {two_ore, one_ore}
    accepted.ben.does("accept")
    countered.main("carla")
    countered.carla.does("offer:brick:wool:1")
    countered.ben.does("counter:ore,ore:brick")
    for table in (offered, accepted, countered):
        assert could_hold(table, 3, 1) == {two_ore}
    accepted.carla.does("choose_nobody")
    assert could_hold(accepted, 3, 1) == {two_ore}


def doubted(table: GameTable, viewer: str) -> list[str]:
    """What a viewer cannot be sure of, hand by hand."""
    row = table.state.doubts[table.names.index(viewer)]
    hands = [row[seat * CARD_KINDS : (seat + 1) * CARD_KINDS] for seat in range(len(table.names))]
    return [
        " ".join(f"{count} {RESOURCE_NAMES[kind]}" for kind, count in enumerate(hand) if count) or "-" for hand in hands
    ]


def test_what_is_in_doubt_after_a_theft() -> None:
    """B-HI-03, B-HI-07: one card of Ben's and the one Anna took; thief and victim have seen it and doubt nothing."""
    table = after_a_theft()
    assert doubted(table, "carla") == doubted(table, "dirk") == ["1 wool", "1 ore", "-", "-"]
    assert doubted(table, "anna") == doubted(table, "ben") == ["-"] * 4
    assert len(table.state.doubts) == 5, "four seats and the public"
    table.hand("ben", "4 wool 1 grain")
    table.luck.foretell("theft", 0)
    table.rolls("carla", 3, 4)
    table.carla.does("move_robber:q0r0")
    assert doubted(table, "dirk") == ["1 wool", "1 grain", "1 wool", "-"]


def test_a_thief_is_sure_of_what_it_saw() -> None:
    """B-HI-03, B-HI-07: Carla doubted Ben's last card until she stole it."""
    table = GameTable()
    table.settlements("ben", "q0r0N")
    table.hand("ben", "1 wool 1 ore")
    table.luck.foretell("theft", 1, 0)
    table.rolls("anna", 3, 4)
    table.anna.does("move_robber:q0r-1")
    assert doubted(table, "carla") == ["1 ore", "1 wool", "-", "-"]
    table.rolls("carla", 3, 4)
    table.carla.does("move_robber:q0r0")
    assert doubted(table, "carla") == ["1 ore", "-", "-", "-"]


def test_a_monopoly_shows_all_cards_of_a_kind() -> None:
    """B-HI-07, B-DC-12: Ben gives two ores, Anna none: it was a wool that she stole, and Dirk knows both hands."""
    table = after_a_theft()
    table.cards("carla", "monopoly")
    table.main("carla")
    table.carla.does("play_monopoly:ore")
    assert could_hold(table, 3, 1) == {(0, 0, 1, 0, 0)}
    assert could_hold(table, 3, 0) == {(0, 0, 1, 0, 0)}


def test_the_view_holds_what_was_told() -> None:
    """B-HI-10: who accepted, counter-offers, and what each seat has played, for every viewer."""
    table = market()
    table.cards("carla", "monopoly")
    table.main("carla")
    table.carla.does("play_monopoly:grain", "offer:wool:ore:-")
    reply(table, anna="accept", dirk="counter:brick:wool")
    for view in (table.dirk.view, CATAN.view(table.state, None)):
        assert (view.pending.accepted, view.pending.counters) == ((0,), ((3, (1,), (2,)),))
        assert view.pending.offer.give == (2,)
        assert [player.played for player in view.players] == [(0,) * 5, (0,) * 5, (0, 0, 0, 0, 1), (0,) * 5]
