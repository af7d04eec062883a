"""The source that is compiled does what the source does: run here in plain Python, record for record."""

import dataclasses
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compiling.modules import compiled_modules
from compiling.rewriting import rewritten
from compiling.tree import write_tree

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = '''
"""Doc of the module."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

LIMIT = 3
NAMES: dict[str, int] = {"a": 1}


@dataclass(frozen=True, slots=True)
class Point:
    """A point."""

    kind = "point"
    x: int
    y: int = LIMIT
    label: str = field(default="", compare=False)

    def far(self) -> bool:
        return self.x > LIMIT  # to the right


@dataclass(frozen=True, slots=True)
class Named(Point):
    """A point with a name."""

    known: ClassVar[int] = 1
    name: str = field(kw_only=True)
    notes: list[str] = field(default_factory=list)
    sum: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sum", self.x + self.y)


@dataclass(frozen=True, slots=True, eq=False)
class Once:
    """Equal to itself only."""


class Plain:
    """No record."""

    __slots__ = ("grown",)
    grown: bytearray

    def __init__(self) -> None:
        self.grown = bytearray(3)


class Pair(NamedTuple):
    """Two numbers."""

    one: int
    other: int = 2


def pairs() -> list[Pair]:
    """Filled in all ways."""
    return [Pair(max(1, 3), 4), Pair(5), Pair(6, other=7), Pair(*(8, 9))]


def step(state: Plain) -> None:
    """A step."""


def no_step(state: Plain, seat: int) -> None:
    """Of a seat."""
'''


def run(source: str) -> dict[str, Any]:
    """What a module holds; what mypyc is told by a decorator does nothing here."""
    module = ModuleType("tests.compiling.sample")
    sys.modules[module.__name__] = module
    names = vars(module) | {"_mypyc_attr": lambda **_: lambda cls: cls}
    vars(module).update(names)
    exec(compile(source, "sample.py", "exec"), vars(module))
    return vars(module)


@pytest.fixture(scope="module")
def both() -> tuple[dict[str, Any], dict[str, Any]]:
    """The sample as it is, and rewritten."""
    plain = run(SOURCE)
    module = sys.modules["tests.compiling.sample"]
    return plain, run(rewritten(SOURCE, module))


Make = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize(
    "make",
    [
        lambda names: names["Point"](1),
        lambda names: names["Point"](4, 5, "here"),
        lambda names: names["Named"](1, name="n"),
        lambda names: names["Named"](1, 2, "l", ["note"], name="n"),
        lambda names: names["Once"](),
    ],
)
def test_a_record_is_written_out_as_dataclasses_make_it(
    both: tuple[dict[str, Any], dict[str, Any]], make: Make
) -> None:
    plain: Any
    written: Any
    plain, written = map(make, both)
    assert repr(plain) == repr(written)
    assert (plain == make(both[0])) == (written == make(both[1]))
    assert type(plain).__doc__ == type(written).__doc__
    assert type(plain).__annotations__ == type(written).__annotations__
    assert type(plain).__match_args__ == type(written).__match_args__
    assert type(written).__dataclass_params__.frozen
    assert dataclasses.is_dataclass(written)
    described = [
        [(f.name, f.type, f.default, f.init, f.compare, f.kw_only) for f in dataclasses.fields(one)]
        for one in (plain, written)
    ]
    assert described[0] == described[1]


def test_records_compare_and_hash_by_the_same_values(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    for names in both:
        point = names["Point"]
        assert point(1, 2, "a") == point(1, 2, "b")
        assert hash(point(1, 2)) == hash((1, 2))
        assert point(1, 2) != names["Named"](1, 2, name="n")
        assert dataclasses.replace(point(1, 2), y=5) == point(1, 5)
        assert names["Named"](1, 2, name="n").sum == 3
        assert names["Named"].known == 1
        assert names["Point"].kind == "point"
        assert names["Point"](4).far()


def test_a_module_says_which_of_its_functions_are_steps(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert both[1]["__steps__"] == ("step",)


def test_constants_are_final_and_arrays_are_sequences() -> None:
    run(SOURCE)
    source = rewritten(SOURCE, sys.modules["tests.compiling.sample"])
    assert "LIMIT: _Final = 3" in source
    assert "NAMES: _Final[dict[str, int]] = " in source
    assert "    kind: _ClassVar = " in source
    assert "    grown: _MutableSequence[int]\n" in source


def test_a_named_tuple_that_is_given_all_its_values_is_filled_directly(
    both: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    plain, written = (names["pairs"]() for names in both)
    assert plain == written == [(3, 4), (5, 2), (6, 7), (8, 9)]
    assert [repr(pair) for pair in plain] == [repr(pair) for pair in written]
    source = rewritten(SOURCE, sys.modules["tests.compiling.sample"])
    assert "[_filled(Pair, (max(1, 3), 4,)), Pair(5), Pair(6, other=7), Pair(*(8, 9))]" in source


def test_everything_can_be_rewritten_and_plays_the_same(tmp_path: Path) -> None:
    """A saved state of the source is one of the rewritten source, and games come out the same."""
    files = write_tree(ROOT, tmp_path)
    assert len(files) == len(compiled_modules(ROOT)) > 100
    program = (
        "import builtins, sys, random\n"
        "builtins._mypyc_attr = lambda **_: lambda cls: cls\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from serai.referee.core.agenda import digest, over, options, push, waiting\n"
        "from serai.referee.games import GAMES\n"
        "for name, game in GAMES.items():\n"
        "    choose, state = random.Random(1), game.begin(max(game.seat_counts), bytes(32), {})\n"
        "    while not over(state):\n"
        "        seat = waiting(state)[0]\n"
        "        push(state, seat, choose.choice(options(state, seat)))\n"
        "    print(name, game.saved.shape, digest(state))\n"
    )
    said = [
        subprocess.run([sys.executable, "-P", "-c", program, str(where)], check=True, capture_output=True, text=True)
        for where in (ROOT, tmp_path)
    ]
    assert said[0].stdout == said[1].stdout
    assert len(said[0].stdout.splitlines()) == 6
