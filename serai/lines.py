"""The messages of a stream as lines of JSON: one item a line for the bot, one request a line from it."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from serai.errors import BotMistake
from serai.games import spelt_out
from serai.stream import KNOWN_GAMES
from serai.v1 import referee_pb2 as wire

LONGEST = 256 * 1024  # bytes of a line of a bot
QUOTED = 200  # characters of a bad line that are shown
EXAMPLE = '{"answers":[{"question_id":"1048577","option":0}]}'
HELLO_EXAMPLE = '{"hello":{"name":"my_bot","games":["yspahan"],"max_games":64}}'

Reader = Callable[[Any], Any]
Step = Callable[[Any, dict[str, Any]], None]  # puts one field of a message into the object for it


def lines_of(response: wire.PlayResponse) -> Iterator[bytes]:
    """Yield a line for each item of a message of the referee, in the order in which they are to be handled."""
    for field, value in response.ListFields():
        for item in [value] if isinstance(value, Message) else value:
            content: Any = plain(item)
            yield json.dumps({field.name: [content] if field.is_repeated else content}, separators=(",", ":")).encode()


def plain(message: Any) -> dict[str, Any]:
    """Return a message as the JSON object that protobuf defines for it, with fields of default value, in their order.

    The library has this too, but puts the fields of default value last, and takes twice as long.
    """
    found: dict[str, Any] = {}
    for step in _steps(message.DESCRIPTOR):
        step(message, found)
    return found


@cache
def _steps(descriptor: Descriptor) -> list[Step]:
    return [_step(field) for field in sorted(descriptor.fields, key=lambda field: field.number)]


def _step(field: FieldDescriptor) -> Step:
    name, read = field.name, _reader(field)

    def many(message: Any, found: dict[str, Any]) -> None:
        found[name] = [read(item) for item in getattr(message, name)]

    def optional(message: Any, found: dict[str, Any]) -> None:
        if message.HasField(name):
            found[name] = read(getattr(message, name))

    def one(message: Any, found: dict[str, Any]) -> None:
        found[name] = read(getattr(message, name))

    def mapping(message: Any, found: dict[str, Any]) -> None:
        found[name] = dict(sorted(getattr(message, name).items()))

    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return mapping
    if field.is_repeated:
        return many
    return optional if field.has_presence else one


def _reader(field: FieldDescriptor) -> Reader:
    """Return how a value is written in JSON: numbers of 64 bits are texts, since many languages would round them."""
    if field.message_type is not None:
        return plain
    if field.enum_type is not None:
        names = {number: value.name for number, value in field.enum_type.values_by_number.items()}
        return lambda number: names.get(number, number)
    if field.cpp_type in (FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64):
        return str
    if field.type == FieldDescriptor.TYPE_BYTES:
        return lambda content: b64encode(content).decode()
    return lambda value: value


def read_hello(line: bytes, token: str, protocol: int) -> wire.PlayRequest:
    """Return the hello in the first line of a bot with token, protocol and games filled in; else a BotMistake."""
    request = read(line, 1, HELLO_EXAMPLE)
    if not request.HasField("hello"):
        raise bad_line(line, 1, "the first line must be a hello", HELLO_EXAMPLE)
    request.hello.token = request.hello.token or token
    request.hello.protocol = request.hello.protocol or protocol
    request.hello.games[:] = spelt_out(request.hello.games, KNOWN_GAMES)
    return request


def read(line: bytes, number: int, example: str = EXAMPLE) -> wire.PlayRequest:
    """Return the request in a line of a bot; BotMistake says what is wrong with it."""
    if len(line) > LONGEST:
        raise bad_line(line, number, f"it has more than {LONGEST} bytes", example)
    try:
        request = json_format.Parse(line.decode(), wire.PlayRequest())
    except UnicodeDecodeError as error:
        raise bad_line(line, number, f"byte {error.start + 1} is not UTF-8", example) from None
    except json_format.ParseError as error:
        raise bad_line(line, number, " ".join(str(error).split()).rstrip("."), example) from None
    if not request.ListFields():
        raise bad_line(line, number, "it holds neither a hello nor answers nor a bye", example)
    return request


def bad_line(line: bytes, number: int, wrong: str, example: str) -> BotMistake:
    """Return the error for a line: what is wrong with it, how it begins, and an example of a right one."""
    text = line[: 4 * QUOTED].decode(errors="backslashreplace")
    shown = text if len(text) <= QUOTED else f"{text[:QUOTED]} ..."
    return BotMistake(f"line {number} of the bot: {wrong}; it reads {shown!r}, and should read like {example}")
