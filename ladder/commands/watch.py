"""`serai watch`: a tournament while it is played, and a game of it."""

from __future__ import annotations

import click

from serai.ladder.commands import completion


@click.command(name="watch")
@click.argument("name", metavar="[TOURNAMENT]", required=False, shell_complete=completion.tournaments)
def watch_command(name: str | None) -> None:
    """Watch TOURNAMENT, or the one that is being played: its table, and a game that is on, as the public sees it.

    On a terminal it goes on until the tournament is over or q is pressed; in a pipe it is printed once. The organiser
    may delay what is seen of games (serai tournament delay). It says so when nobody is playing.

    \b
    Examples:
      serai watch
      serai watch spring
    """
    from serai.ladder.commands.watching import watch

    watch(name)
