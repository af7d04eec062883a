"""All operations there are, by name; whoever asks for one by its name finds it here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from serai.ladder.access.needs import READ
from serai.ladder.desk import (
    bots,
    events,
    following,
    games,
    hand,
    making,
    people,
    printed,
    replays,
    standing,
    tables,
    workers,
)
from serai.ladder.desk.arguments import described, taken
from serai.ladder.desk.operation import OPERATIONS, Call, Operation, Row, operation

_HOLD_THEM = (bots, events, following, games, hand, making, people, printed, replays, standing, tables, workers)


@operation("desk.operations", READ)
def operations(_: Call) -> Iterator[Row]:
    """Yield every operation: what it does, what it needs and what it takes."""
    for name, each in sorted(OPERATIONS.items()):
        takes = {argument: described(kind) for argument, (kind, _) in taken(each.function).items()}
        meaning = (each.function.__doc__ or "").partition("\n")[0]
        yield {"name": name, "needs": each.need, "takes": takes, "files": each.takes_files, "meaning": meaning}


def all_operations() -> Mapping[str, Operation[..., Any]]:
    """Return the operations by name."""
    assert _HOLD_THEM
    return OPERATIONS
