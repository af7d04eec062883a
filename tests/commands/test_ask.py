"""`serai replay ask`: a recorded question is put to a bot once more, and the report of a retirement says how."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from serai.ladder.commands.main import run
from tests.broken_bots.broken_bot import PROPER_ANSWERS
from tests.broken_bots.kinds import HERE as BROKEN_BOTS
from tests.broken_bots.kinds import bot_folder
from tests.commands.conftest import NAME
from tests.commands.terminal import ROOT, Here, serai, succeeded

RANDOM = (sys.executable, str(ROOT / "sample_bots" / "python" / "random" / "bot.py"))
CAUSES = {"illegal-action": "illegal", "hang": "time", "crash": "crash"}
FAILED_AT = str(PROPER_ANSWERS + 1)


@pytest.fixture(scope="module")
def trouble(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A home with a game of three broken bots and a sound one, and what was printed of it."""
    home = tmp_path_factory.mktemp("trouble")
    line = ("--deal", "00..02", "--time", "10+0/2", "--replays", "kept")
    bots = [bot_folder(kind, home) for kind in CAUSES]
    played = serai(home, "play", "yspahan", *bots, "random", *line)
    assert played.code == 1, played.err
    return home, played.out


@pytest.fixture(scope="module")
def game(trouble: tuple[Path, str]) -> Path:
    """The first game, which is the one the printed lines are about."""
    return trouble[0] / trouble[1].split()[-1]


def seat_of(game: Path, bot: str) -> int:
    return [seat["bot"] for seat in json.loads(game.read_text())["fact"]["seats"]].index(bot)


def retirement_of(game: Path, bot: str) -> dict[str, Any]:
    found = json.loads(game.read_text())["replay"]["retirements"]
    retirement: dict[str, Any] = next(each for each in found if each["seat"] == seat_of(game, bot))
    return retirement


def again(said: str, game: Path, seat: int) -> list[str]:
    """The words of the printed line for a seat."""
    begin = f"serai replay ask {game} {seat} "
    found = next(line for line in said.splitlines() if begin in line)
    return shlex.split(found[found.index(begin) :])


@pytest.mark.parametrize("bot", CAUSES)
def test_a_retirement_comes_with_the_line_that_asks_again(
    trouble: tuple[Path, str], game: Path, bot: str, here: Here
) -> None:
    """Each at the first question it did not answer properly; the line is the same after the games and in the report."""
    home, printed = trouble
    seat = seat_of(game, bot)
    said = succeeded(here(home, "replay", "show", game, "--moves")).out
    line = again(said, game, seat)
    assert line == ["serai", "replay", "ask", str(game), str(seat), FAILED_AT, "."]
    assert again(printed, game, seat) == line


@pytest.mark.parametrize("bot", CAUSES)
def test_the_printed_line_can_be_run_in_the_bots_folder(
    trouble: tuple[Path, str], game: Path, bot: str, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken bots count the questions, so the first they see is answered properly."""
    home, _ = trouble
    line = again(succeeded(here(home, "replay", "show", game)).out, game, seat_of(game, bot))
    monkeypatch.chdir(home / bot)
    answer = here(home, *line[1:])
    assert (answer.code, answer.err) == (0, "")
    retirement = retirement_of(game, bot)
    assert f"recorded  nothing that counted: retired ({CAUSES[bot]}): {retirement['text']}\n" in answer.out
    assert "\n  >   0  " in answer.out
    assert "verdict   legal, after " in answer.out


@pytest.mark.parametrize("bot", CAUSES)
def test_the_question_is_the_one_that_was_kept_as_evidence(
    trouble: tuple[Path, str], game: Path, bot: str, here: Here
) -> None:
    """Field by field, with the same id, the same events and the same clock."""
    seat = str(seat_of(game, bot))
    asked = succeeded(here(trouble[0], "replay", "ask", game, seat, FAILED_AT, "--json", "--", *RANDOM)).json
    assert asked["asked"] == json.loads(retirement_of(game, bot)["question"])
    assert asked["legal"]
    assert asked["recorded"] is None


def test_a_recorded_answer_is_shown_beside_the_new_one(trouble: tuple[Path, str], game: Path, here: Here) -> None:
    home, _ = trouble
    seat = seat_of(game, "random")
    moves = succeeded(here(home, "replay", "show", game, "--json")).json["moves"]
    move = next(move for move in moves if (move["seat"], move["question"]) == (seat, 5))
    asked = succeeded(here(home, "replay", "ask", game, str(seat), "5", "--json", "--", *RANDOM)).json
    assert asked["recorded"] == move["action"]
    assert len(asked["options"]) == move["options"]
    assert asked["options"][asked["chosen"]] == asked["answer"]
    assert set(asked) == {
        *("game", "seat", "question", "asked", "options", "chosen", "answer", "recorded", "legal"),
        *("cause", "text", "seconds", "output"),
    }


def test_the_questions_of_a_seat_are_numbered_in_the_story(trouble: tuple[Path, str], game: Path, here: Here) -> None:
    moves = succeeded(here(trouble[0], "replay", "show", game, "--json")).json["moves"][1:]
    for seat in range(4):
        mine = [move["question"] for move in moves if move["seat"] == seat and not move["default"]]
        assert mine == list(range(1, len(mine) + 1))
    assert all(move["question"] is None for move in moves if move["default"])
    said = succeeded(here(trouble[0], "replay", "show", game, "--moves")).out
    assert said.count("  #3  ") == 4


ASKED_AGAIN = """
import sys
sys.path.insert(0, {folder!r})
import broken_bot
broken_bot.PROPER_ANSWERS = 0
broken_bot.BrokenBot({trick!r}).run()
"""
TRICKS = {
    "illegal-option": ("illegal", "does not exist"),
    "illegal-action": ("illegal", "is not among the options"),
    "crash": ("crash", "exited with code 7 in the middle of a game"),
    "leave": ("disconnect", "exited with code 0 in the middle of a game"),
    "hang": ("time", "no answer in the 0.5 s it had"),
    "no-choice": ("protocol", "an answer without a choice"),
    "malformed": ("protocol", "bytes that are not a PlayRequest"),
    "never-asked": ("protocol", "which was never asked"),
    "die-at-start": ("start", "exited with code 1 before it said hello"),
    "other-game": ("start", "the bot does not play yspahan"),
}


@pytest.mark.parametrize("trick", TRICKS)
def test_what_is_no_legal_answer_is_told_with_its_cause(
    trouble: tuple[Path, str], game: Path, trick: str, here: Here, tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(ASKED_AGAIN.format(folder=str(BROKEN_BOTS), trick=trick))
    patience = ("--patience", "0.5") if trick == "hang" else ()
    asked = here(trouble[0], "replay", "ask", game, "0", "2", *patience, "--json", "--", sys.executable, file)
    cause, text = TRICKS[trick]
    assert asked.code == 1
    assert (asked.json["legal"], asked.json["cause"]) == (False, cause)
    assert text in asked.json["text"]
    assert "broken bot: " in asked.json["output"] or trick == "other-game"


def test_the_verdict_is_told_with_the_last_lines_of_the_bot(trouble: tuple[Path, str], game: Path, here: Here) -> None:
    command = ("sh", "-c", "echo out of ideas >&2; exit 3")
    asked = here(trouble[0], "replay", "ask", game, "0", "1", "--", *command)
    assert asked.code == 1
    assert asked.out.endswith(
        "  answer    none\n  verdict   start: exited with code 3 before it said hello\n"
        "  output    its last lines:\n    | out of ideas\n"
    )


def test_a_bot_may_want_tcp(trouble: tuple[Path, str], game: Path, here: Here, tmp_path: Path) -> None:
    """The address it is given is written down by the shell that starts it."""
    command = ("sh", "-c", f"echo $SERAI_REFEREE > {tmp_path}/address; exec {shlex.join(RANDOM)}")
    succeeded(here(trouble[0], "replay", "ask", "--tcp", game, "0", "1", "--", *command))
    assert (tmp_path / "address").read_text().startswith("127.0.0.1:")


def test_a_game_on_record_is_found_by_its_id(arena: Path, here: Here) -> None:
    """With the clock of its tournament: random chooses again what it chose then, since its luck is that of the seat."""
    games = succeeded(here(arena, "tournament", "games", NAME, "--json")).json
    found = games[0]
    seat = [each["bot"] for each in found["seats"]].index("greedy")
    asked = succeeded(here(arena, "replay", "ask", found["game_id"][:8], str(seat), "1", "--json", "--", *RANDOM)).json
    assert asked["game"] == found["game_id"]
    assert asked["asked"]["clock_milliseconds"] == 121_000


MISTAKES = {
    ("9", "1", "true"): "there is no seat 9: the game has seats 0 to 3",
    ("0", "999", "true"): "questions, so there is no question 999",
    ("0", "0", "true"): "0 is not in the range x>=1",
    ("0", "1", "nobody"): "nobody is not a bot: neither built in nor registered nor a folder with a bot.toml",
    ("0", "1", "./nowhere"): "./nowhere cannot be started: there is no such program, or it is not executable",
}


@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_is_one_line(words: tuple[str, str, str], game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seat, number, command = words
    assert run(["replay", "ask", str(game), seat, number, "--", command]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert MISTAKES[words] in said.err
