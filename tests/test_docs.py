"""The pages are true: commands run and print what is shown, messages are messages, what is named exists."""

from __future__ import annotations

import ast
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf import json_format

from serai.ladder.bots import scaffold
from serai.ladder.bots.toolchains import lack
from serai.v1 import referee_pb2 as wire
from tests.test_readme import Command, assert_printed, typed

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
LONGEST = 400  # lines

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#]+[^)]*)\)")
_GAME_ID = re.compile(r"\b[0-9a-f]{20}\b")
_NEW = re.compile(r"serai bot new --language (\w+) (\w+)")
_ROW = re.compile(r"^\| (`.*?`) \| .*? \| (`.*?`) \|", re.MULTILINE)
_LEFT_OUT = re.compile(r",?\s*\.\.\.(?=\s*[]}])")


def blocks(language: str) -> list[str]:
    return [block for kind, block in _BLOCK.findall(PAGE) if kind == language]


def sessions() -> Iterator[Command]:
    """What is typed and shown, in the order of the page."""
    for block in blocks("console"):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = session.partition("\n")
            yield Command(line, printed)


LINES = [line for block in blocks("sh") for line in block.splitlines()]
NEW_BOTS = {name: language for language, name in (found for line in LINES for found in _NEW.findall(line))}


@pytest.fixture
def desk() -> Iterator[Path]:
    """An empty folder with a home in it, whose builds begin with what others have compiled. The path is short."""
    with tempfile.TemporaryDirectory(prefix="serai-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if shared := os.environ.get("SERAI_TEST_BUILDS"):
            (Path(shared) / "cache").mkdir(parents=True, exist_ok=True)
            (folder / "home").mkdir()
            (folder / "home" / "cache").symlink_to(Path(shared) / "cache")
        yield folder


def test_every_command_succeeds_and_prints_what_is_shown(desk: Path) -> None:
    """One session from top to bottom; the ids of games are those that were printed."""
    ids: dict[str, str] = {}
    for line, shown in sessions():
        printed = typed(_GAME_ID.sub(lambda found: ids[found[0]], line), desk)
        assert shown is not None
        assert_printed(shown, printed)
        named = dict.fromkeys(_GAME_ID.findall(shown))
        ids.update(zip(named, dict.fromkeys(_GAME_ID.findall(printed)), strict=False))
    assert ids


@pytest.mark.timeout(900)  # compilers take their time
@pytest.mark.parametrize("name", NEW_BOTS)
def test_a_new_bot_of_every_language_plays_and_passes_the_check(name: str, desk: Path) -> None:
    language = NEW_BOTS[name]
    if language not in scaffold.languages() or lack(language):
        pytest.skip(f"{name}: {lack(language) or f'there is no sample in {language}'}")
    lines = [line for line in LINES if name in line]
    assert lines == [f"serai bot new --language {language} {name}", f"serai play yspahan ./{name} random random"]
    said = [typed(line, desk) for line in lines]
    row = next(line.split() for line in said[-1].splitlines() if line.startswith(name))
    assert len(row) == len(["bot", "games", "wins", "points", "place"]), "it was retired"
    assert " 0 failed, " in typed(f"serai bot check ./{name}", desk)


def test_every_language_has_its_section() -> None:
    assert set(NEW_BOTS.values()) == set(scaffold.SAMPLES)


def test_the_table_says_where_choose_is(tmp_path: Path) -> None:
    rows: dict[str, str] = {}
    for names, places in _ROW.findall(PAGE.partition("\n## In your language\n")[2].partition("\n### ")[0]):
        rows.update(zip(re.findall(r"`(.*?)`", names), re.findall(r"`(.*?)`", places), strict=True))
    assert set(rows) == set(scaffold.SAMPLES)
    starts = {
        language: scaffold.create(f"new_{language}", language, tmp_path).start for language in scaffold.languages()
    }
    assert {language: rows[language] for language in starts} == starts


# --- the conversation


def message(block: str) -> wire.PlayRequest | wire.PlayResponse:
    """A message of the page without the marks for what is left out; ParseError if it is none."""
    text = _LEFT_OUT.sub("", block)
    from_bot = text.startswith(('{"hello"', '{"answers"'))
    return json_format.Parse(text, wire.PlayRequest() if from_bot else wire.PlayResponse())


def test_the_conversation_is_made_of_messages() -> None:
    said = [message(block) for block in blocks("json")]
    kinds = [field.name for each in said for field, _ in each.ListFields()]
    opening = ["hello", "welcome", "games_started", "questions", "answers", "answers"]
    assert kinds == [*opening, "games_ended", "faults"]
    assert set(kinds) >= set(wire.PlayResponse.DESCRIPTOR.fields_by_name)


def test_the_answers_answer_the_question() -> None:
    said = [message(block) for block in blocks("json")]
    question = next(each.questions[0] for each in said if isinstance(each, wire.PlayResponse) and each.questions)
    answers = [answer for each in said if isinstance(each, wire.PlayRequest) for answer in each.answers]
    by_place, by_action = answers
    assert {answer.question_id for answer in answers} == {question.question_id}
    assert question.options[by_place.option] == by_action.action


def test_every_cause_of_a_fault_is_explained() -> None:
    causes = [name.removeprefix("FAULT_CAUSE_").lower() for name in wire.FaultCause.keys()[1:]]
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.partition("\n## Faults\n")[2].partition("\n## ")[0], re.MULTILINE)
    assert sorted(rows) == sorted(causes)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    prose = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    linked = [link.partition("#")[0] for link in _LINK.findall(prose)]
    assert [link for link in linked if "://" not in link and not (page.parent / link).exists()] == []


def test_the_page_can_be_read_in_a_sitting() -> None:
    assert len(PAGE.splitlines()) < LONGEST


def test_the_way_of_a_decision_names_what_exists() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    way = page.partition("<!-- the way: begin -->")[2].partition("<!-- the way: end -->")[0]
    hops = re.findall(r"`([\w/]+\.py)` `(\w+)`", way)
    assert len(hops) > 50
    assert [hop for hop in hops if hop[1] not in defined_in(ROOT / hop[0])] == []


def defined_in(path: Path) -> set[str]:
    """The names of all functions, methods and classes of a file."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds)}
