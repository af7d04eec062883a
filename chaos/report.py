"""What a run came to, for programs and as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any

from chaos.parts import Outcome
from chaos.plan import CUT, HANG

SAME, DIFFERENT = "as undisturbed", "NOT as undisturbed"
_MOST_PROBLEMS = 20


def summary(outcomes: Sequence[Outcome], **known: Any) -> dict[str, Any]:
    """Return all that is known of a run as JSON; `known` is what does not come from its parts."""
    rows = [_row(outcome) for outcome in outcomes]
    failed = any(row["problems"] for row in rows)
    return {
        **known,
        "kills": sum(sum(row["kills"].values()) for row in rows),
        "parts": rows,
        "games": sum(row["games"] for row in rows),
        "seconds": round(sum(row["seconds"] for row in rows)),
        "verdict": DIFFERENT if failed else SAME,
    }


def _row(outcome: Outcome) -> dict[str, Any]:
    tally = outcome.tally
    kills = {kind: count for kind, count in sorted(tally.disturbances.items()) if kind not in (CUT, HANG)}
    return {
        "part": outcome.part,
        "kills": kills,
        "cuts": tally.disturbances[CUT],
        "hangs": tally.disturbances[HANG],
        "left_out": {kind: count for kind, count in tally.missed.items() if count},
        "restarts": outcome.restarts,
        "own_ends": outcome.own_ends,
        "take_overs": {kind: _spread(seconds) for kind, seconds in sorted(outcome.take_overs.items())},
        "tournaments": len(tally.tournaments),
        "games": tally.games,
        "crashed": outcome.crashed,
        "longest_wait": round(tally.longest_wait, 1),
        "seconds": round(tally.seconds, 1),
        "problems": outcome.problems,
    }


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    return {"count": len(seconds), "median": round(median(seconds), 1), "maximum": round(max(seconds), 1)}


def text(found: dict[str, Any]) -> str:
    """Return the summary as people read it."""
    lines = [f"{'part':10} {'killed':16} {'times':>6}   taken over after: median, maximum (of so many)"]
    for row in found["parts"]:
        lines += _table(row)
    lines += [line for row in found["parts"] for line in _remarks(row)]
    if found["left_out"]:
        lines.append(f"no network was cut, for hosts have no namespaces of their own here: {found['left_out']}")
    return "\n".join([*lines, "", *_compared(found["patience"]), "", _last(found)])


def _table(row: dict[str, Any]) -> list[str]:
    counts = Counter({**row["kills"], "(cut off)": row["cuts"], "(hung)": row["hangs"]})
    names = {"(cut off)": CUT, "(hung)": HANG}
    return [
        f"{row['part']:10} {kind:16} {count:6}   {_seconds(row['take_overs'].get(names.get(kind, kind)))}".rstrip()
        for kind, count in counts.items()
        if count
    ]


def _seconds(spread: dict[str, float] | None) -> str:
    return f"{spread['median']:.1f} s, {spread['maximum']:.1f} s ({spread['count']:.0f})" if spread else ""


def _remarks(row: dict[str, Any]) -> list[str]:
    restarts = ", ".join(f"{name} {count}" for name, count in row["restarts"].items())
    games = f"{row['tournaments']} tournaments, {row['games']} games in {row['seconds']:.0f} s"
    crashed = f", {row['crashed']} with a seat retired because it was killed" if row["part"] == "bots" else ""
    waited = f"longest time without a game on record {row['longest_wait']:.1f} s"
    problems = row["problems"][:_MOST_PROBLEMS]
    more = len(row["problems"]) - len(problems)
    return [
        f"\n{row['part']}: {games}{crashed}; {waited}; started again: {restarts}",
        *(
            f"  left out {count} times, for nobody could be hit, or time was up: {kind}"
            for kind, count in row["left_out"].items()
        ),
        *(f"  ended by itself {count} times: {line}" for line, count in row["own_ends"].items()),
        *(f"  WRONG: {problem}" for problem in problems),
        *([f"  WRONG: and {more} more"] if more else []),
    ]


def _compared(patience: float) -> list[str]:
    return [
        "Compared with an undisturbed run of the same tournaments: every fact but for its times, ratings, cross tables",
        "and pages. Where bots are killed: games without a retired seat in the same way; games with one for their id,",
        "deal and bots, and that nobody was retired but for a process that is gone. Everywhere: every replay verifies,",
        f"no process, temporary folder, job or lock is left, and never {patience:.0f} s without a new game.",
        "Taken over: from the loss of a worker until the last of its blocks was begun again or on record.",
    ]


def _last(found: dict[str, Any]) -> str:
    return (
        f"{found['verdict']}: {found['kills']} kills, {found['games']} games in {found['seconds']} s "
        f"(undisturbed {found['undisturbed_seconds']} s), seed {found['seed']}, disturbances in {found['log']}"
    )
