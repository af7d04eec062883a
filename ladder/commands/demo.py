"""`serai demo`: a tournament from nothing to a ladder."""

from __future__ import annotations

import click

from serai.ladder.commands.console import json_option
from serai.ladder.commands.params import unsafe_option

_BLOCKS = 8


@click.command(name="demo")
@click.option("--keep", is_flag=True, help="Play in your own SERAI_HOME or REDIS_URL, so that it counts there.")
@click.option(
    "--blocks", type=click.IntRange(1), metavar="N", default=_BLOCKS, help=f"Deals for each line-up. [{_BLOCKS}]"
)
@unsafe_option
@json_option
def demo_command(keep: bool, blocks: int, as_json: bool) -> int:
    """Play a whole tournament of Yspahan, from nothing to a ladder: about a hundred games in well under 90 seconds.

    Two bots and a twin of each (the same files under another name) meet at tables of three. They are processes of
    their own, talk to the referee over gRPC, and the games go through a queue to two workers. All of it
    happens in a folder for temporary files with a Redis of its own.

    \b
    Examples:
      serai demo
      serai demo --keep

    With --json: as serai tournament show --json, with home and refused (the games that were not proved) added.
    """
    from serai.ladder.commands.demo_tournament import run

    return run(keep, blocks, as_json)
