"""The board on the wire, and what a bot may not send; views, actions and events are in tests/test_every_game.py."""

import pytest

from serai.referee.core.agenda import act
from serai.referee.core.errors import IllegalAction
from serai.referee.games.council_of_four.actions import Pay
from serai.referee.games.council_of_four.board import CITY_NAMES, LOT, PERMIT_NAMES
from serai.server.codec import CODECS
from serai.v1 import council_of_four_pb2 as c
from serai.v1 import referee_pb2 as pb
from tests.games.council_of_four.table import COUNCIL, TWO, GameTable

CODEC = CODECS["council_of_four"]


def board(**chosen: str) -> c.CouncilOfFourBoard:
    table = GameTable(TWO, **chosen)
    table.neutral("C K")
    return CODEC.started_board(table.state).council_of_four


def test_cities() -> None:
    """Names, colours, roads and distances of the sides in use; tokens and neutral emporia where they lie."""
    cities = board().cities
    castrum = cities[CITY_NAMES.index("C")]
    assert (castrum.letter, castrum.name, castrum.colour) == ("C", "Castrum", "silver")
    assert castrum.region == c.COUNCIL_OF_FOUR_COUNCIL_COAST
    assert "".join(CITY_NAMES[city] for city in castrum.neighbours) == "AF"
    assert list(castrum.distances)[:6] == [1, 2, 0, 3, 3, 1]
    assert [(bonus.symbol, bonus.amount) for bonus in castrum.token] == [(c.COUNCIL_OF_FOUR_SYMBOL_POINTS, 3)]
    assert [city.letter for city in cities if city.neutral] == ["C", "K"]
    assert [city.letter for city in cities if not city.token] == ["J"]


def test_other_sides_other_boards() -> None:
    """On side B of the coast Dorful is iron, and joined to Castrum."""
    dorful = board(coast="B").cities[3]
    assert dorful.colour == "iron"
    assert "".join(CITY_NAMES[city] for city in dorful.neighbours) == "CG"


def test_tiles_and_tracks() -> None:
    """What permits, spaces of the track and bonus tiles give; prices and limits."""
    printed = board()
    tile = printed.permits[PERMIT_NAMES.index("HG")]
    assert (tile.letters, list(tile.cities), tile.region) == ("HG", [7, 6], c.COUNCIL_OF_FOUR_COUNCIL_HILLS)
    assert [(bonus.symbol, bonus.amount) for bonus in tile.bonus] == [(c.COUNCIL_OF_FOUR_SYMBOL_ASSISTANTS, 3)]
    assert len(printed.nobility) == 21
    assert printed.nobility[16].bonus[0].symbol == c.COUNCIL_OF_FOUR_SYMBOL_TOKEN
    assert [tile.points for tile in printed.bonus_tiles] == [5, 5, 5, 20, 12, 8, 5]
    assert list(printed.bonus_tiles[6].cities) == [0, 12]
    assert (list(printed.council_price), printed.coins_cap, printed.max_rounds) == ([10, 7, 4, 0], 20, 100)


def test_a_payment_is_read_back() -> None:
    """Cards by kind; kinds at the end that are not played may be left out."""
    paid = pb.Action(council_of_four=c.CouncilOfFourAction(pay=c.CouncilOfFourAction.Pay(cards=[0, 1, 2])))
    assert CODEC.read_action(paid) == Pay((LOT[1, 1], LOT[2, 2]))
    assert COUNCIL.actions.say(CODEC.read_action(paid)) == "pay:black=1,orange=2"


@pytest.mark.parametrize("cards", [[], [0, 0], [5], [0] * 7 + [1]])
def test_no_payment(cards: list[int]) -> None:
    """None at all, five of a kind, a kind that does not exist."""
    paid = pb.Action(council_of_four=c.CouncilOfFourAction(pay=c.CouncilOfFourAction.Pay(cards=cards)))
    with pytest.raises(IllegalAction, match="is no payment"):
        CODEC.read_action(paid)


def test_a_turn_without_an_action() -> None:
    """Unspecified, and beyond the last."""
    for wrong in (c.CouncilOfFourAction.Turn(), c.CouncilOfFourAction.Turn(action=99)):  # type: ignore[arg-type]  # which a bot may send
        with pytest.raises(IllegalAction, match=r"Turn\(.*\) is no action"):
            CODEC.read_action(pb.Action(council_of_four=c.CouncilOfFourAction(turn=wrong)))


def test_what_does_not_exist() -> None:
    """A city beyond the last and an unspecified council are read, for the rules to refuse; an empty action is none."""
    a = c.CouncilOfFourAction
    state = GameTable(TWO).state
    for wrong in (a(city=a.City(city=15)), a(council=a.Council())):
        action = CODEC.read_action(pb.Action(council_of_four=wrong))
        with pytest.raises(IllegalAction, match="is not among the options"):
            act(state, state.active, action)
    with pytest.raises(ValueError, match="is empty"):
        CODEC.read_action(pb.Action(council_of_four=a()))
