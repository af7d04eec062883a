"""The games that an arena plays, and their rules."""

from __future__ import annotations

from collections.abc import Iterator

from serai.ladder.access.needs import READ
from serai.ladder.desk.operation import Call, Row, operation
from serai.ladder.model.plan import find_game
from serai.ladder.service.json_rows import game_row
from serai.referee.games import GAMES


@operation("games.list", READ)
def listed(_: Call) -> Iterator[Row]:
    """Yield every game, and beside it the options that some numbers of seats need."""
    for game in GAMES.values():
        needed = {str(seats): list(choice) for seats, choice in game.all_seat_counts().items() if choice}
        yield {"game": game_row(game), "needed": needed}


@operation("games.rules", READ)
def rules(_: Call, game: str) -> Row:
    """Return the rules of a game."""
    found = find_game(game)
    return {"game": found.name, "epoch": found.epoch, "rules": found.rules}
