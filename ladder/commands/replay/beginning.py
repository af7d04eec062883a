"""GAME:N, a position of a recorded game that new games begin with."""

from __future__ import annotations

from serai.ladder.commands.replay.finding import find
from serai.ladder.errors import UserProblem
from serai.ladder.model.plan import find_game
from serai.referee.match import Beginning
from serai.referee.replay import Replay, ReplayError, beginning


def find_beginning(reference: str, game: str, seats: int, *, renews_luck: bool) -> tuple[Beginning, Replay]:
    """Return the position that GAME:N means, and the game it is from; UserProblem if nobody can play on from there."""
    name, _, number = reference.rpartition(":")
    if not name or not (number.isascii() and number.isdecimal()):
        raise UserProblem(f"--from {reference} should read GAME:N, a recorded game and the number of a move")
    record, _ = find(name)
    try:
        replay = Replay.from_json(record.replay)
        rules = find_game(replay.game)
        if replay.game != game or replay.epoch != rules.epoch:
            wanted = f"{game}, epoch {find_game(game).epoch}"
            raise UserProblem(f"{name} is a game of {replay.game}, epoch {replay.epoch}; this is {wanted}")
        if replay.seats != seats:
            raise UserProblem(f"{name} has {replay.seats} seats; give as many bots, not {seats}")
        where = f"{record.fact['game_id']}:{number}"
        return beginning(rules, replay, where, int(number), renews_luck), replay
    except ReplayError as error:
        raise UserProblem(f"{name}: {error}") from None
