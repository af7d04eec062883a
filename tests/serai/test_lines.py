"""The messages of a stream as lines of JSON: one item a line, every field, always in the same order."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor

from serai.lines import lines_of, plain
from serai.v1 import referee_pb2 as wire


def test_every_line_holds_one_item_in_the_order_of_the_fields() -> None:
    response = wire.PlayResponse(
        faults=[wire.Fault(cause=wire.FAULT_CAUSE_TIME, game_handle=3, text="late")],
        games_ended=[wire.GameEnded(game_handle=3, points=[-1, 2], ranks=[2, 1], deal=b"\0\xff")],
        questions=[wire.Question(question_id=2**53, game_handle=2), wire.Question(question_id=7, game_handle=1)],
        games_started=[wire.GameStarted(game_handle=1, options={"b": "", "a": ""})],
        welcome=wire.Welcome(protocol=1),
    )
    assert [line.decode() for line in lines_of(response)] == [
        '{"welcome":{"protocol":1,"max_message_bytes":0,"max_games":0}}',
        '{"games_started":[{"game_handle":1,"game":"","epoch":0,"seat":0,"seats":0,"options":{"a":"","b":""},"commitment":"","luck":"","resumed":false,"events":[]}]}',
        '{"questions":[{"question_id":"9007199254740992","game_handle":2,"events":[],"options":[],"clock_milliseconds":0}]}',
        '{"questions":[{"question_id":"7","game_handle":1,"events":[],"options":[],"clock_milliseconds":0}]}',
        '{"games_ended":[{"game_handle":3,"points":[-1,2],"ranks":[2,1],"deal":"AP8=","events":[]}]}',
        '{"faults":[{"cause":"FAULT_CAUSE_TIME","game_handle":3,"text":"late"}]}',
    ]


def filled(message: Any) -> Any:
    """A message with something in all of its fields, the last one of each oneof."""
    for field in message.DESCRIPTOR.fields:
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            getattr(message, field.name)["key"] = "value"
        elif field.message_type is not None and field.is_repeated:
            filled(getattr(message, field.name).add())
        elif field.message_type is not None:
            getattr(message, field.name).SetInParent()
            filled(getattr(message, field.name))
        elif field.is_repeated:
            getattr(message, field.name).extend([value_for(field)] * 2)
        else:
            setattr(message, field.name, value_for(field))
    return message


def value_for(field: Any) -> Any:
    if field.enum_type is not None:
        return field.enum_type.values[-1].number
    return b"\x01\xfe" if field.type == field.TYPE_BYTES else PLAIN[field.cpp_type]


PLAIN = {
    FieldDescriptor.CPPTYPE_UINT64: 2**63,
    FieldDescriptor.CPPTYPE_UINT32: 4_000_000_000,
    FieldDescriptor.CPPTYPE_INT32: -5,
    FieldDescriptor.CPPTYPE_DOUBLE: 0.25,
    FieldDescriptor.CPPTYPE_BOOL: True,
    FieldDescriptor.CPPTYPE_STRING: 'ü"\n',
}
GAME_FIELDS = [field.name for field in wire.View.DESCRIPTOR.oneofs_by_name["game"].fields]


@pytest.mark.parametrize("game", GAME_FIELDS)
def test_the_lines_are_the_json_of_protobuf(game: str) -> None:
    """With and without something in every field of every message of a game."""
    for message in (wire.Board(), wire.View(), wire.Action(), wire.Event()):
        getattr(message, game).SetInParent()
        for sample_of_it in (message, only(message, game)):
            assert plain(sample_of_it) == json_format.MessageToDict(
                sample_of_it, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
            )


def only(message: Any, game: str) -> Any:
    copy = type(message)()
    filled(getattr(copy, game))
    return copy
