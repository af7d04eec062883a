"""Every kind of broken bot gets the ending it must get in a real game, and is found out by `serai bot check`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.one_sitting import GameToPlay, play_sitting
from serai.ladder.commands.main import run
from serai.referee.clock import TimeControl
from serai.referee.games import GAMES
from serai.referee.replay import verify
from serai.server.live_game import Played
from tests.broken_bots.kinds import KINDS, Kind, bot_folder, broken_bot
from tests.commands.terminal import Answer
from tests.server.sittings import YSPAHAN, sample

CONTROL = TimeControl(bank=60.0, increment=1.0, cap=6.0)
DEAL = bytes(31) + b"\x01"


CALM = [name for name, kind in KINDS.items() if not kind.loud and not kind.start]
UNSTARTED = [name for name, kind in KINDS.items() if kind.start]
LOUD = [name for name, kind in KINDS.items() if kind.loud]
AT_ONCE = 9  # broken bots in one sitting: each costs a process


def sitting(kinds: list[str], folder: Path, start_seconds: float) -> dict[str, Played]:
    """All these broken bots at once, each in a game of its own between the same two sound bots."""
    bots = [sample("random"), sample("random"), *(broken_bot(kind, folder=bot_folder(kind, folder)) for kind in kinds)]
    games = [GameToPlay(kind, DEAL, (0, place, 1), True) for place, kind in enumerate(kinds, 2)]
    played = play_sitting(YSPAHAN, {}, bots, games, CONTROL, start_seconds=start_seconds)
    return {game.key: game for game in played}


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    """The game of a broken bot; those that come together are played together, when the first of them is wanted."""
    games: dict[str, Played] = {}

    def game(name: str) -> Played:
        if name not in games:
            first = CALM.index(name) // AT_ONCE * AT_ONCE
            games.update(sitting(CALM[first : first + AT_ONCE], tmp_path_factory.mktemp("calm"), start_seconds=60.0))
        return games[name]

    return game


@pytest.fixture(scope="module")
def unstarted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Played]:
    return sitting(UNSTARTED, tmp_path_factory.mktemp("start"), start_seconds=15.0)


def must_have_ended(game: Played, kind: Kind) -> None:
    """The broken bot as the table says; the others played a real game and are ranked before it if it was retired."""
    verify(YSPAHAN, game.replay)
    outcomes = game.replay.outcomes
    retired = kind.ending != "played"
    assert [outcome["ending"] for outcome in outcomes] == ["played", "retired" if retired else "played", "played"]
    evidence = [dict(retirement) for retirement in game.replay.retirements]
    assert [(found["seat"], found["cause"]) for found in evidence] == ([(1, kind.ending)] if retired else [])
    if retired:
        assert kind.text in evidence[0]["text"]
        assert outcomes[1]["rank"] == 3
    else:
        assert len({outcome["points"] for outcome in outcomes}) > 1


@pytest.mark.parametrize("name", CALM)
def test_a_broken_bot_gets_its_ending(name: str, calm: Callable[[str], Played]) -> None:
    game = calm(name)
    must_have_ended(game, KINDS[name])
    for evidence in game.replay.retirements:
        assert f"broken bot: about to {name}" in evidence["stderr"]
        assert name in ("twice", "old-question") or '"options"' in evidence["question"]


@pytest.mark.parametrize("name", UNSTARTED)
def test_a_broken_bot_that_does_not_come_up_is_retired_at_the_start(name: str, unstarted: dict[str, Played]) -> None:
    must_have_ended(unstarted[name], KINDS[name])
    assert unstarted[name].replay.retirements[0]["after"] == 0


@pytest.mark.parametrize("name", LOUD)
def test_a_broken_bot_that_floods_the_referee_disturbs_nobody(name: str, tmp_path: Path) -> None:
    """A second game goes on at the same time, in which it does not sit."""
    bots = [sample("random"), broken_bot(name, folder=bot_folder(name, tmp_path))]
    games = [GameToPlay("with", DEAL, (0, 1, 0), True), GameToPlay("without", DEAL, (0, 0, 0), True)]
    met, quiet = play_sitting(YSPAHAN, {}, bots, games, CONTROL, start_seconds=60.0)
    must_have_ended(met, KINDS[name])
    assert [outcome["ending"] for outcome in quiet.replay.outcomes] == ["played"] * 3


def test_a_game_that_was_only_claimed_is_lost(tmp_path: Path) -> None:
    """The hello is believed; the first word of the game shows that it should not have been."""
    cheops = GAMES["cheops"]
    bots = [sample("random"), broken_bot("claims-cheops", folder=bot_folder("claims-cheops", tmp_path))]
    planned = GameToPlay("cheops", DEAL, (0, 1, 0), True)
    (game,) = play_sitting(cheops, {}, bots, [planned], CONTROL, start_seconds=60.0)
    verify(cheops, game.replay)
    assert [outcome["cause"] for outcome in game.replay.outcomes] == [None, "crash", None]
    assert "broken bot: how is cheops played?" in game.replay.retirements[0]["stderr"]


# --- serai bot check

# The shorter one is for those who never come up; it must leave the others time to do so.
PATIENCE = {"start.time": "4", "answer.time": "5"}


def checked(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> dict[str, Any]:
    """What the command finds of a broken bot, up to its first failure."""
    monkeypatch.setenv("SERAI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SERAI_FOOD", "hay")
    patience = PATIENCE.get(KINDS[name].check, "20")
    code = run(["bot", "check", str(bot_folder(name, tmp_path)), "--fail-fast", "--patience", patience, "--json"])
    answer = Answer(code, *capsys.readouterr())
    assert answer.code == 1, answer.err
    found: dict[str, Any] = answer.json
    return found


@pytest.mark.parametrize("name", KINDS)
def test_a_broken_bot_fails_the_right_check(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = KINDS[name]
    found = {entry["check"]: entry for entry in checked(name, tmp_path, monkeypatch, capsys)["checks"]}
    entry = found[kind.check]
    assert (entry["result"], entry["cause"]) == ("FAILED", kind.cause)
    assert kind.words in entry["detail"]
    assert entry["hint"]
    if f"broken bot: about to {name}" in entry["output"]:
        assert '"options"' in entry["question"] or entry["check"] in NOT_ABOUT_A_QUESTION


# What these broken bots do is not about any question of ours.
NOT_ABOUT_A_QUESTION = {
    *("answer.asked", "message.readable", "message.size", "message.filled", "hello.twice", "stream.open"),
    "stream.once",
}
