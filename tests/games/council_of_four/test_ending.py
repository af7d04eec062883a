"""End of the game: the last emporium and the last turns."""

import pytest

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


def test_the_final_score_is_told() -> None:
    """C-EN-11: where everybody's points come from."""
    realm = Realm(TWO)
    last_one("green", realm)
    realm.play_on()
    assert realm.journal[-1].startswith("seat 1 scores 0 and 0 0 ")
    assert sum("scores" in line for line in realm.journal) == 2
