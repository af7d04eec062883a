"""Operations at the desk of an arena, as somebody who may ask for all of them: with arguments and files that are almost
right, or wrong in kind, number and size. Each is answered or refused with a line; an honest caller is served meanwhile.
"""

from __future__ import annotations

import gzip
import random
import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin

import grpc

from fuzz.attacked import attacked
from fuzz.documents import package
from fuzz.found import Found
from fuzz.mutations import mutated
from fuzz.trees import changed, dumped
from serai.ladder.desk.arguments import taken
from serai.ladder.desk.catalogue import all_operations
from serai.ladder.desk.operation import Operation
from serai.v1 import desk_pb2 as pb
from serai.v1.desk_pb2_grpc import DeskServiceStub

HONEST_EVERY = 50  # questions
PATIENCE = 60.0  # seconds for an answer, on however busy a machine
WORDS = (
    *("spring", "greedy", "random", "mine", "yspahan", "catan", "anna", "eve", "author", "organiser", "round-robin"),
    *("swiss", "knockout", "gauntlet", "ladder", "order", "paused", "disable", "120+1/20", "3f2a9c", "mallory@1", ""),
)
NUMBERS = (0, 1, 2, 3, 4, 64, 1000, 10**6, 2**31, 2**53, -1)
_REFUSALS = (
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNIMPLEMENTED,
)


def fuzz_operations(count: int, seed: str) -> Found:
    """Ask so many questions."""
    with attacked() as it, grpc.insecure_channel(it.arena) as channel:
        found = Found("operations", it.process)
        _fuzz(DeskServiceStub(channel), it.operator, count, random.Random(seed), found)
    return found


def _fuzz(desk: DeskServiceStub, token: str, count: int, chance: random.Random, found: Found) -> None:
    known = sorted(all_operations().items())
    for number in range(count):
        messages = list(_messages(*chance.choice(known), chance))
        try:
            found.note(_ask(desk, messages, token))
            if number % HONEST_EVERY == 0:
                assert _ask(desk, [pb.AskRequest(operation="games.list")], "") == "ok"
        except Exception as error:  # whatever it is, it is what is looked for
            found.fail(messages[0], error)
            return


def _ask(desk: DeskServiceStub, messages: list[pb.AskRequest], token: str) -> str:
    metadata = (("authorization", f"Bearer {token}"),) if token else ()
    try:
        for _ in desk.Ask(iter(messages), metadata=metadata, timeout=PATIENCE):
            pass
    except grpc.RpcError as error:
        if error.code() not in _REFUSALS:
            raise
        return str(error.code().name).lower()
    return "ok"


def _messages(name: str, operation: Operation[..., Any], chance: random.Random) -> Iterator[pb.AskRequest]:
    arguments: Any = {argument: _value(kind, chance) for argument, (kind, _) in taken(operation.function).items()}
    if chance.random() < 0.5:
        arguments = changed(arguments, chance)
    text = dumped(arguments)
    if chance.random() < 0.1:
        text = mutated(text, chance)
    name = name if chance.random() < 0.98 else name[::-1]
    yield pb.AskRequest(operation=name, arguments_json=text.decode(errors="replace"))
    if operation.takes_files or chance.random() < 0.05:
        content = mutated(package(), chance) if chance.random() < 0.5 else package()
        content = gzip.compress(content, 1)
        if chance.random() < 0.2:
            content = mutated(content, chance)
        yield pb.AskRequest(file=chance.choice(("bot", "mine", "", "../x", "a" * 2000)), piece=content)


def _value(kind: Any, chance: random.Random) -> Any:
    """Return a value of a kind of argument."""
    if get_origin(kind) in (Union, types.UnionType):
        return _value(chance.choice(get_args(kind)), chance)
    if get_origin(kind) is list:
        return [_value(get_args(kind)[0], chance) for _ in range(chance.choice((0, 1, 2, 3, 30)))]
    if get_origin(kind) is dict:
        return {chance.choice(WORDS): _value(get_args(kind)[1], chance) for _ in range(chance.choice((0, 0, 1, 3)))}
    if kind is type(None):
        return None
    if kind is str:
        return chance.choice(WORDS)
    if kind is bool:
        return chance.random() < 0.5
    return kind(chance.choice(NUMBERS))
