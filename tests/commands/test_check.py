"""`serai bot check`: sound bots pass, and what is wrong with others is shown with its evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.broken_bots.kinds import KINDS, bot_folder
from tests.commands.terminal import Here, succeeded

FEWEST_CHECKS = 60
FIELDS = {"check", "result", "cause", "detail", "question", "answer", "output", "hint"}

MODEST_TOML = """
name = "modest"
language = "python"
games = ["yspahan"]
run = ["{python}", "bot.py"]
transport = "tcp"
"""
MODEST = """
import serai

class Modest(serai.Bot):
    games = ("yspahan",)
    max_games = 1

    def choose(self, table, view, options):
        return options[-1]

Modest().run()
"""


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_sample_bots_pass_every_check(bot: str, home: Path, here: Here) -> None:
    found = succeeded(here(home, "bot", "check", bot, "--json")).json
    assert [entry for entry in found["checks"] if entry["result"] != "ok"] == []
    assert all(set(entry) == FIELDS for entry in found["checks"])
    summary = found["summary"]
    assert summary["checks"] == summary["ok"] == len(found["checks"]) > 2 * FEWEST_CHECKS
    assert (summary["failed"], summary["not_reached"]) == (0, 0)
    assert summary["bot"].startswith(f"{bot}@")


def test_a_bot_that_takes_one_game_at_a_time_over_tcp_passes_too(home: Path, here: Here) -> None:
    (home / "modest").mkdir()
    (home / "modest" / "bot.toml").write_text(MODEST_TOML)
    (home / "modest" / "bot.py").write_text(MODEST)
    said = succeeded(here(home, "bot", "check", home / "modest")).out
    assert "\nFAILED " not in said
    assert " ok, 0 failed, " in said


def test_the_list_names_every_check_and_runs_nothing(home: Path, here: Here) -> None:
    listed = succeeded(here(home, "bot", "check", "--list", "--json")).json
    names = [entry["check"] for entry in listed]
    assert {kind.check for kind in KINDS.values()} <= set(names)
    assert {"yspahan.supply", "tadmor.whole_game", "manifest.games", "folder.unchanged"} <= set(names)
    said = succeeded(here(home, "bot", "check", "--list")).out
    assert all(f"\n{entry['check']} " in said and entry["meaning"] in said for entry in listed)
    assert list(home.iterdir()) == []


def test_a_failure_is_shown_once_with_its_evidence_and_a_hint(home: Path, here: Here) -> None:
    answer = here(home, "bot", "check", bot_folder("illegal-option", home), "--fail-fast")
    assert answer.code == 1
    failure = answer.out.partition("FAILED message.separate (illegal): ")[2].partition("\n\n")[0]
    assert "does not exist; there are" in failure
    assert '\n  question  {"question_id": "' in failure
    assert '\n  answer    {"question_id": "' in failure
    assert "\n  printed   broken bot: about to illegal-option" in failure
    assert "\n  hint      " in failure
    again = answer.out.partition("FAILED answer.legal (illegal): ")[2].partition("\n\n")[0]
    assert "\n  see       message.separate\n" in again
    assert "question  " not in again
    assert "not reached, because answer.legal failed: " in answer.out
    assert " 2 failed, " in answer.out.splitlines()[-1]


def test_without_fail_fast_everything_that_can_be_reached_is_checked(home: Path, here: Here) -> None:
    found = here(home, "bot", "check", bot_folder("bad-exit", home), "--json").json
    wrong = {entry["check"]: entry["result"] for entry in found["checks"] if entry["result"] != "ok"}
    assert wrong == {"exit.code": "FAILED", "exit.children": "not reached", "exit.open_game": "FAILED"}


BROKEN = {
    "manifest.readable": ("run = 5", "run should be a list"),
    "manifest.games": ('games = ["harbour"]', "bot.toml claims harbour; there are yspahan"),
    "manifest.run": ('run = ["no-such-program"]', "no-such-program is not a program on the PATH"),
    "manifest.build": ('build = ["{python}", "-c", "print(1); raise SystemExit(2)"]', "cannot be built"),
}


@pytest.mark.parametrize("check", BROKEN)
def test_a_folder_that_does_not_keep_its_promises_fails(check: str, home: Path, here: Here) -> None:
    line, words = BROKEN[check]
    folder = bot_folder("proper", home)
    manifest = (folder / "bot.toml").read_text().splitlines()
    key = line.split(" = ")[0]
    kept = [old for old in manifest if not old.startswith(f"{key} ")]
    (folder / "bot.toml").write_text("\n".join([*kept, line]))
    answer = here(home, "bot", "check", folder, "--json")
    assert answer.code == 1
    (failure,) = [entry for entry in answer.json["checks"] if entry["result"] == "FAILED"]
    assert (failure["check"], failure["cause"]) == (check, "start")
    assert words in failure["detail"]
    missed = [entry["detail"] for entry in answer.json["checks"] if entry["result"] == "not reached"]
    assert len(missed) >= FEWEST_CHECKS
    assert set(missed) == {f"{check} failed"}
    if check == "manifest.build":
        assert failure["output"] == "1\n"


def test_a_failure_of_the_examiner_is_not_the_bots(home: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the chalk is broken")

    monkeypatch.setattr("serai.server.conformance.run.check_hello", fail)
    answer = here(home, "bot", "check", bot_folder("proper", home))
    assert answer.code == 3
    assert answer.out == ""
    assert answer.err == "serai: the examiner failed, not the bot: RuntimeError: the chalk is broken\n"
