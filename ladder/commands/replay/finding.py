"""The game that GAME_ID|FILE means, wherever it is on record."""

from __future__ import annotations

from collections.abc import Iterator

from serai.ladder.commands.at_desk import desk
from serai.ladder.commands.own_games import file_of
from serai.ladder.desk import replays
from serai.ladder.desk.desk import Desk
from serai.ladder.model import game_record
from serai.ladder.model.game_record import GameRecord
from serai.referee.clock import TimeControl


def find(reference: str) -> tuple[GameRecord, TimeControl | None]:
    """Return the game, and its time control if it does not say it itself: that of its tournament, if it is of one."""
    if (file := file_of(reference)) is not None:
        game, control = game_record.read(file), TimeControl()
    else:
        with desk() as asked:
            found = asked.ask(replays.game, game_id=reference)
        game, control = GameRecord.from_json(found["record"]), TimeControl.read(found["control"])
    return game, None if game.replay.get("controls") else control


def recorded(asked: Desk, tournament: str) -> Iterator[GameRecord]:
    """Yield all games of a tournament that count, in schedule order."""
    return map(GameRecord.from_json, asked.ask(replays.games, tournament=tournament))
