"""End of the game, final score, tie-break."""

import pytest

from serai.referee.games.council_of_four.scoring import final_points, nobility_points, permit_points
from tests.games.council_of_four.table import FOUR, THREE, TWO, Realm

NINE = "A B C D E F G H K"


def last_one(name: str, realm: Realm) -> None:
    """The player builds his tenth emporium, in N."""
    realm.built(**{name: NINE})
    realm.owns(name, up={"green": "N", "red": "MN", "yellow": "NO", "blue": "KNO"}[name])
    realm.acts(name, hand="pink 1", coins=0, assistants=3, vp=0)
    realm.seat(name).does("main_build")
    if "city:N" in realm.seat(name).options:
        realm.seat(name).does("city:N")


def turns(realm: Realm, after: int) -> list[str]:
    realm.play_on()
    return [realm.names[int(line.split()[-1])] for line in realm.journal[after:] if " turn of seat " in line]


def test_three_points_for_the_last_emporium() -> None:
    """C-EN-01, R19: to who triggers the end, and to who builds a tenth one later."""
    realm = Realm()
    last_one("green", realm)
    assert "seat 0 gains 3 points" in realm.journal
    before = len(realm.journal)
    last_one("blue", realm)
    assert "seat 3 gains 3 points" in realm.journal[before:]


@pytest.mark.parametrize(
    ("names", "trigger", "order"),
    [
        (FOUR, "yellow", ["blue", "green", "red"]),
        (FOUR, "green", ["red", "yellow", "blue"]),
        (THREE, "red", ["yellow", "green"]),
        (TWO, "red", ["green"]),
    ],
)
def test_one_last_turn_for_the_others(names: str, trigger: str, order: list[str]) -> None:
    """C-EN-02: clockwise from the trigger; he himself has no other turn."""
    realm = Realm(names)
    last_one(trigger, realm)
    before = len(realm.journal)
    assert turns(realm, before) == order
    assert realm.over


def test_the_trigger_finishes_his_turn() -> None:
    """C-EN-02: quick and extra main actions, but no building any more."""
    realm = Realm()
    last_one("green", realm)
    realm.green.set(assistants=3, coins=20)
    realm.owns("green", up="M O")
    realm.green.does("quick_extra")
    realm.hand("green", "white 1 pink 2 blue 1")
    assert realm.green.options == ["main_elect", "main_permit", "end_turn"]


def test_a_further_tenth_emporium_changes_nothing() -> None:
    """C-EN-03: the turns that were left are still those."""
    realm = Realm()
    last_one("green", realm)
    realm.green.does("end_turn")
    assert realm.acting == "red"
    last_one("red", realm)
    assert (realm.state.trigger, realm.state.last_turns) == (0, (2, 3))
    before = len(realm.journal)
    assert turns(realm, before) == ["yellow", "blue"]


def test_values_of_bonus_tiles() -> None:
    """C-EN-04: gold 20, silver 12, bronze 8, iron 5, a region 5."""
    realm = Realm()
    realm.green.set(bonus_tiles=(0, 3, 6))
    realm.red.set(bonus_tiles=(4, 5))
    assert [points.bonus_tiles for points in final_points(realm.state)] == [30, 20, 0, 0]


def test_values_of_the_kings_tiles() -> None:
    """C-EN-05."""
    realm = Realm()
    realm.green.set(king_tiles=(25, 7))
    realm.red.set(king_tiles=(18,))
    assert [points.king_tiles for points in final_points(realm.state)] == [32, 18, 0, 0]


@pytest.mark.parametrize(
    ("spaces", "points"),
    [
        ([9, 4, 7, 2], [5, 0, 2, 0]),
        ([9, 4], [5, 2]),
        ([0, 0, 0], [5, 5, 5]),
        ([3, 0, 0], [5, 2, 2]),
        ([8, 6, 6, 0], [5, 2, 2, 0]),
        ([7, 7, 6, 0], [5, 5, 0, 0]),
    ],
)
def test_nobility_majority(spaces: list[int], points: list[int]) -> None:
    """C-EN-06, C-EN-07, C-EN-08, C-EN-09, R21: 5 for all who are farthest; if it is one, 2 for all second; 0 counts."""
    assert nobility_points(spaces) == points


def test_most_permit_tiles() -> None:
    """C-EN-10, R20: face up and down count alike."""
    realm = Realm(THREE)
    realm.owns("green", up="A B")
    realm.owns("red", up="F", down="G H")
    realm.owns("yellow", down="K L")
    assert [points.permits for points in final_points(realm.state)] == [0, 3, 0]


def test_a_tie_for_most_permit_tiles() -> None:
    """C-EN-10, R20: all leaders, or nobody if so agreed; also with no tiles at all."""
    assert permit_points([3, 1, 3], tied_leaders_score=True) == [3, 0, 3]
    assert permit_points([3, 1, 3], tied_leaders_score=False) == [0, 0, 0]
    assert permit_points([0, 0], tied_leaders_score=True) == [3, 3]
    assert permit_points([3, 1, 2], tied_leaders_score=False) == [3, 0, 0]


def test_the_most_points_win() -> None:
    """C-EN-11: places by points."""
    realm = Realm(THREE)
    for name, vp in (("green", 20), ("red", 50), ("yellow", 35)):
        realm.seat(name).set(vp=vp)
    assert realm.game.score(realm.state).points == (28, 58, 43)
    assert realm.game.score(realm.state).ranks == (3, 1, 2)


def test_coins_and_unused_permits_are_worth_nothing() -> None:
    """C-EN-11: a purse of 20 loses against one point."""
    realm = Realm(TWO)
    realm.green.set(coins=20, vp=0)
    realm.red.set(coins=0, vp=1)
    realm.owns("green", up="A")
    realm.owns("red", down="B")
    assert realm.game.score(realm.state).ranks == (2, 1)


def test_a_tie_is_broken_by_assistants_and_cards() -> None:
    """C-EN-12, R22: both together, for every place; equal again, the place is shared."""
    realm = Realm(FOUR)
    for name, assistants, cards in (("green", 3, 1), ("red", 0, 5), ("yellow", 4, 0), ("blue", 1, 1)):
        realm.seat(name).set(assistants=assistants)
        realm.hand(name, f"pink {cards}")
    assert realm.game.score(realm.state).ranks == (2, 1, 2, 4)


def test_the_final_score_is_told() -> None:
    """C-EN-11: where everybody's points come from."""
    realm = Realm(TWO)
    last_one("green", realm)
    realm.play_on()
    assert realm.journal[-1].startswith("seat 1 scores 0 and 0 0 ")
    assert sum("scores" in line for line in realm.journal) == 2
