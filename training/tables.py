"""The table of a game that is played without a referee, as greedy wants it."""

from __future__ import annotations

from serai import Luck, Table
from serai.sim import World
from serai.v1 import referee_pb2 as pb


def table_of(world: World, seat: int) -> Table:
    """Return what a bot on this seat is told at the start of the game."""
    return Table(
        handle=0,
        game=world.game,
        epoch=world.epoch,
        seat=seat,
        seats=world.seats,
        options={},
        board=world.board(),
        time_control=pb.TimeControl(),
        commitment="",
        luck=Luck(""),
    )
