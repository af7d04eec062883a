"""How long the blocks of a worker that was lost had to wait, worked out from the facts' own times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Loss:
    """Workers were killed, cut off or hung at this moment, with these blocks of a tournament in their jobs.

    `begun` is when other workers were first seen with them.
    """

    kind: str
    time: float
    tournament: str
    blocks: tuple[int, ...]
    begun: dict[int, float] = field(default_factory=dict)

    def see(self, moment: float, block: int) -> None:
        """Note that a worker that was never lost has this block in its job."""
        if block in self.blocks and moment > self.time:
            self.begun.setdefault(block, moment)


def take_overs(losses: Sequence[Loss], facts: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, list[float]]:
    """Return by kind the seconds from each loss until the last of its blocks was begun again, or was on record.

    What is on record is the last attempt at a block. Of those before it, only what was seen of them is known.
    """
    spans = {name: _spans(of_one) for name, of_one in facts.items()}
    found: dict[str, list[float]] = {}
    for loss in losses:
        later = [other for other in losses if other.tournament == loss.tournament and other.time > loss.time]
        waits = [_wait(loss, later, block, spans[loss.tournament]) for block in loss.blocks]
        if counted := [wait for wait in waits if wait is not None]:
            found.setdefault(loss.kind, []).append(max(counted))
    return found


def _spans(facts: Iterable[Mapping[str, Any]]) -> dict[int, Span]:
    """Return for each block when its first game began and its last was over."""
    spans: dict[int, Span] = {}
    for fact in facts:
        began = datetime.fromisoformat(fact["times"]["started"]).timestamp()
        first, last = spans.get(fact["block"], (began, began))
        spans[fact["block"]] = (min(first, began), max(last, began + fact["times"]["seconds"]))
    return spans


def _wait(loss: Loss, later: Iterable[Loss], block: int, spans: Mapping[int, Span]) -> float | None:
    """Return how long a block waited; None if it was over before, or was lost again and not seen in between."""
    if block not in spans or spans[block][1] <= loss.time:
        return None
    began, over = spans[block]
    moments = [loss.begun[block]] if block in loss.begun else []
    if not any(block in other.blocks and other.time <= began for other in later):
        moments.append(began if began > loss.time else over)
    return min(moments) - loss.time if moments else None
