"""Commands that only look: games, rules, completion, doctor, and the bots that are there."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from serai.ladder.bots.toolchains import TOOLCHAINS
from serai.ladder.commands.main import run
from serai.referee.engine import is_compiled
from serai.referee.games import GAMES
from tests.commands.terminal import Here, succeeded


def test_games_are_listed_with_seats_epoch_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in games] == list(GAMES)
    assert next(game["seats"] for game in games if game["name"] == "yspahan") == [2, 3, 4]
    assert set(games[0]) == {"name", "title", "edition", "seats", "epoch", "options"}
    assert set(games[0]["options"][0]) == {"name", "choices", "default", "meaning"}


def test_games_are_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    said = capsys.readouterr().out
    assert "yspahan  " in said
    assert "two_players = off | on (default off)" in said
    assert next(line for line in said.splitlines() if line.startswith("yspahan ")).split()[1] == "2-4"
    assert "  2 seats with two_players=on\n" in said
    assert "\x1b" not in said


def test_rules_are_plain_text_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "yspahan"]) == 0
    assert capsys.readouterr().out.strip() == GAMES["yspahan"].rules.strip()


def test_rules_say_for_which_epoch_they_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "yspahan", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "game": "yspahan",
        "epoch": GAMES["yspahan"].epoch,
        "rules": GAMES["yspahan"].rules,
    }


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_every_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert "_SERAI_COMPLETE" in capsys.readouterr().out


def test_bash_understands_its_completion(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    assert subprocess.run(["bash", "-n"], check=False, input=script, text=True).returncode == 0


def test_the_doctor_names_what_works(here: Here, home: Path) -> None:
    findings = {finding["check"]: finding for finding in succeeded(here(home, "doctor", "--json")).json}
    platform = {"python", "engine", "redis", "persistence", "archive", "sandbox", "disk", "terminal"}
    assert set(findings) == {*platform, *TOOLCHAINS}
    assert findings["engine"]["detail"] == ("compiled by mypyc" if is_compiled() else "plain Python")
    assert findings["redis"]["works"]
    assert str(home) in findings["redis"]["detail"]
    assert findings["archive"]["detail"] == f"replays go to {home}/archive"
    assert not findings["go"]["needed"]


def test_the_doctor_says_no_when_what_is_needed_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("PATH", "/nowhere")
    assert run(["doctor"]) == 1
    said = capsys.readouterr().out
    assert said.splitlines()[0].split() == ["check", "result", "details"]
    assert "FAILED" in said
    assert "no go on the PATH" in said
    assert "replays stay in Redis" in said
    assert "Something that is needed does not work." in said


def test_a_bot_is_registered_once_and_found_again(here: Here, home: Path, twin: Path) -> None:
    first = succeeded(here(home, "bot", "add", twin, "--json")).json
    again = succeeded(here(home, "bot", "add", twin, "--json")).json
    assert (first["new"], again["new"]) == (True, False)
    listed = succeeded(here(home, "bot", "list", "--json")).json
    assert [bot["name"] for bot in listed][-1] == "twin"
    assert set(listed[-1]) == {
        *("name", "version", "language", "games", "built_in", "versions", "added", "disabled", "remote"),
        "connected",
    }
    shown = succeeded(here(home, "bot", "show", f"twin@{first['version'][:6]}", "--json")).json
    assert shown["version"] == first["version"]
    assert [version["version"] for version in shown["versions"]] == [first["version"]]


def test_a_list_without_registered_bots_says_how_they_get_there(
    here: Here, home: Path, twin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = "No bots are registered yet; serai bot add FOLDER registers one."
    before = succeeded(here(home, "bot", "list")).out.splitlines()
    assert (before[0].split()[0], before[-1]) == ("bot", sentence)
    monkeypatch.setattr("serai.ladder.bots.registry.built_in", dict)
    assert succeeded(here(home, "bot", "list")).out == sentence + "\n"
    assert succeeded(here(home, "bot", "list", "--json")).json == []
    succeeded(here(home, "bot", "add", twin))
    assert sentence not in succeeded(here(home, "bot", "list")).out


def test_built_in_bots_are_listed_as_such(here: Here, home: Path, twin: Path) -> None:
    succeeded(here(home, "bot", "add", twin))
    lines = succeeded(here(home, "bot", "list")).out.splitlines()
    rows = {line.split()[0]: line.split() for line in lines[2:]}
    assert (rows["random"][2], rows["random"][-2:]) == ("python", ["built", "in"])
    assert rows["twin"][2:5] == ["1", "python", "yspahan"]


def test_a_registered_bot_that_is_misspelt_is_named(here: Here, home: Path, twin: Path) -> None:
    succeeded(here(home, "bot", "add", twin))
    for command in ("show", "disable", "enable"):
        answer = here(home, "bot", command, "twinn")
        assert (answer.code, answer.err) == (2, "serai: no bot called twinn is registered; did you mean twin?\n")


def test_a_bot_can_be_kept_out_of_tournaments(here: Here, home: Path, twin: Path) -> None:
    succeeded(here(home, "bot", "add", twin))
    succeeded(here(home, "bot", "disable", "twin"))
    line = ("tournament", "create", "cup", "--game", "yspahan", "--bot", "twin", "--bot", "random", "--bot", "greedy")
    refused = here(home, *line)
    assert (refused.code, refused.err) == (2, "serai: twin is disabled; serai bot enable twin lets it play again\n")
    succeeded(here(home, "bot", "enable", "twin"))
    succeeded(here(home, *line))


@pytest.mark.parametrize("name", ["nobody", "nobody@1234"])
def test_a_bot_nobody_knows_is_a_mistake(here: Here, home: Path, name: str) -> None:
    answer = here(home, "bot", "show", name)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "serai: no bot called nobody is registered; see serai bot list\n"


def test_a_ladder_that_is_not_there_is_named(arena: Path, here: Here) -> None:
    said = succeeded(here(arena, "ladder", "--epoch", "99")).out
    assert said == "No games of epoch 99 are on record; serai ladder shows those there are.\n"
    assert "No games of catan are on record" in succeeded(here(arena, "ladder", "crosstable", "--game", "catan")).out
    assert succeeded(here(arena, "ladder", "--epoch", "99", "--json")).json == []
