"""Facts and command lines of any shape (hypothesis): read as they were written, or refused in a line."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.documents import WORDS
from serai.ladder.bots.manifest import parse_manifest
from serai.ladder.commands.main import run
from serai.ladder.commands.rate_facts import read_facts
from serai.ladder.errors import Problem, UserProblem
from serai.ladder.model import game_record
from serai.ladder.storage import packing

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
SEAT = {"bot": "a", "version": "0" * 32, "points": 1, "rank": 1, "ending": "played", "cause": None}
FACT: dict[str, Any] = {
    "game_id": "0" * 20,
    "game": "yspahan",
    "epoch": 2,
    "seats": [SEAT, {**SEAT, "bot": "b", "rank": 2}],
    "decisions": 7,
    "digest": "0" * 32,
    "times": {"started": "", "seconds": 1.0},
}


@settings(max_examples=30)
@given(st.lists(st.dictionaries(st.text(max_size=9), ANYTHING, max_size=4), max_size=3))
def test_facts_come_out_of_the_store_as_they_went_in(facts: Any) -> None:
    assert packing.unpack_facts(packing.pack_facts(facts)) == facts


def what_is_told_of(fact: Any) -> str:
    """Return why it is refused; empty if it is read."""
    try:
        list(read_facts([json.dumps(fact)], "it"))
    except UserProblem as problem:
        return str(problem)
    return ""


@given(st.sampled_from(sorted(FACT)), ANYTHING)
def test_a_fact_with_any_value_is_read_or_refused(field: str, value: Any) -> None:
    told = what_is_told_of({**FACT, field: value})
    assert told == "" or (told.startswith("it, line 1") and "\n" not in told)


@given(st.sampled_from(sorted(SEAT)), ANYTHING)
def test_a_seat_with_any_value_is_read_or_refused(field: str, value: Any) -> None:
    told = what_is_told_of({**FACT, "seats": [{**SEAT, field: value}, SEAT]})
    assert told == "" or (told.startswith("it, line 1, seat 0") and "\n" not in told)


ARGUMENTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=25)
@given(words=st.sampled_from(WORDS), at=st.integers(1, 6), word=ARGUMENTS | st.sampled_from(["-1", "9" * 30, "--json"]))
def test_any_word_on_a_command_line_is_answered(words: tuple[str, ...], at: int, word: str) -> None:
    """With an exit code that the help names, and a line for who made the mistake; without a store, so nothing runs."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        patch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
        code = run([*words[:at], word, *words[at:]])
    assert code in (0, 1, 2, 3)
    assert "Traceback" not in said.getvalue()


# What was found: names longer than the system allows, JSON and TOML that nest deeper than Python can follow, and bombs
# in the store.


@pytest.mark.parametrize("words", [("replay", "export"), ("play", "yspahan", "greedy")])
def test_a_name_longer_than_any_file_can_have_is_a_mistake(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SERAI_HOME", str(tmp_path))
    assert run([*words, "[" * 5000]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line == f"serai: no file can have so long a name: {'[' * 40}..."


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"identity": "", "fact": {}, "replay": ' + "[" * 5000 + "]" * 5000 + "}"]
)
def test_a_game_that_nests_too_deep_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.json").write_text(text)
    with pytest.raises(UserProblem, match="does not hold JSON"):
        game_record.read(tmp_path / "game.json")


def test_retirements_that_are_no_list_are_refused(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text('{"identity": "", "fact": {}, "replay": {"retirements": 0.5}}')
    with pytest.raises(UserProblem, match="its retirements are no list of objects"):
        game_record.read(tmp_path / "game.json")


@pytest.mark.parametrize("text", ["name = " + "[" * 5000, "x = " + "{a=" * 3000])
def test_a_manifest_that_nests_too_deep_is_refused(text: str) -> None:
    with pytest.raises(Problem, match="it nests too deep"):
        parse_manifest(text, "it")


def test_what_grows_without_end_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "LARGEST", 1000)
    assert packing.unpack(packing.pack([0] * 400)) == [0] * 400
    with pytest.raises(ValueError, match="not whole, or goes on, or is too large"):
        packing.unpack(packing.pack([0] * 4000))


def test_facts_with_something_after_them_are_refused() -> None:
    facts: Any = [FACT]
    with pytest.raises(ValueError, match="not whole, or goes on"):
        packing.unpack_facts(packing.pack_facts(facts) + b"more")
