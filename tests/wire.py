"""What every codec promises: what is sent holds no secrets, loses nothing and reads back; a bot may send anything."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from serai.referee.core.agenda import Action, act, options, waiting
from serai.referee.core.errors import IllegalAction
from serai.server.codec import CODECS
from serai.server.codec.base import Codec
from serai.v1 import referee_pb2 as pb
from tests.game_properties import knows, samples, twins, variations, viewers
from tests.random_play import Case, Play

Path = tuple[Any, ...]  # names of fields and places in tuples
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
    return codec_of(case).question(7, 3, b"", case.game.view(state, seat), offered, 1000)


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


def nothing_is_lost_on_the_wire(case: Case) -> int:
    """Every part of a view, of an action and of an event that differs in a game makes a difference on the wire."""
    codec = codec_of(case)
    views, actions, events = Samples(codec.view), Samples(codec.action), Samples(codec.event)
    for number in range(3):
        play = Play(case, number)
        for place, state in enumerate(play.states()):
            views.add(case.game.view(state, place % case.seats))
        for action in play.met:
            actions.add(action)
        for event in {event.seen_by(viewer) for event in play.journal for viewer in viewers(case)}:
            events.add(event)
    return sum(samples.tell_parts_apart() for samples in (views, actions, events))


class Samples:
    """Things of one sort, with all values that were met for each part of them."""

    def __init__(self, encode: Callable[[Any], bytes]) -> None:
        self._encode = encode
        self._things: dict[bytes, Any] = {}
        self._values: dict[Path, dict[Any, None]] = {}

    def add(self, thing: Any) -> None:
        known = self._things.setdefault(self._encode(thing), thing)
        assert known == thing, f"{thing} and {known} are the same on the wire"
        for path, value in parts(thing):
            self._values.setdefault((type(thing), *path), {})[value] = None

    def tell_parts_apart(self) -> int:
        """Put other values in every part of some of the things; the number of those that were compared."""
        compared = 0
        for sent, thing in list(self._things.items())[:: max(1, len(self._things) // 60)]:
            for path, value in parts(thing):
                for other in list(self._values[(type(thing), *path)])[:4]:
                    if other != value:
                        compared += 1
                        assert self._encode(with_part(thing, path, other)) != sent, f"{path} of {thing} is not sent"
        return compared


def parts(thing: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The fields of a record, and of the records in it."""
    if names := fields_of(thing):
        for name in names:
            yield from parts(getattr(thing, name), (*path, name))
    elif isinstance(thing, tuple) and thing and fields_of(thing[0]):
        for place, item in enumerate(thing):
            yield from parts(item, (*path, place))
    elif path:
        yield path, thing


def fields_of(thing: Any) -> tuple[str, ...]:
    if is_dataclass(thing):
        return tuple(field.name for field in fields(thing))
    return getattr(thing, "_fields", ())


def with_part(thing: Any, path: Path, value: Any) -> Any:
    """The same record with another value in one part."""
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        return (*thing[:step], with_part(thing[step], tuple(rest), value), *thing[step + 1 :])
    changed = {str(step): with_part(getattr(thing, str(step)), tuple(rest), value)}
    return thing._replace(**changed) if hasattr(thing, "_replace") else replace(thing, **changed)


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
    except (IllegalAction, ValueError):
        return
    assert case.game.actions.read(case.game.actions.say(action)) == action
    with suppress(IllegalAction):
        act(case.game.clone(state), seat, action)


def messages(game: str) -> Iterator[pb.Action]:
    """Every kind of action of the game, its fields filled with all kinds of numbers; and one that says nothing."""
    yield pb.Action()
    for kind in getattr(pb.Action(), game).DESCRIPTOR.fields:
        for place in range(6 * len(choices(kind.message_type) or (kind,))):
            action = pb.Action()
            chosen = getattr(getattr(action, game), kind.name)
            chosen.SetInParent()
            fill(chosen, place)
            yield action


def choices(message: Descriptor) -> list[FieldDescriptor]:
    """The messages of which a message holds one, if it does."""
    return [field for oneof in message.oneofs for field in oneof.fields if field.message_type]


def fill(message: Any, place: int) -> None:
    if inner := choices(message.DESCRIPTOR):
        chosen = getattr(message, inner[place // 6].name)
        chosen.SetInParent()
        fill(chosen, place)
        return
    for number, field in enumerate(message.DESCRIPTOR.fields):
        values = NUMBERS[field.cpp_type]
        value = values[(place + number) % len(values)]
        if field.is_repeated:
            getattr(message, field.name).append(value)
        else:
            setattr(message, field.name, value)
