"""An action with numbers out of range is illegal, in every game; a fault of the protocol is only what is no action."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from serai.referee.core.agenda import act, waiting
from serai.referee.core.errors import IllegalAction
from serai.referee.games import GAMES
from serai.server.codec import CODECS
from serai.server.codec.form import descriptor, message_in
from serai.v1 import referee_pb2 as pb
from tests.random_play import plain_cases
from tests.wire import choices

TOO_LARGE = {
    FieldDescriptor.CPPTYPE_UINT32: (1000, 2**31, 2**32 - 1),
    FieldDescriptor.CPPTYPE_ENUM: (-(2**31), -1, 99, 2**31 - 1),
}
FOREIGN = (("alexander", "setup_settlement"), ("alexander", "setup_route"))  # of the family, but not of this game
REFUSALS = "is no action|is no payment|is not among the options|a bid is above|side of a trade"
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def kinds(message: Message) -> Iterator[tuple[str, Message]]:
    """Every kind of action a message can hold, set in it one after the other."""
    for kind in descriptor(type(message)).fields:
        message.Clear()
        inner = getattr(message, kind.name)
        inner.SetInParent()
        if choices(message_in(kind)):
            yield from kinds(inner)
        else:
            yield kind.name, inner


def spoiled(kind: Message) -> Iterator[None]:
    """Put numbers out of range in the fields of a message, one field after the other and then in all of them."""
    fields = list(descriptor(type(kind)).fields)
    for wrong in [*([field] for field in fields), fields]:
        for place in range(4 if fields else 0):
            kind.Clear()
            kind.SetInParent()
            for field in fields:
                numbers = TOO_LARGE[field.cpp_type] if field in wrong else (1,)
                put(kind, field, numbers[place % len(numbers)])
            yield


def put(kind: Message, field: FieldDescriptor, number: int) -> None:
    if field.is_repeated:
        getattr(kind, field.name).append(number)
    else:
        setattr(kind, field.name, number)


def sent(action: pb.Action) -> pb.Action:
    """What the referee decodes."""
    return pb.Action.FromString(action.SerializeToString())


@EVERY_GAME
def test_numbers_out_of_range_are_illegal(game: str) -> None:
    """Negative, too large and huge, in every field of every kind of action."""
    (case, *_) = plain_cases(GAMES[game])
    state, action = case.begin(), pb.Action()
    (seat, *_) = waiting(state)
    for name, kind in kinds(getattr(action, game)):
        for _ in spoiled(kind):
            if (game, name) not in FOREIGN:
                with pytest.raises(IllegalAction, match=REFUSALS):
                    act(case.game.clone(state), seat, CODECS[game].read_action(sent(action)))


@pytest.mark.parametrize(("game", "name"), FOREIGN)
def test_an_action_of_the_family_that_a_game_does_not_have(game: str, name: str) -> None:
    action = pb.Action()
    getattr(getattr(action, game).common, name).SetInParent()
    with pytest.raises(ValueError, match="there is no Setup"):
        CODECS[game].read_action(sent(action))


@EVERY_GAME
def test_what_is_read_can_be_told(game: str) -> None:
    """The evidence of a fault has the action in its text form, whatever its numbers are."""
    action, notation = pb.Action(), GAMES[game].actions
    for name, kind in kinds(getattr(action, game)):
        for _ in spoiled(kind):
            if (game, name) not in FOREIGN:
                try:
                    read = CODECS[game].read_action(sent(action))
                except IllegalAction as error:
                    assert str(error)  # noqa: PT017  # either it is read or refused with a reason
                else:
                    assert notation.read(notation.say(read)) == read


@EVERY_GAME
def test_nothing_and_actions_of_other_games_are_no_actions(game: str) -> None:
    for other in GAMES:
        action = pb.Action()
        getattr(action, other).SetInParent()
        with pytest.raises(ValueError, match="the action is"):
            CODECS[game].read_action(sent(action))
    with pytest.raises(ValueError, match="the action is"):
        CODECS[game].read_action(pb.Action())
