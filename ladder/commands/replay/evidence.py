"""All that is known of why a seat was retired, for the author of its bot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import shorten
from typing import Any

from serai.ladder.commands.replay.retry_hint import ask_again
from serai.ladder.commands.replay.walk import Walk
from serai.ladder.plain_text import one_line, printable

_LONGEST_QUESTION = 400
_MOST_STDERR_LINES = 20


def evidence(game: str, walk: Walk, retirement: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines below a retirement, when the walk has come by it; `game` is what other commands find it by."""
    yield f"  cause     {retirement['cause']}: {one_line(retirement['text'])}"
    options = walk.options_at(retirement)
    yield f"  options   {'  '.join(options) or 'it was not asked anything'}"
    question = shorten(retirement["question"], _LONGEST_QUESTION, placeholder=" … (--json shows all of it)")
    yield f"  question  {question or 'none was open'}"
    yield f"  answer    {one_line(retirement['answer']) or 'none'}"
    lines = retirement["stderr"].strip().splitlines()[-_MOST_STDERR_LINES:]
    yield f"  output    {'its last lines:' if lines else 'it wrote nothing'}"
    for line in lines:
        yield f"    | {printable(line)}"
    again = ask_again(game, walk.replay.decisions, retirement)
    if again:
        yield "  again     in the folder of the bot:"
        yield f"    {again}"
