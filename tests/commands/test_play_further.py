"""`serai play` beyond one process and one beginning: --jobs, games that are kept by themselves, --from."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from serai.ladder.commands.own_games import prune
from serai.ladder.model.game_record import read
from tests.commands.terminal import Here, serai, start, succeeded, without_times
from tests.recorded import recorded, written

GAME = ("play", "yspahan", "greedy", "random", "--option", "two_players=on", "--deal", "00..01")


def test_more_processes_play_the_same_games_and_all_are_kept_by_their_ids(home: Path, here: Here) -> None:
    one = succeeded(here(home, *GAME, "--blocks", "3", "--json")).json_lines
    two = succeeded(serai(home, *GAME, "--blocks", "3", "--jobs", "2", "--json")).json_lines
    assert without_times(two) == without_times(one)
    assert {path.stem for path in (home / "games").iterdir()} == {fact["game_id"] for fact in one}
    kept = str(one[0]["game_id"])
    assert kept[:8] in succeeded(here(home, "replay", "show", kept[:8], "--print")).out
    assert "1 accepted" in succeeded(here(home, "replay", "verify", kept)).out
    again = succeeded(here(home, "replay", "ask", kept, "0", "1", "greedy")).out
    assert "verdict   legal" in again


def test_an_interrupt_ends_all_processes(home: Path) -> None:
    with start(home, *GAME, "--blocks", "2000", "--jobs", "2") as playing:
        assert playing.stderr is not None
        assert "playing: " in playing.stderr.readline()
        playing.send_signal(signal.SIGINT)
        _, err = playing.communicate()
    assert (playing.returncode, err) == (130, "serai: interrupted\n")


def test_a_bot_that_cannot_start_ends_all_processes(home: Path, twin: Path) -> None:
    broken = home / "broken"
    broken.mkdir()
    (broken / "bot.toml").write_text((twin / "bot.toml").read_text().replace("twin", "broken"))
    (broken / "bot.py").write_text("raise SystemExit('no')")
    words = ("--option", "two_players=on", "--blocks", "50", "--jobs", "2")
    answer = serai(home, "play", "yspahan", broken, "random", *words)
    assert answer.code == 1
    assert "A bot cannot start, so the other" in answer.out


def test_the_oldest_games_go(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.json").write_text("")
    for number in range(5):
        os.utime(tmp_path / f"{number}.json", (number, number))
    prune(tmp_path, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3.json", "4.json"]


@pytest.mark.parametrize("luck", ["new", "same"])
def test_games_go_on_from_a_position(home: Path, here: Here, monkeypatch: pytest.MonkeyPatch, luck: str) -> None:
    """The moves before it are those of the first game, and every rotation of the bots plays on from there."""
    monkeypatch.chdir(home)
    [first, *_] = succeeded(here(home, *GAME, "--json")).json_lines
    words = ("--from", f"{first['game_id']}:30", "--luck", luck, "--replays", "later", "--json")
    facts = succeeded(here(home, "play", "yspahan", "greedy", "random", *words)).json_lines
    before = read(home / "games" / f"{first['game_id']}.json").replay
    for fact in facts:
        after = read(Path("later", f"{fact['game_id']}.json")).replay
        assert after["deal"] == before["deal"]
        assert after["decisions"][:30] == before["decisions"][:30]
        assert (after["decisions"] == before["decisions"]) is False or luck == "same"
    assert "2 accepted" in succeeded(here(home, "replay", "verify", *sorted(Path("later").iterdir()))).out


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("yspahan", "random", "random", "random"), "has 4 seats; give as many bots, not 3"),
        (("catan", *["random"] * 4), "is a game of yspahan, epoch 2; this is catan"),
        (("yspahan", *["random"] * 4, "--option", "first_player=3"), "have the options of the game it is from"),
        (("yspahan", *["random"] * 4, "--luck", "same", "--blocks", "2"), "every block is the same"),
    ],
)
def test_what_does_not_fit_a_position_is_said(
    home: Path, here: Here, tmp_path: Path, words: tuple[str, ...], wrong: str
) -> None:
    game = written(recorded("yspahan", "4-seats-06974391-retired"), tmp_path)
    answer = here(home, "play", *words, "--from", f"{game}:10")
    assert answer.code == 2
    assert wrong in answer.err
    far = here(home, "play", "yspahan", *["random"] * 4, "--from", f"{game}:100000")
    assert "the game has positions after 0 to" in far.err
