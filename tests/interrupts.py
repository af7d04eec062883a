"""Ctrl-C at every moment of the first instants of a command, as a terminal sends it: to all its processes.

    python -m tests.interrupts --each 60 --within 0.3

prints for each command how often it ended at once, with the exit code of a shell for that, 130, and without a
traceback; with --show also what was printed where it did not. It fails if one did not.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

COMMANDS = (
    "serai --help",
    "serai ladder",
    "serai play yspahan greedy random random --blocks 20",
    "serai bot check greedy",
    "serai demo",
)
_SERAI = Path(sys.executable).with_name("serai")
_INTERRUPTED = 130
_TRACES = ("Traceback", "KeyboardInterrupt", "Exception ignored")
_START = ("init_import_site", "argv[0] is an import path entry")  # what Python says of itself
_RIGHT = ("clean", "over before")


def interrupted(command: str, after: float, home: str) -> tuple[int, str]:
    """Start a command, interrupt it so many seconds later, and return the exit code of a shell and what it printed."""
    process = subprocess.Popen(
        [str(_SERAI), *command.split()[1:]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "SERAI_HOME": home},
        process_group=0,
        preexec_fn=_let_interrupt,  # noqa: PLW1509  # there are no threads
    )
    time.sleep(after)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
    said = process.communicate()[1]
    return (process.returncode if process.returncode >= 0 else 128 - process.returncode), said


def _let_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def outcome(code: int, said: str) -> str:
    """Return what became of an interrupted command, in a few words."""
    if any(words in said for words in _START):
        return "traceback of Python's own start"
    if any(trace in said for trace in _TRACES):
        return "traceback"
    if code == _INTERRUPTED:
        return "clean"
    return "over before" if code == 0 else f"exit code {code}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=60, help="how often each command is interrupted")
    parser.add_argument("--within", type=float, default=0.3, help="seconds from its start, evenly spread")
    parser.add_argument("--show", action="store_true", help="print what was said where it was not clean")
    arguments = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory(prefix="serai-") as home:
        for command in COMMANDS:
            found = Counter[str]()
            for number in range(arguments.each):
                after = arguments.within * number / arguments.each
                code, said = interrupted(command, after, home)
                found[outcome(code, said)] += 1
                if arguments.show and outcome(code, said) not in _RIGHT:
                    print(f"  after {after:.3f} s, exit code {code}:\n{said}")
            print(f"{command}: {', '.join(f'{count} {what}' for what, count in found.most_common())}", flush=True)
            bad += sum(count for what, count in found.items() if what not in _RIGHT)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
