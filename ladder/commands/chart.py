"""A curve with an interval as lines of plain characters, for a terminal of any width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

VALUE, INTERVAL = "*", ":"
_LABEL = 7  # columns of the scale
_WIDEST = 4  # columns of a bar, where there are few


class Bar(NamedTuple):
    """A value, and the bounds of its interval; none if there are none."""

    value: float
    low: float | None = None
    high: float | None = None


def chart(bars: Sequence[Bar], width: int, height: int) -> list[str]:
    """Draw the bars from left to right, as many as fit (the last of those that share a column), none empty."""
    columns = _spread(bars, max(width - _LABEL - 2, 1))
    low = min(bar.value if bar.low is None else bar.low for bar in columns)
    high = max(bar.value if bar.high is None else bar.high for bar in columns)
    step = max(high - low, 1.0) / max(height - 1, 1)
    rows = [high - step * row for row in range(height)]
    return [f"{middle:{_LABEL}.0f} |" + "".join(_cell(bar, middle, step) for bar in columns) for middle in rows]


def _spread(bars: Sequence[Bar], width: int) -> list[Bar]:
    """So many columns at most: of many bars some, evenly taken up to the last one; of few each a little wider."""
    if len(bars) > width:
        return [bars[(at + 1) * len(bars) // width - 1] for at in range(width)]
    return [bar for bar in bars for _ in range(min(width // len(bars), _WIDEST))]


def _cell(bar: Bar, middle: float, step: float) -> str:
    """What a row of this middle shows of a bar."""
    half = step / 2
    if middle - half <= bar.value < middle + half:
        return VALUE
    if bar.low is not None and bar.high is not None and bar.low < middle + half and bar.high >= middle - half:
        return INTERVAL
    return " "


def scale(first: str, last: str, columns: int) -> list[str]:
    """The line below a chart, and what its ends mean."""
    room = max(columns - len(first) - len(last), 1)
    return [" " * _LABEL + " +" + "-" * columns, " " * (_LABEL + 2) + first + " " * room + last]


def columns_of(bars: Sequence[Bar], width: int) -> int:
    """How many columns a chart of these bars has beside its scale."""
    return len(_spread(bars, max(width - _LABEL - 2, 1)))
