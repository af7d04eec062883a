"""Who sees what (RULES.md 4): hands, the deck, the piles below their tops, the chosen Marauders card."""

import random

import pytest

from serai.referee.core.agenda import options, over, waiting
from serai.referee.core.luck import Luck
from serai.referee.games.tadmor.redeal import redeal
from serai.referee.games.tadmor.view import view
from tests.games.tadmor.table import TADMOR, GameTable
from tests.random_play import Case, Play, deal, play_on


def test_a_hand_is_its_owners() -> None:
    """T-BA-11, T-GE-04: the others and the public see how many cards it has."""
    table = GameTable(2)
    table.hand(red="K9 K3")
    assert table.red.view.hand == (2, 8)
    assert table.blue.view.hand == table.game.view(table.state, None).hand == ()
    assert [player.hand for player in table.blue.view.players] == [2, 0]


def test_a_drawn_mission_is_told_to_its_owner_only() -> None:
    """T-SU-17: the others hear that a card was drawn."""
    table = GameTable(2)
    table.on_deck("K7")
    table.stand(red="camel:ebl_mission")
    table.build()
    table.red.does("mission_draw:ebl_mission")
    assert "seat 0 draws the mission K7" in table.heard_by("red")
    assert "seat 0 draws the mission ?" in table.heard_by("blue")
    assert "seat 0 draws the mission ?" in table.heard_by(None)


def test_a_pile_shows_its_top_and_what_is_in_it() -> None:
    """T-SU-05: but not the order below."""
    table, other = GameTable(2), GameTable(2)
    table.pile(grey="glass myrrh incense", yellow="", red="oil")
    other.pile(grey="glass incense myrrh", yellow="", red="oil")
    assert table.red.view.piles == other.red.view.piles
    assert table.red.view.piles[0] == (0, (1, 1, 1))
    assert table.red.view.piles[1] == (None, (0, 0, 0))


def test_tiles_in_the_box_are_open() -> None:
    """T-SU-16: they follow from what is on offer and owned."""
    table = GameTable(2)
    table.offer("I5 I6 I8 I9 I10 I11")
    table.tiles(red="I1", blue="I2")
    assert table.blue.view.archive == (2, 3, 13, 15, 17)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_that_is_hidden_is_dealt_anew(seats: int) -> None:
    """T-ST-04: hands, deck, piles and the chosen card change; what a seat knows does not."""
    changed = {"hands": 0, "deck": 0, "piles": 0, "held": 0}
    play = Play(Case(TADMOR, seats, {}), 1)
    for number, state in enumerate(play.states()):
        seat = number % seats
        other = redeal(state, seat, Luck(deal(number)))
        assert view(other, seat) == view(state, seat)
        assert other.players[seat].hand == state.players[seat].hand
        changed["hands"] += any(a.hand != b.hand for a, b in zip(other.players, state.players, strict=True))
        changed["deck"] += other.deck != state.deck
        changed["piles"] += other.piles != state.piles
        changed["held"] += other.held != state.held
    assert all(changed.values())


def test_the_chooser_knows_his_card_in_every_deal() -> None:
    """T-MA-08: for the others it is any region but the Current one."""
    table = GameTable(2)
    table.marauders(current="ebla", held="desert", by="red")
    deals = [Luck(deal(number)) for number in range(60)]
    assert {redeal(table.state, 0, luck).held for luck in deals} == {6}
    assert {redeal(table.state, 1, luck).held for luck in deals} == {0, 1, 3, 4, 5, 6}


@pytest.mark.parametrize("seats", [2, 4])
def test_being_asked_tells_nothing(seats: int) -> None:
    """Rules 6: a seat with missions in hand has a choice in every window, whatever they are."""
    play = Play(Case(TADMOR, seats, {}), 2)
    windows = 0
    for state in play.states():
        asked = waiting(state)[0]
        other = redeal(state, None, Luck(bytes(32)))
        assert waiting(other) == waiting(state)
        assert len(options(other, asked)) > 1
        windows += 1
    assert windows > 100
    assert over(play.state)


def test_a_redealt_game_can_be_played_on() -> None:
    """Rules 4: the twin is a game like any other."""
    table = GameTable(3)
    table.turn(2)
    twin = redeal(table.state, 0, Luck(bytes(32)))
    play_on(twin, random.Random(0))
    assert twin.turn == 9
