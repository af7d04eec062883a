"""Records of games as `serai play --replays` keeps them, made from golden replays: nothing has to be played."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.referee.replay import FORMAT
from tests import golden

BOTS = ("ann", "ben", "cleo", "dora")


def recorded(game: str, file: str) -> GameRecord:
    """A golden replay, with bots of these names at its seats."""
    replay = golden.read(golden.FOLDER / game / f"{file}.jsonl")
    seats = [
        {"bot": bot, "version": "0" * 32, "ending": "played", **outcome}
        for bot, outcome in zip(BOTS, replay.outcomes, strict=False)
    ]
    retired = [{"text": "", "question": "", "answer": "", "stderr": "", **each} for each in replay.retirements]
    fact: dict[str, Any] = {"game_id": "12345678" + "0" * 12, "tournament": None, "block": 0, "rotation": 0}
    fact |= {"game": game, "epoch": replay.epoch, "options": replay.options, "deal": replay.deal, "seats": seats}
    fact["decisions"] = len(replay.decisions)
    data = {"format": FORMAT, **asdict(replay), "retirements": retired}
    return GameRecord("", cast(Fact, fact), data)


def without_times(record: GameRecord) -> dict[str, Any]:
    """A replay as it is again when the same is played: all but how long decisions took."""
    return {name: value for name, value in record.replay.items() if name != "milliseconds"}


def written(record: GameRecord, folder: Path) -> Path:
    """The file of a record."""
    path = folder / "game.json"
    path.write_text(record.text(), encoding="utf-8")
    return path
