"""The game that GAME_ID|FILE means, wherever it is on record."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from serai.ladder.commands.at_desk import desk
from serai.ladder.desk import replays
from serai.ladder.desk.operation import Row
from serai.ladder.model import game_record
from serai.ladder.model.facts import Fact
from serai.ladder.model.game_record import GameRecord
from serai.referee.clock import TimeControl


def find(reference: str) -> tuple[GameRecord, TimeControl]:
    """Return the game, and its time control: that of its tournament; a file does not say it."""
    if game_record.is_file(reference):
        return game_record.read(Path(reference)), TimeControl()
    with desk() as asked:
        found = asked.ask(replays.game, game_id=reference)
    return record_of(found["record"]), TimeControl.read(found["control"])


def record_of(row: Row) -> GameRecord:
    """Return the record that a row holds."""
    return GameRecord(row["identity"], cast(Fact, row["fact"]), row["replay"])
