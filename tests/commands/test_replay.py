"""`serai replay`: a game is told as its viewer may know it, and refused if a single byte of it was changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from serai.ladder.commands.main import run
from tests.commands.conftest import NAME
from tests.commands.terminal import Here, serai, succeeded


@pytest.fixture
def at_home(arena: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the tournament, for commands that run in this process."""
    monkeypatch.setenv("SERAI_HOME", str(arena))
    return arena


@pytest.fixture(scope="module")
def game(arena: Path) -> dict[str, Any]:
    """One game of the tournament, as it is exported."""
    listed = succeeded(serai(arena, "replay", "verify", "--tournament", NAME, "--json")).json
    exported: dict[str, Any] = succeeded(serai(arena, "replay", "export", listed[0]["game"])).json
    return exported


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["replay", "show", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_all_games_of_a_tournament_are_accepted(arena: Path, here: Here) -> None:
    verdicts = succeeded(here(arena, "replay", "verify", "--tournament", NAME, "--json")).json
    assert len(verdicts) == 6
    assert all(verdict["accepted"] and verdict["reason"] is None for verdict in verdicts)
    assert succeeded(here(arena, "replay", "verify", "--all")).out == "\n".join(
        [*(f"accepted  {verdict['game']}" for verdict in verdicts), "6 games: 6 accepted, 0 refused", ""]
    )


def change(text: str) -> str:
    """Another text of the same length: one character is changed."""
    return ("1" if text[0] != "1" else "2") + text[1:]


def change_decision(record: dict[str, Any]) -> None:
    lines = record["replay"]["decisions"]
    at = next(n for n, line in enumerate(lines) if line.partition(" ")[2].startswith("go:"))
    lines[at] = lines[at].replace("go:", "go:w") if "go:w" not in lines[at] else lines[at].replace("go:w", "go:e")


def change_rank(record: dict[str, Any]) -> None:
    record["replay"]["outcomes"][0]["rank"] = 3 - record["replay"]["outcomes"][0]["rank"]


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "deal": (lambda r: r["replay"].update(deal=change(r["replay"]["deal"])), "not the one that was committed to"),
    "commitment": (lambda r: r["replay"].update(commitment=change(r["replay"]["commitment"])), "committed to"),
    "decision": (change_decision, "decision "),
    "missing decision": (lambda r: r["replay"]["decisions"].pop(), "the game is not over"),
    "turn": (lambda r: r["replay"]["turns"].__setitem__(0, "0" * 32), "the digest of turn 0"),
    "digest": (lambda r: r["replay"].update(digest="0" * 32), "the digest is not that"),
    "result": (change_rank, "points, ranks or endings are not those"),
    "points in the fact": (lambda r: r["fact"]["seats"][0].update(points=99), "the fact has another result"),
    "deal in the fact": (lambda r: r["fact"].update(deal="0" * 64), "the fact has another deal"),
    "bot in the fact": (lambda r: r["fact"]["seats"][0].update(bot="somebody"), "the bots are"),
    "version": (lambda r: r["fact"]["seats"][0].update(version="0" * 32), "the game id is"),
    "block": (lambda r: r["fact"].update(block=5), "the game id is"),
    "game id": (lambda r: r["fact"].update(game_id="0" * 20), "the game id is"),
    "identity": (lambda r: r.update(identity="winter"), "the fact is of spring"),
    "game": (lambda r: r["replay"].update(game="harbour"), "there are no rules for 'harbour'"),
    "epoch": (lambda r: r["replay"].update(epoch=99), "the game is of epoch 99"),
    "format": (lambda r: r["replay"].update(format=99), "replay format 99 is unknown"),
    "nonsense": (lambda r: r["fact"].update(seats=None), "the record is malformed"),
    "nothing": (lambda r: r["replay"].clear(), "replay format None is unknown"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_game_is_refused_with_the_reason(
    forgery: str, at_home: Path, game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = json.loads(json.dumps(game))
    forge, reason = FORGERIES[forgery]
    forge(forged)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(forged))
    assert run(["replay", "verify", str(file), "--json"]) == 1
    [verdict] = json.loads(capsys.readouterr().out)
    assert not verdict["accepted"]
    assert reason in verdict["reason"]


def test_a_whole_forged_game_does_not_fit_the_schedule(
    at_home: Path, game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that is sound in itself, claimed to be one of the tournament: its deal was never committed to."""
    home = tmp_path / "home"
    home.mkdir()
    line = ("--option", "two_players=on", "--deal", "00..07", "--replays", "kept")
    succeeded(serai(home, "play", "yspahan", "greedy", "random", *line))
    forged = json.loads(min((home / "kept").iterdir()).read_text())
    forged["fact"].update(tournament=NAME, game_id=game["fact"]["game_id"])
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**forged, "identity": NAME}))
    assert run(["replay", "verify", str(file)]) == 1
    assert "refused" in capsys.readouterr().out


def test_one_refused_game_among_sound_ones_decides(
    arena: Path, game: dict[str, Any], tmp_path: Path, here: Here
) -> None:
    sound, forged = tmp_path / "sound.json", tmp_path / "forged.json"
    sound.write_text(json.dumps(game))
    forged.write_text(json.dumps(game).replace(game["fact"]["deal"], change(game["fact"]["deal"])))
    answer = here(arena, "replay", "verify", sound, forged)
    assert answer.code == 1
    assert f"accepted  {sound}" in answer.out
    assert f"refused   {forged}  the deal is not the one" in answer.out
    assert "2 games: 1 accepted, 1 refused" in answer.out


def test_an_exported_game_is_proved_where_its_tournament_is_unknown(
    home: Path, game: dict[str, Any], tmp_path: Path, here: Here
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    assert "1 game: 1 accepted" in succeeded(here(home, "replay", "verify", file)).out


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"identity": "x", "fact": {}}'])
def test_a_file_that_holds_no_game_is_a_mistake(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    for command in ("show", "verify"):
        assert run(["replay", command, str(file)]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"serai: {file} does not hold ")
        assert said.count("\n") == 1


def test_a_game_is_told_move_by_move(at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    fact = game["fact"]
    assert run(["replay", "show", fact["game_id"][:6]]) == 0
    said = capsys.readouterr().out
    assert f"game {fact['game_id']}: yspahan, epoch 2, spring, block 0, rotation 0" in said
    last = f"{fact['decisions']:5}  "
    assert any(line.startswith(last) for line in said.splitlines())
    assert said.count("order of turns") > 20
    assert said.count("The game is over") == 1


BOARDS = ("none", "some", "turn", "every")


@pytest.mark.parametrize("boards", BOARDS)
def test_the_table_is_drawn_as_often_as_wanted(
    boards: str, at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """After each third: twice on the way, and the end. After each turn or move: the set-up comes before the first."""
    wanted = {"none": 0, "some": 3, "turn": len(game["replay"]["turns"]) + 1, "every": game["fact"]["decisions"] + 2}
    assert run(["replay", "show", game["fact"]["game_id"], "--boards", boards]) == 0
    assert capsys.readouterr().out.count("points gold camels") == wanted[boards]


def test_only_the_moves_are_told_on_request(
    at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["--moves"], ["--boards", "none"]):
        assert run(["replay", "show", game["fact"]["game_id"], *arguments]) == 0
    said = capsys.readouterr().out
    assert said[: len(said) // 2] == said[len(said) // 2 :]


def test_everything_is_told_to_programs_too(
    at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    data = told(capsys, game["fact"]["game_id"])
    assert set(data) == {"fact", "eyes", "moves", "retirements"}
    assert data["eyes"] == "all"
    assert data["fact"] == game["fact"]
    answers = [f"{move['seat']} {move['action']}" for move in data["moves"][1:]]
    assert answers == game["replay"]["decisions"]
    assert set(data["moves"][0]) == {
        *("number", "seat", "question", "action", "options", "default", "events", "milliseconds")
    }
    assert all(move["options"] >= 1 for move in data["moves"][1:])


def test_a_seat_is_told_its_own_answers_and_no_secrets_of_others(
    at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """What a card is that a seat draws from the deck is known to that seat alone."""
    everything = told(capsys, game["fact"]["game_id"])
    mine = told(capsys, game["fact"]["game_id"], "--seat", "0")
    public = told(capsys, game["fact"]["game_id"], "--public")
    assert all((move["action"] is None) == (move["seat"] != 0) for move in mine["moves"][1:])
    assert all(move["action"] is None for move in public["moves"])
    drawn = [event for move in everything["moves"] for event in move["events"] if " draws " in event]
    assert drawn
    for data, hidden in ((mine, "seat 1 draws ?"), (public, "seat 0 draws ?")):
        seen = [event for move in data["moves"] for event in move["events"] if " draws " in event]
        assert len(seen) == len(drawn)
        assert hidden in seen


def moves_in(said: str) -> list[int]:
    """The numbers of the moves that were told."""
    return [int(number) for number in re.findall(r"^ *(\d+)  [AB] \w+  ", said, re.MULTILINE)]


def test_bots_are_told_by_name_and_points_by_item(
    at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody is a bare number, the legend says how to read the board, and where the points come from adds up."""
    assert run(["replay", "show", game["fact"]["game_id"]]) == 0
    said = capsys.readouterr().out
    names = [f"{'AB'[at]} {seat['bot']}" for at, seat in enumerate(game["fact"]["seats"])]
    assert f"seats: {names[0]} (seat 0), {names[1]} (seat 1)\n" in said
    assert said.count("The cross is the street") == 1
    assert f"{names[0]} rolls " in said
    assert "seat 1 " not in said.partition("deal")[2].replace("(seat 1)", "")
    lines = said.splitlines()
    assert next(line for line in lines if line.startswith("points for")).split() == [
        "points",
        "for",
        *" ".join(names).split(),
    ]
    assert lines[-1].split() == ["together", *(str(seat["points"]) for seat in game["fact"]["seats"])]
    assert max(map(len, lines[6:])) <= 80


def test_a_part_of_a_game(at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """From a move, to a move, or one move with the table after it."""
    show, last = ["replay", "show", game["fact"]["game_id"]], game["fact"]["decisions"]
    assert run([*show, "--from", "5", "--to", "8", "--moves"]) == 0
    said = capsys.readouterr().out
    assert moves_in(said) == [5, 6, 7, 8]
    assert said.index("Yspahan, week 1, day 1") < said.index("    5  ")
    assert run([*show, "--from", str(last), "--moves"]) == 0
    said = capsys.readouterr().out
    assert moves_in(said) == [last]
    assert "points for" in said
    assert run([*show, "--move", "7"]) == 0
    said = capsys.readouterr().out
    assert moves_in(said) == [7]
    assert said.count("points gold camels") == 1
    assert "points for" not in said
    data = told(capsys, game["fact"]["game_id"], "--from", "2", "--to", "4")
    assert [move["number"] for move in data["moves"]] == [2, 3, 4]


WRONG_PARTS = {
    "--from 100000": "the first move cannot be 100000: the game has moves 0 (the set-up) to ",
    "--to 100000": "the last move cannot be 100000: ",
    "--from 9 --to 8": "the last move, 8, comes before the first, 9",
    "--move 3 --to 8": "--move is one move, --from and --to are several; choose one",
    "--seat z": "'z' is no seat; it is a number from 0 or a letter from A",
}


@pytest.mark.parametrize("arguments", WRONG_PARTS)
def test_a_part_that_is_not_there_is_a_mistake(
    arguments: str, at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", "show", game["fact"]["game_id"], *arguments.split()]) == 2
    said = capsys.readouterr().err
    assert WRONG_PARTS[arguments] in said
    assert said.count("\n") == 1


def test_seats_have_letters(at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, game["fact"]["game_id"], "--seat", "b") == told(capsys, game["fact"]["game_id"], "--seat", "1")


def test_a_seat_that_is_not_there_is_a_mistake(
    at_home: Path, game: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", "show", game["fact"]["game_id"], "--seat", "2"]) == 2
    assert capsys.readouterr().err == "serai: there is no seat 2: the game has seats 0 to 1\n"


def test_a_game_nobody_played_is_a_mistake(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "show", "zzz"]) == 2
    assert capsys.readouterr().err == "serai: there is no game whose id begins with 'zzz'\n"


def test_a_game_that_cannot_be_played_again_is_said_to_be_so(
    game: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = json.loads(json.dumps(game))
    forged["replay"]["decisions"].pop()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(forged))
    assert run(["replay", "show", str(file), "--json"]) == 2
    assert "the game cannot be played again: after " in capsys.readouterr().err
