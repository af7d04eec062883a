"""A game for its page: every move with the table after it. Lines that come again are kept once."""

from __future__ import annotations

from typing import Any

from serai.ladder.commands.replay.walk import Eyes, Move
from serai.ladder.commands.viewer.film import Film
from serai.ladder.model.game_record import GameRecord
from serai.ladder.plain_text import one_line
from serai.referee.core.picture import legend_lines


def film_data(game: GameRecord) -> dict[str, Any]:
    """Return a game as its page reads it; ReplayError if it cannot be played again. Text is painted as pictures are."""
    film = Film(game.public(), Eyes())
    lines: dict[str, int] = {}
    moves = [_move(film, move, lines) for move in film.moves]
    return {
        "names": list(film.names),
        "legend": legend_lines(film.legend),
        "items": {item: list(points) for item, points in film.items.items()},
        "moves": moves,
        "lines": list(lines),
    }


def _move(film: Film, move: Move, lines: dict[str, int]) -> dict[str, Any]:
    picture = film.picture(move.number).lines()
    return {
        "seat": move.seat,
        "action": move.action,
        "turn": move.turn,
        "default": move.is_default,
        "told": list(move.told),
        "retired": [one_line(line) for line in film.retired(move.number)],
        "picture": [lines.setdefault(line, len(lines)) for line in picture],
    }
