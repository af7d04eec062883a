"""`serai rate`: ratings of anybody's facts."""

from __future__ import annotations

from pathlib import Path

import click

from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import table_choice


@click.command(name="rate")
@click.argument("facts", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@table_choice
@json_option
def rate_command(facts: Path, anchors: dict[str, float], latest: bool, without_outages: bool, as_json: bool) -> None:
    """Rate the facts in a file of JSON Lines, in whatever order they are; - reads standard input.

    Facts are what serai play --json prints, an object a line. What is read of each: game, epoch, options, tournament
    or commitment (whichever tells deals apart), block, rotation, and of its seats bot, version, rank, points and cause.
    Facts of different games, epochs or options make a table each.

    \b
    Examples:
      serai play yspahan greedy random random --blocks 20 --json > facts.jsonl
      serai rate facts.jsonl
      serai rate facts.jsonl --anchor random=1000 --json

    With --json: as serai ladder --json.
    """
    from serai.ladder.commands.rate_facts import rate
    from serai.ladder.ratings.table import Choice

    rate(facts, Choice(anchors, not without_outages, latest), as_json)
