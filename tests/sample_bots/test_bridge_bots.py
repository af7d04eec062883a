"""What the bots without gRPC rely on: they find what they need in a line of JSON by name alone."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor

from serai.referee.games import GAMES
from serai.v1 import referee_pb2 as wire


def inner_fields(descriptor: Descriptor, met: set[str]) -> Iterator[str]:
    """The names of all fields in a message and below it."""
    if descriptor.full_name not in met:
        met.add(descriptor.full_name)
        for field in descriptor.fields:
            yield field.name
            if field.message_type is not None:
                yield from inner_fields(field.message_type, met)


def test_no_field_within_a_game_is_named_like_those_the_bots_look_for() -> None:
    """They find the list of options, its items and the luck by name, without reading what is around them."""
    looked_for = {*GAMES, "options", "luck"}
    for message in (wire.Board, wire.View, wire.Action, wire.Event):
        for game in GAMES:
            inner = message.DESCRIPTOR.fields_by_name[game].message_type
            assert inner is not None
            assert not looked_for.intersection(inner_fields(inner, set())), f"{message.DESCRIPTOR.name} of {game}"
