"""Who follows docs/adding-a-game.md has added a game: it is done here, in a copy of the repository, with Harbour."""

from __future__ import annotations

import ast
import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from serai.referee.games import GAMES
from tests.test_dev import load

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
HARBOUR = (ROOT / "tests" / "harbour.py").read_text(encoding="utf-8")
FOLDER = "referee/games/harbour"
PARTS = (
    *("proto", "serai", "referee", "server", "ladder", "sample_bots", "bench", "tests"),
    *("README.md", "pyproject.toml"),
)
NOT_COPIED = shutil.ignore_patterns("node_modules", "target", "build", "dist", "messages", "__pycache__", ".*_cache")
MOST_TOUCHED = 10
# What those who have no tools to generate code cannot try.
NEEDS_MESSAGES = (
    "tests/test_every_game.py",
    "tests/server/test_conformance_kinds.py",
    "tests/sample_bots/test_python_bots.py",
)
# All else that tests/test_every_game.py proves, it proves of tests/harbour.py anyway.
PROVED_WITH_MESSAGES = "wire or bot_sends or play_ends or reaches or question or greedy or again"
RULES_ALONE = (
    *("tests/test_game_folders.py", "tests/test_clauses.py", "tests/test_golden_replays.py", "tests/games/harbour"),
    "tests/test_readme.py::test_the_table_of_games_is_that_of_the_program",
)

_SHOWN = re.compile(r"^`([\w/.]+)`:\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ADDED = re.compile(r"^ (.*)\n\+(.*)$", re.MULTILINE)
_ROW = re.compile(r"^\| `([\w/.]+)` \| (.*) \|$", re.MULTILINE)


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


EXISTING, _, ADDED = section("What it touches").partition("New files:")
TOUCHED, NEW = (dict(_ROW.findall(table)) for table in (EXISTING, ADDED))
PLAY_AT_RANDOM, WRITE_REPLAYS = _TYPED.findall(PAGE)
# The files of the game that parts of the example belong in, with the names of those parts.
MODULES = {
    path: re.findall(r"`(\w+)`", row.partition(",")[0])
    for path, row in _ROW.findall(section("2. Write the folder") + section("7. Test it"))
}


# --- following the page


def follow(tree: Path) -> None:
    """Do what the page says, but for what is generated and typed."""
    for path, language, content in _SHOWN.findall(PAGE):
        place = tree / path
        if language == "diff":
            place.write_text(edited(place.read_text(encoding="utf-8"), content), encoding="utf-8")
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, encoding="utf-8")
    shutil.copyfile(ROOT / "tests" / "harbour.toml", tree / FOLDER / "data.toml")
    (tree / FOLDER / "__init__.py").touch()
    for path, content in cut_up():
        (tree / path).write_text(content, encoding="utf-8")


def edited(text: str, changes: str) -> str:
    """The text with lines added, each behind the line that is shown above it (with dots: that begins so)."""
    for above, added in _ADDED.findall(changes):
        (line,) = [line for line in text.splitlines() if line.startswith(above.removesuffix("..."))]
        text = text.replace(f"{line}\n", f"{line}\n{added}\n", 1)
    return text


def cut_up() -> Iterator[tuple[str, str]]:
    """The modules of the game: the parts of tests/harbour.py that the page names, and the imports they need."""
    homes = {name: path for path, found in MODULES.items() for name in found}
    imports, parts = taken_apart(HARBOUR)
    for path in MODULES:
        own = [part for names, part in parts if homes[names[0]] == path]
        used = {node.id for part in own for node in ast.walk(part) if isinstance(node, ast.Name)}
        foreign = sorted(name for name in used & homes.keys() if homes[name] != path)
        lines = [f"from serai.{FOLDER.replace('/', '.')}.{homes[name][:-3]} import {name}" for name in foreign]
        body = "\n\n".join(source(part) for part in own)
        yield path if "/" in path else f"{FOLDER}/{path}", "\n".join([imports, *lines, "", body, ""])


def taken_apart(text: str) -> tuple[str, list[tuple[list[str], ast.stmt]]]:
    """The imports of a module, and everything it defines with the names that each part defines."""
    body = ast.parse(text).body[1:]
    imports = [part for part in body if isinstance(part, ast.Import | ast.ImportFrom)]
    return "\n".join(map(source, imports)), [(names(part), part) for part in body if part not in imports]


def names(part: ast.stmt) -> list[str]:
    if isinstance(part, ast.ClassDef | ast.FunctionDef):
        return [part.name]
    targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AnnAssign) else []
    return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]


def source(part: ast.stmt) -> str:
    """A part in the words of its new place."""
    written = ast.unparse(part).replace("harbour.toml", "data.toml")
    return re.sub(r"\bHARBOUR\b", "GAME", written)


def generate(tree: Path) -> None:
    """What `./dev proto` does; skips the test where nobody has made the environment for it."""
    script = load(ROOT)
    if not script.GENERATE.python.exists():
        pytest.skip("no .venv-proto, whose tools generate the messages; ./dev proto makes it")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(script, "PROTO", tree / "proto")
        script.generate(tree)


def typed(tree: Path, line: str) -> str:
    """What a command prints in the copy; it has to succeed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environment = {**inherited, "PATH": path, "PYTHONPATH": str(tree)}
    done = subprocess.run(["bash", "-ec", line], check=False, capture_output=True, text=True, cwd=tree, env=environment)
    assert done.returncode == 0, f"{line}\nended with {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository in which the page has been followed, up to what is generated."""
    tree = tmp_path_factory.mktemp("seventh")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tree / part, symlinks=True, ignore=NOT_COPIED)
        else:
            shutil.copyfile(ROOT / part, tree / part)
    follow(tree)
    write_replays(tree)
    return tree


def write_replays(tree: Path) -> None:
    """What the page types, but in one process: nine would load all games nine times."""
    lines = typed(tree, f'python() {{ echo "$@"; }}\n{WRITE_REPLAYS}').splitlines()
    calls = [f"sys.argv = {line.split()[1:]}; golden.main()" for line in lines]
    (tree / "write_replays.py").write_text("\n".join(["import sys", "from tests import golden", *calls]))
    typed(tree, "python write_replays.py && rm write_replays.py")


def changed(tree: Path) -> tuple[set[str], set[str]]:
    """The files of the copy that are not as they were, and those that are new."""
    files = {str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    new = {path for path in files if not (ROOT / path).exists()}
    return {path for path in files - new if not filecmp.cmp(tree / path, ROOT / path, shallow=False)}, new


def are_generated(paths: Iterable[str]) -> set[str]:
    return {path for path in paths if "_pb2" in path}


# --- what the page promises


def test_a_new_game_touches_few_files() -> None:
    assert 0 < len(TOUCHED) <= MOST_TOUCHED


def test_every_part_of_the_example_has_its_place() -> None:
    placed = [name for found in MODULES.values() for name in found]
    assert sorted(placed) == sorted(name for found, _ in taken_apart(HARBOUR)[1] for name in found)


def test_the_files_are_those_of_the_page(tree: Path) -> None:
    touched, new = changed(tree)
    assert touched - are_generated(touched) == set(TOUCHED) - are_generated(TOUCHED)
    assert {path for path in new if not path.startswith(tuple(NEW))} == set()
    written = set(NEW) - are_generated(NEW)
    assert {path for path in written if not any(file.startswith(path) for file in new)} == set()


def test_the_game_is_listed_and_played(tree: Path) -> None:
    """The one list of games is enough for the command and for random games."""
    listing = json.loads(typed(tree, "python -c 'from serai.command import main; main()' games --json"))
    assert [game["name"] for game in listing] == [*GAMES, "harbour"]
    assert "20 games ended as they must" in typed(tree, PLAY_AT_RANDOM)


def test_its_rules_pass_the_tests_of_every_game(tree: Path) -> None:
    assert " passed" in pytest_in(tree, RULES_ALONE, "harbour or table_of_games")


def test_its_messages_pass_the_tests_of_every_game(tree: Path) -> None:
    generate(tree)
    touched, new = changed(tree)
    assert are_generated(touched | new) == are_generated((*TOUCHED, *NEW))
    assert " passed" in pytest_in(tree, NEEDS_MESSAGES, f"harbour and ({PROVED_WITH_MESSAGES}) and not processes")


def pytest_in(tree: Path, files: Sequence[str], wanted: str) -> str:
    """What pytest prints in the copy. Bots are processes with an environment of their own: they would not find it."""
    return typed(tree, f"python -m pytest -q -p no:xdist -p no:cacheprovider {' '.join(files)} -k '{wanted}'")
