"""`serai replay show` on a terminal: a recorded game in the viewer."""

from __future__ import annotations

from serai.ladder.commands.console import short
from serai.ladder.commands.replay.walk import Eyes
from serai.ladder.commands.viewer.film import Film
from serai.ladder.commands.viewer.model import Viewer
from serai.ladder.commands.viewer.terminal import view
from serai.ladder.errors import UserProblem
from serai.ladder.model.game_record import GameRecord
from serai.referee.replay import ReplayError


def watch(game: GameRecord, name: str, eyes: Eyes) -> None:
    """Show the game until its viewer leaves it; UserProblem if it cannot be played again."""
    viewer = Viewer(lambda eyes: Film(game, eyes, name), len(game.fact["seats"]), eyes)
    try:
        viewer.press("home")  # plays the whole game once, before the terminal is touched
    except ReplayError as error:
        raise UserProblem(f"the game cannot be played again: {error}") from None
    view(viewer, f"{game.fact['game']} {short(game.fact['game_id'])}")
