"""Who sees what: hands, deck and piles are hidden, all else is open; being asked tells nothing."""

import pytest

from serai.referee.core.agenda import waiting
from serai.referee.core.luck import Luck
from serai.referee.games.council_of_four.board import PERMIT_NAMES
from serai.referee.games.council_of_four.effects import EFFECTS
from serai.referee.games.council_of_four.events import Drew
from serai.referee.games.council_of_four.view import PHASES
from tests.games.council_of_four.table import COUNCIL, TWO, GameTable, begin, counted
from tests.random_play import deal

COAST = "white 1 black 1 orange 1 purple 1"


def test_only_the_owner_knows_a_hand() -> None:
    """C-IN-01, R26: the others see how many cards it has."""
    table = GameTable()
    table.hand("green", "pink 2 wild 1")
    assert table.green.view.hand == tuple(counted("pink 2 wild 1"))
    assert table.red.view.hand == (0,) * 7
    assert table.game.view(table.state, None).hand == ()
    assert [player.cards for player in table.red.view.players] == [3, 0, 0, 0]


def test_a_draw_is_one_card_for_the_others() -> None:
    """C-IN-01: the kind is told to who drew it."""
    table = GameTable()
    table.deck("orange")
    table.turn("green")
    assert "seat 0 draws orange" in table.heard_by("green")
    for name in ("red", None):
        assert "seat 0 draws ?" in table.heard_by(name)
        assert "seat 0 draws orange" not in table.heard_by(name)
    assert Drew(0, 2).seen_by(None) == Drew(0, None)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_other_hands_and_the_deck_may_be_anything(seat: int | None) -> None:
    """C-IN-01, C-IN-02: with all hidden things dealt anew a view is the same."""
    state = begin(2)
    twin = COUNCIL.redeal(state, seat, Luck(bytes(range(32))))
    assert COUNCIL.view(twin, seat) == COUNCIL.view(state, seat)
    assert twin.deck != state.deck
    assert twin.piles != state.piles


def test_piles_lie_face_down() -> None:
    """C-IN-02: their size, and which tiles nobody has seen yet, in no order of theirs."""
    table = GameTable()
    table.tiles("hills", "J G", pile="H F I")
    pile = table.red.view.piles[1]
    assert (pile.size, pile.known_bottom) == (3, ())
    assert [PERMIT_NAMES[tile] for tile in pile.unseen] == ["F", "H", "I"]


def test_swapped_tiles_are_known() -> None:
    """C-IN-02: everybody saw them go under the pile, and in which order; a tile that comes up again is not below."""
    table = GameTable()
    table.tiles("hills", "J G", pile="H F I")
    table.acts("green", hand="pink 1", assistants=2)
    table.green.does("quick_swap", "region:hills")
    pile = table.red.view.piles[1]
    assert [PERMIT_NAMES[tile] for tile in pile.unseen] == ["I"]
    assert [PERMIT_NAMES[tile] for tile in pile.known_bottom] == ["J", "G"]
    table.acts("red", hand="pink 1", assistants=2)
    table.red.does("quick_swap", "region:hills")
    pile = table.red.view.piles[1]
    assert table.face_up("hills") == "I J"
    assert (pile.size, pile.unseen) == (3, ())
    assert [PERMIT_NAMES[tile] for tile in pile.known_bottom] == ["G", "H", "F"]


def test_the_deck_has_a_size_only() -> None:
    """C-IN-02: and the discards are open by kind (R26)."""
    table = GameTable()
    table.deck("pink blue", discard="white 2")
    seen = table.game.view(table.state, None)
    assert (seen.deck, seen.discard) == (2, tuple(counted("white 2")))


def test_what_is_open_to_all() -> None:
    """C-IN-03: tokens, tiles face up, acquired and used, councils, councillors beside the board, tracks."""
    table = GameTable()
    table.owns("green", up="A", down="D")
    table.built(green="D")
    table.green.set(coins=7, assistants=3, vp=12, nobility=4)
    seen, public = table.red.view, table.game.view(table.state, None)
    me = seen.players[0]
    assert (me.coins, me.assistants, me.vp, me.nobility) == (7, 3, 12, 4)
    assert (me.permits_up, me.permits_down, me.emporia) == ((0,), (3,), (3,))
    assert seen.tokens == table.state.tokens
    assert seen.face_up == tuple(table.state.face_up)
    assert (seen.balconies, seen.pool) == (tuple(table.state.balconies), tuple(table.state.pool))
    assert (seen.king, seen.king_pile, seen.bonus_left) == (9, (25, 18, 12, 7, 3), tuple(range(7)))
    assert public.players == seen.players


def test_choices_of_a_running_action_are_open() -> None:
    """C-IN-03: who is asked what, and what has been chosen so far; also what is still to be gained."""
    table = GameTable()
    table.built(green="C I")
    table.tiles("coast", "AE B")
    table.acts("green", hand=COAST, coins=0, nobility=3)
    table.green.does("main_permit", "region:coast", "tile:AE")
    asked = table.red.view.pending
    assert (PHASES[asked.phase], asked.actor, asked.council, asked.tile) == ("payment", 0, 0, 6)
    table.green.does("pay:white=1,black=1,orange=1,purple=1")
    seen = table.red.view
    assert PHASES[seen.pending.phase] == "token"
    assert [(list(EFFECTS)[number], amount) for number, amount in seen.effects] == [("nobility", 1)]


def test_paid_cards_are_shown() -> None:
    """C-IN-04, R26: to everybody, and they lie on the discards."""
    table = GameTable()
    table.acts("green", hand=COAST, coins=0)
    table.green.does("main_permit", "region:coast", "tile:B", "pay:white=1,black=1,orange=1,purple=1")
    line = "seat 0 satisfies coast with white=1,black=1,orange=1,purple=1 for 0 coins"
    assert line in table.heard_by("red")
    assert line in table.heard_by(None)
    assert table.red.view.discard == tuple(counted(COAST))


def test_a_single_payment_is_asked_all_the_same() -> None:
    """C-IN-04: region, tile and payment have one option each; what depends on the hand is asked."""
    table = GameTable()
    table.tiles("coast", "B -", pile="")
    table.acts("green", hand="black 1 orange 1", coins=7)
    table.tiles("mountains", "- -", pile="")
    table.tiles("hills", "- -", pile="")
    table.green.does("main_permit")
    assert table.green.options == ["region:coast"]
    table.green.does("region:coast")
    assert table.green.options == ["pay:black=1,orange=1"]  # the only tile was taken without asking


def test_a_single_city_of_the_king_is_asked_all_the_same() -> None:
    """C-IN-04: and so is a lonely main action, as long as there are cards."""
    table = GameTable()
    table.acts("green", hand="pink 1", coins=10)
    table.green.does("main_king")
    assert table.green.options == ["city:J"]
    table.acts("red", hand="orange 1", coins=0, assistants=0)
    assert table.red.options == ["main_elect"]


def test_without_cards_there_is_nothing_to_betray() -> None:
    """C-IN-04: then a lonely main action is not asked."""
    table = GameTable()
    table.acts("red", coins=0, assistants=0)
    assert table.red.options == [f"council:{council}" for council in ("coast", "hills", "mountains", "king")]


def test_redealt_hands_can_pay_what_was_begun() -> None:
    """C-IN-04: Green needs all four colours; any table that could be gives them to him."""
    table = GameTable(TWO)
    table.acts("green", hand=COAST, coins=0)
    table.green.does("main_permit", "region:coast", "tile:B")
    for number in range(20):
        twin = COUNCIL.redeal(table.state, 1, Luck(deal(number)))
        assert waiting(twin) == (0,)
        assert [COUNCIL.actions.say(action) for action in twin.options[0]] != []
        assert sum(twin.players[0].hand) == 4


def test_redealt_hands_can_pay_for_the_king() -> None:
    """C-IN-04: before the city is chosen, and after."""
    table = GameTable(TWO)
    table.acts("green", hand="pink 2 blue 1 white 1", coins=2)
    for answer in ("main_king", "city:I"):
        table.green.does(answer)
        for number in range(20):
            twin = COUNCIL.redeal(table.state, 1, Luck(deal(number)))
            assert twin.options[0]


def test_there_is_no_market() -> None:
    """R27: players do not trade: no action names another seat, and only the acting seat is ever asked."""
    table = GameTable()
    table.turn("red")
    assert waiting(table.state) == (1,)
    assert not any("trade" in cls.form or "seat" in cls.form for cls in COUNCIL.actions.classes)
