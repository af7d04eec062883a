"""Bots that bring their workers down (D12): whom to withhold from a block whose worker died again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from serai.ladder.storage.done import Done
from serai.ladder.storage.queue_notes import Death

# So often must the worker of a block that is played alone have died before anyone is withheld: random kills hardly ever
# hit one block so often. Where someone at the table was withheld before, and the block then played, less is enough.
MOST_DEATHS = 8
MOST_DEATHS_WITH_SUSPECT = 2

_NEARBY = 512


class Suspects:
    """What the deaths over a tournament say about its bots.

    `line_up` returns that of a block, `done` holds what is on record, `failed` what has failed, and `before` who was
    withheld from blocks that are on record.
    """

    def __init__(
        self,
        deaths: Iterable[Death],
        line_up: Callable[[int], Sequence[int]],
        done: Done,
        blocks: int,
        failed: Iterable[int] = (),
        before: Iterable[int] = (),
    ) -> None:
        self._deaths = list(deaths)
        self._line_up = line_up
        self._done = done
        self._blocks = blocks
        self._before = set(before)
        self._alone = {*failed, *(death.block for death in self._deaths)}

    def plays_alone(self, block: int) -> bool:
        """Return True if a worker died or failed with this block in its job: from then on it is a job of its own."""
        return block in self._alone

    def withheld(self, block: int) -> tuple[int, ...]:
        """Return who does not play in this block the next time it is tried: nobody, until its workers died too often.

        First one suspect at a time, most suspicious first; if that does not help, more and more of them.
        """
        deaths = [death for death in self._deaths if death.block == block and death.alone]
        suspected = self._before.intersection(self._line_up(block))
        if sum(not death.withheld for death in deaths) < (MOST_DEATHS_WITH_SUSPECT if suspected else MOST_DEATHS):
            return ()
        tried = {death.withheld for death in deaths}
        order = self._order(block)
        ways = [(bot,) for bot in order] + [tuple(sorted(order[:many])) for many in range(2, len(order) + 1)]
        return next((way for way in ways if way not in tried), ways[-1])

    def _order(self, block: int) -> list[int]:
        """Return the bots of a block, most suspicious first: withheld before, in most dead blocks, fewest recorded."""
        dead = [set(self._line_up(index)) for index in {death.block for death in self._deaths if death.alone}]
        nearby = range(max(0, block - _NEARBY), min(self._blocks, block + _NEARBY))
        recorded = [set(self._line_up(index)) for index in nearby if index in self._done]

        def suspicion(bot: int) -> tuple[bool, int, int, int]:
            dead_with, recorded_with = (sum(bot in table for table in tables) for tables in (dead, recorded))
            return bot not in self._before, -dead_with, recorded_with, bot

        return sorted(self._line_up(block), key=suspicion)
