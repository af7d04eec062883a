"""What is asked, as every view says it (RULES.md 6, 7): stage, question, seat, and what is settled of it so far."""

from serai.referee.games.tadmor.board import PLACE_NAMES
from serai.referee.games.tadmor.state import STAGES
from serai.referee.games.tadmor.view import QUESTIONS
from serai.referee.games.tadmor.works import COLOUR_NAMES
from tests.games.tadmor.table import GameTable, Start, in_order

Asked = tuple[str, str, str | None, str | None, int, str | None]


def asked(table: Start) -> Asked:
    """Stage, question, the seat's name, place, amount, colour; the same for everybody."""
    view = table.game.view(table.state, None)
    assert all(player.view.pending == view.pending for player in table.players)
    question, actor, place, amount, colour = view.pending
    return (
        STAGES[view.stage],
        QUESTIONS[question],
        None if actor is None else table.names[actor],
        None if place is None else PLACE_NAMES[place],
        amount,
        None if colour is None else COLOUR_NAMES[colour],
    )


def test_the_questions_of_the_setup() -> None:
    """T-SU-10, T-SU-13: extra goods, then a tile."""
    table = Start(3)
    assert asked(table) == ("setup", "start_resource", "green", None, 0, None)
    table.green.does("start_resource:wood")
    table.red.does("start_resource:gold")
    assert asked(table) == ("setup", "start_improvement", "red", None, 0, None)
    table.answer_all()
    assert asked(table) == ("placement", "place", "blue", None, 1, None)


def test_the_questions_of_the_placement() -> None:
    """T-PL-03, T-KA-26: how many pieces are left in the step."""
    table = in_order("green", "red", "blue")
    table.done(green="K23")
    table.placing()
    assert asked(table) == ("placement", "place", "green", None, 1, None)
    table.green.does("return:K23")
    assert asked(table) == ("placement", "place", "green", None, 3, None)
    table.green.does("place:camel:pal_imp1")
    assert asked(table) == ("placement", "place", "green", None, 2, None)
    table.green.does("stop")
    assert asked(table) == ("placement", "place", "red", None, 1, None)


def test_the_questions_of_the_marauders() -> None:
    """T-MA-01, T-MA-07, T-KA-09, T-KA-14: the card shown and by whom, until it lies on the Current space."""
    table = in_order("green", "red", "blue")
    table.done(red="K10 K9 K14")
    table.marauders(held="ebla", by="blue")
    table.stand(red="camel:pal_imp1 camel:des_marauders", blue="camel:pal_imp2")
    table.attack()
    assert asked(table) == ("marauders", "redirect", "red", None, 0, None)
    assert table.green.view.marauders == (None, 2, 1, None, None)
    table.red.does("pass")
    assert asked(table) == ("marauders", "swap", "red", None, 0, None)
    assert table.green.view.marauders == (2, None, None, None, None)
    table.red.does("swap_own:pal_imp1", "pick:palmyra")  # there is one piece to swap it with
    assert table.over
    assert asked(table)[1:] == ("over", None, None, 0, None)
    assert table.red.view.marauders == (2, None, None, 0, 0)
    assert table.green.view.marauders == (2, None, None, 0, None)


def test_with_which_piece_to_swap() -> None:
    """T-KA-14: the own piece is known."""
    table = in_order("green", "red", "blue")
    table.done(red="K14")
    table.stand(red="camel:pal_imp1", blue="camel:pal_imp2", green="camel:pal_imp3")
    table.attack()
    table.red.does("swap_own:pal_imp1")
    assert asked(table) == ("marauders", "swap_target", "red", "pal_imp1", 0, None)
    table.red.does("swap_target:pal_imp3")
    assert (table.on("pal_imp1"), table.on("pal_imp3"), table.over) == ("green camel", "red camel", True)


def test_the_question_for_marauders() -> None:
    """T-MA-07: without any attack."""
    table = in_order("green", "red", "blue")
    table.stand(red="camel:des_marauders")
    table.attack()
    assert asked(table) == ("marauders", "pick", "red", None, 0, None)


def test_the_questions_of_the_improvements() -> None:
    """T-IM-01, T-BA-08, T-KA-16, T-KA-27: the space, what is to be paid, how many tiles."""
    table = in_order("green", "red", "blue")
    table.goods(red=(9, 9, 0, 0))
    table.offer("I19 I20 I28")
    table.done(red="K15", blue="K25")
    table.stand(red="camel:pal_imp2")
    table.improve()
    assert asked(table) == ("improvements", "improve", "red", "pal_imp2", 0, None)
    table.red.does("acquire:I20")
    assert asked(table) == ("improvements", "pay", "red", None, 2, None)
    table.red.does("pay:1,1,0,0")
    assert asked(table) == ("improvements", "improve_end", "red", None, 0, None)
    table.red.does("return:K15")
    assert asked(table) == ("improvements", "acquire", "red", None, 2, None)
    table.red.does("acquire:I19")
    assert asked(table) == ("improvements", "acquire", "red", None, 1, None)
    table.red.does("stop")
    assert asked(table) == ("improvements", "improve_end", "blue", None, 0, None)
    table.blue.does("return:K25")
    assert asked(table) == ("improvements", "acquire", "blue", None, 1, None)


def building(era: int = 3) -> GameTable:
    """Red, between green and blue, has plenty and every mission of the construction."""
    table = in_order("green", "red", "blue", era=era)
    table.goods(red=(20, 20, 20, 20))
    table.towers(blue=5)
    table.done(red="K1 K3 K16 K20")
    table.stand(red="camel:ebl_tower1 camel:dam_mission ship:sou_grey")
    table.tiles(red="I43")
    table.red.set(temples=[3, 1])
    table.build()
    return table


def test_the_questions_of_the_construction() -> None:
    """T-CN-01, T-TW-01: a tower that is being built, until another construction closes it."""
    table = building()
    assert asked(table) == ("construction", "build", "red", None, 0, None)
    table.red.does("tower1:ebl_tower1")
    assert asked(table) == ("construction", "build", "red", "ebl_tower1", 1, None)
    table.red.does("mission_draw:dam_mission")
    assert asked(table) == ("construction", "build", "red", None, 0, None)
    table.red.does("rare:sou_grey:grey:resources")
    assert asked(table) == ("construction", "rare_pick", "red", None, 0, "grey")


def test_the_questions_of_missions() -> None:
    """T-KA-01, T-KA-04, T-KA-18, T-KA-22, T-TM-11: any colour, which temple, how many resources, how many levels."""
    table = building()
    table.red.does("return:K1")
    assert asked(table) == ("construction", "rare_pick", "red", None, 0, None)
    table.red.does("rare_pick:oil", "return:K20")
    assert asked(table) == ("construction", "destroy", "red", None, 3, None)
    table.red.does("destroy:1", "return:K16")
    assert asked(table) == ("construction", "take", "red", None, 5, None)
    table.red.does("take:marble")
    assert asked(table) == ("construction", "take", "red", None, 4, None)
    assert table.red.options == ["take:marble", "take:gold"]
    table.red.does("take:gold", "return:K3")
    assert asked(table) == ("construction", "temple_which", "red", None, 0, None)
    table.red.does("temple_which:0")
    assert asked(table) == ("construction", "rare_top", "red", None, 0, None)


def test_the_questions_of_the_copying_tile() -> None:
    """T-PA-11, T-PA-12: in between and late, with the tower it builds."""
    table = in_order("green", "red", "blue", era=3)
    table.tiles(red="I47")
    table.goods(red=(9, 9, 9, 9), blue=(9, 9, 9, 9))
    table.stand(red="camel:I47", blue="ship:sou_grey")
    table.build()
    table.red.does("end")
    table.blue.does("rare:sou_grey:grey:resources")
    assert asked(table) == ("construction", "build_between", "red", None, 0, None)
    table.red.does("end")
    assert asked(table) == ("construction", "build_late", "red", None, 0, None)
    table.red.does("tower2:I47")
    assert asked(table) == ("construction", "build_late", "red", "I47", 2, None)
    table.red.does("end")
    assert table.over
    assert table.on("I47") is None


def test_the_questions_of_the_kingdom_and_the_turn_end() -> None:
    """T-KI-09, T-EN-02, T-SC-01: how many are too many; after the last turn the game is over."""
    table = in_order("green", "red", "blue", era=3)
    table.goods(red=(0, 0, 0, 11))
    table.kingdom()
    assert asked(table) == ("kingdom", "kingdom", "red", None, 0, None)
    table.red.does("end")
    table.goods(red=(0, 1, 0, 10))
    table.set(turn=8)
    table.end_turn()
    assert asked(table) == ("turn end", "discard", "red", None, 3, None)
    table.red.does("discard:stone")
    assert asked(table) == ("placement", "place", "green", None, 1, None)
    table.state.agenda.clear()
    table.end_turn()
    assert asked(table) == ("over", "over", None, None, 0, None)
