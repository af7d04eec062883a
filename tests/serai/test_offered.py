"""The options of a question: a sequence that unwraps what is looked at."""

import pytest

from serai.offered import Options
from serai.v1 import referee_pb2 as pb
from serai.v1 import yspahan_pb2 as y


def take(row: int) -> y.YspahanAction:
    return y.YspahanAction(take=y.YspahanAction.Take(row=row))  # type: ignore[arg-type]  # an enum's number


def offered(count: int = 3) -> Options:
    question = pb.Question(options=[pb.Action(yspahan=take(row)) for row in range(1, count + 1)])
    return Options(question.options, "yspahan")


def test_it_is_a_sequence_of_the_games_own_messages() -> None:
    options = offered()
    assert len(options) == 3
    assert list(options) == [take(1), take(2), take(3)] == options
    assert options[0] == take(1)
    assert options[-1] == take(3)
    assert options[1:] == [take(2), take(3)]
    assert options.index(take(2)) == 1
    assert take(3) in options
    assert take(4) not in options
    assert repr(options) == repr([take(1), take(2), take(3)])


@pytest.mark.parametrize("place", [3, -4])
def test_there_is_nothing_beyond_its_ends(place: int) -> None:
    with pytest.raises(IndexError, match=f"no option {place}: there are 3, numbered from 0"):
        offered()[place]


def test_the_order_is_that_of_the_question_whatever_was_looked_at_first() -> None:
    options = offered()
    assert [options[2], options[0], options[1]] == [take(3), take(1), take(2)]
    assert list(options) == [take(1), take(2), take(3)]


def test_what_was_looked_at_stays_the_same_object() -> None:
    options = offered()
    last = options[-1]
    assert options.seen == {2: last}
    assert [option is last for option in options] == [False, False, True]
    assert list(options.seen) == [0, 1, 2]
    assert options[2] is last
