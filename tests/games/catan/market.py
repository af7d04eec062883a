"""A market for scenarios of trade: Carla, seat 2, is active; clockwise from her sit Dirk, Anna and Ben."""

from __future__ import annotations

import pytest

from serai.referee.core.errors import IllegalAction
from tests.games.catan.table import GameTable


def market() -> GameTable:
    """Carla after the roll with two wool and a lumber; Dirk has brick but no ore, Anna and Ben have an ore each."""
    table = GameTable()
    table.hand("dirk", "2 brick")
    table.hand("anna", "1 ore")
    table.hand("ben", "1 ore")
    table.hand("carla", "1 lumber 2 wool")
    table.main("carla")
    return table


def reply(table: GameTable, **answers: str) -> None:
    """Each says what it is told to, clockwise; who is not named declines."""
    for name in ("dirk", "anna", "ben"):
        if table.seat(name).asked:
            table.seat(name).does(answers.get(name, "decline"))


def refuses(table: GameTable, name: str, *answers: str) -> str:
    """None of these is allowed, and nothing changes; the last reason given."""
    before, reason = table.state.snapshot(), ""
    for answer in answers:
        with pytest.raises(IllegalAction) as error:
            table.seat(name).does(answer)
        reason = str(error.value)
    assert table.state.snapshot() == before
    return reason
