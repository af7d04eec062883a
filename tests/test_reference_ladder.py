"""docs/reference-ladder.md is what its facts say, and the command says what it cannot do."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from bench.reference_ladder import Setting, every_setting, main, page, row_of, write_facts
from serai.referee.games import GAMES

TABLE = Setting("yspahan", 2, ("two_players=on",))


def fact(block: int, rotation: int, winner: str, loser: str) -> str:
    ranked = [(winner, 1), (loser, 2)]
    seats = [
        {"bot": bot, "version": bot, "points": 9 - rank, "rank": rank, "cause": None}
        for bot, rank in (ranked if rotation else ranked[::-1])
    ]
    game = {"game_id": f"{winner}{loser}{block}{rotation}", "game": "yspahan", "epoch": 2, "options": {}}
    return json.dumps({**game, "commitment": f"{winner} {block}", "block": block, "rotation": rotation, "seats": seats})


def facts() -> list[str]:
    """Everybody beats the weaker one in nine of ten blocks."""
    return [
        fact(block, rotation, *(pair if block % 10 else pair[::-1]))
        for pair in (("greedy", "random"), ("search", "greedy"))
        for block in range(20)
        for rotation in range(2)
    ]


def test_every_game_is_there_at_every_number_of_seats() -> None:
    assert {setting.game for setting in every_setting()} == set(GAMES)
    assert len({setting.file for setting in every_setting()}) == len(every_setting())


def test_a_line_has_both_differences_and_says_whether_the_goal_is_reached() -> None:
    game, seats, games, points, interval, goal, retired, *rest = [
        cell.strip() for cell in row_of(TABLE, facts()).split("|")[1:-1]
    ]
    assert (game, seats, games, retired) == ("Yspahan", "2", "40", "0")
    assert 250 < int(points) < 500
    assert goal == ("yes" if int(interval.split(" to ")[0]) >= 120 else "no")
    assert len(rest) == 5


def test_the_page_is_made_from_the_files_that_are_there(tmp_path: Path) -> None:
    write_facts(tmp_path / TABLE.file, facts())
    (tmp_path / "run.json").write_text(
        json.dumps({TABLE.file: {"time": "10+0.1/5", "jobs": 1, "machine": "a machine"}})
    )
    assert gzip.decompress((tmp_path / TABLE.file).read_bytes()).decode().splitlines() == facts()
    made = page(tmp_path)
    assert "- 10+0.1/5, on a machine" in made
    assert row_of(TABLE, facts()) in made


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["chess"])
    assert ended.value.code == 2
    assert "there is no game called 'chess'" in capsys.readouterr().err


def test_the_page_in_the_repository_is_that_of_its_facts() -> None:
    docs = Path(__file__).parent.parent / "docs"
    assert (docs / "reference-ladder.md").read_text(encoding="utf-8") == page(docs / "reference-ladder")
