"""The line that asks a bot once more what it was retired at."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from serai.ladder.bots import manifest, registry
from serai.ladder.model.facts import Fact
from serai.referee.replay_question import question_number

# What stands for the run line of a bot whose files are not here.
UNKNOWN = ("COMMAND",)


def ask_again(game: str, fact: Fact, decisions: Sequence[str], retirement: Mapping[str, Any]) -> str:
    """The `serai replay ask` for a retirement; empty if the seat had not been asked anything."""
    number = question_number(decisions, retirement)
    if number is None:
        return ""
    seat = retirement["seat"]
    options, command = _run_line(fact["seats"][seat]["version"])
    return shlex.join(("serai", "replay", "ask", *options, game, str(seat), str(number), "--", *command))


def _run_line(version: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How the version is started, where it is installed: the options that takes, and the command."""
    folder = registry.folder_of(version)
    if not (folder / manifest.MANIFEST_FILE).is_file():
        return (), UNKNOWN
    found = manifest.read_manifest(folder)
    return ("--tcp",) if found.transport == "tcp" else (), found.run
