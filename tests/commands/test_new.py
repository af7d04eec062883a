"""`serai bot new`: a working bot in every language there is a sample in, and nothing half-written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from serai.ladder.bots import bot_archive, manifest, registry, scaffold
from serai.ladder.bots.toolchains import lack
from serai.referee.games import GAMES
from tests.commands.terminal import Here, serai, succeeded

LANGUAGES = scaffold.languages()
NAME = "7th-try_at"


def made_by_a_build(path: str) -> bool:
    return bool({"node_modules", "target", "build", "__pycache__"} & set(Path(path).parts))


def test_there_are_languages() -> None:
    assert {"python", "cpp", "json"} <= set(LANGUAGES) <= set(scaffold.SAMPLES)
    assert set(scaffold.ALIASES.values()) <= set(scaffold.SAMPLES)
    assert not set(scaffold.ALIASES) & set(scaffold.SAMPLES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_is_the_sample_under_another_name(language: str, tmp_path: Path, here: Here) -> None:
    made = succeeded(here(tmp_path, "bot", "new", "--language", language, NAME, "--into", tmp_path, "--json")).json
    folder = tmp_path / NAME
    sample = registry.built_in()[scaffold.SAMPLES[language]]
    theirs = bot_archive.files(sample, manifest.read_manifest(sample).ignore)
    assert made == {
        "name": NAME,
        "language": language,
        "folder": str(folder),
        "files": [file.path for file in theirs],
        "lack": lack(language),
    }
    assert [(file.path, file.executable) for file in bot_archive.files(folder)] == [
        (f.path, f.executable) for f in theirs
    ]
    assert not any(made_by_a_build(path) for path in made["files"])
    assert manifest.read_manifest(folder).name == NAME
    assert manifest.read_manifest(folder).language == language
    assert set(manifest.read_manifest(folder).all_games()) == set(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_the_sample_is_nowhere_left(language: str, tmp_path: Path) -> None:
    bot = scaffold.create(NAME, language, tmp_path)
    sample = scaffold.SAMPLES[language]
    own = re.compile(rf"(?<![\w-]){sample}(?![\w-])" if "-" in sample else rf'"{sample}"|\b{sample.capitalize()}\b')
    texts = {path: (bot.folder / path).read_text(encoding="utf-8") for path in bot.files}
    assert [path for path, text in texts.items() if own.search(text)] == []
    assert any(NAME in text or "Bot7thTryAt" in text for path, text in texts.items() if path != manifest.MANIFEST_FILE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_do_next_is_said_in_three_lines(language: str, tmp_path: Path, here: Here) -> None:
    said = succeeded(here(tmp_path, "bot", "new", "--language", language, "mine", "--into", tmp_path)).out.splitlines()
    folder = tmp_path / "mine"
    source = Path(said[0].removeprefix("write  choose() in "))
    assert source.is_relative_to(folder)
    assert "choose(" in source.read_text(encoding="utf-8").lower()
    assert said[1:3] == [f"play   serai play yspahan {folder} random random", f"check  serai bot check {folder}"]
    assert bool(said[3:]) == bool(lack(language))


def test_a_new_bot_plays_at_once(home: Path) -> None:
    """Those of the other languages play in the tests of the page for bot authors."""
    succeeded(serai(home, "bot", "new", "--language", "python", "mine"))
    games = succeeded(serai(home, "play", "yspahan", "./mine", "random", "random", "--json")).json_lines
    played = [seat for game in games for seat in game["seats"] if seat["bot"] == "mine"]
    assert [seat["ending"] for seat in played] == ["played"] * 3


@pytest.mark.parametrize("alias", ["py", "Python", "PYTHON3"])
def test_a_language_has_more_than_one_name(alias: str, tmp_path: Path) -> None:
    assert scaffold.create("mine", alias, tmp_path).language == "python"


def test_what_a_build_left_in_the_sample_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = tmp_path / "cpp-random"
    bot_archive.unpack(registry.package(registry.built_in()["cpp-random"]).archive, sample)
    for path in ("build/bot", "target/x", "node_modules/y/z"):
        (sample / path).parent.mkdir(parents=True)
        (sample / path).write_text("made")
    monkeypatch.setattr(registry, "built_in", lambda: {"cpp-random": sample})
    made = scaffold.create("mine", "c++", tmp_path).files
    assert "bot.cpp" in made
    assert not any(made_by_a_build(path) for path in made)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("--language pyhton mine", "there is no sample in pyhton; there are python, "),
        ("--language pyhton mine", "; did you mean python?"),
        ("--language python My_Bot", "a bot cannot be called 'My_Bot': a name is up to 40 of a-z"),
        ("--language python ../mine", "a bot cannot be called '../mine'"),
        ("--language python random", "random is the name of a built-in bot; choose another"),
        ("--language python taken", "taken exists already; choose another name, or another place with --into"),
        ("--language python dangling", "dangling exists already"),
        ("--language python mine --into nowhere", "Directory 'nowhere' does not exist"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing(
    line: str, complaint: str, tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "dangling").symlink_to("nowhere")
    monkeypatch.chdir(tmp_path)
    answer = here(tmp_path, "bot", "new", *line.split())
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["dangling", "taken"]


def test_a_bot_is_in_python_unless_another_language_is_named(home: Path, here: Here) -> None:
    made = here(home, "bot", "new", "mine", "--into", str(home), "--json")
    assert (made.code, made.json["language"]) == (0, "python")


def test_a_folder_that_cannot_be_written_is_one_line(here: Here, home: Path) -> None:
    answer = here(home, "bot", "new", "--language", "python", "mine", "--into", "/proc")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "/proc/mine cannot be written" in answer.err


def test_a_name_that_is_a_word_is_replaced_only_where_it_is_a_name() -> None:
    text = b'name = "random"\n# looks random\nclass Random(serai.Bot):\nRandom().run()\nRandomness\n'
    assert scaffold.renamed(text, "random", "my-bot") == (
        b'name = "my-bot"\n# looks random\nclass MyBot(serai.Bot):\nMyBot().run()\nRandomness\n'
    )
    assert scaffold.renamed(b"go-random go-random2 x-go-random", "go-random", "mine") == b"mine go-random2 x-go-random"
