"""Operations: functions on a store that take and return plain data, each with a name and the role that it needs.

An operation that yields is answered row by row. Whoever holds the store may ask for everything; who comes from afar is
checked against the role first, and by the operation where it depends on what is asked for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from serai.ladder.access.caller import OPERATOR, ORGANISER, Caller
from serai.ladder.access.refusal import Forbidden
from serai.ladder.shown import Shown, quiet
from serai.ladder.storage.bot_logs import may_read
from serai.ladder.storage.store import Store

P = ParamSpec("P")
T = TypeVar("T")
R_co = TypeVar("R_co", covariant=True)

Row = dict[str, Any]

HERE = Caller(role=OPERATOR, token="here")  # who has the store at hand

OPERATIONS: dict[str, Operation[..., Any]] = {}


@dataclass(frozen=True, slots=True)
class Call:
    """One operation asked for: on which store, by whom, with which files; `shown` is told how far it has come.

    The store is opened when it is first needed: some operations never do.
    """

    open: Callable[[], Store]
    who: Caller = HERE
    files: Mapping[str, bytes] = field(default_factory=dict)
    shown: Shown = quiet

    @property
    def store(self) -> Store:
        return self.open()

    @property
    def is_from_afar(self) -> bool:
        return self.who is not HERE

    def may_see_logs_of(self, bot: str) -> bool:
        """Return True if somebody may read what a bot printed: its owner and organisers."""
        return may_read(self.store, self.who, bot)

    def check_own(self, bot: str) -> None:
        """Forbidden if a bot is another's: an author acts on own bots only."""
        if not self.who.has(ORGANISER) and self.store.owner_of(bot) != self.who.owner:
            raise Forbidden(f"{bot} is no bot of {self.who.owner}; authors act on their own bots only")


class Operation(Generic[P, R_co]):
    """A function with a name, what it needs, and whether it takes files."""

    def __init__(self, name: str, need: str, takes_files: bool, function: Callable[Concatenate[Call, P], R_co]) -> None:
        self.name = name
        self.need = need
        self.takes_files = takes_files
        self.function = function
        self.is_streamed = inspect.isgeneratorfunction(function)

    def run(self, call: Call, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Return what comes of it; rows are made as they are read."""
        return self.function(call, *args, **kwargs)

    def named(self, *args: P.args, **kwargs: P.kwargs) -> dict[str, Any]:
        """Return arguments by name."""
        return dict(list(inspect.signature(self.function).bind(None, *args, **kwargs).arguments.items())[1:])


def operation(
    name: str, need: str, takes_files: bool = False
) -> Callable[[Callable[Concatenate[Call, P], T]], Operation[P, T]]:
    """Make a function an operation of this name that whoever has `need` may ask for."""

    def register(function: Callable[Concatenate[Call, P], T]) -> Operation[P, T]:
        made = Operation(name, need, takes_files, function)
        assert name not in OPERATIONS, name
        OPERATIONS[name] = made
        return made

    return register
