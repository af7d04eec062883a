"""The line that asks a bot once more what it was retired at."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from serai.referee.replay_question import question_number

# The folder of the bot, in which the line is given: its author has corrected it there.
HERE = "."


def ask_again(game: str, decisions: Sequence[str], retirement: Mapping[str, Any]) -> str:
    """The `serai replay ask` for a retirement; empty if the seat had not been asked anything."""
    number = question_number(decisions, retirement)
    if number is None:
        return ""
    return shlex.join(("serai", "replay", "ask", game, str(retirement["seat"]), str(number), HERE))
