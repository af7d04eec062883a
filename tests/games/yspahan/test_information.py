"""Who sees what: hands are hidden, and being asked or not must not betray them."""

from serai.referee.core.agenda import options, push, waiting
from serai.referee.core.luck import Luck
from serai.referee.games.yspahan.cards import CardChoice
from serai.referee.games.yspahan.redeal import redeal
from serai.referee.games.yspahan.supervisor import Move
from serai.referee.games.yspahan.supply import RollChoice
from serai.referee.games.yspahan.turn import Act, BuildChoice, Pick
from serai.referee.games.yspahan.two_players import ActOfTwo, ConstructChoice
from serai.referee.games.yspahan.view import view
from tests.games.yspahan.table import EVERY_CASE, TWO, GameTable, all_states
from tests.random_play import Case


def test_a_hand_is_its_owners() -> None:
    """Y-IN-01, R28: Green sees his two cards, the others that there are two, the public the same."""
    table = GameTable()
    table.cards(green="gold3 exchange")
    assert table.green.view.hand == (1, 2)
    assert table.blue.view.hand == ()
    assert table.game.view(table.state, None).hand == ()
    assert [player.cards for player in table.blue.view.players] == [0, 2, 0, 0]


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    """Y-IN-01: the others hear that a card was drawn."""
    table = GameTable()
    table.on_top("exchange")
    table.turn("green", camel=(1, 1))
    table.green.does("draw")
    assert "seat 1 draws exchange" in table.heard_by("green")
    assert "seat 1 draws ?" in table.heard_by("blue")
    assert "seat 1 draws ?" in table.heard_by(None)


def test_options_are_shown_to_who_is_asked_example_27() -> None:
    """Example 27, Y-IN-01: Green sees that Blue holds a card, not its kind, and no options, which would tell it."""
    table = GameTable()
    table.cards(blue="gold3")
    table.blue.set(gold=0)
    assert "play:gold3" in table.blue.options
    assert table.green.view.players[0].cards == 1
    assert table.green.view.hand == ()
    assert table.green.options == []


def test_played_and_thrown_cards_are_open() -> None:
    """Y-IN-02, R27: everybody hears which, and they lie on the open pile."""
    table = GameTable()
    table.cards(green="gold3 exchange")
    table.turn("green", camel=(1, 1))
    table.green.does("play:gold3", "take:camel", "main+exchange")
    for name in (*table.names, None):
        assert "seat 1 plays gold3" in table.heard_by(name)
        assert "seat 1 throws exchange for one more die" in table.heard_by(name)
    assert table.game.view(table.state, None).discard == (1, 2)


# Forced decisions: who is asked although there is one option (rules 7.1)


def test_without_gold_and_cards_the_roll_is_not_asked() -> None:
    """Rules 7.1: there is nothing to decide, and everybody can see it."""
    table = GameTable()
    table.blue.set(gold=0)
    table.dice("112233456")
    table.day(1, 2, "blue")
    assert table.blue.must(Pick)


def test_with_a_card_the_roll_is_asked() -> None:
    """Y-IN-03: not asking would tell that the card cannot be played now."""
    table = GameTable()
    table.cards(blue="sell_camels")
    table.blue.set(gold=0)
    table.day(1, 2, "blue")
    assert table.blue.must(RollChoice)
    assert table.blue.options == ["roll:0"]


def test_with_a_card_the_only_dice_are_asked() -> None:
    """Y-IN-03: without one they are taken at once."""
    table = GameTable()
    table.turn("green", gold=(4, 1))
    assert table.green.must(Act)
    table = GameTable()
    table.cards(green="sell_camels")
    table.turn("green", gold=(4, 1))
    assert table.green.must(Pick)
    assert table.green.options == ["take:gold"]


def test_with_a_card_no_dice_are_asked() -> None:
    """Y-IN-03: drawing for want of dice is asked as well, if a card is held that cannot be played."""
    table = GameTable()
    table.cards(green="sell_camels")
    table.turn("green")
    assert table.green.must(Pick)
    assert table.green.options == ["nodice"]


def test_with_a_card_the_end_of_the_turn_is_asked() -> None:
    """Y-IN-03: without one, and with nothing to build, the turn is over."""
    table = GameTable()
    table.turn("green", gold=(4, 1))
    table.green.does("main")
    assert not table.green.asked
    table = GameTable()
    table.cards(green="sell_camels")
    table.turn("green", gold=(4, 1))
    table.green.does("take:gold", "main")
    assert table.green.must(BuildChoice)
    assert table.green.options == ["end"]


def test_after_the_last_card_nothing_is_left_to_hide() -> None:
    """Rules 7.1: with an empty hand and nothing to build the turn ends without asking."""
    table = GameTable()
    table.cards(green="gold3")
    table.turn("green", gold=(4, 1))
    table.green.does("take:gold", "main", "play:gold3")
    assert not table.green.asked


def test_a_construction_card_is_asked_while_a_card_is_held() -> None:
    """Y-IN-03: one building can be paid; not asking would tell that the other construction card is not in hand."""
    table = GameTable()
    table.cards(green="build_no_camels exchange")
    table.green.set(gold=0)
    table.turn("green", camel=(4, 1))
    table.green.does("play:build_no_camels")
    assert table.green.must(CardChoice)
    assert table.green.options == ["build:paddock"]


def test_a_construction_card_alone_is_not_asked() -> None:
    """Rules 7.1: with no other card in hand everybody can see what there is to choose."""
    table = GameTable()
    table.cards(green="build_no_camels")
    table.green.set(gold=0)
    table.turn("green", camel=(4, 1))
    table.green.does("play:build_no_camels")
    assert table.built("green") == ["paddock"]
    assert table.green.must(Act)


def test_a_choice_that_everybody_can_see_is_not_asked() -> None:
    """Rules 7.1: one gold to exchange, one square within reach; the cards in hand do not matter."""
    table = GameTable()
    table.cards(green="exchange gold3")
    table.green.set(gold=1, camels=0)
    table.turn("green", camel=(2, 1))
    table.green.does("play:exchange")
    assert (table.green.gold, table.green.camels) == (0, 1)
    table.supervisor("e7")
    table.green.does("take:camel", "super")
    assert not table.green.must(Move)
    assert table.where == "e5"


def test_with_two_players_the_use_of_dice_is_asked_while_a_card_is_held() -> None:
    """Y-IN-03: nothing to draw and no shop open leaves the Supervisor; not asking would tell that no card builds."""
    table = GameTable(TWO)
    table.goods(green="vase.blue.1 vase.yellow.1 vase.orange.1")
    table.cards(blue="exchange")
    table.deck_into_the_hand_of("green")
    table.turn("blue", vase=(5, 1))
    table.blue.does("take:vase")
    assert table.blue.must(ActOfTwo)
    assert table.blue.options == ["super"]


def test_with_two_players_the_building_is_asked_while_a_card_is_held() -> None:
    """Y-IN-03: one building can be paid, a construction card could make it more."""
    table = GameTable(TWO)
    table.cards(blue="exchange")
    table.blue.set(gold=0, camels=2)
    table.turn("blue", gold=(5, 1))
    table.blue.does("take:gold", "construct")
    assert table.blue.must(ConstructChoice)
    assert table.blue.options == ["build:paddock"]


def test_with_two_players_and_an_empty_hand_the_only_building_is_not_asked() -> None:
    """Rules 7.1: everybody can see it."""
    table = GameTable(TWO)
    table.blue.set(gold=0, camels=2)
    table.turn("blue", gold=(5, 1))
    table.blue.does("construct")
    assert table.built("blue") == ["paddock"]


@EVERY_CASE
def test_nobody_can_tell_two_hands_apart_by_what_is_asked(case: Case) -> None:
    """Y-IN-03: with other cards in hand, the same answer leads to the same public view and the same question."""
    compared = 0
    for number, state in enumerate(all_states(case, games=3)):
        (seat,) = waiting(state)
        watcher = (seat + 1) % case.seats
        action = options(state, seat)[number % len(options(state, seat))]
        one, other = (redeal(state, watcher, Luck(bytes([world]) * 32)) for world in (10, 20))
        other.luck = one.luck.clone()
        if action in options(one, seat) and action in options(other, seat):
            push(one, seat, action)
            push(other, seat, action)
            assert view(one, None) == view(other, None)
            compared += 1
    assert compared > 300


def test_who_chooses_a_building_holds_what_makes_it_possible() -> None:
    """Rules 10: whatever is dealt anew, Green's choice between both cards' buildings stays a choice."""
    table = GameTable()
    table.owns(green="paddock")
    table.cards(green="build_no_camels build_no_gold")
    table.green.set(gold=0, camels=0)
    table.turn("green", camel=(4, 1))
    table.green.does("play:build_no_camels")
    for world in range(20):
        dealt = redeal(table.state, 0, Luck(bytes([world]) * 32))
        assert options(dealt, 1) == options(table.state, 1)
        assert view(dealt, 0) == table.blue.view
