"""Kills processes, cuts cables and stops workers while tournaments run, and holds what comes out against a calm run.

Three parts: `hosts` (Redis, organiser and workers on hosts of their own), `embedded` (one machine, no REDIS_URL) and
`bots` (only bots are killed, which is charged to them).
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from chaos import parts, processes, report
from chaos.hosts import go_apart, why_not_apart
from chaos.parts import Outcome, Setting
from chaos.plan import CUT, plan, split

_PACE_SECONDS = 4.0
_SHORT_PACE_SECONDS = 0.8
_LASTING, _SHORT_LASTING = (5.0, 30.0), (2.0, 4.0)
_PATIENCE, _SHORT_PATIENCE = 180.0, 60.0
_INSIDE = "--inside"


def main() -> None:
    given = arguments(sys.argv[1:])
    reason = None if given.inside else "--together" if given.together else why_not_apart()
    if reason is None and not given.inside:
        go_apart([*sys.argv[1:], _INSIDE, "--seed", str(given.seed)])
    try:
        summary = run(given, reason)
    except KeyboardInterrupt:
        sys.exit(130)
    print(json.dumps(summary) if given.json else report.text(summary))
    sys.exit(0 if summary["verdict"] == report.SAME else 1)


def run(given: argparse.Namespace, left_out: str | None) -> dict[str, Any]:
    """Play all parts and the undisturbed run, and return what they came to."""
    log = Path(given.log or Path(tempfile.gettempdir(), f"serai-chaos-{given.seed}.jsonl"))
    size, usual = ("small", _SHORT_PATIENCE) if given.short else ("large", _PATIENCE)
    patience = given.patience or usual
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder, log.open("w") as lines, nothing_left(Path(folder)):
        noted = partial(note, lines)
        setting = Setting(Path(folder), size, noted, given.inside, given.hosts, patience, given.most * 60)
        outcomes = play(given, setting)
        calm, seconds = parts.undisturbed(setting, {len(outcome.tally.tournaments) for outcome in outcomes})
        for outcome in outcomes:
            parts.compare(outcome, calm)
        if any(outcome.problems for outcome in outcomes):
            keep_logs(Path(folder), log.with_suffix(".logs"))
    known = {"seed": given.seed, "log": str(log), "left_out": left_out, "patience": patience}
    return report.summary(outcomes, **known, undisturbed_seconds=round(seconds))


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=240, metavar="N", help="kill -9 in all parts together [240]")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), metavar="S", help="of the disturbances")
    parser.add_argument("--minutes", type=float, metavar="M", help="how long they go on [4 s for each kill]")
    parser.add_argument(
        "--most", type=float, default=30.0, metavar="M", help="minutes after which the rest is left out [30]"
    )
    parser.add_argument(
        "--patience",
        type=float,
        metavar="S",
        help=f"seconds without a new game after which a run is stuck; more where others come first [{_PATIENCE:.0f}]",
    )
    parser.add_argument("--hosts", type=int, default=2, metavar="H", help="hosts with workers [2]")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--log", metavar="FILE", help="where the disturbances are written to, one line of JSON each")
    parser.add_argument("--short", action="store_true", help="small tournaments, short cuts and pauses: for the suite")
    parser.add_argument("--together", action="store_true", help="all on this machine, without namespaces and cuts")
    parser.add_argument(_INSIDE, action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.kills < 1 or given.hosts < 1:
        parser.error("--kills and --hosts are at least 1")
    return given


def keep_logs(folder: Path, kept: Path) -> None:
    """Copy what the commands of a run that went wrong have printed last: its folder is removed."""
    for printed in folder.glob("*/*.log"):
        target = kept / printed.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(printed, target)


@contextmanager
def nothing_left(folder: Path) -> Iterator[None]:
    """Kill what still runs when the block is left, also if that is by SIGTERM."""
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        for pid in processes.ours(folder):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def play(given: argparse.Namespace, setting: Setting) -> list[Outcome]:
    """Play all parts that have disturbances; where hosts cannot be apart, cuts are left out."""
    outcomes = []
    for part, kills in split(given.kills).items():
        planned = plan(part, kills, pace(given), _SHORT_LASTING if given.short else _LASTING, given.seed)
        possible = deque(one for one in planned if setting.apart or one.kind != CUT)
        if not planned:
            continue
        print(f"chaos: {part}, {len(possible)} disturbances", file=sys.stderr, flush=True)
        impossible = len(planned) - len(possible)
        outcome = parts.on_hosts(setting, possible) if part == "hosts" else parts.embedded(part, setting, possible)
        outcome.tally.missed[CUT] += impossible
        outcomes.append(outcome)
    return outcomes


def pace(given: argparse.Namespace) -> float:
    """Return the seconds between two disturbances, on average."""
    if given.minutes:
        return float(given.minutes * 60 / given.kills)
    return _SHORT_PACE_SECONDS if given.short else _PACE_SECONDS


def note(lines: Any, **what: Any) -> None:
    """Write a disturbance to the log, with the moment it came."""
    print(json.dumps({"time": round(time.time(), 3), **what}), file=lines, flush=True)


if __name__ == "__main__":
    main()
