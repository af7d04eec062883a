"""How the states of a game are saved: one form for all games, derived from the class of the state.

The agenda holds steps and decisions; saved are their places in the list of those there are. They are found in the
modules of the game: every function of a state that returns nothing, every record that can be called, every decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cached_property
from hashlib import blake2b
from importlib import import_module
from inspect import isabstract
from pkgutil import iter_modules
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from serai.referee.core.agenda import Decision, State
from serai.referee.core.luck import DEAL_BYTES, Luck
from serai.referee.core.notation import Notation
from serai.referee.core.saved import BYTES, Kind, Kinds, Shared
from serai.referee.core.saved_row import Rest, Row

REFEREE = __name__.partition(".core.")[0]  # the package of all games
FUNCTIONS = (FunctionType, BuiltinFunctionType)  # as they are in plain Python, and compiled
END = 0x5E7A1  # behind everything: a row that ends too soon has none


class SavedState:
    """The form of one game's states. What it is made of is worked out when a state is first saved or loaded."""

    def __init__(self, state: type[State], actions: Notation, shared: Mapping[type[Any], Shared]) -> None:
        self._class = state
        self._kinds = Kinds(actions.classes, shared)

    @cached_property
    def shape(self) -> str:
        """A digest of all that decides what a number in a row means: another shape cannot be read."""
        said = [self._table.name, *self._things, *(kind.name for _, kind in self._records.values())]
        return blake2b("\n".join(said).encode(), digest_size=4).hexdigest()

    def write(self, state: State) -> Row:
        """The state as numbers and bytes, without its journal."""
        row = Row()
        row.append(state.turn)
        self._table.write(state, row)
        _write_luck(state.luck, row)
        row.append(len(state.agenda))
        for thing in state.agenda:
            self._write_thing(thing, row)
        row.append(END)
        return row

    def read(self, rest: Rest) -> Any:
        """The state that was saved, without a journal; LookupError or ValueError if there is none."""
        turn = rest.one()
        state = self._table.read(rest)
        state.turn = turn
        state.luck = _read_luck(rest)
        state.journal = None
        state.agenda = [self._read_thing(rest) for _ in range(rest.one())]
        if rest.one() != END or not rest.is_read:
            raise ValueError("it does not end where it should")
        state.options = _options(state)
        return state

    # The agenda

    def _write_thing(self, thing: Any, row: Row) -> None:
        if type(thing) in FUNCTIONS:
            row.append(self._steps[thing])
        else:
            place, kind = self._records[type(thing)]
            row.append(place)
            kind.write(thing, row)

    def _read_thing(self, rest: Rest) -> Any:
        place = rest.one()
        if not 0 <= place < len(self._readers):
            raise ValueError("nothing of this game can stand on the agenda like this")
        return self._readers[place](rest)

    @cached_property
    def _table(self) -> Kind:
        return self._kinds.record(self._class, without=State.__slots__)

    @cached_property
    def _things(self) -> dict[str, Any]:
        """All that can stand on the agenda, by its module and its name, in the order of these."""
        found = list(_agenda_things(self._class))
        assert len({name for name, _ in found}) == len(found), "two things on the agenda have the same name"
        return dict(sorted(found))

    @cached_property
    def _steps(self) -> dict[Any, int]:
        return {thing: place for place, thing in enumerate(self._things.values()) if type(thing) in FUNCTIONS}

    @cached_property
    def _records(self) -> dict[type[Any], tuple[int, Kind]]:
        things = enumerate(self._things.values())
        return {thing: (place, self._kinds.of(thing)) for place, thing in things if isinstance(thing, type)}

    @cached_property
    def _readers(self) -> list[Any]:
        return [
            self._records[thing][1].read if isinstance(thing, type) else _giver(thing)
            for thing in self._things.values()
        ]


def _giver(step: Any) -> Any:
    return lambda rest: step


def _options(state: Any) -> Any:
    """They follow from the rest."""
    if not state.agenda:
        return {}
    top = state.agenda[-1]
    if not isinstance(top, Decision):
        raise ValueError("the game waits for no decision")
    found = {seat: top.options(state, seat) for seat in top.waiting(state)}
    if not found or not all(found.values()):
        raise ValueError("nobody can answer what is asked")
    return found


def _write_luck(luck: Luck, row: Row) -> None:
    BYTES.write(luck.deal, row)
    row.append(len(luck.drawn))
    for purpose in sorted(luck.drawn):
        BYTES.write(purpose.encode(), row)
        row.append(luck.drawn[purpose])


def _read_luck(rest: Rest) -> Luck:
    deal = rest.bytes()
    if len(deal) != DEAL_BYTES:
        raise ValueError("no deal")
    return Luck(deal, {BYTES.read(rest).decode(): rest.one() for _ in range(rest.one())})


def _agenda_things(state: type[State]) -> Iterator[tuple[str, Any]]:
    for module in _modules(state):
        for thing in vars(module).values():
            if getattr(thing, "__module__", None) == module.__name__ and _can_wait(thing, module):
                yield f"{module.__name__.rpartition('.')[2]}.{thing.__qualname__}", thing


def _modules(state: type[State]) -> Iterator[ModuleType]:
    """All modules of the game and of its family, whatever was imported so far; a game elsewhere is one module."""
    for cls in state.__mro__:
        if issubclass(cls, State) and cls is not State:
            package, _, module = cls.__module__.rpartition(".")
            names = [found.name for found in iter_modules(import_module(package).__path__)]
            for name in sorted(names) if package.startswith(REFEREE) else [module]:
                yield import_module(f"{package}.{name}")


def _can_wait(thing: Any, module: ModuleType) -> bool:
    """Whether it is a step, as a function or as a record whose objects can be called, or a decision."""
    if isinstance(thing, BuiltinFunctionType):
        return thing.__name__ in module.__steps__  # compiled functions say nothing of themselves (compiling/)
    if isinstance(thing, FunctionType):
        code = thing.__code__
        arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return arguments == ("state",) and thing.__annotations__.get("return") == "None"
    if not isinstance(thing, type) or not is_dataclass(thing) or isabstract(thing):
        return False
    return issubclass(thing, Decision) or any("__call__" in vars(base) for base in thing.__mro__)
