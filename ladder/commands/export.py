"""`serai export`."""

from __future__ import annotations

import click

from serai.ladder.commands import completion
from serai.ladder.service.export_formats import FORMATS


@click.command(name="export")
@click.argument("name", metavar="TOURNAMENT", shell_complete=completion.tournaments)
@click.option(
    "--what", type=click.Choice(["facts", "standings", "replays"]), default="facts", help="What to export. [facts]"
)
@click.option("--format", "kind", type=click.Choice(FORMATS), help="How. [by the ending of FILE, else jsonl]")
@click.option("--output", "-o", metavar="FILE", help="Where to. [standard output]")
@click.option("--voided", is_flag=True, help="Facts that do not count, too.")
def export_command(name: str, what: str, kind: str | None, output: str | None, voided: bool) -> None:
    """Facts, standings or replays of a whole TOURNAMENT: JSON Lines, CSV or Parquet; replays as one zip archive.

    Facts are read and written in portions, however many there are. In JSON Lines a line is a fact, as serai rate and
    the gRPC service have it. In CSV and Parquet a row is a seat of a game: the columns of the game, then seat, bot,
    version, points, rank, ending and cause; options are one column of JSON. Parquet needs pip install serai[parquet]
    and --output. An archive of replays has a file GAME_ID.json for each game that counts, as serai replay export prints
    it and serai replay verify reads it; it needs --output.

    \b
    Examples:
      serai export spring > spring.jsonl
      serai export spring --output spring.csv
      serai export spring --output spring.parquet
      serai export spring --what standings --format csv
      serai export spring --what replays --output spring.zip
    """
    from serai.ladder.commands.at_desk import desk
    from serai.ladder.service.export import export

    with desk() as asked:
        export(asked, name, what, kind, output, voided)
