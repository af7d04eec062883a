"""`serai play`: the same deal gives the same facts, and a broken bot spoils nobody's game but its own."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import click
import pytest

from serai.ladder.bots.complaints import crash_reason
from serai.ladder.commands.params import read_deal
from tests.broken_bots.kinds import bot_folder
from tests.commands.terminal import Answer, Here, serai, start, succeeded, without_times
from tests.waiting import wait_until

GAME = ("play", "yspahan", "greedy", "random")
TWO = ("--option", "two_players=on")


def test_the_same_deal_gives_the_same_facts(home: Path) -> None:
    line = (*GAME, *TWO, "--deal", "00..01", "--blocks", "2", "--json")
    first, second = (succeeded(serai(home, *line)).json_lines for _ in range(2))
    assert not (home / "valkey").exists(), "no store is needed for bots that are here"
    assert without_times(first) == without_times(second)
    assert [(fact["block"], fact["rotation"]) for fact in first] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert first[0]["deal"] == "0" * 63 + "1"
    assert set(first[0]) == {
        *("game_id", "tournament", "block", "rotation", "game", "epoch", "options", "seats"),
        *("commitment", "deal", "decisions", "digest", "times", "sandbox"),
    }


def test_a_registered_bot_is_found_by_name_and_the_deal_is_told(home: Path, twin: Path) -> None:
    succeeded(serai(home, "bot", "add", twin))
    said = succeeded(serai(home, "play", "yspahan", "twin", "random", *TWO)).out
    assert re.search(r"\ndeal [0-9a-f]{64} \(--deal plays it again\)\n", said)
    assert "yspahan, epoch 2, 2 games, time 120+1/20" in said
    assert re.search(r"\ntwin +2 +[012] ", said)


@pytest.mark.parametrize("text", ["00..01", "..1", "1..", "ab" * 32, "AB..cd"])
def test_a_deal_may_be_abbreviated(text: str) -> None:
    begin, _, end = text.partition("..")
    option = click.Option(["--deal"])
    deal = read_deal(click.Context(click.Command("play")), option, text)
    assert deal is not None
    assert deal.hex().startswith(begin.lower())
    assert deal.hex().endswith(end.lower())
    assert len(deal) == 32


@pytest.fixture(scope="module")
def trouble(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Answer]:
    """A game of three broken bots and a sound one, every rotation kept in a folder."""
    home = tmp_path_factory.mktemp("trouble")
    broken = [bot_folder(kind, home) for kind in CAUSES]
    line = ("--deal", "00..02", "--time", "10+0/2", "--replays", "kept")
    played = serai(home, "play", "yspahan", *broken, "random", *line)
    assert played.code == 1, played.err
    return home, played


CAUSES = {"illegal-action": "illegal", "hang": "time", "crash": "crash"}
EVIDENCE = {
    "illegal-action": ["answer    roll:77", "| broken bot: about to illegal-action", "is not among the options"],
    "hang": ["no answer in the 2.0 s it had", "answer    none", "| broken bot: about to hang"],
    "crash": ["exited with code 7 in the middle of a game", "answer    none", "| broken bot: about to crash"],
}


def test_every_broken_bot_is_retired_with_its_cause(trouble: tuple[Path, Answer]) -> None:
    said = trouble[1].out
    for bot, cause in CAUSES.items():
        row = next(line for line in said.splitlines() if line.startswith(f"{bot} "))
        assert row.split()[-2:] == ["4", cause]
        assert f"{bot} was retired in " in said


def test_the_sound_bot_plays_its_games_and_wins_them(trouble: tuple[Path, Answer]) -> None:
    row = next(line for line in trouble[1].out.splitlines() if line.startswith("random "))
    games, wins = row.split()[1:3]
    assert (games, wins) == ("4", "4")


@pytest.mark.parametrize("bot", CAUSES)
def test_the_replay_shows_the_evidence(trouble: tuple[Path, Answer], bot: str, here: Here) -> None:
    home, _ = trouble
    for game in sorted((home / "kept").iterdir()):
        said = succeeded(here(home, "replay", "show", game)).out
        assert f" {bot} is RETIRED ({CAUSES[bot]})" in said
        evidence = re.split(rf"^[A-D] {bot} was retired", said, flags=re.MULTILINE)[1]
        evidence = re.split(r"^[A-D] .* was retired", evidence, flags=re.MULTILINE)[0]
        assert all(words in evidence for words in EVIDENCE[bot])
        assert 'question  {"question_id"' in evidence


def test_the_evidence_is_for_the_seat_it_is_about(trouble: tuple[Path, Answer], here: Here) -> None:
    """It holds what that seat knew, and what its bot wrote."""
    home, _ = trouble
    game = min((home / "kept").iterdir())
    seats = [seat["bot"] for seat in json.loads(game.read_text())["fact"]["seats"]]
    hang = str(seats.index("hang"))
    public = succeeded(here(home, "replay", "show", game, "--public", "--json")).json["retirements"]
    own = succeeded(here(home, "replay", "show", game, "--seat", hang, "--json")).json["retirements"]
    assert {retirement["cause"] for retirement in public} == set(CAUSES.values())
    assert not any(retirement["question"] or retirement["stderr"] for retirement in public)
    assert [str(retirement["seat"]) for retirement in own if retirement["question"]] == [hang]
    said = succeeded(here(home, "replay", "show", game, "--seat", hang)).out
    assert "broken bot: about to hang" in said
    assert "broken bot: about to crash" not in said


def test_games_with_retired_seats_are_proved(trouble: tuple[Path, Answer], here: Here) -> None:
    home, _ = trouble
    answer = succeeded(here(home, "replay", "verify", *sorted((home / "kept").iterdir())))
    assert "4 games: 4 accepted, 0 refused" in answer.out


def test_a_retirement_comes_with_the_command_that_shows_it(trouble: tuple[Path, Answer], here: Here) -> None:
    lines = trouble[1].out.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("crash was retired in "))
    game_id = lines[at].split()[4]
    assert lines[at + 1] == f"  serai replay show kept/{game_id}.json"
    assert lines[-1].startswith("To look at the first game: serai replay show kept/")


CARELESS = """
import serai

class Careless(serai.Bot):
    games = ("yspahan",)

    def choose(self, table, view, options):
        return options.best

if __name__ == "__main__":
    Careless().run()
"""


def test_a_crash_is_told_by_its_exception_and_can_be_looked_at(home: Path, twin: Path) -> None:
    """It was kept, and the command that is printed shows it."""
    folder = home / "careless bot"
    folder.mkdir()
    (folder / "bot.py").write_text(CARELESS)
    (folder / "bot.toml").write_text((twin / "bot.toml").read_text().replace("twin", "careless"))
    played = serai(home, "play", "yspahan", "./careless bot", "random", *TWO)
    assert played.code == 1, played.err
    said = played.out
    assert "; it last wrote: AttributeError: 'Options' object has no attribute 'best'\n" in said
    show = next(line.split() for line in said.splitlines() if line.startswith("  serai replay show "))
    evidence = succeeded(serai(home, *show[1:])).out
    assert "careless is RETIRED (crash)" in evidence


def test_a_bot_that_cannot_start_ends_the_run(home: Path, twin: Path) -> None:
    folder = home / "mute"
    folder.mkdir()
    (folder / "bot.py").write_text("raise SystemExit('no weights')")
    (folder / "bot.toml").write_text((twin / "bot.toml").read_text().replace("twin", "mute"))
    played = serai(home, "play", "yspahan", "./mute", "random", *TWO, "--blocks", "5000")
    assert played.code == 1
    assert "(start): exited with code 1 before it said hello; it last wrote: no weights\n" in played.out
    assert "A bot cannot start, so the other 9998 games were not played." in played.out


def test_two_blocks_give_an_interval_and_too_many_one_line(home: Path, here: Here) -> None:
    said = succeeded(here(home, *GAME, *TWO, "--blocks", "2", "--deal", "00..01")).out
    assert re.search(r"greedy less random: points [+-][\d.]+ \[.*\], place .* over 2 blocks\)", said)
    many = here(home, *GAME, *TWO, "--blocks", "99999999999999999999")
    assert (many.code, many.err.count("\n")) == (2, 1)
    assert "is not in the range 1<=x<=100000" in many.err


TRACEBACK = """Traceback (most recent call last):
  File "bot.py", line 7, in choose
    return options.best
           ^^^^^^^^^^^^
"""


@pytest.mark.parametrize(
    ("stderr", "line"),
    [
        ("", ""),
        ("thinking\nout of ideas\n", "out of ideas"),
        (f"hello\n{TRACEBACK}KeyError: 1\nin game 1, question 2\n", "KeyError: 1"),
        (f"{TRACEBACK}KeyError: 1\n\nDuring this:\n\n{TRACEBACK}a.b.OddError: 2\nmore: of it", "a.b.OddError: 2"),
        (f"{TRACEBACK}AssertionError", "AssertionError"),
        (f"{TRACEBACK}", "^^^^^^^^^^^^"),
    ],
)
def test_the_exit_of_a_bot_is_explained_by_its_exception(stderr: str, line: str) -> None:
    assert crash_reason(stderr).strip() == line


def test_an_interrupted_game_ends_in_order(home: Path) -> None:
    with start(
        home, "play", "yspahan", str(bot_folder("hang", home)), "random", *TWO, "--time", "600+0/600"
    ) as playing:
        wait_for_bots(playing.pid)
        playing.send_signal(signal.SIGINT)
        _, err = playing.communicate()
    assert playing.returncode == 130
    assert err.splitlines()[-1] == "serai: interrupted"


def wait_for_bots(pid: int) -> None:
    """Until the process has started both its bots; if it ends before, there is no such file."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    wait_until(lambda: len(children.read_text().split()) >= 2)
