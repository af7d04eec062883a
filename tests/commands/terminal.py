"""The command `serai` as a person at a terminal runs it: a process with a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LINE = [sys.executable, "-P", "-m", "serai.ladder.commands"]

Facts = list[dict[str, Any]]


class Answer(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def json_lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Here = Callable[..., Answer]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "SERAI_HOME": str(home), "COLUMNS": "80"}


def serai(home: Path, *arguments: str | Path) -> Answer:
    """Run a command to its end."""
    line = [*LINE, *map(str, arguments)]
    done = subprocess.run(line, check=False, capture_output=True, text=True, env=environment(home), cwd=home)
    return Answer(done.returncode, done.stdout, done.stderr)


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a command and let it run."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*LINE, *arguments], stdout=pipe, stderr=pipe, text=True, env=environment(home), cwd=home)


def succeeded(answer: Answer) -> Answer:
    assert answer.code == 0, answer.err
    return answer


def without_times(facts: Facts) -> Facts:
    return [{key: value for key, value in fact.items() if key != "times"} for fact in facts]
