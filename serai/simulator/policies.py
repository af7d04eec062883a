"""Who answers for all seats in rollouts, by name, and what a position is worth: both with the code of house bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

from serai.sim import Action, Judge, World
from serai.table import Luck, Table


class Greedy:
    """What the greedy house bot answers, asked with the view of each seat as in a game.

    It remembers nothing of a game but its board, so all rollouts of a world can sit at the same tables.
    """

    def __init__(self, world: World) -> None:
        self._rule = _rule_of_thumb(world.game)
        self._tables = _tables_of(world)

    def __call__(self, world: World, seat: int) -> Action | int:
        offered = world.options(seat)
        if len(offered) == 1:
            return 0
        answer = self._rule.choose(self._tables[seat], world.view(seat), list(map(world.message, offered)))
        return answer if isinstance(answer, int) else world.action(answer)

    def gains(self, world: World, seat: int) -> list[float]:
        """Return what each option gains."""
        messages = list(map(world.message, world.options(seat)))
        return list(self._rule.gains(self._tables[seat], world.view(seat), messages))


# By name: makes the policy for rollouts of a world. None plays at random, at the speed of the rules.
POLICIES: dict[str, Callable[[World], Greedy | None]] = {"random": lambda world: None, "greedy": Greedy}


def judge_of(world: World) -> Judge:
    """Return what says how much positions of this game are worth: the eyes of the house bot search."""
    search = "serai.sample_bots.python.search"
    seats = import_module(f"{search}.greedy_seats").GreedySeats(_tables_of(world)[0])
    values: Callable[[Any, World], list[float]] = import_module(f"{search}.value").values
    return lambda reached: values(seats, reached)


def _rule_of_thumb(game: str) -> Any:
    # Only here: rollouts at random can do without.
    return import_module(f"serai.sample_bots.python.greedy.{game}")


def _tables_of(world: World) -> list[Table]:
    board: Any = world.board()
    message: Any = type(board)
    return _tables(world.game, world.epoch, world.seats, message, board.SerializeToString())


@lru_cache(16)
def _tables(game: str, epoch: int, seats: int, message: Any, board: bytes) -> list[Table]:
    """The table as each seat finds it, as far as a rule of thumb looks: without a clock, and without luck."""
    from serai.v1.referee_pb2 import TimeControl

    control, printed = TimeControl(), message.FromString(board)
    return [Table(0, game, epoch, seat, seats, {}, printed, control, "", Luck("")) for seat in range(seats)]
