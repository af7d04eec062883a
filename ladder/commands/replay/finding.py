"""The game that GAME_ID|FILE means, wherever it is on record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from serai.ladder.commands.at_desk import desk
from serai.ladder.desk import replays
from serai.ladder.desk.desk import Desk
from serai.ladder.model import game_record
from serai.ladder.model.game_record import GameRecord
from serai.referee.clock import TimeControl


def find(reference: str) -> tuple[GameRecord, TimeControl]:
    """Return the game, and its time control: that of its tournament; a file does not say it."""
    if game_record.is_file(reference):
        return game_record.read(Path(reference)), TimeControl()
    with desk() as asked:
        found = asked.ask(replays.game, game_id=reference)
    return GameRecord.from_json(found["record"]), TimeControl.read(found["control"])


def recorded(asked: Desk, tournament: str) -> Iterator[GameRecord]:
    """Yield all games of a tournament that count, in schedule order."""
    return map(GameRecord.from_json, asked.ask(replays.games, tournament=tournament))
