"""What every codec promises: what is sent holds no secrets, loses nothing and reads back; a bot may send anything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from referee.core.agenda import Action, act, options, waiting
from referee.core.errors import IllegalAction
from serai.v1 import referee_pb2 as pb
from server.codec import CODECS
from server.codec.codec import Codec
from tests.contract import Case, Play
from tests.promises import knows, samples, twins, variations, viewers

NUMBERS = {  # what a bot may put in a field, sensible or not
    FieldDescriptor.CPPTYPE_UINT32: (0, 1, 2, 5, 40, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT32: (0, 1, -1, 2**31 - 1, -(2**31)),
    FieldDescriptor.CPPTYPE_ENUM: (0, 1, 2, 99, -1),
    FieldDescriptor.CPPTYPE_BOOL: (False, True),
}


def codec_of(case: Case) -> Codec:
    return CODECS[case.game.name]


def asked(case: Case, state: Any, seat: int | None) -> bytes:
    """The question a seat would be sent; the public and who is not asked get one without options."""
    offered = [] if seat is None else options(state, seat)
    return codec_of(case).question(7, 3, [], case.game.view(state, seat), offered, 1000)


def questions_hold_no_secrets(case: Case) -> int:
    """What is sent to a seat is the same, byte for byte, whatever it cannot know."""
    differing = 0
    for _, state, viewer, twin in twins(case):
        differing += twin.snapshot() != state.snapshot()
        assert asked(case, twin, viewer) == asked(case, state, viewer), f"what is sent to seat {viewer} knows more"
    return differing


def events_hold_no_secrets(case: Case) -> int:
    """What is sent to who may not know a secret is the same, byte for byte, whatever the secret is."""
    codec, compared = codec_of(case), 0
    play = Play(case, 0)
    play.to_the_end()
    for event in play.journal:
        strangers = [seat for seat in viewers(case) if not knows(event, seat)]
        for other in variations(event, play.journal):
            for seat in strangers:
                compared += 1
                assert codec.event(other.seen_by(seat)) == codec.event(event.seen_by(seat))
    return compared


def questions_read_back(case: Case) -> None:
    """A question is a message of the contract, with nothing unknown in it, and its options are those of the rules."""
    codec = codec_of(case)
    for _, state in samples(case):
        for seat in waiting(state):
            sent = asked(case, state, seat)
            (question,) = parsed(sent).questions
            assert question.view.WhichOneof("game") == case.game.name
            assert [codec.read_action(option) for option in question.options] == options(state, seat)


def parsed(sent: bytes) -> pb.PlayResponse:
    """The message, which is written again just as it was sent."""
    message = pb.PlayResponse.FromString(sent)
    assert message.SerializeToString() == sent
    message.DiscardUnknownFields()
    assert message.ByteSize() == len(sent), "a field is sent that the contract does not know"
    return message


def nothing_is_lost_on_the_wire(case: Case) -> None:
    """Different views, actions and events are different on the wire."""
    codec = codec_of(case)
    views, actions, events = dict[bytes, Any](), dict[bytes, Any](), dict[bytes, Any]()
    for number in range(3):
        play = Play(case, number)
        for state in play.states():
            for view in [case.game.view(state, viewer) for viewer in viewers(case)]:
                keep(views, codec.view(view), view)
        for action in play.met:
            keep(actions, codec.action(action), action)
        for event in {event.seen_by(viewer) for event in play.journal for viewer in viewers(case)}:
            keep(events, codec.event(event), event)


def keep(seen: dict[bytes, Any], sent: bytes, thing: Any) -> None:
    assert seen.setdefault(sent, thing) == thing, f"{thing} and {seen[sent]} are the same on the wire"


def whatever_a_bot_sends_is_an_action_or_a_mistake(case: Case) -> int:
    """Every action message with numbers beyond all sense: understood or refused, and never more than that."""
    chance, tried = random.Random(str(case)), 0
    sent = list(messages(case.game.name))
    for _, state in samples(case, wanted=40):
        for message in chance.sample(sent, min(25, len(sent))):
            tried += 1
            answered(case, state, chance.randrange(case.seats), message)
    return tried


def answered(case: Case, state: Any, seat: int, message: pb.Action) -> None:
    try:
        action: Action = codec_of(case).read_action(message)
    except ValueError:
        return
    assert case.game.actions.read(case.game.actions.say(action)) == action
    with suppress(IllegalAction):
        act(case.game.clone(state), seat, action)


def messages(game: str) -> Iterator[pb.Action]:
    """Every kind of action of the game, its fields filled with all kinds of numbers; and one that says nothing."""
    yield pb.Action()
    for kind in getattr(pb.Action(), game).DESCRIPTOR.fields:
        for place in range(6):
            action = pb.Action()
            chosen = getattr(getattr(action, game), kind.name)
            chosen.SetInParent()
            fill(chosen, place)
            yield action


def fill(message: Any, place: int) -> None:
    for number, field in enumerate(message.DESCRIPTOR.fields):
        values = NUMBERS[field.cpp_type]
        value = values[(place + number) % len(values)]
        if field.is_repeated:
            getattr(message, field.name).append(value)
        else:
            setattr(message, field.name, value)
