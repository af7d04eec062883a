"""Golden replays: every game in tests/replays is played again, and is the same after every turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from serai.referee.clock import TimeControl
from serai.referee.core.game import Game
from serai.referee.games import GAMES
from serai.referee.match import Cause, Match, outcomes
from serai.referee.replay import Replay, ReplayedMatch
from tests import golden
from tests.random_play import Case, plain_cases

FILES = sorted(golden.FOLDER.glob("*/*.jsonl"))
TABLES = [case for game in GAMES.values() for case in plain_cases(game)]
WANTED = 2  # games without a retired seat, per number of seats


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_golden_replay_is_played_as_it_always_was(path: Path) -> None:
    """If this fails, a rule has changed: raise the epoch, write the replays anew and say so in the commit."""
    replay = golden.read(path)
    game = GAMES[replay.game]
    assert (path.parent.name, replay.epoch) == (game.name, game.epoch)
    replayed = ReplayedMatch(game, replay)
    for _ in replayed.steps():
        same_so_far(replayed, replay)
    same_so_far(replayed, replay)
    assert len(replayed.digests) == len(replay.turns)
    causes = {r["seat"]: Cause(r["cause"]) for r in replay.retirements}
    results = [{"points": o.points, "rank": o.rank, "cause": o.cause} for o in outcomes(game, replayed.state, causes)]
    assert results == list(replay.outcomes)


def same_so_far(replayed: ReplayedMatch, replay: Replay) -> None:
    turn = len(replayed.digests)
    if turn:
        assert replayed.digests[-1] == replay.turns[turn - 1], f"turn {turn} ends differently"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_number_of_seats_has_golden_replays(table: Case) -> None:
    """Two games of live seats and one with a retired seat; `python -m tests.golden` writes them."""
    replays = [golden.read(path) for path in FILES if path.parent.name == table.game.name]
    here = [replay for replay in replays if replay.seats == table.seats]
    assert sum(not replay.retirements for replay in here) >= WANTED
    assert any(replay.retirements for replay in here)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_script_writes_the_same_game_again(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has edited it by hand, and who wants it anew gets it."""
    replay = golden.read(path)
    retired = [(r["seat"], r["after"]) for r in replay.retirements]
    match = Match(GAMES[replay.game], replay.seats, bytes.fromhex(replay.deal), replay.options, TimeControl())
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    prefer = golden.preferences(path)
    written = golden.write(golden.play(match, retired[0] if retired else None, prefer), prefer)
    assert written.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_everything_that_can_be_done_is_done_in_a_golden_replay(game: Game) -> None:
    """Every kind of action and of event of the game, so that no rule can change without one of them changing."""
    seen: set[type[object]] = set()
    for path in FILES:
        if path.parent.name == game.name:
            replayed = ReplayedMatch(game, golden.read(path))
            seen |= {type(step.action) for step in replayed.steps()}
            seen |= {type(event) for event in replayed.state.journal or ()}
    assert not [cls.__name__ for cls in (*game.actions.classes, *game.events.classes) if cls not in seen]
