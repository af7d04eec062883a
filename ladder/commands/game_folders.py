"""Folders in which games are kept, and what their bots printed: looked at before the first game, filled after each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from serai.ladder.commands.replay.seat_log import log_lines
from serai.ladder.errors import UserProblem
from serai.ladder.model.game_record import GameRecord
from serai.ladder.storage.whole_files import write_whole


def check_folders(*folders: Path | None) -> None:
    """Make the folders; UserProblem if one cannot be written to: better now than after the games (M9)."""
    for folder in folders:
        if folder is None:
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserProblem(f"the folder {folder} cannot be made: {error.strerror}") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise UserProblem(f"the folder {folder} cannot be written to")


def write_games(games: Sequence[GameRecord], replays: Path | None, logs: Path | None) -> None:
    """Write games into the one folder, and what their bots printed into the other."""
    for game in games:
        if replays is not None:
            write_whole(replays / f"{game.fact['game_id']}.json", game.text().encode())
        if logs is not None:
            _write_logs(game, logs)


def _write_logs(game: GameRecord, folder: Path) -> None:
    for seat, (printed, result) in enumerate(zip(game.printed, game.fact["seats"], strict=True)):
        if printed["lines"]:
            text = "".join(f"{line}\n" for line in log_lines(printed))
            write_whole(folder / f"{game.fact['game_id']}.{seat}.{result['bot']}.log", text.encode())
