"""The README is true: its commands run and print what it shows, its first bot plays, its tables are complete."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest

from serai.ladder.bots import registry
from serai.ladder.commands.main import run, serai

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

# Commands that a test cannot run, and why; what can be checked of them is checked below.
NOT_RUN = {
    "./dev demo": "it may set up the environment we are running in; `serai demo`, which it becomes, is run below",
    "./dev test": "it would run this test again",
    "./dev bench": "it takes minutes and wants the machine for itself",
    "docker compose up --build --detach --scale worker=4": "it needs a container engine",
    "docker compose exec worker serai demo --keep": "it needs the containers",
    "docker compose run --rm organiser bot add /bots/my_bot": "it needs the containers",
}
WHOLE_DEMO = 48  # games: fewer would not fill a ladder

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^`(my_bot/[\w.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_GAME_ID = re.compile(r"replay show ([0-9a-f]{20})$", re.MULTILINE)
_NUMBER = re.compile(r"\b[0-9a-f]{8,}\b|\d+(?:[.,]\d+)*")
_INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_ROW = re.compile(r"^\| .* \|$", re.MULTILINE)
_BOT = re.compile(r"^\d +(\S+) +([0-9a-f]{8}) ", re.MULTILINE)  # a row of a ladder
_ANYTHING = "..."


class Command(NamedTuple):
    """A line of the README that a reader would type, and what it says will be printed (None: nothing is said)."""

    line: str
    printed: str | None


def commands() -> Iterator[Command]:
    """Everything to be typed, in the order of the README."""
    for language, block in _BLOCK.findall(README):
        if language == "sh":
            yield from (Command(line, None) for line in block.splitlines())
        elif language == "console":
            for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, printed = session.partition("\n")
                yield Command(line, printed)


def section(title: str) -> str:
    found = README.partition(f"\n## {title}\n")[2]
    assert found, f"the README has no section {title}"
    return found.partition("\n## ")[0]


# --- commands are run


@pytest.fixture
def desk() -> Iterator[Path]:
    """A folder that looks like a checkout, with a home in it. The path is short: sockets live below it."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "dev").symlink_to(ROOT / "dev")
        (folder / ".venv").symlink_to(sys.prefix)
        for path, content in _FILE.findall(README):
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8")
        yield folder


def typed(line: str, desk: Path) -> str:
    """What a command prints that is typed there; it has to succeed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "SERAI_HOME": str(desk / "home"), "TMPDIR": str(desk)}
    shell = ["bash", "-o", "pipefail", "-c", line]
    done = subprocess.run(shell, check=False, capture_output=True, text=True, cwd=desk, env=environment)
    wanted = int(line.rpartition("# exit code ")[2]) if "# exit code " in line else 0
    assert done.returncode == wanted, f"{line}\nended with {done.returncode}: {done.stderr}"
    return done.stdout


def words(text: str) -> str:
    """A text without what differs from run to run: numbers, ids, widths, and which of two twins is ahead."""
    lines = (_plain(_NUMBER.sub("#", line.replace("-twin", ""))) for line in text.strip("\n").splitlines())
    return "".join(" ".join(re.sub("─+", "─", line).split()) + "\n" for line in lines)


def _plain(line: str) -> str:
    """A line whose numbers are gone, without what else luck decides: ranges of places, groups, signs of trends."""
    return re.sub(r"(?<=# )( *)[a-f]+(?= +#)", r"\1group", re.sub(r"#–#", "#", re.sub(r"[+-]#", "#", line)))


def assert_printed(shown: str, printed: str) -> None:
    """The words are those of the README, in its order; it may leave out lines."""
    said, at = words(printed), 0
    *parts, last = words(shown).split(f"{_ANYTHING}\n")
    for place, part in enumerate(parts):
        found = said.find(part, at)
        assert found == 0 or (found > 0 and place > 0), f"the README shows\n{part}\nbut this was printed:\n{printed}"
        at = found + len(part)
    rest = said[at:]
    right = rest.endswith(last) if parts else rest == last
    assert right, f"the README shows at the end\n{last}\nbut this was printed:\n{printed}"


def renamed(line: str, ids: dict[str, str]) -> str:
    """A command with the game ids that were printed in place of those the README shows."""
    return _GAME_ID.sub(lambda found: found[0].replace(found[1], ids[found[1]]), line)


def test_every_command_succeeds_and_prints_what_is_shown(desk: Path) -> None:
    """One session from top to bottom."""
    ids: dict[str, str] = {}
    for line, shown in commands():
        if line in NOT_RUN:
            continue
        printed = typed(renamed(line, ids), desk)
        if shown is not None:
            assert_printed(shown, printed)
            ids.update(zip(_GAME_ID.findall(shown), _GAME_ID.findall(printed), strict=True))
    assert ids


def test_the_demo_prints_what_is_shown(desk: Path) -> None:
    """In full size: it is the first thing a newcomer sees."""
    shown = next(command.printed for command in commands() if command.line == "./dev demo")
    printed = typed("serai demo", desk)
    assert shown is not None
    assert_printed(shown, printed)
    proved, games = re.findall(r"(\d+) of (\d+) games were played again and proved", printed)[0]
    assert int(proved) == int(games) >= WHOLE_DEMO


# --- commands that are not run are there


def test_what_is_not_run_stands_in_the_readme() -> None:
    assert NOT_RUN.keys() <= {command.line for command in commands()}


def test_every_command_of_the_script_exists() -> None:
    usage = subprocess.run([sys.executable, ROOT / "dev", "--help"], check=True, capture_output=True, text=True).stdout
    named = set(re.findall(r"\./dev (\w+)", README))
    assert {"demo", "test", "bench"} <= named <= set(re.findall(r"^  (\w+) ", usage, re.MULTILINE))


def find(line: list[str]) -> tuple[click.Command, list[str]]:
    """The command that is meant by the words after `serai`, and the words that are left for it."""
    command: click.Command = serai
    rest = list(line)
    while isinstance(command, click.Group) and rest and rest[0] in command.list_commands(click.Context(command)):
        inner = command.get_command(click.Context(command), rest.pop(0))
        assert inner is not None
        command = inner
    return command, rest


@pytest.mark.parametrize("line", sorted({code for code in _INLINE.findall(README) if code.startswith("serai ")}))
def test_a_command_named_in_the_text_exists(line: str) -> None:
    command, rest = find(shlex.split(line)[1:])
    options = {name for parameter in command.params for name in (*parameter.opts, "--help")}
    assert command is not serai
    assert not isinstance(command, click.Group) or not rest
    assert {word for word in rest if word.startswith("-")} <= options


def compose_commands() -> list[list[str]]:
    """What the containers of our image are told to do: the image's entry point is `serai`."""
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    services = re.split(r"^  (?=\w+:$)", text, flags=re.MULTILINE)
    ours = [service for service in services if re.search(r"image: serai\b", service)]
    return [json.loads(re.findall(r"^ +command: (\[.*\])$", service, re.MULTILINE)[0]) for service in ours]


def test_the_containers_are_started_with_commands_that_exist() -> None:
    in_readme = [shlex.split(line.partition(" serai ")[2]) for line in NOT_RUN if " serai " in line]
    lines = [*compose_commands(), *in_readme]
    assert [line[0] for line in lines] == ["serve", "worker", "status", "demo"]
    for line in lines:
        command, rest = find(line)
        assert command.make_context(line[0], rest).args == []


# --- what is written is so


def test_the_first_bot_is_short_and_typed(desk: Path) -> None:
    source = desk / "my_bot" / "bot.py"
    assert len(source.read_text(encoding="utf-8").splitlines()) <= 20
    settings = ["--strict", f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={desk / 'cache'}"]
    check = [sys.executable, "-m", "mypy", *settings, str(source)]
    done = subprocess.run(check, check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def table_row(game: dict[str, Any]) -> str:
    """A game as the table of games should show it."""
    seats = ", ".join(map(str, game["seats"]))
    options = "; ".join(f"`{option['name']}` {', '.join(choices(option))}" for option in game["options"])
    return f"| `{game['name']}` | {game['title']}, {game['edition']} | {seats} | {options} | {game['epoch']} |"


def choices(option: dict[str, Any]) -> list[str]:
    """The default first."""
    return [option["default"], *(choice for choice in option["choices"] if choice != option["default"])]


def test_the_table_of_games_is_that_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    head, _, *rows = _ROW.findall(section("Games"))
    assert head == "| game | edition | seats | options, the default first | epoch |"
    assert rows == [table_row(game) for game in games]


def test_everything_the_readme_points_to_exists() -> None:
    tops = "|".join(path.name for path in ROOT.iterdir() if not path.name.startswith("."))
    pointed = {code for code in _INLINE.findall(README) if re.fullmatch(rf"(?:{tops})(?:/[^<>]*)?", code)}
    assert {path for path in pointed if not (ROOT / path).exists()} == set()
    layout = [row.split("`")[1] for row in _ROW.findall(section("Where things are"))[2:]]
    assert set(layout) <= pointed


def test_the_promises_name_their_proofs() -> None:
    rows = _ROW.findall(section("What is promised, and how it is proved"))[2:]
    assert rows
    for row in rows:
        proofs = re.findall(r"`(tests/[\w/]+\.py)`", row.rpartition(" | ")[2])
        assert proofs, f"nothing proves: {row}"


def test_the_versions_of_our_bots_are_shown_as_they_are() -> None:
    """Numbers differ from run to run, and versions look like numbers; these do not differ."""
    found = [registry.package(registry.built_in()[name]) for name in ("greedy", "random")]
    ours = [package.bot for original in found for package in (original, registry.twin(original))]
    shown = set(_BOT.findall(README))
    assert {(bot.name, bot.version[:8]) for bot in ours} <= shown
    assert len(dict(shown)) == len(shown), "one bot, two versions"
