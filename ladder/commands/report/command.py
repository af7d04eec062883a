"""`serai report`."""

from __future__ import annotations

import click

from serai.ladder.commands import completion


@click.command(name="report")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False))
@click.option("--tournament", metavar="NAME", shell_complete=completion.tournaments, help="Which one. [the only one]")
@click.option("--games", type=click.IntRange(0), metavar="N", help="The most games with a page of their own. [all]")
def report_command(folder: str, tournament: str | None, games: int | None) -> None:
    """Write an event as pages that any browser opens, from a folder or any web server.

    DIR/index.html has the ladder with its intervals, the cross table, the ratings over time and all games; each game
    has a page on which it is walked through move by move. The pages hold all they need and load nothing from
    elsewhere. What the deals hid is shown, for the games are over; what bots printed is not.

    \b
    Examples:
      serai report pages/ --tournament spring
      serai report pages/ --tournament spring --games 20
    """
    from serai.ladder.commands.report.write import write_report

    write_report(folder, tournament, games)
