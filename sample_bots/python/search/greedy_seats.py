"""Greedy on every seat of a world: it proposes what to try, and answers for all seats when a line is played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from serai import Table
from serai.sim import Action, World

MOST_KEPT = 20_000  # messages of actions


class GreedySeats:
    """Greedy at one table, for any of its seats."""

    def __init__(self, table: Table) -> None:
        self.rule = import_module(f"serai.sample_bots.python.greedy.{table.game}")
        self.tables = [replace(table, seat=seat, memory=None, world=None) for seat in range(table.seats)]
        self.messages: dict[Action, Any] = {}

    def choose(self, seat: int, view: Any, options: Sequence[Any]) -> Any:
        """Return one of the options, its place, or an action of its own."""
        return self.rule.choose(self.tables[seat], view, options)

    def gains(self, seat: int, view: Any, options: Sequence[Any]) -> list[float]:
        gains: list[float] = self.rule.gains(self.tables[seat], view, options)
        return gains

    def answer(self, world: World, seat: int) -> int:
        """Return the place of the option that gains most, as a seat of a world sees it. No offers of its own."""
        options = world.options(seat)
        if len(options) == 1:
            return 0
        messages = [self.message(world, option) for option in options]
        view = world.view(seat)
        gains = self.gains(seat, view, messages)
        return gains.index(max(gains))

    def message(self, world: World, action: Action) -> Any:
        """Return an action as a message; the same few come again and again."""
        if action not in self.messages:
            if len(self.messages) >= MOST_KEPT:
                self.messages.clear()
            self.messages[action] = world.message(action)
        return self.messages[action]
