"""Policies by name, for rollouts: who answers for all seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

from serai.sim import Action, Policy, World
from serai.table import Luck, Table

RuleOfThumb = Callable[[Table, Any, Sequence[Any]], Any]


class Greedy:
    """What the greedy house bot answers, asked with the view of each seat as in a game.

    It remembers nothing of a game but its board, so all rollouts of a world can sit at the same tables.
    """

    def __init__(self, world: World) -> None:
        self._choose = _rule_of_thumb(world.game)
        board: Any = world.board()
        message: Any = type(board)
        self._tables = _tables(world.game, world.epoch, world.seats, message, board.SerializeToString())

    def __call__(self, world: World, seat: int) -> Action | int:
        offered = world.options(seat)
        if len(offered) == 1:
            return 0
        answer = self._choose(self._tables[seat], world.view(seat), list(map(world.message, offered)))
        return answer if isinstance(answer, int) else world.action(answer)


# By name: makes the policy for rollouts of a world. None plays at random, at the speed of the rules.
POLICIES: dict[str, Callable[[World], Policy | None]] = {"random": lambda world: None, "greedy": Greedy}


def _rule_of_thumb(game: str) -> RuleOfThumb:
    # Only here: rollouts at random can do without.
    choose: RuleOfThumb = import_module(f"serai.sample_bots.python.greedy.{game}").choose
    return choose


@lru_cache(16)
def _tables(game: str, epoch: int, seats: int, message: Any, board: bytes) -> list[Table]:
    """The table as each seat finds it, as far as a rule of thumb looks: without a clock, and without luck."""
    from serai.v1.referee_pb2 import TimeControl

    control, printed = TimeControl(), message.FromString(board)
    return [Table(0, game, epoch, seat, seats, {}, printed, control, "", Luck("")) for seat in range(seats)]
