"""What is asked, as every view says it (RULES.md 4.3, 10): the phase, the seat, and what has been chosen so far."""

from serai.referee.games.council_of_four.board import CITY_NAMES, COUNCILS, PERMIT_NAMES
from serai.referee.games.council_of_four.effects import Tokens
from serai.referee.games.council_of_four.view import PHASES
from tests.games.council_of_four.table import GameTable

Asked = tuple[str, str | None, str | None, str | None, str | None, bool]


def asked(table: GameTable) -> Asked:
    """Phase, seat, council, tile, city, and whether it is a quick election; the same for everybody."""
    pending = table.game.view(table.state, None).pending
    assert all(player.view.pending == pending for player in table.players)
    return (
        PHASES[pending.phase],
        None if pending.actor is None else table.names[pending.actor],
        None if pending.council is None else COUNCILS[pending.council],
        None if pending.tile is None else PERMIT_NAMES[pending.tile],
        None if pending.city is None else CITY_NAMES[pending.city],
        pending.quick,
    )


def acting(hand: str = "pink 2 blue 1 white 1", **things: int) -> GameTable:
    table = GameTable()
    table.acts("yellow", hand=hand, **things)
    return table


def test_an_election_says_whether_it_is_quick() -> None:
    """C-EL-02, C-QA-07: by an assistant, or as the main action."""
    table = acting(assistants=1)
    assert asked(table) == ("turn", "yellow", None, None, None, False)
    table.yellow.does("quick_elect")
    assert asked(table) == ("elect_council", "yellow", None, None, None, True)
    table.yellow.does("council:coast")
    assert asked(table) == ("elect_colour", "yellow", "coast", None, None, True)
    table.yellow.does("colour:pink", "main_elect")
    assert asked(table) == ("elect_council", "yellow", None, None, None, False)
    table.yellow.does("council:king")
    assert asked(table) == ("elect_colour", "yellow", "king", None, None, False)


def test_a_permit_and_the_king_say_what_is_paid_for() -> None:
    """C-PE-01, C-PE-09, C-BK-02: the region, the tile, the city."""
    table = acting(hand="white 1 black 1 orange 1 pink 1", coins=20)
    table.yellow.does("main_permit")
    assert asked(table) == ("permit_region", "yellow", None, None, None, False)
    table.yellow.does("region:coast")
    assert asked(table) == ("permit_tile", "yellow", "coast", None, None, False)
    table.yellow.does("tile:CDE")
    assert asked(table) == ("payment", "yellow", "coast", "CDE", None, False)
    table = acting(coins=20)
    table.yellow.does("main_king")
    assert asked(table) == ("king_city", "yellow", None, None, None, False)
    table.yellow.does("city:A")
    assert asked(table) == ("payment", "yellow", "king", None, "A", False)


def test_a_building_and_two_tokens_say_where() -> None:
    """C-BP-01, C-NO-05, R10: the tile; the city of the first token, also when it is A."""
    table = acting(assistants=0, coins=0)
    table.owns("yellow", up="CDE B")
    table.yellow.does("main_build")
    assert asked(table) == ("build_tile", "yellow", None, None, None, False)
    table.yellow.does("tile:CDE")
    assert asked(table) == ("build_city", "yellow", None, "CDE", None, False)
    table = acting()
    table.built(yellow="A C D")
    table.gains("yellow", Tokens(2))
    assert asked(table) == ("token_first", "yellow", None, None, None, False)
    table.yellow.does("city:A")
    assert asked(table) == ("token", "yellow", None, None, "A", False)
    assert table.yellow.options == ["city:C", "city:D"]


def test_the_end_and_the_cities() -> None:
    """C-EN-03, C-IN-01: nothing is asked any more; emporia are listed by letter, neutral ones too."""
    table = acting()
    table.built(yellow="I B")
    table.neutral("J A I B")
    assert table.red.view.players[2].emporia == (1, 8)
    assert table.red.view.neutral == (0, 1, 8, 9)
    table.state.agenda.clear()
    assert asked(table) == ("over", None, None, None, None, False)
