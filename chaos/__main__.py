"""Kills processes, cuts cables and stops workers while tournaments run, and holds what comes out against a calm run.

Three parts: `hosts` (Redis, organiser and workers on hosts of their own), `embedded` (one machine, no REDIS_URL) and
`bots` (only bots are killed, which is charged to them).
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import sys
import tempfile
import time
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
_INSIDE = "--inside"


def main() -> None:
    given = arguments(sys.argv[1:])
    reason = None if given.inside else why_not_apart()
    if not given.inside and reason is None and not given.together:
        go_apart([*sys.argv[1:], _INSIDE, "--seed", str(given.seed)])
    log = Path(given.log or Path(tempfile.gettempdir(), f"serai-chaos-{given.seed}.jsonl"))
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder, log.open("w") as lines:
        setting = Setting(
            Path(folder), "small" if given.short else "large", partial(note, lines), given.inside, given.hosts
        )
        left_out = None if given.inside else reason or "--together"
        with nothing_left(Path(folder)):
            outcomes = play(given, setting)
            calm, seconds = parts.undisturbed(setting, {len(outcome.tally.tournaments) for outcome in outcomes})
        for outcome in outcomes:
            parts.compare(outcome, calm)
    summary = report.summary(outcomes, given.seed, seconds, left_out, str(log))
    print(json.dumps(summary) if given.json else report.text(summary))
    sys.exit(0 if summary["verdict"] == report.SAME else 1)


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=240, metavar="N", help="kill -9 in all parts together [240]")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), metavar="S", help="of the disturbances")
    parser.add_argument("--minutes", type=float, metavar="M", help="how long they go on [4 s for each kill]")
    parser.add_argument("--hosts", type=int, default=2, metavar="H", help="hosts with workers [2]")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--log", metavar="FILE", help="where the disturbances are written to, one line of JSON each")
    parser.add_argument("--short", action="store_true", help="small tournaments, short cuts and pauses: for the suite")
    parser.add_argument("--together", action="store_true", help="all on this machine, without namespaces and cuts")
    parser.add_argument(_INSIDE, action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(words)


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
    """Play all parts; a part without kills is left out."""
    kills = split(given.kills)
    pace = given.minutes * 60 / given.kills if given.minutes else _SHORT_PACE_SECONDS if given.short else _PACE_SECONDS
    outcomes = []
    for part, count in kills.items():
        planned = plan(part, count, pace, _SHORT_LASTING if given.short else _LASTING, given.seed)
        if not setting.apart:
            cuts = [one for one in planned if one.kind == CUT]
            for one in cuts:
                planned.remove(one)
        print(f"chaos: {part}, {len(planned)} disturbances", file=sys.stderr, flush=True)
        outcomes.append(parts.on_hosts(setting, planned) if part == "hosts" else parts.embedded(part, setting, planned))
        if not setting.apart and part == "hosts":
            outcomes[-1].tally.missed[CUT] = len(cuts)
    return outcomes


def note(lines: Any, **what: Any) -> None:
    """Write a disturbance to the log, with the moment it came."""
    print(json.dumps({"time": round(time.time(), 3), **what}), file=lines, flush=True)


if __name__ == "__main__":
    main()
